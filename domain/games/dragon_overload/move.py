"""What a player may wish: lay a dragon, or settle who starts.

All moves exist once, in tables, so that listing them makes no new objects.
"""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from domain.games.dragon_overload.cards import AREAS, CARDS, SUIT_OF
from domain.ids import Seat
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

AREA_SETS: Final = range(1 << len(AREAS))
"""Sets of areas as bits: bit ``area`` is set if the area is in."""

_NO_MOVES: Final[tuple[PlaceCard, ...]] = ()


def _face_up_moves(open_areas: int) -> tuple[tuple[PlaceCard, ...], ...]:
    """By card, the face-up placement if the card's own area is open; the last entry is for ``UNKNOWN`` (-1)."""
    return (*((FACE_UP[card],) if open_areas >> SUIT_OF[card] & 1 else () for card in CARDS), _NO_MOVES)


def _all_moves(open_areas: int) -> tuple[tuple[PlaceCard, ...], ...]:
    """By card, all its placements, face up first; the last entry is for ``UNKNOWN`` (-1)."""
    up = _face_up_moves(open_areas)
    down = (tuple(FACE_DOWN[card][area] for area in AREAS if open_areas >> area & 1) for card in CARDS)
    return (*(up[card] + moves for card, moves in enumerate(down)), _NO_MOVES)


FACE_UP_MOVES: Final = tuple(_face_up_moves(open_areas) for open_areas in AREA_SETS)
"""``FACE_UP_MOVES[open areas][card]``: the placements left to a player without face-down ones."""

ALL_MOVES: Final = tuple(_all_moves(open_areas) for open_areas in AREA_SETS)
"""``ALL_MOVES[open areas][card]``: the placements of a player who may still lay face down."""

SEATS: Final[tuple[Seat, Seat]] = (0, 1)
