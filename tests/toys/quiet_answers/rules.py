"""Quiet Answers: a card scores unless the other cancels it, and whether they could have is nobody's business.

Both are dealt four cards; what is left over stays unseen. Who has the turn lays one. The other, if they hold any card at
all, may throw away a card that cancels, or let it be; then it is their turn. Who has no card left is passed over. When all
cards are played the higher score wins.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import assert_never

from domain.chance import Chance
from domain.ids import Seat, Viewer
from domain.rules import UNKNOWN, Decision, Emit, Outcome, Rules
from tests.toys.quiet_answers.cards import FILE, HAND, Card, Kind, cards_in
from tests.toys.quiet_answers.state import (
    CancelCard,
    CardCancelled,
    CardLaid,
    CardScored,
    HandsDealt,
    HasLeft,
    LayCard,
    LetBe,
    QuietEvent,
    QuietMove,
    QuietOptions,
    QuietState,
    TurnCame,
)


class GameRules(Rules[QuietOptions, QuietMove, QuietEvent, QuietState]):
    """The rules of Quiet Answers, over cards that a host may replace."""

    name = "quiet_answers"
    title = "Quiet Answers"
    seats = range(2, 3)
    version = 1
    longest_game = 4 * HAND
    Options = QuietOptions
    Move = QuietMove
    Event = QuietEvent
    State = QuietState
    data_files = (FILE,)
    has_responses = True

    def __init__(self, cards: tuple[Kind, ...] = ()) -> None:
        self._cards = cards

    def with_data(self, texts: Mapping[str, str]) -> "GameRules":
        return GameRules(cards_in(texts[FILE]))

    def card_tables(self) -> Sequence[Sequence[Sequence[str]]]:
        return [[["card", "worth"], *([card.name, str(card.worth)] for card in self._cards)]]

    def new_state(self, options: QuietOptions, seat_count: int) -> QuietState:
        return QuietState(bonus=options.bonus, hands=[[], []], left_over=[], thrown=[], scores=[0, 0])

    def setup(
        self, state: QuietState, options: QuietOptions, previous: Outcome | None, chance: Chance, emit: Emit
    ) -> None:
        cards = chance.shuffled(range(len(self._cards)))
        hands = (tuple(sorted(cards[:HAND])), tuple(sorted(cards[HAND : 2 * HAND])))
        emit(HandsDealt(hands=hands, left_over=tuple(cards[2 * HAND :]), starter=chance.below(2)))

    def decisions(self, state: QuietState) -> list[Decision]:
        if self.outcome(state):
            return []
        if state.laid is None:
            return [Decision(seat=state.turn, kind="lay", prompt="Lay a card.")]
        prompt = f"Do you cancel {self.card_name(state.laid)}?"
        return [Decision(seat=1 - state.turn, kind="answer", prompt=prompt, is_response=True)]

    def legal_moves(self, state: QuietState, seat: Seat) -> list[QuietMove]:
        if seat not in [decision.seat for decision in self.decisions(state)]:
            return []
        if state.laid is None:
            return [LayCard(card=card) for card in state.hands[seat]]
        return [LetBe(), *(CancelCard(card=card) for card in state.hands[seat] if self._cards[card].cancels)]

    def why_not(self, seen_state: QuietState, seat: Seat, move: QuietMove) -> str:
        if not self.legal_moves(seen_state, seat):
            return "It is not your turn."
        return (
            "Lay a card from your hand." if seen_state.laid is None else "Cancel it with a card that can, or let it be."
        )

    def play(self, state: QuietState, seat: Seat, move: QuietMove, chance: Chance, emit: Emit) -> None:
        match move:
            case LayCard(card=card):
                emit(CardLaid(seat=seat, card=card))
                if state.hands[1 - seat]:
                    return
                emit(CardScored(seat=seat, score=self._cards[card].worth + state.bonus))
            case CancelCard(card=card):
                emit(CardCancelled(seat=seat, card=card))
            case LetBe():
                assert state.laid is not None
                emit(CardScored(seat=1 - seat, score=self._cards[state.laid].worth + state.bonus))
            case _:
                assert_never(move)
        if any(state.hands):
            emit(TurnCame(seat=1 - state.turn if state.hands[1 - state.turn] else state.turn))

    def leave(self, state: QuietState, seat: Seat, chance: Chance, emit: Emit) -> None:
        emit(HasLeft(seat=seat))

    def evolve(self, state: QuietState, event: QuietEvent) -> None:
        match event:
            case HandsDealt(hands=hands, left_over=left_over, starter=starter):
                state.hands = [list(hand) for hand in hands]
                state.left_over = list(left_over)
                state.starter = state.turn = starter
            case CardLaid(seat=seat, card=card):
                _take(state.hands[seat], card)
                state.thrown.append(card)
                state.laid = card
            case CardCancelled(seat=seat, card=card):
                _take(state.hands[seat], card)
                state.thrown.append(card)
                state.laid = None
            case CardScored(seat=seat, score=score):
                state.scores[seat] += score
                state.laid = None
            case TurnCame(seat=seat):
                state.turn = seat
            case HasLeft(seat=seat):
                state.gone = seat if state.gone is None else state.gone
            case _:
                assert_never(event)

    def clone(self, state: QuietState) -> QuietState:
        return QuietState(
            bonus=state.bonus,
            hands=[hand.copy() for hand in state.hands],
            left_over=state.left_over.copy(),
            thrown=state.thrown.copy(),
            scores=state.scores.copy(),
            starter=state.starter,
            turn=state.turn,
            laid=state.laid,
            gone=state.gone,
        )

    def outcome(self, state: QuietState) -> Outcome | None:
        if state.gone is not None:
            left = (2, 1) if state.gone == 0 else (1, 2)
            return Outcome(placings=left, scores=tuple(state.scores), ending="left", starter=state.starter)
        if any(state.hands) or state.laid is not None or not state.thrown:
            return None
        placings = tuple(1 + sum(other > own for other in state.scores) for own in state.scores)
        return Outcome(placings=placings, scores=tuple(state.scores), ending="played_out", starter=state.starter)

    def check_invariants(self, state: QuietState) -> None:
        cards = [*state.left_over, *state.thrown, *(card for hand in state.hands for card in hand)]
        assert not cards or sorted(cards) == list(range(len(self._cards))), "a card is lost or there twice"
        assert all(hand == sorted(hand) for hand in state.hands), "a hand is not in order"

    def seen_by(self, state: QuietState, viewer: Viewer) -> QuietState:
        view = self.clone(state)
        view.hands = [hand if seat == viewer else [UNKNOWN] * len(hand) for seat, hand in enumerate(view.hands)]
        view.left_over = [UNKNOWN] * len(state.left_over)
        return view

    def event_seen_by(self, state_before: QuietState, event: QuietEvent, viewer: Viewer) -> QuietEvent | None:
        if not isinstance(event, HandsDealt):
            return event
        hands = tuple(hand if seat == viewer else (UNKNOWN,) * len(hand) for seat, hand in enumerate(event.hands))
        return HandsDealt(hands=hands, left_over=(UNKNOWN,) * len(event.left_over), starter=event.starter)

    def known_cards(self, seen_state: QuietState) -> Counter[int]:
        places = [*seen_state.hands, seen_state.thrown, seen_state.left_over]
        return Counter(card for cards in places for card in cards if card != UNKNOWN)

    def determinize(self, seen_state: QuietState, seat: Seat, generator: random.Random) -> QuietState:
        state = self.clone(seen_state)
        seen = {*state.thrown, *state.hands[seat]}
        unseen = [card for card in range(len(self._cards)) if card not in seen]
        generator.shuffle(unseen)
        state.hands[1 - seat] = sorted(unseen.pop() for _ in state.hands[1 - seat])
        state.left_over = unseen
        return state

    def decline(self, state: QuietState, seat: Seat) -> LetBe | None:
        return LetBe() if state.laid is not None and seat == 1 - state.turn and not self.outcome(state) else None

    def turns_begun(self, event: QuietEvent) -> tuple[Seat, ...]:
        return (event.seat,) if isinstance(event, TurnCame) else ()

    def evaluate(self, seen_state: QuietState, seat: Seat) -> float:
        return seen_state.scores[seat] - seen_state.scores[1 - seat] + 0.1 * len(seen_state.hands[seat])

    def card_name(self, card: int) -> str:
        return "hidden card" if card == UNKNOWN else self._cards[card].name

    def describe(self, seen_event: QuietEvent, names: Sequence[str]) -> str:
        match seen_event:
            case HandsDealt(starter=starter):
                return f"The cards are dealt, and {names[starter]} begins."
            case CardLaid(seat=seat, card=card):
                return f"{names[seat]} lays {self.card_name(card)}."
            case CardCancelled(seat=seat, card=card):
                return f"{names[seat]} cancels it with {self.card_name(card)}."
            case CardScored(seat=seat, score=score):
                return f"{names[seat]} scores {score}."
            case TurnCame():
                return ""
            case HasLeft(seat=seat):
                return f"{names[seat]} leaves."
            case _:
                assert_never(seen_event)

    def describe_move(self, seen_state: QuietState, seat: Seat, move: QuietMove) -> str:
        match move:
            case LayCard(card=card):
                return f"Lay {self.card_name(card)}"
            case CancelCard(card=card):
                return f"Cancel with {self.card_name(card)}"
            case LetBe():
                return "Let it be"
            case _:
                assert_never(move)

    def draw_text(self, seen_state: QuietState, names: Sequence[str], seat: Viewer) -> str:
        lines = [
            f"{name[:20]:20} score {seen_state.scores[other]:2}  cards {len(seen_state.hands[other])}"
            for other, name in enumerate(names)
        ]
        if seat >= 0:
            lines.append("You hold: " + ", ".join(self.card_name(card) for card in seen_state.hands[seat]))
        return "\n".join(lines)


def _take(hand: list[Card], card: Card) -> None:
    hand.remove(card if card in hand else UNKNOWN)
