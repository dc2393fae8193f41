"""What a player may wish: lay a dragon, or settle who starts.

All moves exist once, in tables, so that listing them makes no new objects.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from domain.games.dragon_overload.cards import AREA_SLOTS, AREAS, CARDS, SUIT_OF
from domain.rules import Move


class PlaceCard(Move, frozen=True, kw_only=True, tag="place_card", gc=False):
    """Lay a card from the hand on one's own side of an area (DO-6 to DO-8)."""

    card: Annotated[int, Meta(ge=0, le=44, title="Dragon", description="suit * 9 + strength - 1")]
    area: Annotated[int, Meta(ge=0, le=4, title="Area", description="The suit at home there")]
    face_down: Annotated[bool, Meta(title="Face down")] = False


class ChooseStarter(Move, frozen=True, kw_only=True, tag="choose_starter", gc=False):
    """Say who starts, as the loser of the game before (DO-5)."""

    seat: Annotated[int, Meta(ge=0, le=1, title="Who starts")]


class WaiveStarter(Move, frozen=True, kw_only=True, tag="waive_starter", gc=False):
    """Leave it to chance who starts (DO-5)."""


OverloadMove: TypeAlias = PlaceCard | ChooseStarter | WaiveStarter

STARTER_MOVES: Final[tuple[OverloadMove, ...]] = (ChooseStarter(seat=0), ChooseStarter(seat=1), WaiveStarter())

FACE_UP: Final = tuple(PlaceCard(card=card, area=SUIT_OF[card], face_down=False) for card in CARDS)
FACE_DOWN: Final = tuple(tuple(PlaceCard(card=card, area=area, face_down=True) for area in AREAS) for card in CARDS)

_MovesByCard: TypeAlias = tuple[tuple[PlaceCard, ...], ...]
"""One entry a card, and a last one, which is the one for ``UNKNOWN`` (-1): a hidden card has no moves."""


def _face_up_moves(is_open: Sequence[bool]) -> _MovesByCard:
    """By card, the face-up placement if its own area is open (DO-7)."""
    return (*((FACE_UP[card],) if is_open[SUIT_OF[card]] else () for card in CARDS), ())


def _all_moves(is_open: Sequence[bool]) -> _MovesByCard:
    """By card, all placements, face up first (DO-7, DO-8)."""
    up = _face_up_moves(is_open)
    down = (tuple(FACE_DOWN[card][area] for area in AREAS if is_open[area]) for card in CARDS)
    return (*(up[card] + moves for card, moves in enumerate(down)), ())


def _by_slots_left(moves_where: Callable[[Sequence[bool]], _MovesByCard]) -> Mapping[tuple[int, ...], _MovesByCard]:
    """Give a table for each way the free slots of a side can be: only which areas have any matters."""
    tables = {is_open: moves_where(is_open) for is_open in product((False, True), repeat=len(AREAS))}
    return {slots: tables[tuple(map(bool, slots))] for slots in product(range(AREA_SLOTS + 1), repeat=len(AREAS))}


FACE_UP_MOVES: Final = _by_slots_left(_face_up_moves)
"""``FACE_UP_MOVES[free slots by area][card]``: the placements left to a player who may lay no more face down."""

ALL_MOVES: Final = _by_slots_left(_all_moves)
"""``ALL_MOVES[free slots by area][card]``: the placements of a player who may still lay face down."""
