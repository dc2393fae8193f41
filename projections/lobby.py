"""The lobby: tables that everybody may sit down at or look at, as the spectator sees them."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct, to_builtins

from domain.commit import AnyCommit
from domain.game.aggregate import AnyGame
from domain.game.events import UndoRule
from domain.game.view import SeenSeat, seen_seats, waiting
from domain.ids import SPECTATOR, GameId, Pseudonym, Seat
from domain.rules import AnyRules
from projections.projection import Projection, Rows

OPEN: Final = "open"
PLAYING: Final = "playing"
LOBBY_LISTS: Final = (OPEN, PLAYING)
"""The lists of the lobby: tables that wait for players, and those where play goes on."""


class LobbyRow(Struct, frozen=True, kw_only=True):
    """A table. ``position``, ``told_ms`` (ms UTC) and ``waiting`` are the spectator's. ``options`` by field name."""

    game_id: GameId
    game: str
    phase: str
    position: int
    created_ms: int
    told_ms: int
    host: Pseudonym
    listed: bool
    watchable: bool
    options: dict[str, Any]
    seats: tuple[SeenSeat, ...]
    waiting: tuple[Seat, ...]
    undo: UndoRule = "consent"


def fold(rows: Rows[LobbyRow], commits: Sequence[AnyCommit], game: AnyGame, rules: AnyRules) -> Rows[LobbyRow]:
    """Give the row of a listed table: in ``open`` while it waits for players, in ``playing`` if it may be watched.

    A table by invitation never shows, whoever may watch it: strangers do not have its link.
    """
    del rows, commits
    shows = {"open": True, "playing": game.watchable}.get(game.phase, False)
    if not (game.listed and shows):
        return {}
    seen_state = None if game.state is None else rules.seen_by(game.state, SPECTATOR)
    row = LobbyRow(
        game_id=game.id,
        game=game.name,
        phase=game.phase,
        position=game.position_of(SPECTATOR),
        created_ms=game.created_ms,
        told_ms=game.told_ms_of(SPECTATOR),
        host=game.host,
        listed=game.listed,
        watchable=game.watchable,
        options=to_builtins(game.options),
        seats=seen_seats(game),
        waiting=waiting(rules, game, seen_state),
        undo=game.undo,
    )
    return {game.phase: row}


def order_ms(row: LobbyRow) -> int:
    """Sort by when the spectator was last told something."""
    return row.told_ms


LOBBY: Final = Projection(name="lobby", row_type=LobbyRow, owners="lists", fold=fold, order_ms=order_ms)
