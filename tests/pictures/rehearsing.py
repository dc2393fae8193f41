"""Games played ahead without a server. The same secrets give the same game, so only what leads somewhere is sent."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from domain.game.aggregate import AnyGame, Game
from domain.game.commands import MakeMove
from domain.game.decide import decide
from domain.game.deciding import Context
from domain.game.evolve import evolve
from domain.game.view import seen_by
from domain.ids import GameId, Seat
from domain.registry import Games
from domain.rules import AnyRules
from services.game_data import games_with_data
from services.stream.codec import codec_of
from services.stream.packed_lines import unpack_lines
from tests.pictures.stage import INSTALL, KEYS, Scene, Table

OVER: Final = "over"
"""The kind of what is looked for at the end, where nothing is decided any more."""


class Made(NamedTuple):
    """A move as it is sent to the server."""

    seat: Seat
    body: Mapping[str, Any]


def rehearse(
    scene: Scene,
    table: Table,
    name: str,
    is_wanted: Callable[[dict[str, Any]], bool],
    choose: Callable[[list[Any]], Any],
) -> list[Made] | None:
    """Give the moves that lead to a wanted decision of a game that has begun, or to its end; None if none does.

    ``is_wanted`` gets the decision with the state as its seat sees it and the ``seat``; ``choose`` one of its legal moves.
    """
    rules = _games()[name]
    game = _load(rules, scene, table)
    moves: list[Made] = []
    while game.phase == "playing":
        seat = min(game.open_decisions)
        seen = seen_by(rules, game, seat)
        decision = msgspec.to_builtins(seen.decision)
        if is_wanted({**decision, "state": msgspec.to_builtins(seen.state), "seat": seat}):
            return moves
        move = choose(decision["legal_moves"])
        moves.append(Made(seat, {"decision": decision["id"], "move": move}))
        command = MakeMove(decision=decision["id"], move=msgspec.convert(move, rules.Move))
        game = decide(rules, game, command, _context(game, seat, len(moves))).game
    state = msgspec.to_builtins(seen_by(rules, game, 0).state)
    return moves if is_wanted({"kind": OVER, "state": state, "legal_moves": [], "seat": 0}) else None


@cache
def _games() -> Games:
    return games_with_data()


def _load(rules: AnyRules, scene: Scene, table: Table) -> AnyGame:
    game: AnyGame = Game(id=table.id)
    for line in _lines(scene.stage.store, table.id):
        evolve(rules, game, codec_of(rules).decode(line))
    return game


def _lines(store: Any, game_id: GameId) -> list[bytes]:
    """Give the lines of a game: of its stream first, and what a projector has packed after it."""
    entries = store.xrange(KEYS.game(game_id))
    chunks = store.hgetall(KEYS.packed(game_id))
    packed = [line for number in sorted(chunks, key=int) for line in unpack_lines(chunks[number])]
    first_version = int(entries[0][0].partition(b"-")[0])
    return packed[: first_version - 1] + [fields[b"line"] for _, fields in entries]


def _context(game: AnyGame, seat: Seat, number: int) -> Context:
    actor = game.seats[seat].actor(seat)
    assert actor is not None
    return Context(now_ms=game.time_ms, actor=actor, key=f"rehearsed {number}", secret=INSTALL.secret(game.id))
