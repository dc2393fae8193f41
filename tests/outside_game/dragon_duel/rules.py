"""Dragon Duel: one lays a dragon, the other answers it, and the stronger takes both (see help.md)."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain import rules
from domain.chance import Chance
from domain.ids import Seat, Viewer
from domain.rules import UNKNOWN, Decision, Emit, Outcome, Rules

CARDS = range(12)


class DuelOptions(rules.Options, frozen=True, kw_only=True):
    """How a table plays."""

    hand: Annotated[int, Meta(ge=2, le=6, title="Dragons each", description="How many each player is dealt.")] = 4
    sting: Annotated[bool, Meta(title="Sting", description="Dragon 1 beats dragon 12.")] = False
    leader: Annotated[Literal["chance", "host"], Meta(title="Who leads", description="Who lays the first dragon.")] = (
        "chance"
    )


class LayDragon(rules.Move, frozen=True, kw_only=True, tag="lay_dragon"):
    """Lay a dragon from hand."""

    card: Annotated[int, Meta(title="Dragon")]


class Dealt(rules.Event, frozen=True, kw_only=True, tag="dealt"):
    """The duel began. Each player sees its own hand; nobody sees what is left over."""

    hands: tuple[tuple[int, ...], tuple[int, ...]]
    left_over: tuple[int, ...]
    leader: Seat


class DragonLaid(rules.Event, frozen=True, kw_only=True, tag="dragon_laid"):
    """A dragon was laid, open to all."""

    seat: Seat
    card: int


class PairTaken(rules.Event, frozen=True, kw_only=True, tag="pair_taken"):
    """The stronger of two dragons took both."""

    seat: Seat


class PlayerLeft(rules.Event, frozen=True, kw_only=True, tag="player_left"):
    """A player gave up."""

    seat: Seat


DuelEvent = Dealt | DragonLaid | PairTaken | PlayerLeft


class DuelState(Struct, kw_only=True):
    """Where everything is. ``laid`` is the leader's dragon that waits for its answer, then both."""

    sting: bool
    turn: Seat = 0
    starter: Seat = 0
    hands: list[list[int]]
    laid: list[int]
    taken: list[list[int]]
    left_over: list[int]
    gone: Seat | None = None


