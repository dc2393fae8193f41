"""Sets up positions and says what should happen in them: ``given(...).when(...).then(...)``.

Facts name only what the test is about. Every other card goes to a place where it does not matter: hands are filled up with
the lowest cards left over, then offers, and the rest is the pile, whose top is the highest card left.
"""

import random
from collections.abc import Callable
from typing import Any, Self

from domain.chance import Chance, RandomChance
from domain.games.dragon_overload import events
from domain.games.dragon_overload.cards import AREAS, CARDS, STRENGTH_OF, SUIT_NAMES, SUIT_OF
from domain.games.dragon_overload.events import Ending, OverloadEvent
from domain.games.dragon_overload.move import OverloadMove, PlaceCard
from domain.games.dragon_overload.options import OverloadOptions
from domain.games.dragon_overload.rules import GameRules
from domain.games.dragon_overload.state import NO_CARD, State, new_state
from domain.ids import Seat
from domain.rules import UNKNOWN

RULES = GameRules()
NOBODY: Any = None
SHOWN = "everything is shown"
"""Stands for the event that lifts all secrets, whose content ``then`` takes from the last state."""


def card(name: str) -> int:
    """Give the number of "wind 4"; "?" is a hidden card."""
    if name == "?":
        return UNKNOWN
    suit, strength = name.split()
    return suit_number(suit) * 9 + int(strength) - 1


def cards(*names: str) -> tuple[int, ...]:
    return tuple(card(name) for name in names)


def suit_number(suit: str) -> int:
    return SUIT_NAMES.index(suit)


# Facts: what a position has

Fact = Callable[["Position"], None]


class Position:
    """A position in the making."""

    def __init__(self) -> None:
        self.state = new_state()
        self.state.phase = "placing"
        self.state.active = 0
        self.state.starter = 0
        self.left_over = list(CARDS)
        self.keeps_hands_short = False
        self.pile_top: list[int] = []

    def take(self, number: int) -> int:
        self.left_over.remove(number)
        return number

    def fill(self) -> State:
        """Give the state, once all other cards lie somewhere."""
        state = self.state
        for seat, hand in enumerate(state.hands):
            while len(hand) < (5 if seat == state.active else 4):
                hand.append(self.take(self.left_over[0]))
            hand.sort()
        for area in AREAS:
            if state.offers[area] == NO_CARD:
                state.offers[area] = self.take(self.left_over[0])
        state.pile = self.left_over + self.pile_top
        RULES.check_invariants(state)
        return state


def active(seat: Seat) -> Fact:
    """It is this player's turn. Without it, seat 0's."""

    def lay_out(position: Position) -> None:
        position.state.active = seat

    return lay_out


def lies(seat: Seat, name: str, area: str = "", *, face_down: bool = False) -> Fact:
    """A card lies on a player's side of an area, which is its own if none is named."""

    def lay_out(position: Position) -> None:
        state, number = position.state, position.take(card(name))
        place = suit_number(area) if area else SUIT_OF[number]
        if face_down:
            state.face_down[seat][place] += (number,)
            state.face_down_areas[seat] += (place,)
            state.in_hand_or_face_down[seat] += ((),)
        else:
            state.face_up[seat][place] += (number,)
            state.totals[seat][place] += STRENGTH_OF[number]
        state.slots_left[seat][place] -= 1
        state.cards_placed += 1
        if state.claims[place] is None:
            state.claims[place] = seat

    return lay_out


def holds(seat: Seat, *names: str) -> Fact:
    """These are in the player's hand, maybe among others."""

    def lay_out(position: Position) -> None:
        position.state.hands[seat] += [position.take(number) for number in cards(*names)]

    return lay_out


def token(area: str, owner: Seat | None) -> Fact:
    """This player holds the token of an area. Without it, the one whose card was named first there."""

    def lay_out(position: Position) -> None:
        position.state.claims[suit_number(area)] = owner

    return lay_out


def offer(area: str, name: str) -> Fact:
    """This card lies at an area to be taken."""

    def lay_out(position: Position) -> None:
        position.state.offers[suit_number(area)] = position.take(card(name))

    return lay_out


def pile_top(*names: str) -> Fact:
    """These are the top of the pile, the last one first to be drawn."""

    def lay_out(position: Position) -> None:
        position.pile_top = [position.take(number) for number in cards(*names)]

    return lay_out


def known(seat: Seat, *names: str) -> Fact:
    """These of the hand were taken as offers since the player last laid face down."""

    def lay_out(position: Position) -> None:
        position.state.known_in_hand[seat] = list(cards(*names))

    return lay_out


