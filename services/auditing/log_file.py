"""Reading a log from a file that anybody may have written: whatever is wrong with it is told by line, soon and safely."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar

import msgspec
from msgspec import Struct

from domain.ids import SPECTATOR, GameId, is_game_id
from services.log_entries import EXPORT_FORMAT, AnyEntry, DataEntry, FullEntry, LogHead, SecretEntry, ToldEntry
from services.receipts import Receipt

MOST_FILE_BYTES: Final = 256 * 1024 * 1024
MOST_LINE_BYTES: Final = 1024 * 1024
MOST_LINES: Final = 100_000
MOST_SEATS: Final = 100
MOST_RECEIPTS: Final = 100_000

T = TypeVar("T")

ORDER: Final[dict[type[Any], int]] = {LogHead: 0, ToldEntry: 1, DataEntry: 2, SecretEntry: 3, FullEntry: 4}
"""The order in which the kinds of entries stand in a log."""


class NotALog(Exception):
    """A file that is no log, or no receipts. The text names file and line; it quotes nothing, for a file may be huge."""

    code: ClassVar[str] = "not_a_log"

    def __init__(self, name: str, line_number: int | None, reason: str) -> None:
        place = name if line_number is None else f"{name}, line {line_number}"
        super().__init__(f"{place}: {reason}")
        self.name = name
        self.line_number = line_number
        self.reason = reason


class LogFile(Struct, frozen=True, kw_only=True):
    """A log as it was read. ``head`` is None where the stored lines stand alone, in ``stored``; else these are empty."""

    name: str
    head: LogHead | None = None
    told: tuple[ToldEntry, ...] = ()
    data: DataEntry | None = None
    secret: SecretEntry | None = None
    full: tuple[FullEntry, ...] = ()
    stored: tuple[str, ...] = ()

    @property
    def is_opened(self) -> bool:
        """Whether it is the log of a closed table, with every commit in full."""
        return self.secret is not None or self.head is None


class _Kind(Struct):
    """What is read before all else: entries of another format may have another form."""

    kind: str = ""
    export_format: int = EXPORT_FORMAT


class _StoredLine(Struct):
    """What every stored line has, and no line as told to a viewer has."""

    format: int
    version: int
    key: str
    command: msgspec.Raw


_KINDS: Final = msgspec.json.Decoder(_Kind)
_ENTRIES: Final = msgspec.json.Decoder(AnyEntry)
_STORED: Final = msgspec.json.Decoder(_StoredLine)
_RECEIPTS: Final = msgspec.json.Decoder(Receipt)


def read_log(path: Path) -> LogFile:
    """Read a log. Raises ``NotALog``."""
    name = path.name
    lines = _lines_of(path)
    first = next(lines, None)
    if first is None:
        raise NotALog(name, None, "The file is empty.")
    begun = _read(name, 1, _KINDS, first)
    if begun.export_format != EXPORT_FORMAT:
        raise NotALog(name, 1, f"This build reads export format {EXPORT_FORMAT}.")
    if begun.kind:
        return _read_entries(name, first, lines)
    return _read_stored(name, first, lines)


def read_receipts(path: Path) -> list[Receipt]:
    """Read receipts, one a line, as the page of a table keeps them. Raises ``NotALog``."""
    receipts = [_read(path.name, number, _RECEIPTS, line) for number, line in enumerate(_lines_of(path), start=1)]
    if len(receipts) > MOST_RECEIPTS:
        raise NotALog(path.name, None, f"There are more than {MOST_RECEIPTS:,} receipts.")
    return receipts


def _lines_of(path: Path) -> Iterator[str]:
    """Give the lines without their ends. No more than ``MOST_LINE_BYTES`` of a line is ever read."""
    name, byte_count = path.name, 0
    try:
        with path.open("rb") as file:
            for number in range(1, MOST_LINES + 2):
                line = file.readline(MOST_LINE_BYTES + 1)
                if not line:
                    return
                byte_count += len(line)
                if len(line) > MOST_LINE_BYTES:
                    raise NotALog(name, number, f"The line is longer than {MOST_LINE_BYTES:,} bytes.")
                if byte_count > MOST_FILE_BYTES:
                    raise NotALog(name, number, f"The file is larger than {MOST_FILE_BYTES:,} bytes.")
                yield _text_of(name, number, line)
    except OSError as error:
        raise NotALog(name, None, f"The file cannot be read: {error.strerror}.") from error
    raise NotALog(name, MOST_LINES + 1, f"There are more than {MOST_LINES:,} lines.")


def _text_of(name: str, number: int, line: bytes) -> str:
    try:
        return line.decode().removesuffix("\n").removesuffix("\r")
    except UnicodeDecodeError:
        raise NotALog(name, number, "The line is not text in UTF-8.") from None


def _read(name: str, number: int, decoder: "msgspec.json.Decoder[T]", line: str) -> T:
    try:
        return decoder.decode(line)
    except RecursionError:
        raise NotALog(name, number, "The line is nested too deeply.") from None
    except msgspec.ValidationError as error:
        raise NotALog(name, number, f"The line does not have the form of a log's: {_short(error)}.") from None
    except (msgspec.DecodeError, ValueError) as error:  # a number of too many digits is a ValueError
        raise NotALog(name, number, f"The line is not readable as JSON: {_short(error)}.") from None


def _short(error: Exception) -> str:
    """Give the reason without its end. msgspec quotes names of fields and tags, which may be long and strange."""
    reason = str(error)
    return "".join(letter if letter.isprintable() else "?" for letter in reason[:200]).rstrip(".")


def _read_entries(name: str, first: str, lines: Iterator[str]) -> LogFile:
    head = _read(name, 1, _ENTRIES, first)
    if not isinstance(head, LogHead):
        raise NotALog(name, 1, "A log begins with the entry of its table.")
    _check_head(name, head)
    entries: dict[type[Any], list[Any]] = {kind: [] for kind in ORDER}
    before: type[Any] = LogHead
    for number, line in enumerate(lines, start=2):
        entry = _read(name, number, _ENTRIES, line)
        kind = type(entry)
        _check_entry(name, number, head, entry)
        if ORDER[kind] < ORDER[before] or (kind is before and kind not in (ToldEntry, FullEntry)):
            raise NotALog(name, number, f"An entry of this kind cannot stand here: the order is {_order_in_words()}.")
        if kind is FullEntry and not entries[SecretEntry]:
            raise NotALog(name, number, "There are commits in full, and no entry shows the secret.")
        entries[kind].append(entry)
        before = kind
    return LogFile(
        name=name,
        head=head,
        told=tuple(entries[ToldEntry]),
        data=next(iter(entries[DataEntry]), None),
        secret=next(iter(entries[SecretEntry]), None),
        full=tuple(entries[FullEntry]),
    )


def _check_head(name: str, head: LogHead) -> None:
    if not is_game_id(head.game_id):
        raise NotALog(name, 1, "The id of the game does not have the form of one.")
    if not 1 <= head.seat_count <= MOST_SEATS:
        raise NotALog(name, 1, f"A table has 1 to {MOST_SEATS} seats.")
    if not SPECTATOR <= head.viewer < head.seat_count:
        raise NotALog(name, 1, "The table has no seat of the viewer's number.")


def _check_entry(name: str, number: int, head: LogHead, entry: AnyEntry) -> None:
    if isinstance(entry, ToldEntry | FullEntry) and len(entry.leaves) != head.seat_count + 1:
        raise NotALog(name, number, f"A table of {head.seat_count} seats has {head.seat_count + 1} leaves a line.")


def _order_in_words() -> str:
    return ", ".join(str(kind.__struct_config__.tag) for kind in ORDER)


def _read_stored(name: str, first: str, lines: Iterator[str]) -> LogFile:
    stored = [first, *lines]
    for number, line in enumerate(stored, start=1):
        try:
            _read(name, number, _STORED, line)
        except NotALog as error:
            if "`version`" not in error.reason and "`key`" not in error.reason:
                raise
            reason = "It is no stored line; as it is told to a viewer, without its hashes, nothing can be verified."
            raise NotALog(name, number, reason) from None
    return LogFile(name=name, stored=tuple(stored))


def game_id_in(log: LogFile, given: GameId | None, receipts: list[Receipt]) -> GameId:
    """Give the id of the game: lines that stand alone do not name it. Raises ``NotALog``."""
    if log.head is not None:
        return log.head.game_id
    game_id = given or next((receipt.game_id for receipt in receipts), "") or Path(log.name).stem
    if not is_game_id(game_id):
        raise NotALog(log.name, None, "Stored lines alone do not name their game: say its id with --game.")
    return game_id
