"""DB-7a: who sees what, and who knows what lies hidden."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from domain.games.dragonbound import events
from domain.games.dragonbound.events import DragonboundEvent
from domain.games.dragonbound.rules import GameRules
from domain.games.dragonbound.state import State, clone
from domain.games.dragonbound.view import event_seen_by, seen_by
from domain.ids import SPECTATOR, Seat, Viewer, viewers
from domain.rules import UNKNOWN, AnyRules
from services.game_data import games_with_data
from tests.domain.games.dragonbound.hostile_sets import hostile_rules, hostile_set
from tests.domain.games.dragonbound.positions import after, position
from tests.domain.laws.all_laws import LAWS
from tests.domain.laws.plays import Play, Start, play_from

RULES = games_with_data()["dragonbound"]
NOBODY = (UNKNOWN, UNKNOWN)


def base() -> State:
    """Two players, each with two cards in hand and two in the deck, and three dragons in the dragon deck."""
    return position([[0, 3], [1, 4]], [[5, 0], [0, 0]], [10, 11, 13], wilds=[12, 20], piles=[[6], [7]])


def looks(seat: Seat, owner: Seat | None, *cards: int) -> events.DeckLooked:
    return events.DeckLooked(seat=seat, owner=owner, cards=cards)


def puts(seat: Seat, owner: Seat | None, card: int, place: str) -> events.LookedPlaced:
    return events.LookedPlaced(seat=seat, owner=owner, card=card, place="top" if place == "top" else "bottom")


# What is secret


def test_hands_are_secret_from_others_and_decks_from_all() -> None:
    for viewer in viewers(2):
        seen = seen_by(base(), viewer)
        assert seen.hands == [hand if seat == viewer else [*NOBODY] for seat, hand in enumerate(base().hands)]
        assert seen.decks == [[*NOBODY], [*NOBODY]]
        assert seen.dragon_deck == [UNKNOWN] * 3
        assert seen.orb_deck == [*NOBODY]


def test_all_else_is_open() -> None:
    """What each player owns too, though not which of it is in hand or deck."""
    state = base()
    secret = {"hands", "decks", "dragon_deck", "orb_deck"}
    for viewer in viewers(2):
        seen = seen_by(state, viewer)
        for field in set(State.__struct_fields__) - secret:
            assert getattr(seen, field) == getattr(state, field), field


def test_shuffles_are_told_to_nobody() -> None:
    began = events.GameBegan(first=0, decks=((0, 1), (1, 0)), dragon_deck=(3, 4), orb_deck=(60, 61))
    refilled = events.DeckRefilled(owner=0, deck=(1, 0))
    back = events.GreatestShuffledBack(card=50, deck=(4, 50))
    for viewer in viewers(2):
        assert event_seen_by(base(), began, viewer) == events.GameBegan(
            first=0, decks=(NOBODY, NOBODY), dragon_deck=NOBODY, orb_deck=NOBODY
        )
        assert event_seen_by(base(), refilled, viewer) == events.DeckRefilled(owner=0, deck=NOBODY)
        assert event_seen_by(base(), back, viewer) == events.GreatestShuffledBack(card=50, deck=NOBODY)


def test_what_is_drawn_is_told_to_its_owner_only() -> None:
    drawn = events.CardsDrawn(seat=1, cards=(0, 0))
    assert event_seen_by(base(), drawn, 1) == drawn
    for viewer in (0, SPECTATOR):
        assert event_seen_by(base(), drawn, viewer) == events.CardsDrawn(seat=1, cards=NOBODY)


def test_in_which_order_cards_were_drawn_is_told_to_nobody() -> None:
    """A law found it told and then forgotten."""
    for seed in range(3):
        for happening in happenings(play_of(RULES, seed)):
            if isinstance(happening[1], events.CardsDrawn):
                assert happening[1].cards == tuple(sorted(happening[1].cards))


def test_everything_is_shown_once_the_game_is_over() -> None:
    over = play_of(RULES, 1).steps[-1].after
    assert all(seen_by(over, viewer) == over for viewer in viewers(3))


# What is known of hands


def test_a_card_taken_back_is_known_to_be_in_hand() -> None:
    state = after(base(), events.CardTakenBack(seat=0, card=6))
    for viewer in (1, SPECTATOR):
        assert seen_by(state, viewer).hands[0] == [*NOBODY, 6]
    assert seen_by(state, 0).known_in_hand[0] == [6], "its owner sees what the others know"


def test_until_it_could_have_left() -> None:
    """Copies are alike: any that leaves may be the known one."""
    state = position([[0, 6], [0]], [[], []], [], piles=[[6], []])
    state = after(state, events.CardTakenBack(seat=0, card=6), events.PlacedForCommand(seat=0, card=6, command=1))
    assert state.known_in_hand[0] == []
    assert seen_by(state, 1).hands[0] == [*NOBODY]
    assert seen_by(state, 0).hands[0] == [0, 6]


def test_draws_and_shuffles_change_nothing_about_it() -> None:
    state = after(
        base(),
        events.CardTakenBack(seat=0, card=6),
        events.CardsDrawn(seat=0, cards=(0, 5)),
        events.PlacedForCommand(seat=0, card=0, command=1),
        events.DeckRefilled(owner=0, deck=(0,)),
    )
    assert seen_by(state, 1).hands[0] == [UNKNOWN, *NOBODY, 6]


@pytest.mark.parametrize(
    "leaves",
    [
        events.PlacedForCommand(seat=0, card=6, command=1),
        events.DragonPlayed(seat=0, card=6, source="hand", stack=1, place=0, joined=None, is_action=True),
        events.CardDiscarded(card=6, place="hand", seat=0),
        events.SentToDen(seat=0, card=6, source="hand"),
        events.PlayerLeft(seat=0, cards=()),
    ],
)
def test_what_has_left_the_hand_is_known_no_longer(leaves: DragonboundEvent) -> None:
    state = after(base(), events.CardTakenBack(seat=0, card=6), leaves)
    assert state.known_in_hand[0] == []


def test_a_card_drawn_from_a_place_its_owner_knew_is_secret_from_others() -> None:
    state = after(base(), looks(0, 0, 0), puts(0, 0, 0, "top"), events.CardsDrawn(seat=0, cards=(0,)))
    assert seen_by(state, 1).hands[0] == [*NOBODY, UNKNOWN]


# What is known of decks


def test_who_looks_sees_the_cards_and_nobody_else_does() -> None:
    look = looks(0, None, 13, 11)
    assert event_seen_by(base(), look, 0) == look
    state = after(base(), look)
    assert seen_by(state, 0).looked == [13, 11]
    for viewer in (1, SPECTATOR):
        assert event_seen_by(base(), look, viewer) == looks(0, None, *NOBODY)
        assert seen_by(state, viewer).looked == [*NOBODY]


def test_who_placed_a_card_knows_its_place() -> None:
    state = after(base(), looks(0, None, 13, 11), puts(0, None, 13, "bottom"), puts(0, None, 11, "top"))
    assert state.dragon_deck == [13, 10, 11]
    assert seen_by(state, 0).dragon_deck == [13, UNKNOWN, 11]
    for viewer in (1, SPECTATOR):
        assert seen_by(state, viewer).dragon_deck == [UNKNOWN] * 3


def test_where_a_card_is_placed_is_told_to_all_and_which_it_is_to_who_knows() -> None:
    state = after(base(), looks(0, None, 13, 11))
    placed = puts(0, None, 13, "bottom")
    assert event_seen_by(state, placed, 0) == placed
    for viewer in (1, SPECTATOR):
        assert event_seen_by(state, placed, viewer) == puts(0, None, UNKNOWN, "bottom")


def test_who_knew_a_single_card_that_another_looks_at_knows_where_it_goes() -> None:
    state = after(base(), looks(1, None, 13), puts(1, None, 13, "top"))
    look = looks(0, None, 13)
    assert event_seen_by(state, look, 1) == look
    assert event_seen_by(state, look, SPECTATOR) == looks(0, None, UNKNOWN)
    state = after(state, look)
    assert event_seen_by(state, puts(0, None, 13, "bottom"), 1) == puts(0, None, 13, "bottom")
    state = after(state, puts(0, None, 13, "bottom"))
    assert [seen_by(state, viewer).dragon_deck[0] for viewer in (0, 1, SPECTATOR)] == [13, 13, UNKNOWN]


def test_of_several_cards_that_another_looks_at_nobody_can_follow_one() -> None:
    state = after(
        base(), looks(1, None, 13), puts(1, None, 13, "top"), looks(0, None, 13, 11), puts(0, None, 13, "bottom")
    )
    assert seen_by(state, 1).dragon_deck == [UNKNOWN, UNKNOWN]
    assert seen_by(state, 1).looked == [UNKNOWN]


def test_a_dragon_placed_openly_on_the_bottom_is_known_to_all() -> None:
    state = after(base(), events.WildPlacedOnBottom(card=12))
    assert all(seen_by(state, viewer).dragon_deck == [12, *NOBODY, UNKNOWN] for viewer in viewers(2))


def test_so_is_one_of_the_wilds_that_was_swapped_to_the_top() -> None:
    state = after(base(), events.WildSwapped(wild=12, card=13, source="deck"))
    assert all(seen_by(state, viewer).dragon_deck == [*NOBODY, 12] for viewer in viewers(2))


def test_places_shift_as_cards_come_and_go_and_are_still_known() -> None:
    state = after(
        base(),
        looks(0, None, 13),
        puts(0, None, 13, "bottom"),
        events.WildPlacedOnBottom(card=12),
        events.WildTurnedUp(card=11),
    )
    assert seen_by(state, 0).dragon_deck == [12, 13, UNKNOWN]
    assert seen_by(state, 1).dragon_deck == [12, UNKNOWN, UNKNOWN]


@pytest.mark.parametrize(
    "shuffle",
    [
        events.DeckRefilled(owner=None, deck=(13, 11, 10)),
        events.GreatestShuffledBack(card=13, deck=(13, 11, 10)),
    ],
)
def test_a_shuffle_of_the_dragon_deck_makes_all_forget(shuffle: DragonboundEvent) -> None:
    state = after(base(), events.WildPlacedOnBottom(card=12), looks(0, None, 13), puts(0, None, 13, "top"), shuffle)
    assert all(seen_by(state, viewer).dragon_deck == [UNKNOWN] * 3 for viewer in viewers(2))


def test_so_does_a_refill_of_a_players_deck_for_its_owner() -> None:
    state = after(base(), looks(0, 0, 0, 5), puts(0, 0, 0, "top"), puts(0, 0, 5, "bottom"))
    assert seen_by(state, 0).decks[0] == [5, 0]
    state = after(
        state,
        events.CardsDrawn(seat=0, cards=(0, 5)),
        events.DeckRefilled(owner=0, deck=(6,)),
    )
    assert seen_by(state, 0).decks[0] == [UNKNOWN]


def test_who_leaves_takes_what_was_known_along() -> None:
    state = after(base(), events.CardTakenBack(seat=0, card=6), looks(0, 0, 0, 5))
    state = after(state, events.PlayerLeft(seat=0, cards=(0, 0, 3, 5, 6)))
    assert (state.hands[0], state.decks[0], state.deck_known[0], state.known_in_hand[0]) == ([], [], [], [])
    assert (state.looked, state.looked_known, state.looked_deck) == ([], 0, None)


# In whole games


class Notes:
    """What a viewer who writes down all it is told knows of decks and hands: worked out without the state."""

    def __init__(self, viewer: Viewer, seat_count: int) -> None:
        self.viewer = viewer
        self.decks: dict[Seat | None, list[int]] = {owner: [] for owner in (None, *range(seat_count))}
        self.hands = [Counter[int]() for _ in range(seat_count)]
        self.looked: list[int] = []
        self.looked_deck: Seat | None = None

    def note(self, told: DragonboundEvent) -> None:  # noqa: C901 - one for each way of learning
        match told:
            case events.GameBegan():
                self.decks = {None: [*told.dragon_deck], **{seat: [*deck] for seat, deck in enumerate(told.decks)}}
            case events.CardsDrawn(seat=seat, cards=cards):
                del self.decks[seat][-len(cards) :]
            case events.DeckRefilled(owner=owner, deck=deck):
                self.decks[owner] = [*deck]
            case events.GreatestShuffledBack(deck=deck):
                self.decks[None] = [*deck]
            case events.WildTurnedUp() | events.CardDiscarded(place="dragon_deck"):
                self.decks[None].pop()
            case events.CardDiscarded(place="deck", seat=seat):
                self.decks[seat].pop()
            case events.WildPlacedOnBottom(card=card):
                self.decks[None].insert(0, card)
            case events.WildSwapped(wild=wild, source="deck"):
                self.decks[None][-1] = wild
            case events.DeckLooked(owner=owner, cards=cards):
                count = len(cards)
                single = self.decks[owner][-1:] if count == 1 else [UNKNOWN] * count
                self.looked = [*cards] if told.seat == self.viewer else single
                self.looked_deck = owner
                del self.decks[owner][-count:]
            case events.LookedPlaced(card=card, place=place):
                lying = self.decks[self.looked_deck]
                lying.insert(len(lying) if place == "top" else 0, card)
                self.looked.remove(card)
            case events.CardTakenBack(seat=seat, card=card):
                self.hands[seat][card] += 1
            case events.PlayerLeft(seat=seat):
                self.decks[seat] = []
                self.hands[seat].clear()
                if self.looked_deck == seat:
                    self.looked = []
        self._strike(told)

    def _strike(self, told: DragonboundEvent) -> None:
        """Strike what left a hand."""
        match told:
            case (
                events.PlacedForCommand(seat=seat, card=card)
                | events.DragonPlayed(seat=seat, card=card, source="hand")
                | events.SentToDen(seat=seat, card=card, source="hand")
                | events.CardDiscarded(seat=int(seat), card=card, place="hand")
            ) if self.hands[seat][card]:
                self.hands[seat][card] -= 1

    def check(self, seen: State) -> None:
        assert seen.dragon_deck == self.decks[None]
        assert seen.looked == self.looked
        for seat, hand in enumerate(seen.hands):
            assert seen.decks[seat] == self.decks[seat]
            named = [card for card in hand if card != UNKNOWN]
            assert seat == self.viewer or named == sorted(self.hands[seat].elements())


def play_of(rules: AnyRules, seed: int, leave_percent: int = 0) -> Play:
    start = Start(
        seed=seed,
        seat_count=3,
        default_options=True,
        rematch=False,
        style="any kind",
        leave_percent=leave_percent,
    )
    return play_from(rules, start)


def happenings(play: Play) -> Iterator[tuple[State, DragonboundEvent, State]]:
    for step in play.steps:
        for happening in step.happenings:
            yield happening.before, happening.event, happening.after


@pytest.mark.parametrize("leave_percent", [0, 2])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_known_is_what_was_told(seed: int, leave_percent: int) -> None:
    """Each viewer's view names what that viewer has been told, no less and no more."""
    rules: AnyRules = hostile_rules(hostile_set(seed, "secrets")) if seed % 4 else RULES
    notes = [Notes(viewer, 3) for viewer in viewers(3)]
    for before, event, state in happenings(play_of(rules, seed, leave_percent)):
        if state.phase == "over":
            return
        for each in notes:
            each.note(event_seen_by(before, event, each.viewer))
            each.check(seen_by(state, each.viewer))