class GameRules(Rules[DuelOptions, LayDragon, DuelEvent, DuelState]):
    """The rules of Dragon Duel."""

    name = "dragon_duel"
    title = "Dragon Duel"
    seats = range(2, 3)
    version = 1
    longest_game = 12
    Options = DuelOptions
    Move = LayDragon
    Event = DuelEvent
    State = DuelState

    def new_state(self, options: DuelOptions, seat_count: int) -> DuelState:
        return DuelState(sting=options.sting, hands=[[], []], laid=[], taken=[[], []], left_over=[])

    def setup(
        self, state: DuelState, options: DuelOptions, previous: Outcome | None, chance: Chance, emit: Emit
    ) -> None:
        cards, size = chance.shuffled(CARDS), options.hand
        hands = (tuple(sorted(cards[:size])), tuple(sorted(cards[size : 2 * size])))
        leader = chance.below(2) if options.leader == "chance" else 0
        emit(Dealt(hands=hands, left_over=tuple(cards[2 * size :]), leader=leader))

    def decisions(self, state: DuelState) -> list[Decision]:
        if self.outcome(state):
            return []
        prompt = f"Answer {self.card_name(state.laid[0])}." if state.laid else "Lay a dragon."
        return [Decision(seat=state.turn, kind="answer" if state.laid else "lead", prompt=prompt)]

    def legal_moves(self, state: DuelState, seat: Seat) -> list[LayDragon]:
        if self.outcome(state) or seat != state.turn:
            return []
        return [LayDragon(card=card) for card in state.hands[seat]]

    def why_not(self, seen_state: DuelState, seat: Seat, move: LayDragon) -> str:
        return "You do not hold that dragon." if seat == seen_state.turn else "It is not your turn."

    def play(self, state: DuelState, seat: Seat, move: LayDragon, chance: Chance, emit: Emit) -> None:
        emit(DragonLaid(seat=seat, card=move.card))
        if len(state.laid) == 2:
            lead, answer = state.laid
            stings = state.sting and {lead, answer} == {CARDS[0], CARDS[-1]}
            emit(PairTaken(seat=seat if (answer > lead) != stings else 1 - seat))

    def leave(self, state: DuelState, seat: Seat, chance: Chance, emit: Emit) -> None:
        emit(PlayerLeft(seat=seat))

    def evolve(self, state: DuelState, event: DuelEvent) -> None:
        match event:
            case Dealt(hands=hands, left_over=left_over, leader=leader):
                state.hands, state.left_over = [list(hand) for hand in hands], list(left_over)
                state.turn = state.starter = leader
            case DragonLaid(seat=seat, card=card):
                state.hands[seat].remove(card if card in state.hands[seat] else UNKNOWN)
                state.laid.append(card)
                state.turn = 1 - seat
            case PairTaken(seat=seat):
                state.taken[seat] += state.laid
                state.laid = []
                state.turn = seat
            case PlayerLeft(seat=seat):
                state.gone = seat

    def clone(self, state: DuelState) -> DuelState:
        return DuelState(
            sting=state.sting,
            turn=state.turn,
            starter=state.starter,
            hands=[hand.copy() for hand in state.hands],
            laid=state.laid.copy(),
            taken=[cards.copy() for cards in state.taken],
            left_over=state.left_over.copy(),
            gone=state.gone,
        )

    def outcome(self, state: DuelState) -> Outcome | None:
        if state.gone is None and (any(state.hands) or state.laid):
            return None
        worth = [-1 if seat == state.gone else len(state.taken[seat]) for seat in range(2)]
        return Outcome(
            placings=(1 + (worth[1] > worth[0]), 1 + (worth[0] > worth[1])),
            scores=tuple(len(cards) for cards in state.taken),
            ending="played_out" if state.gone is None else "other_left",
            starter=state.starter,
        )

    def check_invariants(self, state: DuelState) -> None:
        cards = [*state.laid, *state.left_over, *(card for part in (*state.hands, *state.taken) for card in part)]
        assert not cards or sorted(cards) == list(CARDS), "a dragon is lost or there twice"

    def seen_by(self, state: DuelState, viewer: Viewer) -> DuelState:
        view = self.clone(state)
        view.hands = [h if seat == viewer else [UNKNOWN] * len(h) for seat, h in enumerate(view.hands)]
        view.left_over = [UNKNOWN] * len(state.left_over)
        return view

    def event_seen_by(self, state_before: DuelState, event: DuelEvent, viewer: Viewer) -> DuelEvent | None:
        if not isinstance(event, Dealt):
            return event
        own, other = (hand if seat == viewer else (UNKNOWN,) * len(hand) for seat, hand in enumerate(event.hands))
        return Dealt(hands=(own, other), left_over=(UNKNOWN,) * len(event.left_over), leader=event.leader)

    def known_cards(self, seen_state: DuelState) -> Counter[int]:
        places = [*seen_state.hands, *seen_state.taken, seen_state.laid, seen_state.left_over]
        return Counter(card for cards in places for card in cards if card != UNKNOWN)

    def determinize(self, seen_state: DuelState, seat: Seat, generator: random.Random) -> DuelState:
        state = self.clone(seen_state)
        seen = {*state.hands[seat], *state.laid, *state.taken[0], *state.taken[1]}
        unseen = [card for card in CARDS if card not in seen]
        generator.shuffle(unseen)
        state.hands[1 - seat] = sorted(unseen.pop() for _ in state.hands[1 - seat])
        state.left_over = unseen
        return state

    def evaluate(self, seen_state: DuelState, seat: Seat) -> float:
        return 10.0 * (len(seen_state.taken[seat]) - len(seen_state.taken[1 - seat])) + sum(seen_state.hands[seat])

    def card_name(self, card: int) -> str:
        return "a hidden dragon" if card == UNKNOWN else f"dragon {card + 1}"

    def describe(self, seen_event: DuelEvent, names: Sequence[str]) -> str:
        match seen_event:
            case Dealt(leader=leader):
                return f"The dragons were dealt; {names[leader]} leads."
            case DragonLaid(seat=seat, card=card):
                return f"{names[seat]} lays {self.card_name(card)}."
            case PairTaken(seat=seat):
                return f"{names[seat]} takes both."
            case PlayerLeft(seat=seat):
                return f"{names[seat]} gave up."

    def describe_move(self, seen_state: DuelState, seat: Seat, move: LayDragon) -> str:
        return f"Lay {self.card_name(move.card)}"

    def draw_text(self, seen_state: DuelState, names: Sequence[str], seat: Viewer) -> str:
        laid = ", ".join(self.card_name(card) for card in seen_state.laid) or "nothing"
        lines = [f"{name[:20]:20} took {len(cards)}" for name, cards in zip(names, seen_state.taken, strict=True)]
        hand = ", ".join(self.card_name(card) for card in seen_state.hands[seat]) if seat >= 0 else ""
        return "\n".join([*lines, f"Laid: {laid}", *([f"You hold: {hand}"] if hand else [])])