def taken_before(seat: Seat, face_down_number: int, *names: str) -> Fact:
    """These were taken as offers before the player laid the face-down card of this number (from 0), not seen since."""

    def lay_out(position: Position) -> None:
        groups = list(position.state.in_hand_or_face_down[seat])
        groups[face_down_number] = cards(*names)
        position.state.in_hand_or_face_down[seat] = tuple(groups)

    return lay_out


# Moves


def place(name: str, area: str = "", *, face_down: bool = False) -> PlaceCard:
    number = card(name)
    return PlaceCard(card=number, area=suit_number(area) if area else SUIT_OF[number], face_down=face_down)


# Events


def placed(seat: Seat, name: str, area: str = "", *, face_down: bool = False) -> events.CardPlaced:
    number = card(name)
    place = suit_number(area) if area else SUIT_OF[number]
    return events.CardPlaced(seat=seat, card=number, area=place, face_down=face_down)


def claimed(area: str, *, by: Seat) -> events.ClaimMoved:
    return events.ClaimMoved(area=suit_number(area), to_seat=by)


def taken(seat: Seat, name: str, area: str) -> events.OfferTaken:
    return events.OfferTaken(seat=seat, area=suit_number(area), card=card(name))


def offered(area: str, name: str) -> events.OfferTurned:
    return events.OfferTurned(area=suit_number(area), card=card(name))


def turn_of(seat: Seat) -> events.TurnBegan:
    return events.TurnBegan(seat=seat)


def turned_up(seat: Seat, name: str, area: str) -> events.FaceDownTurned:
    return events.FaceDownTurned(seat=seat, area=suit_number(area), card=card(name))


def discarded(seat: Seat, name: str, area: str) -> events.CardDiscarded:
    return events.CardDiscarded(seat=seat, area=suit_number(area), card=card(name))


def scored(area: str, totals: tuple[int, int], *, to: Seat) -> events.AreaScored:
    return events.AreaScored(area=suit_number(area), totals=totals, to_seat=to)


def won(winner: Seat, ending: Ending) -> events.GameEnded:
    return events.GameEnded(winner=winner, ending=ending)


# Given, when, then


class Case:
    """A position, and what happened in it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.happened: list[OverloadEvent] = []

    def emit(self, event: OverloadEvent) -> None:
        RULES.evolve(self.state, event)
        RULES.check_invariants(self.state)
        self.happened.append(event)

    def when(self, *moves: OverloadMove, chance: Chance | None = None) -> Self:
        """Make these moves, each by who is active then. Each must be legal."""
        for move in moves:
            seat = self.state.active
            assert seat is not None, "nobody has to decide"
            assert move in RULES.legal_moves(self.state, seat), RULES.why_not(self.state, seat, move)
            RULES.play(self.state, seat, move, chance or RandomChance(random.Random(0)), self.emit)
        return self

    def when_leaving(self, seat: Seat) -> Self:
        RULES.leave(self.state, seat, RandomChance(random.Random(0)), self.emit)
        return self

    def then(self, *expected: OverloadEvent | str) -> Self:
        """These events happened, no other, in this order."""
        assert tuple(self.happened) == tuple(_shown(self.state) if event == SHOWN else event for event in expected)
        return self

    def refuses(self, move: OverloadMove, sentence: str, *, seat: Seat = 0) -> Self:
        """The move is not legal, and this is the reason given."""
        assert move not in RULES.legal_moves(self.state, seat)
        assert RULES.why_not(RULES.seen_by(self.state, seat), seat, move) == sentence
        return self


def _shown(state: State) -> events.EverythingRevealed:
    return events.EverythingRevealed(
        pile=tuple(state.pile),
        hands=tuple(tuple(hand) for hand in state.hands),
        face_down=tuple(tuple(tuple(row) for row in side) for side in state.face_down),
    )


def given(*facts: Fact) -> Case:
    """Set up a position. Facts are laid out in order."""
    position = Position()
    for fact in facts:
        fact(position)
    return Case(position.fill())


def full_board(*last: Fact, missing: str = "") -> list[Fact]:
    """Every place is taken, by seat 0 with strengths 1 to 3 and by seat 1 with 4 to 6, but for the missing cards."""
    lain = [(seat, f"{suit} {3 * seat + n}") for suit in SUIT_NAMES for seat in (0, 1) for n in (1, 2, 3)]
    left_out = missing.split(", ")
    return [*(lies(seat, name) for seat, name in lain if name not in left_out), *last]


def opening(previous: Any = None, chance: Chance | None = None) -> Case:
    """The opening of a game."""
    case = Case(RULES.new_state(OverloadOptions(), 2))
    RULES.setup(case.state, OverloadOptions(), previous, chance or RandomChance(random.Random(0)), case.emit)
    return case
