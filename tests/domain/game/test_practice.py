"""Practice tables: a state from elsewhere in place of the opening, told to each as far as it may be seen."""

import random
from typing import Any

import msgspec
import pytest

import tests.toys
from domain.chance import SeededChance
from domain.commit import AnyCommit
from domain.errors import AlreadyCreated, DomainError, InvalidTable, NotPlaying, UnknownBot, WatchingUnchanged
from domain.game.aggregate import AnyGame, Game
from domain.game.commands import AnyCommand, CreatePractice, SetWatching
from domain.game.decide import Decided, decide
from domain.game.deciding import Context
from domain.game.events import BotSeated, GameCreated, GameStarted, Origin, SeatTaken, StateGiven
from domain.game.view import tell
from domain.ids import viewers
from domain.rules import AnyRules
from services.game_data import games_with_data
from services.stream.codec import codec_of
from tests.domain.game.whole_games import TableStart, play_whole_game
from tests.domain.laws.companions import companion

GAMES = games_with_data(tests.toys)
ORIGIN = Origin(game="o" * 26, position=7, viewer=0, is_sampled=True)
ID = "p" * 26


def midst(rules: AnyRules) -> AnyGame:
    """A game in its midst."""
    steps = [step.after for step in play_whole_game(rules, TableStart(seed=11)).steps]
    playing = [game for game in steps if game.phase == "playing"]
    return playing[len(playing) // 2]


def plan(rules: AnyRules, origin_game: AnyGame, **changes: Any) -> CreatePractice[Any, Any]:
    values = {
        "game": rules.name,
        "options": origin_game.options,
        "data_hash": rules.data_hash,
        "seat_count": len(origin_game.seats),
        "seat": 0,
        "level": "greedy",
        "nonce": "ann's",
        "origin": ORIGIN,
        "state": origin_game.state,
    }
    return CreatePractice(**{**values, **changes})


def ask(rules: AnyRules, game: AnyGame, command: AnyCommand, key: str = "k") -> Decided:
    context = Context(now_ms=1_700_000_000_000, actor="player:ann", key=key, secret=bytes(32))
    return decide(rules, game, command, context)


def begun(rules: AnyRules, origin_game: AnyGame, **changes: Any) -> Decided:
    return ask(rules, Game(id=ID), plan(rules, origin_game, **changes))


@pytest.mark.parametrize("name", GAMES)
def test_it_begins_at_once_from_the_state_that_is_given(name: str) -> None:
    rules = GAMES[name]
    other = midst(rules)
    commit, game = begun(rules, other)
    kinds = [type(event) for event in commit.events]
    assert kinds == [GameCreated, SeatTaken, *[BotSeated] * (len(other.seats) - 1), GameStarted, StateGiven]
    assert commit.events[0].origin == game.origin == ORIGIN
    assert (commit.draws, game.phase, game.listed, game.watchable) == ((), "playing", False, False)
    assert game.state == other.state
    assert {seat: owed.decision for seat, owed in game.open_decisions.items()} == {
        seat: owed.decision for seat, owed in other.open_decisions.items()
    }


@pytest.mark.parametrize("name", GAMES)
def test_playing_on_changes_neither_the_event_nor_the_other_game(name: str) -> None:
    rules = GAMES[name]
    other = midst(rules)
    before = msgspec.json.encode(other.state)
    commit, game = begun(rules, other)
    line = codec_of(rules).encode(commit)
    seat = min(game.open_decisions)
    move = rules.legal_moves(game.state, seat)[0]
    rules.play(game.state, seat, move, SeededChance(bytes(32), 0), lambda event: rules.evolve(game.state, event))
    assert codec_of(rules).encode(commit) == line
    assert msgspec.json.encode(other.state) == before


@pytest.mark.parametrize("name", GAMES)
def test_each_is_told_of_the_state_what_it_may_see(name: str) -> None:
    """And not a byte more: in another world, of which a viewer cannot tell, it is told the same."""
    rules = GAMES[name]
    other = midst(rules)
    told = told_of_the_start(rules, begun(rules, other).commit)
    worlds = companion(name, "worlds").worlds
    for viewer in viewers(len(other.seats)):
        given = told[viewer].events[-1]
        assert given == StateGiven(state=rules.seen_by(other.state, viewer))
        elsewhere = begun(rules, other, state=worlds(other.state, viewer, random.Random(1))).commit
        codec = codec_of(rules)
        assert codec.encode(told[viewer]) == codec.encode(told_of_the_start(rules, elsewhere)[viewer])
        assert codec.decode_told(codec.encode(told[viewer])) == told[viewer]


def told_of_the_start(rules: AnyRules, commit: AnyCommit) -> dict[int, Any]:
    return tell(rules, Game(id=ID), commit)


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [({"seat": 2}, InvalidTable), ({"seat": -1}, InvalidTable), ({"level": "grand"}, UnknownBot)],
)
def test_what_cannot_be_is_refused(changes: dict[str, Any], refusal: type[DomainError]) -> None:
    rules = GAMES["dragon_overload"]
    with pytest.raises(refusal):
        begun(rules, midst(rules), **changes)


def test_a_game_that_is_over_cannot_be_gone_on_with() -> None:
    rules = GAMES["dragon_overload"]
    over = play_whole_game(rules, TableStart(seed=11)).steps[-1].after
    with pytest.raises(NotPlaying):
        begun(rules, over)


def test_it_is_begun_once_and_nobody_may_watch() -> None:
    rules = GAMES["dragon_overload"]
    other = midst(rules)
    _, game = begun(rules, other)
    with pytest.raises(AlreadyCreated):
        ask(rules, game, plan(rules, other), "again")
    with pytest.raises(WatchingUnchanged):
        ask(rules, game, SetWatching(watchable=True), "watch")