class _SeesAll(GameRules):
    """Every viewer gets the true state."""

    def seen_by(self, state: State, viewer: Viewer) -> State:
        return clone(state)


class _DeckIsSeen(GameRules):
    """The top of the dragon deck lies open."""

    def seen_by(self, state: State, viewer: Viewer) -> State:
        seen: State = super().seen_by(state, viewer)
        seen.dragon_deck[-1:] = state.dragon_deck[-1:]
        return seen


class _ForgetsWhatIsKnown(GameRules):
    """What everybody saw come to a hand is shuffled away in the sampled worlds."""

    def determinize(self, seen_state: State, seat: Seat, generator: random.Random) -> State:
        view = clone(seen_state)
        for other in range(len(view.hands)):
            if other != seat:
                view.hands[other] = [UNKNOWN] * len(view.hands[other])
        world: State = super().determinize(view, seat, generator)
        return world


@pytest.mark.parametrize(
    ("law", "broken"),
    [("L3_no_leak", _SeesAll), ("L3_no_leak", _DeckIsSeen), ("L8_determinize", _ForgetsWhatIsKnown)],
)
def test_the_laws_would_see_a_leak_or_a_lapse(law: str, broken: type[GameRules]) -> None:
    assert any(_is_caught(law, broken(hostile_set(seed, "secrets")), seed) for seed in range(8))


def _is_caught(law: str, rules: GameRules, seed: int) -> bool:
    try:
        LAWS[law](play_of(rules, seed, leave_percent=2))
    except AssertionError:
        return True
    return False
