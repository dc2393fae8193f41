"""People who play at many tables at once, over the real API, and repeat under one key whatever was not answered.

Each follows its own event stream, resumes it where it broke, and looks at a table by itself only after a long silence.
"""

import asyncio
import json
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import httpx

from tests.chaos.record import Acknowledged, Record, Sent

TABLES_AT_ONCE: Final = 4
SILENCE_SECONDS: Final = 20.0
"""A table of which nothing was heard for so long is looked at without being told."""

TOLD_SECONDS: Final = 20.0
"""So long after such a look, a stream that is open all the while may still tell what the look has found."""

ANSWER_SECONDS: Final = 20.0
PAUSE_SECONDS: Final = 0.2
LONG_GAME: Final = 60
"""A game of so many positions."""

LATE_CODES: Final = {"decision_closed", "game_not_playing"}


@dataclass
class Table:
    """What a player knows of a table."""

    game_id: str
    heard_at: float = 0.0
    told_position: int = 0
    over: asyncio.Event = field(default_factory=asyncio.Event)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Player:
    """One person. Sends each request to one of the addresses by chance."""

    def __init__(self, name: str, urls: Sequence[str], record: Record, generator: random.Random) -> None:
        self.name = name
        self.id = ""
        self.tables: dict[str, Table] = {}
        self._record = record
        self._generator = generator
        timeout = httpx.Timeout(ANSWER_SECONDS)
        self._clients = [httpx.AsyncClient(base_url=url, timeout=timeout) for url in urls]
        self._token = ""
        self._woken: asyncio.Queue[str] = asyncio.Queue()
        self._keys = 0
        self._stream_since = math.inf
        """Since when the stream is open."""
        self.is_in_haste = False
        """Long games are given up."""

    async def arrive(self) -> None:
        """Become somebody. A guest has no key: an answer that was lost leaves a guest nobody uses."""
        made = await self._until_answered("POST", "/players", {"name": self.name})
        self.id, self._token = made["player"]["id"], made["token"]

    async def set_up(self, game: str, seats: Sequence[dict[str, str]]) -> Table:
        """Set up a table that starts when it is full."""
        plan = {"game": game, "seats": list(seats), "listed": True, "starts_when_full": True, "undo": "none"}
        made = await self._command("/games", plan, what="create")
        game_id = str(made["id"])
        self._record.tables.add(game_id)
        return self.sit_at(game_id)

    async def join(self, game_id: str) -> None:
        """Sit down."""
        await self._command(f"/games/{game_id}/join", {}, what=game_id)
        self.sit_at(game_id)

    def sit_at(self, game_id: str) -> Table:
        table = self.tables[game_id] = Table(game_id, heard_at=_now())
        self._woken.put_nowait(game_id)
        return table

    async def play(self) -> None:
        """Play at all tables until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._follow())
            tasks.create_task(self._look_around())
            for _ in range(TABLES_AT_ONCE):
                tasks.create_task(self._play_where_woken())

    async def close(self) -> None:
        for client in self._clients:
            await client.aclose()

    # Playing

    async def _play_where_woken(self) -> None:
        while True:
            await self._play_at(self.tables[await self._woken.get()])

    async def _play_at(self, table: Table) -> None:
        async with table.lock:
            if not table.over.is_set():
                await self._play_until_others_must(table)

    async def _play_until_others_must(self, table: Table) -> None:
        view = await self._until_answered("GET", f"/games/{table.game_id}")
        while True:
            table.heard_at = _now()
            if view["phase"] in {"finished", "abandoned"}:
                table.over.set()
            if view["decision"] is None:
                return
            view = await self._move(table.game_id, view) or await self._until_answered("GET", f"/games/{table.game_id}")

    async def _move(self, game_id: str, view: dict[str, Any]) -> dict[str, Any] | None:
        """Answer the decision with a legal move; give the table, or None if the game had moved on."""
        if self.is_in_haste and view["position"] > LONG_GAME:
            answer = await self._send(f"/games/{game_id}/resign", {}, self._new_key("resign"), game_id)
            return self._table_in(answer)
        decision = view["decision"]
        move = self._generator.choice(decision["legal_moves"])
        key = self._new_key("move")
        body = {"decision": decision["id"], "move": move}
        answer = await self._send(f"/games/{game_id}/moves", body, key, game_id)
        after = self._table_in(answer)
        if after is None:
            return None
        self._record.moves.append(
            Acknowledged(
                game_id=game_id,
                player_id=self.id,
                seat=view["seat"],
                decision=decision["id"],
                key=key,
                move=move,
                position=after["position"],
            )
        )
        return after

    def _table_in(self, answer: httpx.Response) -> dict[str, Any] | None:
        """Give the table of an answer to a command that was allowed when it was first sent; None if it came too late."""
        if answer.status_code == 200:
            table: dict[str, Any] = answer.json()
            return table
        if answer.status_code == 409 and answer.json()["code"] in LATE_CODES:
            self._record.late_refusals += 1
        else:
            self._fault(f"what was allowed was answered {answer.status_code} {answer.text}")
        return None

    async def _look_around(self) -> None:
        """Look at the tables of which nothing was heard for long."""
        async with asyncio.TaskGroup() as looks:
            while True:
                await asyncio.sleep(SILENCE_SECONDS / 4)
                for table in list(self.tables.values()):
                    is_silent = not table.over.is_set() and _now() - table.heard_at > SILENCE_SECONDS
                    if is_silent and not table.lock.locked():
                        table.heard_at = _now()
                        looks.create_task(self._look_at(table))

    async def _look_at(self, table: Table) -> None:
        """Look whether a table waits for us; only if an open stream does not tell so now either, go there all the same."""
        view = await self._until_answered("GET", f"/games/{table.game_id}")
        if view["decision"] is None and view["phase"] == "playing":
            return
        looked_at = _now()
        while table.told_position < view["position"] and not table.over.is_set():
            if _now() - max(looked_at, self._stream_since) > TOLD_SECONDS:
                self._record.untold += 1
                break
            await asyncio.sleep(PAUSE_SECONDS)
        self._woken.put_nowait(table.game_id)

    # Hearing

    async def _follow(self) -> None:
        """Follow the stream, from one break to the next."""
        last_id = ""
        while True:
            headers = {"Authorization": f"Bearer {self._token}", **({"Last-Event-ID": last_id} if last_id else {})}
            client = self._generator.choice(self._clients)
            try:
                async with client.stream("GET", "/stream", headers=headers, timeout=httpx.Timeout(20.0)) as answer:
                    if answer.status_code not in {200, 503}:
                        self._fault(f"the stream was answered {answer.status_code}")
                    event = ""
                    self._stream_since = _now()
                    async for line in answer.aiter_lines():
                        field, _, value = line.partition(": ")
                        if field == "event":
                            event = value
                        elif field == "id":
                            seen_id = value
                        elif field == "data" and event != "ping":
                            last_id = seen_id
                            self._hear(event, json.loads(value))
            except (httpx.TransportError, json.JSONDecodeError):
                pass
            self._stream_since = math.inf
            self._record.resumed_streams += 1
            await asyncio.sleep(PAUSE_SECONDS)

    def _hear(self, event: str, data: dict[str, Any]) -> None:
        if event == "reset":
            self._fault("the stream did not know the id it had given")
        table = self.tables.get(data.get("game", ""))
        if table is None:
            return
        if event == "gone":
            self._fault("the stream says that a table is gone")
        table.heard_at = _now()
        table.told_position = max(table.told_position, data.get("position", 0))
        if data.get("waits_for_me") or data.get("is_over"):
            self._woken.put_nowait(table.game_id)

    # Asking

    async def _command(self, path: str, body: Any, *, what: str) -> dict[str, Any]:
        answer = await self._send(path, body, self._new_key("table"), what)
        if answer.status_code not in {200, 201}:
            self._fault(f"{path}: {answer.status_code} {answer.text}")
        made: dict[str, Any] = answer.json()
        return made

    async def _send(self, path: str, body: Any, key: str, what: str) -> httpx.Response:
        """Send a command until it is answered; give the answer."""
        self._record.sent.add(Sent(self.id, what, key))
        while True:
            answer = await self._ask("POST", path, body, {"Idempotency-Key": key})
            if answer is not None:
                return answer

    async def _until_answered(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        while True:
            answer = await self._ask(method, path, body, {})
            if answer is not None and answer.is_success:
                found: dict[str, Any] = answer.json()
                return found
            if answer is not None:
                self._fault(f"{method} {path}: {answer.status_code} {answer.text}")
                await asyncio.sleep(1)

    async def _ask(self, method: str, path: str, body: Any, headers: dict[str, str]) -> httpx.Response | None:
        """Ask once; None, after a pause, if there was no answer, or the answer was to try again."""
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        try:
            answer = await self._generator.choice(self._clients).request(method, path, json=body, headers=headers)
        except (httpx.TransportError, httpx.DecodingError) as error:
            self._record.attempts[type(error).__name__] += 1
        else:
            self._record.attempts[str(answer.status_code)] += 1
            if answer.status_code != 503:
                return answer
            if answer.headers.get("Retry-After") is None:
                self._fault("503 without Retry-After")
        await asyncio.sleep(PAUSE_SECONDS)
        return None

    def _new_key(self, what: str) -> str:
        self._keys += 1
        return f"{what}-{self.id}-{self._keys}"

    def _fault(self, text: str) -> None:
        self._record.faults.append(f"{self.name}: {text}")


def _now() -> float:
    return asyncio.get_running_loop().time()
