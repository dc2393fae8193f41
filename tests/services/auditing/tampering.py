"""What somebody could do to a log. Each takes a game, a viewer and chance, and gives the entries and the place that is wrong."""

import json
import random
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from domain.binding import leaf_of, root_of
from domain.ids import Viewer
from services.log_entries import AnyEntry, FullEntry, SecretEntry, ToldEntry
from tests.services.auditing.logs import Played


class Tampered(NamedTuple):
    """A log that somebody changed, and where. ``version`` None: it hangs on no one commit."""

    entries: list[AnyEntry]
    version: int | None
    position: int | None = None


def places_of(entries: list[AnyEntry], kind: type[Any]) -> list[int]:
    return [place for place, entry in enumerate(entries) if isinstance(entry, kind)]


def with_one_letter_changed(text: str, generator: random.Random) -> str:
    """Change one letter, maybe one that makes the line unreadable."""
    place = generator.randrange(len(text))
    other = generator.choice([letter for letter in 'abz019 "{[' if letter != text[place]])
    return text[:place] + other + text[place + 1 :]


def change_a_full_line(game: Played, viewer: Viewer, generator: random.Random) -> Tampered:
    entries = game.export(viewer)
    place = generator.choice(places_of(entries, FullEntry))
    entry: Any = entries[place]
    entries[place] = replace(entry, line=with_one_letter_changed(entry.line, generator))
    return Tampered(entries, entry.version)


def change_a_hash(game: Played, viewer: Viewer, generator: random.Random) -> Tampered:
    entries = game.export(viewer)
    place = generator.choice(places_of(entries, FullEntry))
    entry: Any = entries[place]
    name = generator.choice(["seal", "leaf_full", "root", "head", "leaves"])
    wrong = generator.randbytes(32).hex()
    if name == "leaves":
        leaves = list(entry.leaves)
        leaves[generator.randrange(len(leaves))] = wrong
        entries[place] = replace(entry, leaves=tuple(leaves))
    else:
        entries[place] = replace(entry, **{name: wrong})
    return Tampered(entries, entry.version)


def change_a_told_line(game: Played, viewer: Viewer, generator: random.Random) -> Tampered:
    entries = game.export(viewer)
    place = generator.choice(places_of(entries, ToldEntry))
    entry: Any = entries[place]
    entries[place] = replace(entry, line=with_one_letter_changed(entry.line, generator))
    return told_at(game, viewer, entries, entry.position)


def change_a_salt(game: Played, viewer: Viewer, generator: random.Random) -> Tampered:
    entries = game.export(viewer)
    place = generator.choice(places_of(entries, ToldEntry))
    entry: Any = entries[place]
    entries[place] = replace(entry, salt=generator.randbytes(32).hex())
    return told_at(game, viewer, entries, entry.position)


def tell_something_else(game: Played, viewer: Viewer, generator: random.Random) -> Tampered:
    """Change a told line, and its leaf and root with it: it fits itself, and not the commit in full."""
    entries = game.export(viewer)
    place = generator.choice(places_of(entries, ToldEntry))
    entry: Any = entries[place]
    entries[place] = retold(entry, viewer, generator)
    return told_at(game, viewer, entries, entry.position)


def retold(entry: ToldEntry, viewer: Viewer, generator: random.Random) -> ToldEntry:
    """Give a told entry with another line, hashed anew as far as its viewer could."""
    told = json.loads(entry.line)
    told["events"] = [*told["events"], {"type": "seat_left", "seat": generator.randrange(100)}]
    line = json.dumps(told)
    leaves = [bytes.fromhex(leaf) for leaf in entry.leaves]
    leaves[viewer] = leaf_of(bytes.fromhex(entry.salt), line.encode())
    root = root_of(bytes.fromhex(entry.seal), bytes.fromhex(entry.leaf_full), leaves)
    return replace(entry, line=line, leaves=tuple(leaf.hex() for leaf in leaves), root=root.hex())


def drop_a_commit(game: Played, viewer: Viewer, generator: random.Random) -> Tampered:
    entries = game.export(viewer)
    place = generator.choice(places_of(entries, FullEntry))
    entry: Any = entries.pop(place)
    return Tampered(entries, entry.version, game.position_of(viewer, entry.version))


