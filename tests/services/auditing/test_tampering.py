"""Whatever is done to a log is found, and the report names the place; over every game."""

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.binding import Binding, leaf_of
from domain.chance import SeededChance, seed_of
from domain.errors import Refused
from domain.game.aggregate import Game
from domain.game.commands import Resign
from domain.game.decide import decide
from domain.game.deciding import Context
from domain.game.evolve import evolve
from domain.ids import viewers
from domain.registry import Games
from services.auditing.audit import audit
from services.auditing.report import CheckName, Report
from services.log_entries import FullEntry, ToldEntry
from services.stream.codec import codec_of
from tests.domain.game.table import GAMES
from tests.domain.game.whole_games import TableStart
from tests.services.auditing.logs import (
    Played,
    audited,
    chained_anew,
    of_lines,
    places,
    played,
    read_back,
    written,
)
from tests.services.auditing.tampering import TAMPERINGS, Tampered, retold

FEW = settings(max_examples=4, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
PLAYED_EACH = 2
LONGEST = 60
SEEDS_EACH = 100


@cache
def game_of(name: str, number: int) -> Played:
    """Play a game that was begun, with incidents or without, and is short: it is audited many times."""
    for seed in range(number * SEEDS_EACH, (number + 1) * SEEDS_EACH):
        game = played(
            GAMES[name], TableStart(seed=seed, is_restless=bool(number), resign_percent=5, undo_percent=25 * number)
        )
        if len(game.lines) <= LONGEST and any(commit.commit.draws for commit in game.commits):
            return game
    raise AssertionError("no table of so many comes to its start")


games = st.integers(0, PLAYED_EACH - 1)
chances = st.integers(0, 2**32).map(random.Random)


def named_first(report: Report, tampered: Tampered) -> bool:
    """Whether the first fault is at the place that was tampered with."""
    _, fault = report.faults[0]
    if None not in (fault.version, tampered.version):
        return fault.version == tampered.version
    return fault.position == tampered.position


@pytest.mark.parametrize("act", TAMPERINGS)
@pytest.mark.parametrize("name", GAMES)
@FEW
@given(number=games, generator=chances)
def test_what_is_done_to_a_log_is_found_where_it_was_done(
    name: str, act: str, number: int, generator: random.Random
) -> None:
    game = game_of(name, number)
    viewer = generator.choice(viewers(game.seat_count))
    tampered = TAMPERINGS[act](game, viewer, generator)
    report = audited(tampered.entries)
    assert not report.is_good
    assert named_first(report, tampered), (tampered.version, tampered.position, report.faults)


@pytest.mark.parametrize("name", GAMES)
@FEW
@given(number=games, generator=chances)
def test_without_S_a_log_chained_anew_is_found_by_receipts_and_by_an_earlier_log(
    name: str, number: int, generator: random.Random
) -> None:
    """While a game goes on, a told line is changed with its leaf and root: by itself such a log fits."""
    game = game_of(name, number)
    viewer = generator.choice(viewers(game.seat_count))
    version = generator.randint(game.start_version, len(game.commits) - 2)
    entries = game.export(viewer, version=version)
    place = generator.choice([at for at, entry in enumerate(entries) if isinstance(entry, ToldEntry)][1:])
    told: Any = entries[place]
    entries[place] = retold(told, viewer, generator)
    if not game.game_after(version).is_over:
        assert audited(entries).is_good
    kept: Any = game.receipts(viewer)[told.position - 1]
    by_receipt = audited(entries, receipts=[kept])
    assert [fault.position for _, fault in by_receipt.faults if fault.line] == [told.position]
    earlier = read_back(written(game.export(viewer, version=version)))
    assert places(audited(entries, earlier=earlier), "earlier") == [told.position]


Json = dict[str, Any]


def another_event(line: Json, generator: random.Random) -> None:
    """Change what an event says: the first whole number that it holds."""
    for event in generator.sample(line["events"], len(line["events"])):
        if event["type"] in ("game_created", "seat_taken", "game_finished", "rematch_made"):
            continue
        names = [key for key, value in event.items() if type(value) is int]
        if names:
            event[generator.choice(names)] += 1
            return
    line["events"].append({"type": "game_started"})


def another_time(line: Json, generator: random.Random) -> None:
    line["time_ms"] -= 10_000_000


def another_actor(line: Json, generator: random.Random) -> None:
    line["actor"] = "player:nobody"


def another_witness(line: Json, generator: random.Random) -> None:
    line["hidden_from"] = [0] if line["hidden_from"] != [0] else []


def another_nonce(line: Json, generator: random.Random) -> None:
    next(event for event in line["events"] if event["type"] == "seat_taken")["nonce"] += "!"


def another_draw(line: Json, generator: random.Random) -> None:
    draw = generator.choice(line["draws"])
    draw["result"] = [(number + 1) % max(draw["size"], 2) for number in draw["result"]]


def anything(game: Played, version: int) -> bool:
    return version > 1


def sits_down(game: Played, version: int) -> bool:
    return b'"seat_taken"' in game.lines[version - 1]


def draws(game: Played, version: int) -> bool:
    return bool(game.commits[version - 1].commit.draws)


CHEATS: dict[str, tuple[Callable[[Json, random.Random], None], Callable[[Played, int], bool], str]] = {
    "event": (another_event, anything, "reexecution"),
    "time": (another_time, anything, "reexecution"),
    "actor": (another_actor, anything, "reexecution"),
    "witness": (another_witness, anything, "reexecution"),
    "nonce": (another_nonce, sits_down, "nonces"),
    "draw": (another_draw, draws, "draws"),
}


@pytest.mark.parametrize("cheat", CHEATS)
@pytest.mark.parametrize("name", GAMES)
@FEW
@given(number=games, generator=chances)
def test_a_server_that_knows_S_and_chains_all_anew_is_found(
    name: str, cheat: str, number: int, generator: random.Random
) -> None:
    """By the rules, by the seed, and by the receipts that it has handed out."""
    game = game_of(name, number)
    change, is_fit, found_by = CHEATS[cheat]
    version = generator.choice([at for at in range(1, len(game.lines) + 1) if is_fit(game, at)])
    line = json.loads(game.lines[version - 1])
    change(line, generator)
    lines = list(game.lines)
    lines[version - 1] = json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode()
    cheated = chained_anew(game, lines)
    viewer = generator.choice(viewers(game.seat_count))
    receipts = game.receipts(viewer)
    report = audited(cheated.export(viewer), receipts=receipts)
    assert version in places(report, found_by), report.faults
    assert not report.check("heads").fault_count
    later = [at for at in range(version, len(lines) + 1) if game.position_of(viewer, at) is not None]
    if later and cheat != "witness":
        assert places(report, "receipts")[0] == later[0], report.faults


@pytest.mark.parametrize("name", GAMES)
@FEW
@given(number=games, generator=chances)
def test_a_viewer_who_was_told_something_else_is_found_by_the_rules(
    name: str, number: int, generator: random.Random
) -> None:
    """The server tells one viewer what the full line does not, and chains all with it."""
    game = game_of(name, number)
    version = generator.randint(1, len(game.lines))
    whose = generator.choice(viewers(game.seat_count))
    told = [commit.lines for commit in game.commits]
    swapped = list(told[version - 1])
    swapped[whose] = swapped[whose].replace(b'"seat":', b'"seat": ') or b"{}"
    if swapped[whose] == told[version - 1][whose]:
        swapped[whose] += b" "
    told[version - 1] = tuple(swapped)
    report = audited(chained_anew(game, game.lines, told).export())
    assert places(report, "redaction") == [version]


@pytest.mark.parametrize("name", GAMES)
@FEW
@given(number=games, generator=chances)
def test_another_game_that_the_rules_allow_is_found_by_receipts_alone(
    name: str, number: int, generator: random.Random
) -> None:
    """The server takes back moves and plays on otherwise, in accord with rules and seed: only what it signed tells."""
    game = game_of(name, number)
    last = next(at for at, line in enumerate(game.lines, start=1) if b'"secret"' in line)
    version = generator.randint(game.start_version, last - 1)
    other = given_up_after(game, version)
    alone = audited(other.export())
    assert alone.is_good, alone.faults
    viewer = generator.choice(viewers(game.seat_count))
    report = audited(other.export(viewer), receipts=game.receipts(viewer))
    if [c.lines[viewer] for c in game.commits[version : last - 1] if c.lines[viewer]]:
        faults = report.check("receipts").faults
        assert faults
        assert all(fault.version is None or fault.version > version for fault in faults)


def given_up_after(game: Played, version: int) -> Played:
    """Play the same game up to a version, and let everybody give up there."""
    rules, codec, lines = game.rules, codec_of(game.rules), list(game.lines[:version])
    now: Any = Game(id=game.id)
    for line in lines:
        evolve(rules, now, codec.decode(line))
    for seat, holder in enumerate(list(now.seats)):
        context = Context(now_ms=now.time_ms, actor=holder.actor(seat), key=f"up {seat}", secret=game.secret)
        if not now.is_over:
            try:
                commit, now = decide(rules, now, Resign(), context)
            except Refused:
                continue
            lines.append(codec.encode(commit))
    return of_lines(rules, game.id, game.secret, lines)


@pytest.mark.parametrize("name", GAMES)
def test_a_seal_of_nothing_and_a_salt_of_ones_own_are_found(name: str) -> None:
    """All chained anew with them: receipts would bind nothing before, and leaves could be opened to other lines."""
    game = game_of(name, 1)
    version = game.start_version

    def without_seal(at: int, binding: Binding) -> Binding:
        return replace(binding, seal=bytes(32)) if at == version else binding

    report = audited(chained_anew(game, game.lines, change=without_seal).export())
    assert places(report) == [version]
    assert report.check("seals").fault_count == 1

    own = bytes(range(32))
    leaf = leaf_of(own, game.commits[version - 1].lines[0])

    def with_salt(at: int, binding: Binding) -> Binding:
        return replace(binding, leaves=(leaf, *binding.leaves[1:])) if at == version else binding

    entries: list[Any] = chained_anew(game, game.lines, change=with_salt).export(0)
    position = game.position_of(0, version)
    entries = [
        replace(entry, salt=own.hex()) if isinstance(entry, ToldEntry) and entry.position == position else entry
        for entry in entries
    ]
    log = read_back(written(entries))
    without_rules = audit(log, Games({}), game.id)
    assert places(without_rules) == [version]
    assert without_rules.check("own_lines").fault_count == 1
    assert audit(log, GAMES, game.id).check("redaction").fault_count == 1


@pytest.mark.parametrize(("hash_name", "found_by"), [("seal", "seals"), ("root", "roots"), ("head", "heads")])
def test_each_hash_is_checked_by_itself(hash_name: str, found_by: CheckName) -> None:
    game = game_of("hidden_hoards", 0)
    entries: list[Any] = game.export()
    place = next(at for at, entry in enumerate(entries) if isinstance(entry, FullEntry) and entry.version == 3)
    entries[place] = replace(entries[place], **{hash_name: "ab" * 32})
    assert 3 in places(audited(entries), found_by)


def test_without_rules_a_changed_line_or_another_secret_at_the_end_is_found_by_leaf_and_commitment() -> None:
    game = game_of("hidden_hoards", 0)
    entries: list[Any] = game.export()
    place = next(at for at, entry in enumerate(entries) if isinstance(entry, FullEntry) and entry.version == 3)
    entries[place] = replace(entries[place], line=entries[place].line.replace('"key":"', '"key":"x'))
    report = audit(read_back(written(entries)), Games({}), game.id)
    assert places(report) == places(report, "leaves") == [3]
    shown = game.secret.hex().encode()
    over = next(version for version, line in enumerate(game.lines, start=1) if shown in line)
    lines = [line.replace(shown, shown[::-1]) for line in game.lines]
    report = audit(read_back(written(chained_anew(game, lines).export())), Games({}), game.id)
    assert places(report) == places(report, "commitment") == [over]


def test_a_log_that_hides_its_latest_lines_from_its_viewer_is_found_by_the_commits() -> None:
    game = game_of("hidden_hoards", 0)
    entries: list[Any] = game.export()
    last = max(at for at, entry in enumerate(entries) if isinstance(entry, ToldEntry))
    del entries[last]
    entries[0] = replace(entries[0], position=entries[0].position - 1)
    report = audited(entries)
    assert [check.name for check, _ in report.faults] == ["table"]
    assert "and the commits tell the viewer" in report.faults[0][1].what


@pytest.mark.parametrize("version", [None, 5])
def test_a_lowered_position_is_a_fault_of_the_entry_of_the_table_alone(version: int | None) -> None:
    entries: list[Any] = game_of("hidden_hoards", 0).export(version=version)
    entries[0] = replace(entries[0], position=entries[0].position - 1)
    report = audited(entries)
    assert [(check.name, fault.place) for check, fault in report.faults] == [("table", "")]


def test_that_all_commits_in_full_are_missing_is_said() -> None:
    entries = [entry for entry in game_of("hidden_hoards", 0).export() if not isinstance(entry, FullEntry)]
    report = audited(entries)
    assert [fault.what for _, fault in report.faults] == [
        "The log shows the secret, and the commits in full are missing."
    ]
    assert all(check.count or check.not_done for check in report.in_order)


@pytest.mark.parametrize("is_whole", [True, False])
def test_what_is_wrongly_called_taken_back_or_not_is_found(is_whole: bool) -> None:
    game, whole = next(
        (game, whole)
        for name in GAMES
        for game in [game_of(name, 1)]
        for whole in [game.export(0)]
        if any(isinstance(entry, ToldEntry) and entry.undone for entry in whole)
    )
    over = next(version for version, line in enumerate(game.lines, start=1) if b'"secret"' in line)
    entries: list[Any] = whole if is_whole else game.export(0, version=over - 1)
    for was_undone in {entry.undone for entry in entries if isinstance(entry, ToldEntry)}:
        at = next(at for at, entry in enumerate(entries) if isinstance(entry, ToldEntry) and entry.undone == was_undone)
        changed = [*entries[:at], replace(entries[at], undone=not was_undone), *entries[at + 1 :]]
        assert [fault.position for _, fault in audited(changed).faults] == [entries[at].position]


@pytest.mark.parametrize("name", GAMES)
def test_a_forged_seed_is_found_at_the_first_draw(name: str) -> None:
    """S fits, the nonces are those of the log, and yet all draws are made of another seed."""
    game, lines = game_of(name, 0), []
    wrong = seed_of(game.id, game.secret, ["another's"])
    for line in map(json.loads, game.lines):
        for draw in line["draws"]:
            chance = SeededChance(wrong, draw["number"])
            draws = (chance.below(draw["size"]),) if draw["kind"] == "below" else chance.permutation(draw["size"])
            draw["result"] = list(draws)
        lines.append(json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode())
    report = audited(chained_anew(game, lines).export())
    drawn = [version for version, commit in enumerate(game.commits, start=1) if commit.commit.draws]
    assert places(report, "draws")[0] == places(report)[0] == drawn[0]
