"""Bringing the log of a finished game into this install: verified in full first, then stored in one step, to be read."""

import re
from collections.abc import Callable, Collection
from typing import ClassVar, Final

from domain.game.aggregate import AnyGame, Game
from domain.game.evolve import evolve
from domain.ids import GameId, is_game_id
from domain.registry import Games
from domain.rules import AnyRules
from services.auditing.audit import audit
from services.auditing.log_file import LogFile
from services.auditing.stored_line import Begun, begun_in
from services.auditing.whole_log import OnProgress
from services.data_sets import DataSets
from services.errors import ServiceError
from services.game_data import data_hash_of, rules_over
from services.log_entries import LogHead
from services.origins import ImportOrigin, encode_origin
from services.players import Players
from services.ports import EventStore, VersionConflict
from services.stream.codec import codec_of

MOST_COMMITS: Final = 20_000
PSEUDONYM_FORM: Final = re.compile("[a-z2-7]{26}")


class ImportRefused(ServiceError):
    """The log is not brought in; the text says why."""

    code: ClassVar[str] = "import_refused"


class Importing:
    """Imports logs."""

    def __init__(
        self,
        *,
        games: Games,
        store: EventStore,
        data_sets: DataSets,
        players: Players,
        now_ms: Callable[[], int],
    ) -> None:
        self._games = games
        self._store = store
        self._data_sets = data_sets
        self._players = players
        self._now_ms = now_ms

    async def bring_in(self, log: LogFile, on_progress: OnProgress) -> GameId:
        """Verify a log and store its game, under its own id. Raises ``ImportRefused``, and what the store raises.

        Refused without a trace here, whatever is wrong: until all is verified, nothing is written.
        """
        head = _head_of(log)
        if await self._store.top_version(head.game_id):
            raise ImportRefused(f"The game {head.game_id} is here already.")
        rules = _rules_for(self._games, log)
        _verify(log, head, self._games, on_progress)
        lines = [entry.line.encode() for entry in log.full]
        game = _folded(rules, head.game_id, lines)
        if game.origin is not None:
            raise ImportRefused(
                "It is a practice table, whose beginning is a state of another game: nothing proves that."
            )
        await self._name_seats(game)
        await self._data_sets.keep(game.id, rules)
        origin = ImportOrigin(receipt_key=head.receipt_key, imported_ms=self._now_ms())
        try:
            await self._store.store_whole(game.id, lines, origin=encode_origin(origin))
        except VersionConflict:
            raise ImportRefused(f"The game {game.id} is here already.") from None
        return game.id

    async def _name_seats(self, game: AnyGame) -> None:
        """Call who played by the number of their seat: who they are is known at the other install only.

        A pseudonym of somebody here is refused: the log could otherwise pass for one of that person's games.
        """
        _check_names(game)
        for pseudonym in sorted(_pseudonyms_of(game)):
            if await self._players.player_behind(pseudonym) is not None:
                raise ImportRefused("The log names somebody who plays here, and cannot have come from elsewhere.")
        for seat, holder in enumerate(game.seats):
            if holder.kind == "person":
                await self._players.name_stranger(holder.pseudonym, f"Seat {seat + 1}")


def _head_of(log: LogFile) -> LogHead:
    if log.head is None:
        raise ImportRefused("These are stored lines alone: import what /games/ID/log gives, which names its game.")
    if log.secret is None:
        raise ImportRefused("The game is not finished, so its log does not hold all that was played.")
    if len(log.full) > MOST_COMMITS:
        raise ImportRefused(f"The game has more than {MOST_COMMITS:,} commits.")
    return log.head


def _rules_for(games: Games, log: LogFile) -> AnyRules:
    """Give the rules that the game was played by, which have to be those of this build, over the game's data set."""
    begun = begun_in(log.full[0].line.encode()) if log.full else None
    if begun is None:
        raise ImportRefused("The first commit does not set up a table.")
    if begun.game not in games:
        raise ImportRefused(f"The game is not installed here; there are: {', '.join(games)}.")
    installed = games[begun.game]
    if begun.rules_version != installed.version:
        raise ImportRefused(
            f"It was played by version {begun.rules_version} of the rules of {installed.title}; this build has "
            f"version {installed.version} and cannot carry it out again."
        )
    return installed if installed.data_hash == begun.data_hash else _over_its_data(installed, log, begun)


def _over_its_data(installed: AnyRules, log: LogFile, begun: Begun) -> AnyRules:
    if log.data is None or begun.data_hash != data_hash_of(log.data.texts):
        raise ImportRefused("The log does not hold the data set that the game was played with, and it is not here.")
    try:
        return rules_over(installed, log.data.texts)
    except Exception as error:
        raise ImportRefused("This build does not take the data set that the game was played with.") from error


def _verify(log: LogFile, head: LogHead, games: Games, on_progress: OnProgress) -> None:
    report = audit(log, games, head.game_id, on_progress=on_progress)
    if not report.is_good:
        check, fault = report.faults[0]
        raise ImportRefused(f"The log does not verify, at {fault.place or check.title}: {fault.what}")
    check = report.check("reexecution")
    if check.not_done or check.count != len(log.full):
        raise ImportRefused(f"The log cannot be verified in full. {check.not_done}")


def _folded(rules: AnyRules, game_id: GameId, lines: Collection[bytes]) -> AnyGame:
    codec = codec_of(rules)
    game: AnyGame = Game(id=game_id)
    for line in lines:
        evolve(rules, game, codec.decode(line))
    return game


def _pseudonyms_of(game: AnyGame) -> set[str]:
    people = {holder.pseudonym for holder in game.seats} | {game.host, *game.removed}
    return {pseudonym for pseudonym in people if pseudonym}


def _check_names(game: AnyGame) -> None:
    """Refuse what no install would have written: pages link to ids, and know people by pseudonyms."""
    if any(PSEUDONYM_FORM.fullmatch(pseudonym) is None for pseudonym in _pseudonyms_of(game)):
        raise ImportRefused("A pseudonym in the log does not have the form of one.")
    others = (game.previous_game, game.rematch)
    if any(other is not None and not is_game_id(other) for other in others):
        raise ImportRefused("The id of another game in the log does not have the form of one.")