def drop_a_told_line(game: Played, viewer: Viewer, generator: random.Random) -> Tampered:
    entries = game.export(viewer)
    entry: Any = entries.pop(generator.choice(places_of(entries, ToldEntry)))
    return told_at(game, viewer, entries, entry.position)


def insert_a_commit(game: Played, viewer: Viewer, generator: random.Random) -> Tampered:
    entries = game.export(viewer)
    place = generator.choice(places_of(entries, FullEntry))
    entry: Any = entries[place]
    entries.insert(place + 1, generator.choice([entry, replace(entry, version=entry.version + 1)]))
    return Tampered(entries, entry.version + 1)


def insert_a_told_line(game: Played, viewer: Viewer, generator: random.Random) -> Tampered:
    entries = game.export(viewer)
    place = generator.choice(places_of(entries, ToldEntry))
    entry: Any = entries[place]
    entries.insert(place + 1, entry)
    return Tampered(entries, None, entry.position + 1)


def exchange_two_commits(game: Played, viewer: Viewer, generator: random.Random) -> Tampered:
    entries = game.export(viewer)
    place = generator.choice(places_of(entries, FullEntry)[:-1])
    entries[place : place + 2] = reversed(entries[place : place + 2])
    later: Any = entries[place + 1]
    return Tampered(entries, later.version, game.position_of(viewer, later.version))


def exchange_two_told_lines(game: Played, viewer: Viewer, generator: random.Random) -> Tampered:
    entries = game.export(viewer)
    place = generator.choice(places_of(entries, ToldEntry)[:-1])
    entries[place : place + 2] = reversed(entries[place : place + 2])
    later: Any = entries[place + 1]
    return told_at(game, viewer, entries, later.position)


def cut_the_end(game: Played, viewer: Viewer, generator: random.Random) -> Tampered:
    entries = game.export(viewer)
    place = generator.choice(places_of(entries, FullEntry))
    entry: Any = entries[place]
    return Tampered(entries[:place], entry.version, game.position_of(viewer, entry.version))


def cut_told_lines(game: Played, viewer: Viewer, generator: random.Random) -> Tampered:
    """Cut the log short while the game goes on, so that the latest lines seem never to have been told."""
    entries = game.export(viewer, version=game.start_version)
    place = generator.choice(places_of(entries, ToldEntry))
    entry: Any = entries[place]
    return Tampered(entries[:place], None, entry.position)


def hide_the_commits(game: Played, viewer: Viewer, generator: random.Random) -> Tampered:
    """Make the log of a finished game look like that of a running one."""
    entries = game.export(viewer)
    over = next(commit for commit in game.commits if b'"secret"' in commit.full_line)
    return told_at(
        game, viewer, entries[: places_of(entries, ToldEntry)[-1] + 1], game.position_of(viewer, over.commit.version)
    )


def forge_the_secret(game: Played, viewer: Viewer, generator: random.Random) -> Tampered:
    entries = game.export(viewer)
    place = places_of(entries, SecretEntry)[0]
    entries[place] = SecretEntry(secret=generator.randbytes(32).hex())
    return Tampered(entries, None)


def told_at(game: Played, viewer: Viewer, entries: list[AnyEntry], position: int | None) -> Tampered:
    """Name a position, and the version that told it."""
    version = next(
        commit.commit.version for commit in game.commits if game.position_of(viewer, commit.commit.version) == position
    )
    return Tampered(entries, version, position)


TAMPERINGS: Final[dict[str, Callable[[Played, Viewer, random.Random], Tampered]]] = {
    act.__name__: act
    for act in (
        change_a_full_line,
        change_a_hash,
        change_a_told_line,
        change_a_salt,
        tell_something_else,
        drop_a_commit,
        drop_a_told_line,
        insert_a_commit,
        insert_a_told_line,
        exchange_two_commits,
        exchange_two_told_lines,
        cut_the_end,
        cut_told_lines,
        hide_the_commits,
        forge_the_secret,
    )
}
