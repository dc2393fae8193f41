"""A whole game in two worlds: at every step the second goes on from another state that one viewer cannot tell from its own.

What the viewer cannot know comes from the game's own ``worlds`` (law L3), so any game can be played so. The moves of both
worlds are chosen to tell the viewer the same; whatever else it can read must then be the same to the byte.
"""

import copy
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, NamedTuple

import msgspec
import pytest

from domain.commit import AnyCommit
from domain.game.aggregate import AnyGame, clone_game, play_in
from domain.game.commands import MakeMove
from domain.game.decide import decide
from domain.game.deciding import Context
from domain.game.evolve import evolve
from domain.game.view import tell
from domain.ids import SPECTATOR, Seat, Viewer
from domain.rules import AnyRules
from tests.domain.laws.companions import companion
from tests.support.two_worlds import World, two_worlds
from tests.support.web import ALL_GAMES

TRIES: Final = 12
"""So many other worlds are tried at a step, until one has moves that tell the viewer the same."""


MOVES_TRIED: Final = 30


class Alike(NamedTuple):
    """A seat and its moves in both worlds that tell the viewer the same; ``is_told``: whether they tell it anything."""

    seat: Seat
    moves: tuple[Any, Any]
    is_told: bool


class OtherWorlds:
    """Plays the same game in both worlds. ``swaps``: where the second goes on from."""

    def __init__(self, worlds: list[World], swaps: "Swaps", viewer: Viewer, generator: random.Random) -> None:
        self.worlds = worlds
        self.viewer = viewer
        self.different_count = 0
        """After so many steps the two states differed."""
        self._swaps = swaps
        self._before: AnyGame | None = None
        self._generator = generator

    async def step(self) -> Alike | None:
        """Swap what the viewer cannot know, and make moves that tell it the same; None once the game would end."""
        for world in self.worlds:
            world.clock.now_ms += 1000
        alike = await self._swap()
        if alike is None:
            return None
        answers = [
            await world.play(alike.seat, msgspec.to_builtins(move))
            for world, move in zip(self.worlds, alike.moves, strict=True)
        ]
        assert [answer.status_code for answer in answers] == [200, 200], [answer.text for answer in answers]
        assert alike.seat != self.viewer or answers[0].content == answers[1].content
        return alike

    async def _swap(self) -> Alike | None:
        """Let the second world go on from another state, or from its own, or else from that of the first."""
        one, other = [await world.load() for world in self.worlds]
        worlds = companion(one.name, "worlds").worlds
        came_to = other.state
        played = [commit for commit in other.history if play_in(commit)]
        wanted = (worlds(came_to, self.viewer, self._generator) for _ in range(TRIES))
        for state in (*wanted, came_to, one.state):
            self._swaps.note(played[-1], came_to, state)
            other = await self._fold_last(other)
            alike = self._alike(one, other)
            if alike is not None:
                self.different_count += one.state != other.state
                self._before = other
                return alike
        return None

    async def _fold_last(self, other: AnyGame) -> AnyGame:
        """Give the second world's game with its last commit folded anew, and let it go on with that."""
        before, world = self._before, self.worlds[1]
        if before is None or before.version + 1 != other.version:
            world.forget()
            return await world.load()
        rules = world.web.parts.loader.rules_of(other)
        game = clone_game(rules, before)
        evolve(rules, game, other.history[-1])
        world.go_on_with(game)
        return game

    def _alike(self, one: AnyGame, other: AnyGame) -> Alike | None:
        common = sorted(set(one.open_decisions) & set(other.open_decisions))
        if not common:
            return None
        seat = self._generator.choice(common)
        order = self._generator.random()
        told, told_elsewhere = [
            self._told(world, game, seat, random.Random(order))
            for world, game in zip(self.worlds, (one, other), strict=True)
        ]
        pairs = [
            Alike(seat, (told[line], told_elsewhere[line]), line != b"null") for line in told.keys() & told_elsewhere
        ]
        pairs.sort(key=lambda pair: repr(pair.moves))
        pairs = [pair for pair in pairs if pair.moves[0] != pair.moves[1]] or pairs
        return self._generator.choice(pairs) if pairs else None

    def _told(self, world: World, game: AnyGame, seat: Seat, generator: random.Random) -> dict[bytes, Any]:
        """Give some moves of the seat by what they would tell the viewer, but for those that end the game and open all."""
        rules = world.web.parts.loader.rules_of(game)
        actor, secret = game.seats[seat].actor(seat), world.web.parts.install.secret(game.id)
        assert actor is not None
        context = Context(now_ms=world.clock.now_ms, actor=actor, key="tried", secret=secret)
        moves = rules.legal_moves(game.state, seat)
        told = {}
        for move in generator.sample(moves, min(len(moves), MOVES_TRIED)):
            decided = decide(rules, game, MakeMove(decision=game.open_decisions[seat].id, move=move), context)
            if not decided.game.is_over:
                line = tell(rules, clone_game(rules, game), decided.commit)[self.viewer]
                told[msgspec.json.encode(line)] = move
        return told


@asynccontextmanager
async def other_worlds(
    monkeypatch: pytest.MonkeyPatch, game: str, viewer: Viewer, generator: random.Random, **plan: Any
) -> AsyncIterator[OtherWorlds]:
    """Give a table with as few seats as the game has, just begun in both worlds."""
    monkeypatch.setattr("services.commanding.SNAPSHOT_EVERY", 1_000_000)  # one would keep what was not swapped yet
    monkeypatch.setattr("services.past.KEPT_EVERY", 1)  # what was swapped is not found again by folding
    swaps = Swaps()
    games = (ALL_GAMES, ALL_GAMES.with_rules(_swapping(ALL_GAMES[game], swaps)))
    async with two_worlds(monkeypatch, game, ALL_GAMES[game].seats.start, games=games, listed=True, **plan) as worlds:
        yield OtherWorlds(worlds, swaps, viewer, generator)


class Swaps:
    """Where a game goes on from, by the state that it came to. States are looked at only after an event that leads to one."""

    def __init__(self) -> None:
        self._states: dict[bytes, Any] = {}
        self._events: set[bytes] = set()

    def note(self, commit: AnyCommit, came_to: Any, state: Any) -> None:
        """Go on from ``state`` where the last event of ``commit`` led to ``came_to``."""
        event = play_in(commit)[-1]
        self._events.add(msgspec.json.encode(event))
        self._states[msgspec.json.encode(came_to)] = state

    def after(self, event: Any, state: Any) -> Any | None:
        """Give the state to go on from, if there is another."""
        if msgspec.json.encode(event) not in self._events:
            return None
        return self._states.get(msgspec.json.encode(state))


def _swapping(rules: AnyRules, swaps: Swaps) -> AnyRules:
    """Give rules by which a game that comes to a certain state goes on from another, at each fold of its log."""
    swapping = copy.copy(rules)

    def evolve(state: Any, event: Any) -> None:
        rules.evolve(state, event)
        swap = swaps.after(event, state)
        if swap is not None:
            swap = rules.clone(swap)
            for name in state.__struct_fields__:
                setattr(state, name, getattr(swap, name))

    swapping.evolve = evolve  # type: ignore[method-assign]
    return swapping


def seat_of(viewer: Viewer) -> Seat | None:
    """Give the viewer's seat, None for a spectator."""
    return None if viewer == SPECTATOR else viewer
