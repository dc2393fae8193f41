"""The state of a game: where each card lies, who owns which token, and what is publicly known of hidden cards."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from domain.games.dragon_overload.cards import AREA_SLOTS, SUIT_COUNT, Area, Card
from domain.games.dragon_overload.events import Ending
from domain.ids import Seat

NO_CARD: Final[Card] = -2
"""An empty place, as opposed to a hidden card."""
SEAT_COUNT: Final = 2
FACE_DOWN_LIMIT: Final = 3
"""Face-down placements of one player in the whole game (DO-8)."""
LAST_PLACEMENT: Final = SEAT_COUNT * SUIT_COUNT * AREA_SLOTS
"""After this many placements the game is scored (DO-16)."""
FIRST_HAND: Final = 4
"""Cards that each player draws at first (DO-4)."""

Phase: TypeAlias = Literal["opening", "starter", "placing", "over"]
"""Nobody decides yet; the loser of the game before settles who starts; the active player places; the game is over."""


Row: TypeAlias = tuple[Card, ...]
"""Cards in the order they came. Few rows change in a move, so copies of a state share them."""


class State(Struct, kw_only=True, gc=False, forbid_unknown_fields=True):
    """A game of Dragon Overload, true or as somebody sees it.

    By seat, or by seat and area, where not said otherwise. Without garbage collection: a state holds no cycle.
    """

    phase: Phase
    active: Seat | None
    """Who must decide now."""
    starter: Seat | None
    cards_placed: int
    """By both together."""
    offers: list[Card]
    """By area; ``NO_CARD`` where none lies just now."""
    claims: list[Seat | None]
    """Owner of each area's token."""
    face_up: list[list[Row]]
    face_down: list[list[Row]]
    """In the order they were laid."""
    totals: list[list[int]]
    """Strength of the face-up cards."""
    slots_left: list[list[int]]
    """Cards that may still be laid there."""
    hands: list[list[Card]]
    """Sorted, so that the order tells nothing of when a card came."""
    pile: list[Card]
    """The last is the top."""
    discarded: Row
    known_in_hand: list[list[Card]]
    """Offers taken since the player last laid face down and not laid face up: certainly in hand (DO-21)."""
    in_hand_or_face_down: list[tuple[Row, ...]]
    """Offers taken before, not seen again (DO-22), by seat and the number of cards the player had laid face down by then.

    Group ``n`` was taken before the player's face-down card ``n`` (from 0) and after the one before it, so each of its
    cards is in hand or is face-down card ``n`` or a later one.
    """
    face_down_areas: list[tuple[Area, ...]]
    """By seat: where the player laid face down, in order, turned up since or not."""
    ending: Ending | None
    winner: Seat | None
    revealed: bool
    """Nothing is secret any more (DO-21)."""


def new_state() -> State:
    """Give the state before any event."""
    return State(
        phase="opening",
        active=None,
        starter=None,
        cards_placed=0,
        offers=[NO_CARD] * SUIT_COUNT,
        claims=[None] * SUIT_COUNT,
        face_up=[[()] * SUIT_COUNT, [()] * SUIT_COUNT],
        face_down=[[()] * SUIT_COUNT, [()] * SUIT_COUNT],
        totals=[[0] * SUIT_COUNT, [0] * SUIT_COUNT],
        slots_left=[[AREA_SLOTS] * SUIT_COUNT, [AREA_SLOTS] * SUIT_COUNT],
        hands=[[], []],
        pile=[],
        discarded=(),
        known_in_hand=[[], []],
        in_hand_or_face_down=[(), ()],
        face_down_areas=[(), ()],
        ending=None,
        winner=None,
        revealed=False,
    )


def clone(state: State) -> State:
    """Copy a state; written out because bots do it for each move they weigh."""
    up, other_up = state.face_up
    down, other_down = state.face_down
    totals, other_totals = state.totals
    left, other_left = state.slots_left
    hand, other_hand = state.hands
    known, other_known = state.known_in_hand
    return State(
        phase=state.phase,
        active=state.active,
        starter=state.starter,
        cards_placed=state.cards_placed,
        offers=state.offers[:],
        claims=state.claims[:],
        face_up=[up[:], other_up[:]],
        face_down=[down[:], other_down[:]],
        totals=[totals[:], other_totals[:]],
        slots_left=[left[:], other_left[:]],
        hands=[hand[:], other_hand[:]],
        pile=state.pile[:],
        discarded=state.discarded,
        known_in_hand=[known[:], other_known[:]],
        in_hand_or_face_down=state.in_hand_or_face_down[:],
        face_down_areas=state.face_down_areas[:],
        ending=state.ending,
        winner=state.winner,
        revealed=state.revealed,
    )


def tokens(state: State, seat: Seat) -> int:
    """Count the claim tokens of a player."""
    return state.claims.count(seat)


def face_down_left(state: State, seat: Seat) -> int:
    """Count how often a player may still lay face down (DO-8)."""
    return FACE_DOWN_LIMIT - len(state.face_down_areas[seat])
