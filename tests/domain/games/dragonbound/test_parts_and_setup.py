"""DB-1 to DB-7: what there is, and how a game begins."""

from collections import Counter

import pytest

from domain.errors import BrokenGame
from domain.games.dragonbound import events
from domain.games.dragonbound.card_set import CardSet
from domain.games.dragonbound.cards import DRAGONS, EGG_COMMAND, EGGS, ORBS, whole_clutch
from domain.games.dragonbound.effects.command import GainCommand
from domain.games.dragonbound.effects.decks import Look
from domain.games.dragonbound.effects.hands import TakeBack
from domain.games.dragonbound.effects.wilds import PlaceWildOnBottom
from domain.games.dragonbound.filters import Filter
from domain.games.dragonbound.moves import END_PLAY_PHASE
from domain.games.dragonbound.orb_rules import EggCommand
from domain.games.dragonbound.rules import GameRules
from domain.ids import SPECTATOR
from domain.rules import UNKNOWN
from tests.domain.games.dragonbound.begun import begun
from tests.domain.games.dragonbound.card_sets import card_of, card_set, cards_of, on
from tests.domain.games.dragonbound.sayings import (
    done,
    effect,
    gained,
    place,
    placed,
    play,
    played,
    put_back,
    release,
    released,
    triggered,
    turn_of,
    use,
)
from tests.domain.games.dragonbound.table import (
    Dice,
    command,
    deck,
    den,
    given,
    has_effect,
    holds,
    opening,
    pile,
    revealed,
    stack,
    wilds,
)


def test_DB_1_eight_eggs_of_1_2_and_0_command() -> None:
    assert Counter(whole_clutch()) == Counter(cards_of("egg egg egg egg egg egg oversized cracked"))
    case = given(holds(0, "egg oversized cracked"))
    case.when(place("egg"), place("oversized"), place("cracked"))
    case.then(placed(0, "egg", 1), placed(0, "oversized", 2), placed(0, "cracked", 0))
    assert case.state.command[0] == sum(EGG_COMMAND)


def test_DB_1_eggs_have_no_trait_but_command() -> None:
    cards = card_set({})
    for egg in EGGS:
        assert (cards.size[egg], cards.nature[egg], cards.effects[egg]) == (0, None, ())
    given(holds(0, "egg")).offers(place("egg"), END_PLAY_PHASE)


def test_DB_2_ninety_dragons_fifty_four_kinds() -> None:
    cards = card_set({})
    deck = Counter(cards.whole_deck())
    assert (deck.total(), len(deck), len(DRAGONS)) == (90, 54, 54)
    by_kind = Counter((cards.size[card], cards.nature[card], count) for card, count in deck.items())
    assert by_kind == Counter(
        {
            (size, nature, 1 if size >= 5 else 2): 3
            for size in range(1, 7)
            for nature in ("physical", "magical", "spiritual")
        }
    )


def test_DB_2a_an_effect_may_happen_by_each_of_its_triggers() -> None:
    both = has_effect("physical3", on(("command", "stack", "discarded"), GainCommand()))
    waiting = effect(0, "physical3", "command")
    given(both, holds(0, "physical3")).when(place("physical3"), use()).then(
        placed(0, "physical3", 2), triggered(waiting), done(waiting, gained(0, 1))
    )
    waiting = effect(0, "physical3", "stack", 1)
    given(both, holds(0, "physical3")).when(play("physical3"), use()).then(
        played(0, "physical3", 1), triggered(waiting), done(waiting, gained(0, 1))
    )
    waiting = effect(0, "physical3", "discarded")
    given(both, stack(0, "physical3")).when(release(1), use()).then(
        released(0, 1, "physical3"), triggered(waiting), done(waiting, gained(0, 1))
    )


def test_DB_3_a_revealed_orb_holds_for_the_rest_of_the_game() -> None:
    case = given(revealed(EggCommand(more=2)), holds(0, "egg"), holds(1, "egg"))
    case.when(place("egg")).then(placed(0, "egg", 3))
    case.when(END_PLAY_PHASE).forget()
    case.when(place("egg")).then(placed(1, "egg", 3))


def test_DB_3_ten_orbs() -> None:
    assert len(opening().state.orb_deck) == len(set(ORBS)) == 10


def test_DB_4_no_game_without_cards() -> None:
    rules = GameRules(CardSet())
    with pytest.raises(BrokenGame):
        rules.setup(rules.new_state(rules.Options(), 2), rules.Options(), None, None, print)  # type: ignore[arg-type]


def test_DB_5_decks_are_shuffled() -> None:
    """Here each shuffle turns over what it is given."""
    began = opening(3).happened[0]
    assert isinstance(began, events.GameBegan)
    assert began.decks == (tuple(reversed(whole_clutch())),) * 3
    assert began.dragon_deck == tuple(reversed(card_set({}).whole_deck()))
    assert began.orb_deck == tuple(reversed(ORBS))


class GreatestOnTop(Dice):
    """Leaves the dragon deck in order at first, the dragons of size 6 on top."""

    def permutation(self, size: int) -> tuple[int, ...]:
        return tuple(range(size)) if size == 90 else super().permutation(size)


