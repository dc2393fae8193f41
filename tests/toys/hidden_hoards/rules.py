"""Hidden Hoards: everybody lays a card at once, unseen; the greatest takes the gold of the round.

Each player is dealt one card more than there are rounds, and a few are left over unseen. In each round all choose a card
in secret; nobody sees who has chosen until all have. The cards are then shown together, and the greatest takes as much
gold as the number of the round. The most gold wins. Who leaves is last, and the others play on.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Annotated, TypeAlias, assert_never

from msgspec import Meta, Struct

from domain.chance import Chance
from domain.ids import Seat, Viewer
from domain.rules import UNKNOWN, Decision, Emit, Event, Move, Options, Outcome, Rules

Card: TypeAlias = int
LEFT_OVER = 2


class HoardOptions(Options, frozen=True, kw_only=True):
    """How a table plays."""

    rounds: Annotated[int, Meta(ge=2, le=4, title="Rounds", description="How often gold is shared out.")] = 3


class ChooseCard(Move, frozen=True, kw_only=True, tag="choose_card"):
    """Choose in secret the card to lay this round."""

    card: Card


class CardsDealt(Event, frozen=True, kw_only=True, tag="cards_dealt"):
    """The game began. ``hands`` by seat; each player sees its own."""

    hands: tuple[tuple[Card, ...], ...]
    left_over: tuple[Card, ...]


class CardChosen(Event, frozen=True, kw_only=True, tag="card_chosen"):
    """A player made its choice. Nobody else is told anything, not even that it happened."""

    seat: Seat
    card: Card


class CardsShown(Event, frozen=True, kw_only=True, tag="cards_shown"):
    """All have chosen. ``cards`` by seat, None for who has left; ``winner`` takes the gold of the round."""

    cards: tuple[Card | None, ...]
    winner: Seat


class PlayerGone(Event, frozen=True, kw_only=True, tag="player_gone"):
    """A player left. Its cards stay unseen, out of play."""

    seat: Seat


HoardEvent: TypeAlias = CardsDealt | CardChosen | CardsShown | PlayerGone


class HoardState(Struct, kw_only=True):
    """Where everything is. ``chosen`` cards are still in their hands; in a view, the choice of another reads as None."""

    rounds: int
    round_number: int
    hands: list[list[Card]]
    chosen: list[Card | None]
    shown: list[Card]
    left_over: list[Card]
    gold: list[int]
    is_playing: list[bool]


class GameRules(Rules[HoardOptions, ChooseCard, HoardEvent, HoardState]):
    """The rules of Hidden Hoards."""

    name = "hidden_hoards"
    title = "Hidden Hoards"
    seats = range(2, 5)
    version = 1
    longest_game = 16
    Options = HoardOptions
    Move = ChooseCard
    Event = HoardEvent
    State = HoardState

    def new_state(self, options: HoardOptions, seat_count: int) -> HoardState:
        return HoardState(
            rounds=options.rounds,
            round_number=1,
            hands=[[] for _ in range(seat_count)],
            chosen=[None] * seat_count,
            shown=[],
            left_over=[],
            gold=[0] * seat_count,
            is_playing=[True] * seat_count,
        )

    def setup(
        self, state: HoardState, options: HoardOptions, previous: Outcome | None, chance: Chance, emit: Emit
    ) -> None:
        seat_count, size = len(state.hands), options.rounds + 1
        cards = chance.shuffled(range(card_count(state)))
        hands = tuple(tuple(sorted(cards[seat * size : (seat + 1) * size])) for seat in range(seat_count))
        emit(CardsDealt(hands=hands, left_over=tuple(cards[seat_count * size :])))

    def decisions(self, state: HoardState) -> list[Decision]:
        if self.outcome(state):
            return []
        prompt = f"Choose a card for the {state.round_number} gold of this round."
        return [Decision(seat=seat, kind="choose", prompt=prompt) for seat in choosers(state)]

    def legal_moves(self, state: HoardState, seat: Seat) -> list[ChooseCard]:
        if self.outcome(state) or seat not in choosers(state):
            return []
        return [ChooseCard(card=card) for card in state.hands[seat]]

    def why_not(self, seen_state: HoardState, seat: Seat, move: ChooseCard) -> str:
        if not self.legal_moves(seen_state, seat):
            return "You have nothing to choose now: wait until all have chosen."
        return "You do not hold that card: choose one from your hand."

    def play(self, state: HoardState, seat: Seat, move: ChooseCard, chance: Chance, emit: Emit) -> None:
        emit(CardChosen(seat=seat, card=move.card))
        show_if_all_have_chosen(state, emit)

    def leave(self, state: HoardState, seat: Seat, chance: Chance, emit: Emit) -> None:
        emit(PlayerGone(seat=seat))
        if not self.outcome(state):
            show_if_all_have_chosen(state, emit)

    def evolve(self, state: HoardState, event: HoardEvent) -> None:
        match event:
            case CardsDealt(hands=hands, left_over=left_over):
                state.hands = [list(hand) for hand in hands]
                state.left_over = list(left_over)
            case CardChosen(seat=seat, card=card):
                state.chosen[seat] = card
            case CardsShown(cards=cards, winner=winner):
                for hand, laid in zip(state.hands, cards, strict=True):
                    if laid is not None:
                        hand.remove(laid if laid in hand else UNKNOWN)
                        state.shown.append(laid)
                state.chosen = [None] * len(cards)
                state.gold[winner] += state.round_number
                state.round_number += 1
            case PlayerGone(seat=seat):
                state.is_playing[seat] = False
                state.chosen[seat] = None
            case _:
                assert_never(event)

    def clone(self, state: HoardState) -> HoardState:
        return HoardState(
            rounds=state.rounds,
            round_number=state.round_number,
            hands=[hand.copy() for hand in state.hands],
            chosen=state.chosen.copy(),
            shown=state.shown.copy(),
            left_over=state.left_over.copy(),
            gold=state.gold.copy(),
            is_playing=state.is_playing.copy(),
        )

    def outcome(self, state: HoardState) -> Outcome | None:
        is_played_out = state.round_number > state.rounds
        if not is_played_out and sum(state.is_playing) > 1:
            return None
        worth = list(zip(state.is_playing, state.gold, strict=True))
        placings = tuple(1 + sum(other > own for other in worth) for own in worth)
        return Outcome(
            placings=placings, scores=tuple(state.gold), ending="played_out" if is_played_out else "all_others_left"
        )

    def check_invariants(self, state: HoardState) -> None:
        cards = [*state.shown, *state.left_over, *(card for hand in state.hands for card in hand)]
        assert not state.left_over or sorted(cards) == list(range(card_count(state))), "a card is lost or there twice"
        assert all(hand == sorted(hand) for hand in state.hands), "a hand is not in order"
        for hand, card in zip(state.hands, state.chosen, strict=True):
            assert card is None or card in hand, "a chosen card is not in its hand"
        assert sum(state.gold) == sum(range(state.round_number)), "gold is lost"

    def seen_by(self, state: HoardState, viewer: Viewer) -> HoardState:
        return HoardState(
            rounds=state.rounds,
            round_number=state.round_number,
            hands=[list(hand) if seat == viewer else [UNKNOWN] * len(hand) for seat, hand in enumerate(state.hands)],
            chosen=[card if seat == viewer else None for seat, card in enumerate(state.chosen)],
            shown=list(state.shown),
            left_over=[UNKNOWN] * len(state.left_over),
            gold=list(state.gold),
            is_playing=list(state.is_playing),
        )

    def event_seen_by(self, state_before: HoardState, event: HoardEvent, viewer: Viewer) -> HoardEvent | None:
        match event:
            case CardsDealt(hands=hands, left_over=left_over):
                seen = tuple(h if seat == viewer else (UNKNOWN,) * len(h) for seat, h in enumerate(hands))
                return CardsDealt(hands=seen, left_over=(UNKNOWN,) * len(left_over))
            case CardChosen(seat=seat):
                return event if seat == viewer else None
            case _:
                return event

    def known_cards(self, seen_state: HoardState) -> Counter[int]:
        places = [*seen_state.hands, seen_state.shown, seen_state.left_over]
        return Counter(card for cards in places for card in cards if card != UNKNOWN)

    def determinize(self, seen_state: HoardState, seat: Seat, generator: random.Random) -> HoardState:
        state = self.clone(seen_state)
        seen = {*state.shown, *state.hands[seat]}
        unseen = [card for card in range(card_count(state)) if card not in seen]
        generator.shuffle(unseen)
        for other, hand in enumerate(state.hands):
            if other != seat:
                state.hands[other] = sorted(unseen.pop() for _ in hand)
        state.left_over = unseen
        others = [other for other in choosers(state) if other != seat]
        for other in others:
            state.chosen[other] = generator.choice([None, *state.hands[other]])
        if others and not choosers(state) and not self.outcome(state):
            state.chosen[generator.choice(others)] = None  # had all chosen, the cards would have been shown
        return state

    def evaluate(self, seen_state: HoardState, seat: Seat) -> float:
        """Gold in hand, and the hope that the greatest cards meet the rounds with the most gold."""
        chosen = seen_state.chosen[seat]
        kept = sorted((card for card in seen_state.hands[seat] if card != chosen), reverse=True)
        next_round = seen_state.round_number + (chosen is not None)
        hope = sum(gold * card for gold, card in zip(range(seen_state.rounds, next_round - 1, -1), kept, strict=False))
        return card_count(seen_state) * seen_state.gold[seat] + hope + seen_state.round_number * (chosen or 0.0)

    def card_name(self, card: int) -> str:
        return "hidden card" if card == UNKNOWN else f"dragon {card + 1}"

    def describe(self, seen_event: HoardEvent, names: Sequence[str]) -> str:
        match seen_event:
            case CardsDealt():
                return "The cards were dealt."
            case CardChosen(card=card):
                return f"You chose {self.card_name(card)}."
            case CardsShown(cards=cards, winner=winner):
                laid = [f"{n}: {self.card_name(c)}" for n, c in zip(names, cards, strict=True) if c is not None]
                return f"{', '.join(laid)}. {names[winner]} took the gold."
            case PlayerGone(seat=seat):
                return f"{names[seat]} left."
            case _:
                assert_never(seen_event)

    def describe_move(self, seen_state: HoardState, seat: Seat, move: ChooseCard) -> str:
        return f"Lay {self.card_name(move.card)}"

    def draw_text(self, seen_state: HoardState, names: Sequence[str], seat: Viewer) -> str:
        lines = [f"Round {min(seen_state.round_number, seen_state.rounds)} of {seen_state.rounds}"]
        for other, hand in enumerate(seen_state.hands):
            lines.append(f"{names[other][:20]:20} gold {seen_state.gold[other]:2}  cards {len(hand)}")
        if seat >= 0:
            lines.append("You hold: " + ", ".join(self.card_name(card) for card in seen_state.hands[seat]))
        return "\n".join(lines)


def card_count(state: HoardState) -> int:
    """Give how many cards there are in all: they are numbered from 0."""
    return len(state.hands) * (state.rounds + 1) + LEFT_OVER


def choosers(state: HoardState) -> list[Seat]:
    """Give who still has to choose; in a view, all but the viewer count as such until the cards are shown."""
    return [
        seat
        for seat, (card, is_playing) in enumerate(zip(state.chosen, state.is_playing, strict=True))
        if is_playing and card is None
    ]


def show_if_all_have_chosen(state: HoardState, emit: Emit) -> None:
    """Emit what follows when nobody is left to choose: the cards are shown, and the greatest takes the gold."""
    if choosers(state):
        return
    laid = [UNKNOWN if card is None else card for card in state.chosen]
    emit(CardsShown(cards=tuple(state.chosen), winner=laid.index(max(laid))))
