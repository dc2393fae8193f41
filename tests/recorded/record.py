"""Records whole games for the tests: ``python -m tests.recorded.record`` records what is wanted and not there yet.

A recording is a folder ``tests/recorded/<game>/<name>/``:

    game.json           game id, secret S (hex), what the game is recorded for
    log.ndjson          the stored lines, byte for byte
    told_<viewer>.ndjson    each line that the viewer was told, as ``told``; and as ``changed``, by field, what it changed
                            in the viewer's view of the table, and within ``state`` by field of the state

It says for ever what a stored game means, so it is never recorded again: logs of old versions keep folding (law L6), and
``kept.txt`` holds the SHA-256 of each log. A change of the rules raises their version and adds recordings, under names with
the version in front, such as ``v2-scored``; ``tests/domain/test_recorded_games.py`` replays all of them.
Words are left out of the views, for they may become better. A view that shows the same in another shape is written anew by
``python -m tests.recorded.record --views``, which leaves ``log`` and ``told`` as they are or fails.
To add one, describe it in ``wanted.WANTED``; a game that is not named there gets one plain game.
"""

import hashlib
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

import tests.toys
from domain.binding import game_secret
from domain.bots import bot_of
from domain.chance import nonce_hash_of
from domain.game.aggregate import AnyGame, Game, clone_game
from domain.game.commands import (
    AnswerByOrder,
    AnyCommand,
    CreateGame,
    JoinGame,
    MakeMove,
    OfferRematch,
    OpenNonce,
    ReplacePlayer,
    Resign,
    SeatPlan,
    SetStandingOrder,
)
from domain.game.decide import decide
from domain.game.deciding import Context
from domain.game.events import Order
from domain.game.evolve import evolve
from domain.game.view import seen_by
from domain.ids import SPECTATOR, Actor, Seat, Viewer, admin_actor, order_actor, player_actor, viewers
from domain.registry import Games
from domain.rules import AnyRules
from services.game_data import games_with_data, rules_over
from services.stream.codec import begun_with, codec_of
from services.telling import BoundCommit, bound_commits
from tests.domain.game.second_thoughts import second_thought
from tests.recorded.wanted import PLAIN, WANTED, Wanted

FOLDER: Final = Path(__file__).parent
LOG: Final = "log.ndjson"
KEPT: Final = "kept.txt"
MOST_TRIES: Final = 20_000
Json: TypeAlias = dict[str, Any]


class About(Struct, frozen=True, kw_only=True):
    """What ``game.json`` holds. ``secret`` is S (64 hex digits)."""

    id: str
    secret: str
    recorded_for: str


LATER_FIELDS: Final = {
    "standing_order": None,
    "undo": "consent",
    "undo_request": None,
    "can_redo": False,
    "what_if": False,
    "origin": None,
    "strict_start": False,
    "nonce_hash": "",
}
VIEWS_ANEW: Final = "--views"


def main(arguments: list[str]) -> None:
    """Record what is wanted of these games, or of all, and not there yet; or write the views of what is there anew."""
    names = [argument for argument in arguments if argument != VIEWS_ANEW]
    games = games_with_data(tests.toys)
    if VIEWS_ANEW in arguments:
        for about in sorted(FOLDER.glob("*/*/game.json")):
            write_views_anew(games, about.parent)
        return
    for name in names or list(games):
        for recording, wanted in WANTED.get(name, PLAIN).items():
            folder = FOLDER / name / name_in(games[name], recording)
            if folder.exists():
                print(f"{name}/{folder.name} is there")
            else:
                write(folder, *find(games[name], name, recording, wanted))
                print(f"{name}/{folder.name} recorded")


def name_in(rules: AnyRules, recording: str) -> str:
    """Give the folder's name of a recording under a version of the rules."""
    return recording if rules.version == 1 else f"v{rules.version}-{recording}"


def find(rules: AnyRules, name: str, recording: str, wanted: Wanted) -> tuple[AnyRules, About, list[bytes]]:
    """Play games until one is as wanted; gives its rules, what is said about it, and its stored lines."""
    for number in range(MOST_TRIES):
        generator = random.Random(f"{name}/{recording}/{number}")
        table = Table(rules, generator)
        table.play(wanted)
        if wanted.is_it(table.game):
            about = About(id=table.game.id, secret=table.secret.hex(), recorded_for=wanted.recorded_for)
            return rules, about, table.lines
    raise SystemExit(f"{MOST_TRIES} games of {name}, and none for {recording}")