def test_DB_6_six_wilds_a_third_size_6_is_shuffled_back() -> None:
    case = opening(2, GreatestOnTop([1]))
    greatest = [events.WildTurnedUp(card=DRAGONS[-1]), events.WildTurnedUp(card=DRAGONS[-2])]
    assert case.happened[1:3] == greatest
    deck = tuple(reversed(case.cards.whole_deck()[:-2]))
    assert case.happened[3] == events.GreatestShuffledBack(card=DRAGONS[-3], deck=deck)
    assert case.state.wilds == [DRAGONS[-1], DRAGONS[-2], *cards_of("physical1 physical1 physical1b physical1b")]


def test_DB_6_appear_effects_do_not_happen_in_setup() -> None:
    """The dragons of size 1 lie on top here."""
    case = opening(2, None, *(has_effect(name, on("appear", GainCommand())) for name in ("physical1a", "physical1b")))
    assert card_of("physical1a") in case.state.wilds
    assert not case.happened_of(events.EffectsTriggered)
    case.asks(0, "turn")


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_DB_7_the_first_player_is_drawn_and_each_draws_4(seat_count: int) -> None:
    for first in range(seat_count):
        case = opening(seat_count, Dice([first + 1]))
        assert case.state.first == case.state.active == first
        hands = case.happened_of(events.CardsDrawn)
        order = [(first + offset) % seat_count for offset in range(seat_count)]
        assert [event.seat for event in hands if isinstance(event, events.CardsDrawn)] == order
        assert [len(hand) for hand in case.state.hands] == [4] * seat_count
        assert [len(deck) for deck in case.state.decks] == [4] * seat_count
        assert case.happened[-1] == turn_of(first, 1)


# DB-7a: what is secret, what is open


def test_DB_7a_hands_are_secret_from_others_deck_orders_from_all() -> None:
    case = given(holds(0, "egg physical1"), holds(1, "cracked physical2"), deck(0, "physical3 egg"), deck(1, "egg"))
    for viewer in (0, 1, SPECTATOR):
        seen = case.rules.seen_by(case.state, viewer)
        assert seen.hands == [cards_of("egg physical1" if viewer == 0 else "? ?"), cards_of("cracked physical2" if viewer == 1 else "? ?")]  # fmt: skip
        assert (seen.decks, set(seen.dragon_deck)) == ([cards_of("? ?"), cards_of("?")], {UNKNOWN})
        assert set(seen.orb_deck) == {UNKNOWN}


def test_DB_7a_what_each_owns_and_all_that_lies_open_is_open() -> None:
    case = given(
        holds(0, "egg physical1"), deck(0, "physical3 egg"), stack(0, "physical4", stunned="physical4"),
        pile(1, "magical1"), den(1, "magical2"), revealed(EggCommand()), command(1, 2),
    )  # fmt: skip
    seen = case.rules.seen_by(case.state, SPECTATOR)
    assert seen.held[0] == cards_of("egg egg physical1 physical3")
    for zone in ("stacks", "piles", "dens", "orbs", "command", "wilds", "dragon_pile"):
        assert getattr(seen, zone) == getattr(case.state, zone)


def test_DB_7a_who_looked_knows_the_place_until_a_shuffle() -> None:
    case = begun(Look(count=2), deck(0, "physical1 physical2 physical3")).when(
        put_back("physical3", "top"), put_back("physical2", "bottom")
    )
    assert case.rules.seen_by(case.state, 0).decks[0] == cards_of("physical2 ? physical3")
    assert case.rules.seen_by(case.state, 1).decks[0] == cards_of("? ? ?")


def test_DB_7a_a_shuffle_ends_what_is_known_of_places() -> None:
    case = begun(
        PlaceWildOnBottom(dragons=Filter(sizes=(1,))),
        holds(0, "egg egg egg egg"),
        wilds("physical1 physical6 magical6 physical2 physical3 physical4"),
        deck(None, "magical2 spiritual6"),
    )
    assert case.rules.seen_by(case.state, 1).dragon_deck == cards_of("physical1 ? ?")
    case.when(END_PLAY_PHASE)  # the third size 6 is shuffled back
    assert case.state.dragon_deck == cards_of("spiritual6 magical2")
    assert case.rules.seen_by(case.state, 1).dragon_deck == cards_of("? ?")


def test_DB_7a_placed_openly_on_the_bottom_is_known_to_all() -> None:
    case = begun(PlaceWildOnBottom(), wilds("physical1"), deck(None, "physical2"))
    for viewer in (0, 1, SPECTATOR):
        assert case.rules.seen_by(case.state, viewer).dragon_deck == cards_of("physical1 ?")


def test_DB_7a_taken_back_openly_is_known_in_hand() -> None:
    case = begun(TakeBack(), pile(0, "physical1"), holds(0, "egg"))
    assert sorted(case.rules.seen_by(case.state, 1).hands[0]) == sorted(cards_of("? physical1"))
