"""The lists as people read them (``services.reading.ports.Lists``)."""

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

from domain.ids import GameId
from projections import DROPS, HISTORY, INBOX, LOBBY, RESULTS, AnyProjection
from projections.drops import DROPPED
from projections.history import HistoryRow
from projections.inbox import InboxRow
from projections.lobby import LOBBY_LISTS, LobbyRow
from services.install import InstallKey
from services.players import PlayerId
from services.reading.documents import decode_row, sort_key
from services.reading.ports import Cursor, GameResults, InvalidCursor, Overlay, Page, Place, ReadStore
from services.reading.projecting import Projecting

MOST_ROWS: Final = 100
"""No page is longer."""

CURSOR: Final = re.compile(r"\d{13}:[a-z2-7]{26}")


class StoredLists:
    """``Lists`` over the documents of a read store."""

    def __init__(self, *, read_store: ReadStore, projecting: Projecting, install: InstallKey) -> None:
        self._read_store = read_store
        self._projecting = projecting
        self._install = install

    async def lobby(
        self,
        cursor: Cursor | None = None,
        count: int = 20,
        *,
        lists: Sequence[str] = LOBBY_LISTS,
        overlay: Overlay = (),
    ) -> Page[LobbyRow]:
        """As the port says."""
        fresh = {
            game_id: [
                row for name, row in (await self._projecting.rows_now(game_id, LOBBY.name)).items() if name in lists
            ]
            for game_id in overlay
        }
        return await self._page(LOBBY, list(lists), cursor, count, fresh)

    async def inbox(self, player_id: PlayerId, *, overlay: Overlay = ()) -> tuple[InboxRow, ...]:
        """As the port says."""
        places = await self._read_store.places(INBOX.name, [player_id])
        fresh = await self._own_rows(INBOX, player_id, overlay)
        rows: list[InboxRow] = await self._rows(INBOX, [place for place in places if place.game_id not in fresh])
        rows += [row for own in fresh.values() for row in own]
        return tuple(sorted(rows, key=_urgency))

    async def history(
        self, player_id: PlayerId, cursor: Cursor | None = None, count: int = 20, *, overlay: Overlay = ()
    ) -> Page[HistoryRow]:
        """As the port says."""
        fresh = await self._own_rows(HISTORY, player_id, overlay)
        return await self._page(HISTORY, [player_id], cursor, count, fresh)

    async def results(self, player_id: PlayerId) -> tuple[GameResults, ...]:
        """As the port says."""
        by_game: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for what, number in (await self._read_store.sums(RESULTS.name, player_id)).items():
            result, _, game = what.partition(" ")
            by_game[game][result] = number
        found = []
        for game, numbers in sorted(by_game.items()):
            wins, draws, losses = (numbers.get(result, 0) for result in ("win", "draw", "loss"))
            if wins + draws + losses:
                found.append(GameResults(game=game, wins=wins, draws=draws, losses=losses, games=wins + draws + losses))
        return tuple(found)

    async def dropped(self, player_id: PlayerId) -> int:
        """As the port says."""
        return (await self._read_store.sums(DROPS.name, player_id)).get(DROPPED, 0)

    async def _page(
        self,
        projection: AnyProjection,
        lists: list[str],
        cursor: Cursor | None,
        count: int,
        fresh: dict[GameId, list[Any]],
    ) -> Page[Any]:
        """Give a page in which the rows of ``fresh`` stand in the place of those stored of the same games."""
        if cursor is not None and not CURSOR.fullmatch(cursor):
            raise InvalidCursor("The cursor is none that this server gave out: begin again without one.")
        count = max(1, min(count, MOST_ROWS))
        places = await self._read_store.places(
            projection.name, lists, before=cursor, count=count + 1 + len(fresh) * len(lists)
        )
        fresh_by_key = {
            sort_key(projection.order_ms(row), game_id): row for game_id, own in fresh.items() for row in own
        }
        if cursor is not None:
            fresh_by_key = {key: row for key, row in fresh_by_key.items() if key < cursor}
        keys = {place.sort_key: place for place in places if place.game_id not in fresh}
        shown = sorted({*keys, *fresh_by_key}, reverse=True)
        chosen = shown[:count]
        stored = await self._rows_by_key(projection, [keys[key] for key in chosen if key in keys])
        rows = {**stored, **fresh_by_key}
        return Page(
            rows=tuple(rows[key] for key in chosen if key in rows),
            next_cursor=chosen[-1] if len(shown) > count else None,
        )

    async def _rows(self, projection: AnyProjection, places: list[Place]) -> list[Any]:
        return list((await self._rows_by_key(projection, places)).values())

    async def _rows_by_key(self, projection: AnyProjection, places: list[Place]) -> dict[str, Any]:
        """Give the row at each place; a place that changed since it was read has none."""
        documents = await self._read_store.documents(projection.name, {place.game_id for place in places})
        rows = {}
        for place in places:
            document = documents.get(place.game_id)
            at = None if document is None else document.places.get(place.list_name)
            if document is not None and at is not None:
                rows[place.sort_key] = decode_row(projection, document.rows[at[0]])
        return rows

    async def _own_rows(
        self, projection: AnyProjection, player_id: PlayerId, overlay: Overlay
    ) -> dict[GameId, list[Any]]:
        """Give this person's row, or none, in each game of the overlay."""
        own = {}
        for game_id in overlay:
            row = (await self._projecting.rows_now(game_id, projection.name)).get(
                self._install.pseudonym(player_id, game_id)
            )
            own[game_id] = [] if row is None else [row]
        return own


def _urgency(row: InboxRow) -> tuple[int, int, str]:
    """What waits for this person comes first, the longest wait first of all; then invitations; the rest by news."""
    if row.decision is not None:
        return 0, row.decision.since_ms, row.game_id
    if row.undo_asked_by is not None:
        return 0, row.told_ms, row.game_id
    return 1 if row.invited else 2, -row.told_ms, row.game_id