class Table:
    """A table that records itself: ``lines`` as they are stored, the game as it stands."""

    def __init__(self, rules: AnyRules, generator: random.Random) -> None:
        self.rules = rules
        self.generator = generator
        self._now_ms = 1_750_000_000_000
        self.game: AnyGame = Game(id=self._name())
        self.secret = game_secret(generator.randbytes(32), self.game.id)
        self.lines: list[bytes] = []
        self._bound: dict[str, str] = {}

    def play(self, wanted: Wanted) -> None:
        """Play a whole game: set up, joined by all, played to its end, and pointed to its rematch."""
        rules, generator = self.rules, self.generator
        count = wanted.seat_count or min(rules.seats)
        people = [self._name() for _ in range(count)]
        seats = tuple(SeatPlan(kind="open" if seat else "host") for seat in range(count))
        plan = CreateGame(
            game=rules.name,
            options=rules.Options(**wanted.options),
            seats=seats,
            **self._nonce(people[0], wanted),
            starts_when_full=True,
            strict_start=wanted.strict_start,
            previous_game=self._name() if wanted.previous else None,
            previous=wanted.previous,
            draws_seats=wanted.draws_seats,
        )
        self._execute(people[0], plan)
        for person in people[1:]:
            self._execute(person, JoinGame(**self._nonce(person, wanted)))
        for seat in self.game.unopened:
            person = self.game.seats[seat].pseudonym
            self._execute(person, OpenNonce(nonce=self._bound[person]))
        while self.game.phase == "playing":
            if len(self.lines) == wanted.resigns_after:
                self._execute(people[-1], Resign())
                continue
            if len(self.lines) == wanted.replaces_after:
                self.execute_as(
                    admin_actor("operator"), ReplacePlayer(seat=count - 1, level="greedy", reason="Away for weeks.")
                )
                continue
            if wanted.stops_after is not None and len(self.lines) >= wanted.stops_after:
                self._execute([seat.pseudonym for seat in self.game.seats if not seat.resigned][-1], Resign())
                continue
            if wanted.has_undos and generator.random() < 0.25 and self._think_again():
                continue
            seat = generator.choice(sorted(self.game.open_decisions))
            if wanted.has_orders and self._use_order(seat):
                continue
            move = self.choose(seat, wanted.levels[seat % len(wanted.levels)])
            actor = self.game.seats[seat].actor(seat)
            assert actor is not None
            self.execute_as(actor, MakeMove(decision=self.game.open_decisions[seat].id, move=move))
        self._execute(people[-1 if wanted.replaces_after is None else 0], OfferRematch(game=self._name()))

    def _nonce(self, person: str, wanted: Wanted) -> Json:
        """Give what a person gives when sitting down."""
        nonce = self._name()
        if not wanted.strict_start:
            return {"nonce": nonce}
        self._bound[person] = nonce
        return {"nonce_hash": nonce_hash_of(nonce)}

    def choose(self, seat: Seat, level: str) -> Any:
        """Choose a legal move for a seat."""
        rules = self.rules
        return bot_of(level).choose(rules, rules.seen_by(self.game.state, seat), seat, self.generator)

    def _use_order(self, seat: Seat) -> bool:
        """Let a seat's order answer, or the seat give another one; False if it is to make its move."""
        owed = self.game.declined_by_order(seat)
        if owed is not None and self.generator.random() < 0.8:
            self.execute_as(order_actor(seat), AnswerByOrder(decision=owed.id))
            return True
        others: set[Order] = {"ask", "decline_until_my_turn", "decline"}
        others.discard(self.game.order_of(seat))
        if self.generator.random() < 0.5:
            return False
        self._execute(self.game.seats[seat].pseudonym, SetStandingOrder(order=self.generator.choice(sorted(others))))
        return True

    def _think_again(self) -> bool:
        """Let somebody take moves back, or ask to, or answer; False if nobody could."""
        thought = second_thought(self.rules, self.game, self.generator)
        if thought is not None:
            seat, command = thought
            self._execute(self.game.seats[seat].pseudonym, command)
        return thought is not None

    def _execute(self, person: str, command: AnyCommand) -> None:
        self.execute_as(player_actor(person), command)

    def execute_as(self, actor: Actor, command: AnyCommand) -> None:
        self._now_ms += self.generator.randrange(1, 3_600_000)
        context = Context(now_ms=self._now_ms, actor=actor, key=self._name(), secret=self.secret)
        decided = decide(self.rules, self.game, command, context)
        self.game = decided.game
        self.lines.append(codec_of(self.rules).encode(decided.commit))

    def _name(self) -> str:
        return "".join(self.generator.choices("abcdefghijklmnopqrstuvwxyz234567", k=26))


def write(folder: Path, rules: AnyRules, about: About, lines: list[bytes]) -> None:
    """Write a recording."""
    folder.mkdir(parents=True)
    (folder / "game.json").write_bytes(msgspec.json.format(msgspec.json.encode(about), indent=2) + b"\n")
    (folder / LOG).write_bytes(b"".join(line + b"\n" for line in lines))
    if rules.data_hash:
        data_set = data_set_file(folder, rules.data_hash)
        data_set.parent.mkdir(exist_ok=True)
        data_set.write_bytes(msgspec.json.format(msgspec.json.encode(rules.data_texts), indent=2) + b"\n")
    write_told(folder, told_by_viewer(rules, about, lines))
    keep(folder)


