"""Dragon Gust: what one offers, the next may snatch; and the wind shuffles all that is not yet won.

Each of three players holds two dragons. On its turn a player offers one, open to all. The next player interrupts: it
snatches the dragon and throws another on the heap of discards, or lets it go to the player who offered it, and may then
look at the top of the pile. Both draw up to two, the turn passes. Where the pile is short, or somebody leaves, a gust
shuffles all hands, discards and pile together and deals anew. The most strength won after the last turn wins.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from domain.chance import Chance
from domain.ids import Seat, Viewer
from domain.rules import UNKNOWN, Decision, Emit, Outcome, Rules
from tests.toys.dragon_gust.state import (
    CARD_COUNT,
    HAND_SIZE,
    Card,
    DragonDrawn,
    DragonOffered,
    DragonThrown,
    DragonWon,
    FirstTurnGiven,
    GustBlew,
    GustEvent,
    GustMove,
    GustOptions,
    GustState,
    LetDragonGo,
    OfferDragon,
    PlayerGone,
    SnatchDragon,
    TopSeen,
    TurnPassed,
)

VERBS = {
    DragonOffered: "offers",
    DragonThrown: "throws away",
    DragonWon: "wins",
    DragonDrawn: "draws",
    TopSeen: "looks at the top of the pile:",
}


class GameRules(Rules[GustOptions, GustMove, GustEvent, GustState]):
    """The rules of Dragon Gust."""

    name = "dragon_gust"
    title = "Dragon Gust"
    seats = range(3, 4)
    version = 1
    longest_game = 16
    Options = GustOptions
    Move = GustMove
    Event = GustEvent
    State = GustState

    def new_state(self, options: GustOptions, seat_count: int) -> GustState:
        return GustState(
            turns_left=options.turns,
            hands=[[] for _ in range(seat_count)],
            won=[[] for _ in range(seat_count)],
            is_playing=[True] * seat_count,
            pile=list(range(CARD_COUNT)),
        )

    def setup(
        self, state: GustState, options: GustOptions, previous: Outcome | None, chance: Chance, emit: Emit
    ) -> None:
        if previous is None:
            emit(FirstTurnGiven(seat=chance.below(len(state.hands))))
        else:
            emit(FirstTurnGiven(seat=previous.placings.index(max(previous.placings))))
        blow(state, chance, emit)

    def decisions(self, state: GustState) -> list[Decision]:
        if self.outcome(state):
            return []
        if state.offered is None:
            return [Decision(seat=state.turn, kind="offer", prompt="Offer a dragon from your hand.")]
        prompt = f"Snatch {self.card_name(state.offered)}, or let it go?"
        return [Decision(seat=next_playing(state, state.turn), kind="answer", prompt=prompt)]

    def legal_moves(self, state: GustState, seat: Seat) -> list[GustMove]:
        if seat not in [decision.seat for decision in self.decisions(state)]:
            return []
        if state.offered is None:
            return [OfferDragon(card=card) for card in state.hands[seat]]
        return [LetDragonGo(), *(SnatchDragon(thrown=card) for card in state.hands[seat])]

    def why_not(self, seen_state: GustState, seat: Seat, move: GustMove) -> str:
        if not self.legal_moves(seen_state, seat):
            return "It is not for you to decide now."
        if isinstance(move, OfferDragon) == (seen_state.offered is not None):
            return (
                "Answer the offer first." if seen_state.offered is not None else "Nothing is on offer: offer a dragon."
            )
        return "You do not hold that dragon: choose one from your hand."

    def play(self, state: GustState, seat: Seat, move: GustMove, chance: Chance, emit: Emit) -> None:
        match move:
            case OfferDragon(card=card):
                emit(DragonOffered(seat=seat, card=card))
            case SnatchDragon(thrown=thrown):
                emit(DragonThrown(seat=seat, card=thrown))
                emit(DragonWon(seat=seat, card=offered_in(state)))
                end_turn(state, chance, emit)
            case LetDragonGo():
                emit(DragonWon(seat=state.turn, card=offered_in(state)))
                end_turn(state, chance, emit)
                if state.turns_left and state.pile:
                    emit(TopSeen(seat=seat, card=state.pile[-1]))
            case _:
                assert_never(move)

    def leave(self, state: GustState, seat: Seat, chance: Chance, emit: Emit) -> None:
        emit(PlayerGone(seat=seat))
        if not self.outcome(state):
            emit(TurnPassed(seat=next_playing(state, state.turn)))
            blow(state, chance, emit)

    def evolve(self, state: GustState, event: GustEvent) -> None:
        match event:
            case FirstTurnGiven(seat=seat):
                state.starter = state.turn = seat
            case GustBlew(hands=hands, pile=pile):
                state.hands = [list(hand) for hand in hands]
                state.pile = list(pile)
                state.discards, state.offered, state.top_seen_by = [], None, None
            case DragonOffered(seat=seat, card=card):
                take_from(state.hands[seat], card)
                state.offered = card
            case DragonThrown(seat=seat, card=card):
                take_from(state.hands[seat], card)
                state.discards.append(card)
            case DragonWon(seat=seat, card=card):
                state.won[seat].append(card)
                state.offered = None
            case TurnPassed(seat=seat):
                state.turns_left -= 1
                state.turn = seat
            case DragonDrawn(seat=seat, card=card):
                state.pile.pop()
                state.hands[seat] = sorted([*state.hands[seat], card])
                state.top_seen_by = None
            case TopSeen(seat=seat, card=card):
                state.pile[-1] = card
                state.top_seen_by = seat
            case PlayerGone(seat=seat):
                state.is_playing[seat] = False
            case _:
                assert_never(event)

    def clone(self, state: GustState) -> GustState:
        return GustState(
            turns_left=state.turns_left,
            starter=state.starter,
            turn=state.turn,
            offered=state.offered,
            hands=[hand.copy() for hand in state.hands],
            won=[cards.copy() for cards in state.won],
            is_playing=state.is_playing.copy(),
            pile=state.pile.copy(),
            discards=state.discards.copy(),
            top_seen_by=state.top_seen_by,
        )

    def outcome(self, state: GustState) -> Outcome | None:
        if state.turns_left > 0 and sum(state.is_playing) > 1:
            return None
        scores = tuple(sum(card + 1 for card in cards) for cards in state.won)
        worth = list(zip(state.is_playing, scores, strict=True))
        return Outcome(
            placings=tuple(1 + sum(other > own for other in worth) for own in worth),
            scores=scores,
            ending="last_turn" if state.turns_left <= 0 else "all_others_left",
            starter=state.starter,
        )

    def check_invariants(self, state: GustState) -> None:
        assert sorted([*unwon(state), *(c for cards in state.won for c in cards)]) == list(range(CARD_COUNT)), (
            "a dragon is lost or there twice"
        )
        assert all(hand == sorted(hand) and len(hand) <= HAND_SIZE for hand in state.hands), "a hand is wrong"

    def seen_by(self, state: GustState, viewer: Viewer) -> GustState:
        pile = [UNKNOWN] * len(state.pile)
        if viewer == state.top_seen_by:
            pile[-1] = state.pile[-1]
        return GustState(
            turns_left=state.turns_left,
            starter=state.starter,
            turn=state.turn,
            offered=state.offered,
            hands=[list(hand) if seat == viewer else [UNKNOWN] * len(hand) for seat, hand in enumerate(state.hands)],
            won=[list(cards) for cards in state.won],
            is_playing=list(state.is_playing),
            pile=pile,
            discards=list(state.discards),
            top_seen_by=state.top_seen_by,
        )

    def event_seen_by(self, state_before: GustState, event: GustEvent, viewer: Viewer) -> GustEvent | None:
        match event:
            case GustBlew(hands=hands, pile=pile):
                seen = tuple(h if seat == viewer else (UNKNOWN,) * len(h) for seat, h in enumerate(hands))
                return GustBlew(hands=seen, pile=(UNKNOWN,) * len(pile))
            case DragonDrawn(seat=seat) if seat != viewer:
                return DragonDrawn(seat=seat, card=UNKNOWN)
            case TopSeen(seat=seat) if seat != viewer:
                return TopSeen(seat=seat, card=UNKNOWN)
            case _:
                return event

    def known_cards(self, seen_state: GustState) -> Counter[int]:
        offered = [] if seen_state.offered is None else [seen_state.offered]
        places = [*seen_state.hands, *seen_state.won, seen_state.pile, seen_state.discards, offered]
        return Counter(card for cards in places for card in cards if card != UNKNOWN)

    def determinize(self, seen_state: GustState, seat: Seat, generator: random.Random) -> GustState:
        state = self.clone(seen_state)
        seen = {*unwon(state), *(card for cards in state.won for card in cards)}
        unseen = [card for card in range(CARD_COUNT) if card not in seen]
        generator.shuffle(unseen)
        state.pile = [unseen.pop() if card == UNKNOWN else card for card in state.pile]
        state.hands = [sorted(unseen.pop() if card == UNKNOWN else card for card in hand) for hand in state.hands]
        return state

    def evaluate(self, seen_state: GustState, seat: Seat) -> float:
        totals = [sum(cards) + len(cards) for cards in seen_state.won]
        return float(2 * totals[seat] - sum(totals)) + 0.1 * sum(seen_state.hands[seat])

    def card_name(self, card: int) -> str:
        return "a hidden dragon" if card == UNKNOWN else f"dragon {card + 1}"

    def describe(self, seen_event: GustEvent, names: Sequence[str]) -> str:
        match seen_event:
            case FirstTurnGiven(seat=seat):
                return f"{names[seat]} begins."
            case GustBlew():
                return "A gust shuffled all that is not won, and dealt anew."
            case DragonOffered() | DragonThrown() | DragonWon() | DragonDrawn() | TopSeen():
                return f"{names[seen_event.seat]} {VERBS[type(seen_event)]} {self.card_name(seen_event.card)}."
            case PlayerGone(seat=seat):
                return f"{names[seat]} left."
            case TurnPassed():
                return ""
            case _:
                assert_never(seen_event)

    def describe_move(self, seen_state: GustState, seat: Seat, move: GustMove) -> str:
        match move:
            case OfferDragon(card=card):
                return f"Offer {self.card_name(card)}"
            case SnatchDragon(thrown=thrown):
                return f"Snatch it and throw away {self.card_name(thrown)}"
            case LetDragonGo():
                return "Let it go"
            case _:
                assert_never(move)

    def draw_text(self, seen_state: GustState, names: Sequence[str], seat: Viewer) -> str:
        offered = "nothing" if seen_state.offered is None else self.card_name(seen_state.offered)
        lines = [f"Turns left: {seen_state.turns_left}   On offer: {offered}   Pile: {len(seen_state.pile)}"]
        for other, won in enumerate(seen_state.won):
            lines.append(f"{names[other][:20]:20} won {' '.join(str(card + 1) for card in won)}")
        if seat >= 0:
            lines.append("You hold: " + ", ".join(self.card_name(card) for card in seen_state.hands[seat]))
        return "\n".join(lines)


def next_playing(state: GustState, seat: Seat) -> Seat:
    """Give the next player after ``seat`` who has not left."""
    order = [(seat + step) % len(state.hands) for step in range(1, len(state.hands) + 1)]
    return next(other for other in order if state.is_playing[other])


def offered_in(state: GustState) -> Card:
    """Give the dragon on offer, which there is while its turn waits for an answer."""
    assert state.offered is not None
    return state.offered


def unwon(state: GustState) -> list[Card]:
    """Give all dragons that nobody has won."""
    offered = [] if state.offered is None else [state.offered]
    return [*state.pile, *state.discards, *offered, *(card for hand in state.hands for card in hand)]


def take_from(hand: list[Card], card: Card) -> None:
    """Take a card out of a hand in which, in a view, it may lie unseen."""
    hand.remove(card if card in hand else UNKNOWN)


def blow(state: GustState, chance: Chance, emit: Emit) -> None:
    """Emit a gust: shuffle all that is not won and deal it to those who still play."""
    cards = chance.shuffled(sorted(unwon(state)))
    hands = [tuple(sorted(cards.pop() for _ in range(HAND_SIZE * plays))) for plays in state.is_playing]
    emit(GustBlew(hands=tuple(hands), pile=tuple(cards)))


def end_turn(state: GustState, chance: Chance, emit: Emit) -> None:
    """Emit the end of a turn: it passes on, and while the game does too, all draw up, who offered first."""
    offerer = state.turn
    emit(TurnPassed(seat=next_playing(state, offerer)))
    if state.turns_left == 0:
        return
    for seat in (offerer, state.turn):
        while len(state.hands[seat]) < HAND_SIZE:
            if not state.pile:
                blow(state, chance, emit)
                return
            emit(DragonDrawn(seat=seat, card=state.pile[-1]))
