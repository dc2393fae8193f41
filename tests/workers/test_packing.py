"""The projector packs old lines: of games that go on now and then, of those that are over at once."""

import asyncio
import logging
from typing import Any

import pytest

from domain.game.commands import AbandonGame, AnyCommand, SeatBot, UnseatBot
from domain.ids import player_actor
from services.ports import BrokenStream, StoreUnavailable
from services.stream.connect import StoreClients
from services.wiring import Parts
from tests.workers.test_projector import create, eventually, lobby, parts_on, projector
from workers.packing import PACK_AT


async def come_and_go(parts: Parts, game_id: str, count: int) -> None:
    """Let a bot come and go until the game stands at version ``count``."""
    game = await parts.loader.load(game_id)
    for version in range(game.version + 1, count + 1):
        command: AnyCommand = UnseatBot(seat=1) if version % 2 else SeatBot(seat=1, level="random")
        await parts.commanding.execute(game_id, command, actor=player_actor(game.host), key=f"{version}")


async def singles(parts: Parts, game_id: str) -> int:
    client: Any = parts.clients.commands
    return int(await client.xlen(parts.keys.game(game_id)))


async def test_a_game_that_goes_on_is_packed_once_there_are_enough(store_clients: StoreClients) -> None:
    async with parts_on(store_clients) as parts:
        game_id = await create(parts, "long")
        await come_and_go(parts, game_id, PACK_AT)
        lines = await parts.store.read(game_id)
        async with projector(parts):

            async def is_shown() -> bool:
                return await lobby(parts) == {game_id}

            await eventually(is_shown)
            await asyncio.sleep(0.05)
            assert await singles(parts, game_id) == PACK_AT
            await come_and_go(parts, game_id, PACK_AT + 1)

            async def is_packed() -> bool:
                return await singles(parts, game_id) == 1

            await eventually(is_packed)
        assert (await parts.store.read(game_id))[:PACK_AT] == lines
        assert (await parts.loader.load(game_id)).version == PACK_AT + 1


async def test_a_game_that_is_over_is_packed_at_once(store_clients: StoreClients) -> None:
    async with parts_on(store_clients) as parts, projector(parts):
        game_id = await create(parts, "short")
        await come_and_go(parts, game_id, 4)
        await parts.commanding.execute(game_id, AbandonGame(reason="enough"), actor="admin:anna", key="end")

        async def is_packed() -> bool:
            return await singles(parts, game_id) == 1

        await eventually(is_packed)
        assert len(await parts.store.read(game_id)) == 5


@pytest.mark.parametrize("error", [StoreUnavailable("on purpose"), BrokenStream("on purpose")])
async def test_where_packing_fails_lists_go_on_and_it_is_tried_again(
    fake_store: StoreClients, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    async with parts_on(fake_store) as parts:
        store: Any = parts.store
        pack = store.pack
        failures = [error]

        async def fail_once(game_id: str, *, at_least: int) -> int:
            if failures:
                raise failures.pop()
            return int(await pack(game_id, at_least=at_least))

        monkeypatch.setattr(store, "pack", fail_once)
        game_id = await create(parts, "long")
        await come_and_go(parts, game_id, PACK_AT + 1)
        with caplog.at_level(logging.WARNING):
            async with projector(parts):

                async def has_failed() -> bool:
                    return not failures and await lobby(parts) == {game_id}

                await eventually(has_failed)
                await come_and_go(parts, game_id, PACK_AT + 2)

                async def is_packed() -> bool:  # how much of it depends on when the projector looks
                    return await singles(parts, game_id) <= PACK_AT

                await eventually(is_packed)
        assert [record.message for record in caplog.records] == ["lines_not_packed"]
        assert await parts.quarantine.listed("projector") == []