def keep(folder: Path) -> None:
    """Note the log of a recording among those that are kept for ever, as ``sha256sum --check`` reads it."""
    line = f"{hashlib.sha256((folder / LOG).read_bytes()).hexdigest()}  {folder.parent.name}/{folder.name}/{LOG}\n"
    kept = folder.parent.parent / KEPT
    lines = {*(kept.read_text().splitlines(keepends=True) if kept.exists() else ()), line}
    kept.write_text("".join(sorted(lines, key=lambda noted: noted.partition("  ")[2])))


def write_told(folder: Path, told: dict[Viewer, list[bytes]]) -> None:
    """Write what each viewer was told, and its views."""
    for viewer, lines in told.items():
        (folder / told_file(viewer)).write_bytes(b"".join(line + b"\n" for line in lines))


def write_views_anew(games: Games, folder: Path) -> None:
    """Write the views of a recording as this build has them. What was told must still be told, to the byte."""
    about = msgspec.json.decode((folder / "game.json").read_bytes(), type=About)
    told_now = told_by_viewer(rules_for(games, folder), about, (folder / LOG).read_bytes().splitlines())
    for viewer, lines in told_now.items():
        recorded = (folder / told_file(viewer)).read_bytes().splitlines()
        for line, was in zip(lines, recorded, strict=True):
            assert _told_in(line) == _told_in(was), f"{folder.name}, viewer {viewer}: {was!r} is told otherwise now"
    write_told(folder, told_now)


def _told_in(line: bytes) -> bytes:
    return bytes(msgspec.json.decode(line, type=dict[str, msgspec.Raw])["told"])


def data_set_file(folder: Path, data_hash: str) -> Path:
    """Give the file of the data set that a recorded game is played with, whatever its game comes with by now."""
    return folder.parent / "data_sets" / f"{data_hash}.json"


def rules_for(games: Games, folder: Path) -> AnyRules:
    """Give the rules that a recorded game is played by."""
    with (folder / LOG).open("rb") as log:
        name, data_hash = begun_with(log.readline())
    if games[name].data_hash == data_hash:
        return games[name]
    return rules_over(games[name], msgspec.json.decode(data_set_file(folder, data_hash).read_bytes()))


def told_file(viewer: Viewer) -> str:
    """Give the file of what a viewer was told."""
    return f"told_{'spectator' if viewer == SPECTATOR else viewer}.ndjson"


def told_by_viewer(rules: AnyRules, about: About, lines: list[bytes]) -> dict[Viewer, list[bytes]]:
    """Give the lines of the files of told lines, by viewer, as this build has them."""
    told: dict[Viewer, list[bytes]] = {}
    views: dict[Viewer, Json] = {}
    for game, bound in walk(rules, about, lines):
        for viewer in viewers(len(game.seats)):
            view = without_later_fields(
                without_words(msgspec.json.decode(msgspec.json.encode(seen_by(rules, game, viewer))))
            )
            if bound.told[viewer] is None:
                assert view == views[viewer], f"version {bound.commit.version} was hidden and changed a view"
                continue
            changed = changes(views.get(viewer, {}), view)
            views[viewer] = view
            line = {"told": msgspec.Raw(bound.lines[viewer]), "changed": changed}
            told.setdefault(viewer, []).append(msgspec.json.encode(line))
    return told


def walk(rules: AnyRules, about: About, lines: list[bytes]) -> Iterator[tuple[AnyGame, BoundCommit]]:
    """Fold the lines; each must be decided again as it was, where this build has the rules version of the game."""
    secret = bytes.fromhex(about.secret)
    game: AnyGame = Game(id=about.id)
    for bound in bound_commits(rules, about.id, secret, lines):
        before, commit = game, bound.commit
        game = clone_game(rules, before)
        evolve(rules, game, commit)
        if game.rules_version == rules.version:
            context = Context(now_ms=commit.time_ms, actor=commit.actor, key=commit.key, secret=secret)
            decided = replace(decide(rules, before, commit.command, context).commit, format=commit.format)
            again = codec_of(rules).encode(decided)
            assert again == bound.full_line, f"version {commit.version} is decided otherwise now: {again!r}"
        yield game, bound


def without_words(view: Json) -> Json:
    """Leave the prompt out of a view."""
    decision = view["decision"]
    return view if decision is None else {**view, "decision": {**decision, "prompt": ""}}


def without_later_fields(view: Json) -> Json:
    """Leave out of a view what views did not have when the first games were recorded, where it says nothing."""
    no_undos = {"undo_counts": [0] * len(view["seats"])}
    return {name: value for name, value in view.items() if (LATER_FIELDS | no_undos).get(name, ...) != value}


def changes(before: Json, after: Json) -> Json:
    """Give the fields of a view that changed, and of its ``state`` those fields that did."""
    changed = {name: value for name, value in after.items() if name not in before or before[name] != value}
    if changed.get("state") and before.get("state"):
        changed["state"] = {name: value for name, value in after["state"].items() if before["state"][name] != value}
    return changed


if __name__ == "__main__":
    main(sys.argv[1:])
