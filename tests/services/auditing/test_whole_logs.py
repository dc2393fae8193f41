"""Logs in which nothing is wrong, and builds that cannot check all of them."""

import json
import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.commit import OLDEST_FORMAT
from domain.game.aggregate import Game
from domain.game.commands import CreatePractice, MakeMove
from domain.game.decide import decide
from domain.game.deciding import Context
from domain.game.events import Origin
from domain.ids import SPECTATOR, player_actor, viewers
from domain.registry import Games
from services.auditing.audit import SENTENCES, audit
from services.auditing.log_file import LogFile, NotALog, read_receipts
from services.auditing.report import Report
from services.game_data import rules_over
from services.log_entries import DataEntry, LogHead
from services.stream.codec import codec_of
from tests.domain.game.table import GAMES
from tests.domain.game.whole_games import TableStart
from tests.recorded.record import FOLDER, About
from tests.services.auditing.logs import SIGNER, Played, audited, chained_anew, of_lines, played, read_back, written

FILE = "cards.toml"
SPARK = {FILE: GAMES["quiet_answers"].data_texts[FILE].replace('"ember"', '"spark"')}


def all_is_well(report: Report) -> bool:
    return report.is_good and not any(check.not_done for check in report.in_order)


@pytest.mark.parametrize("name", GAMES)
def test_every_log_of_every_game_and_viewer_verifies_with_what_was_kept(name: str) -> None:
    for seed in range(3):
        game = played(GAMES[name], TableStart(seed=seed, is_restless=bool(seed % 2), resign_percent=4, undo_percent=20))
        receipts = [receipt for viewer in viewers(game.seat_count) for receipt in game.receipts(viewer)]
        for viewer in viewers(game.seat_count):
            earlier = read_back(written(game.export(viewer, version=len(game.lines) // 2)))
            report = audited(game.export(viewer), receipts=receipts, earlier=earlier)
            assert all_is_well(report), report.faults
            assert report.check("reexecution").count == len(game.lines)
            assert report.check("redaction").count == len(game.lines) * (game.seat_count + 1)
            assert report.check("receipts").count == len(receipts)
            assert report.check("earlier").count == len(earlier.told)


@pytest.mark.parametrize("name", GAMES)
def test_a_players_own_log_verifies_at_every_moment_of_the_game(name: str) -> None:
    game = played(GAMES[name], TableStart(seed=3, resign_percent=4))
    over = next(version for version, line in enumerate(game.lines, start=1) if b'"secret"' in line)
    before: LogFile | None = None
    for version in range(1, over, max(1, over // 8)):
        entries = game.export(0, version=version)
        report = audited(entries, earlier=before, receipts=game.receipts(0)[: len(entries) - 1])
        assert all_is_well(report), report.faults
        assert not report.is_whole
        before = read_back(written(entries))


def recorded() -> list[str]:
    return sorted(str(about.parent.relative_to(FOLDER)) for about in FOLDER.glob("*/*/game.json"))


@pytest.mark.parametrize("name", recorded())
def test_recorded_games_of_every_format_verify(name: str) -> None:
    """Of formats before today's too: these are carried out again as well, and compared by what they say."""
    folder = FOLDER / name
    about = msgspec.json.decode((folder / "game.json").read_bytes(), type=About)
    lines = (folder / "log.ndjson").read_bytes().splitlines()
    rules = recorded_rules(name.partition("/")[0], lines[0])
    game = of_lines(rules, about.id, bytes.fromhex(about.secret), lines)
    assert msgspec.json.decode(lines[0])["format"] >= OLDEST_FORMAT
    report = audited(game.export())
    assert report.is_good, report.faults
    assert report.check("reexecution").count in (0, len(lines))


def recorded_rules(name: str, first_line: bytes) -> Any:
    data_hash = msgspec.json.decode(first_line)["events"][0].get("data_hash", "")
    if GAMES[name].data_hash == data_hash:
        return GAMES[name]
    texts = (FOLDER / name / "data_sets" / f"{data_hash}.json").read_bytes()
    return rules_over(GAMES[name], msgspec.json.decode(texts))


def practice_of(name: str, seed: int) -> Played:
    """Go on, at a practice table, from the middle of a game, to the end."""
    other, generator, people = played(GAMES[name], TableStart(seed=seed)), random.Random(seed), "ann"
    version = (other.start_version + next(v for v, line in enumerate(other.lines, 1) if b'"secret"' in line)) // 2
    before, rules, codec = other.game_after(version), other.rules, codec_of(other.rules)
    lines: list[bytes] = []
    origin = Origin(game=other.id, position=version, viewer=None, is_sampled=False)
    command: Any = CreatePractice(
        game=name, options=before.options, data_hash=rules.data_hash, seat_count=other.seat_count, seat=0,
        level="random", nonce="n", origin=origin, state=before.state,
    )  # fmt: skip
    now: Any = Game(id="p" * 26)
    actor = player_actor(people)
    while not now.is_over:
        context = Context(now_ms=len(lines), actor=actor, key=f"key {len(lines)}", secret=other.secret)
        commit, now = decide(rules, now, command, context)
        lines.append(codec.encode(commit))
        if not now.is_over:
            seat, owed = generator.choice(list(now.open_decisions.items()))
            actor = now.seats[seat].actor(seat)
            command = MakeMove(decision=owed.id, move=generator.choice(rules.legal_moves(now.state, seat)))
    return of_lines(rules, "p" * 26, other.secret, lines)


@pytest.mark.parametrize("name", GAMES)
def test_a_practice_table_verifies_from_the_state_that_it_was_given(name: str) -> None:
    game = practice_of(name, 4)
    report = audited(game.export(0), receipts=game.receipts(0))
    assert all_is_well(report), report.faults
    assert report.check("reexecution").count == len(game.lines)


def test_a_practice_table_from_a_state_that_cannot_be_is_found() -> None:
    game = practice_of("dragon_overload", 4)
    first = json.loads(game.lines[0])
    for holder in (first["command"], first["events"][-1]):
        holder["state"]["hands"][0].append(holder["state"]["hands"][1][0])
    line = json.dumps(first, separators=(",", ":"), ensure_ascii=False).encode()
    report = audited(chained_anew(game, [line, *game.lines[1:]]).export())
    assert [fault.version for fault in report.check("reexecution").faults] == [1]
    assert "none that the game can come to" in report.check("reexecution").faults[0].what


# What a build cannot do, it says; the rest it does


def quiet_game() -> Played:
    return played(GAMES["quiet_answers"], TableStart(seed=3))


def audited_by(games: Games, entries: list[Any]) -> Report:
    log = read_back(written(entries))
    assert log.head is not None
    return audit(log, games, log.head.game_id)


def test_another_rules_version_is_named_and_the_rest_is_checked() -> None:
    rules = rules_over(GAMES["quiet_answers"], GAMES["quiet_answers"].data_texts)
    type_of_later = type("Later", (type(rules),), {"version": 7})
    rules.__class__ = type_of_later
    game = quiet_game()
    report = audited_by(GAMES.with_rules(rules), game.export())
    assert report.is_good
    check = report.check("reexecution")
    assert check.count == 0
    assert "played by version 1" in check.not_done
    assert "this build has version 7" in check.not_done
    assert report.check("redaction").count == len(game.lines) * (game.seat_count + 1)
    assert report.check("draws").count > 0


def test_a_game_that_is_not_here_is_checked_without_its_rules() -> None:
    game = quiet_game()
    others = Games({name: rules for name, rules in GAMES.items() if name != "quiet_answers"})
    report = audited_by(others, game.export())
    assert report.is_good
    assert report.check("reexecution").not_done == "This build does not have the game."
    assert report.check("heads").count == len(game.lines)
    told_nothing = sum(len(commit.commit.hidden_from) for commit in game.commits)
    assert report.check("redaction").count == told_nothing > 0


def test_a_hosts_own_data_set_comes_with_the_log() -> None:
    game = played(rules_over(GAMES["quiet_answers"], SPARK), TableStart(seed=3))
    report = audited_by(GAMES, game.export())
    assert all_is_well(report), report.faults
    assert report.check("reexecution").count == len(game.lines)
    without = [entry for entry in game.export() if not isinstance(entry, DataEntry)]
    assert "neither in the log nor here" in audited_by(GAMES, without).check("reexecution").not_done
    swapped = [replace(e, texts=dict(e.texts, more="x")) if isinstance(e, DataEntry) else e for e in game.export()]
    assert audited_by(GAMES, swapped).check("data_set").fault_count == 1


def test_stored_lines_alone_verify_and_are_compared_with_receipts() -> None:
    game = quiet_game()
    log = read_back(b"\n".join(game.lines))
    report = audit(log, GAMES, game.id, receipts=game.receipts(0), key=SIGNER.public_key)
    assert report.is_good, report.faults
    assert (
        report.check("seals").not_done == report.check("own_lines").not_done == "Stored lines alone do not hold this."
    )
    assert report.check("data_set").not_done == "The log holds no data set; this build's own was used."
    assert not report.check("reexecution").not_done
    assert report.check("receipts").count == len(game.receipts(0))
    assert audit(log, GAMES, "b" * 26).check("commitment").fault_count == 1
    cut = read_back(b"\n".join(game.lines[:-3]))
    assert [fault.version for _, fault in audit(cut, GAMES, game.id).faults][-1] == len(game.lines) - 2


def test_receipts_of_another_key_or_game_are_found(tmp_path: Any) -> None:
    game, other = quiet_game(), played(GAMES["quiet_answers"], TableStart(seed=5))
    path = tmp_path / "receipts.ndjson"
    path.write_bytes(written([*game.receipts(0)[:2], *other.receipts(0)[:1]]))
    report = audited(game.export(0), receipts=read_receipts(path))
    assert [fault.line for _, fault in report.faults] == [3]
    entries = [replace(e, receipt_key="ab" * 32) if isinstance(e, LogHead) else e for e in game.export(0)]
    report = audited(entries, receipts=game.receipts(0))
    assert report.check("receipts").fault_count == len(game.receipts(0))
    earlier = read_back(written(game.export(0, version=3)))
    assert audited(entries, earlier=earlier).check("earlier").fault_count == 1


def test_an_earlier_log_of_another_game_or_of_another_seat_of_a_running_one_is_refused() -> None:
    game, other = quiet_game(), played(GAMES["quiet_answers"], TableStart(seed=5))
    with pytest.raises(NotALog, match="of another game"):
        audited(game.export(0), earlier=read_back(written(other.export(0))))
    with pytest.raises(NotALog, match="once the game is over"):
        audited(game.export(0, version=5), earlier=read_back(written(game.export(1, version=4))))


def test_a_dropped_data_set_is_said() -> None:
    entries = [entry for entry in quiet_game().export() if not isinstance(entry, DataEntry)]
    report = audited(entries)
    assert (report.is_good, report.check("data_set").count) == (True, 0)
    assert report.check("data_set").not_done == "The log holds no data set; this build's own was used."


def test_that_sentences_are_not_bound_is_said() -> None:
    for version in (None, 5):
        assert audited(quiet_game().export(version=version)).remarks == [SENTENCES]


def test_a_receipt_that_names_another_key_than_the_log_is_wrong() -> None:
    game = quiet_game()
    kept = game.receipts(0)[:2]
    report = audited(game.export(0), receipts=[kept[0], replace(kept[1], key="ab" * 32)])
    assert [(fault.line, fault.what) for _, fault in report.faults] == [
        (2, "The receipt names another key than the log does.")
    ]


def test_spectators_are_many_in_what_a_report_says() -> None:
    game = quiet_game()
    signed = SIGNER.sign(game.id, SPECTATOR, 1, b"another root".ljust(32), b"")
    assert audited(game.export(), receipts=[signed]).faults[0][1].what.startswith("The spectators were shown")
