"""The stream of news: live, taken up again, begun afresh; only what its reader was told."""

import asyncio
from typing import Any

import pytest

from services.http.positions import read_positions, write_positions
from services.http.stream import Sources, Stream
from services.ports import StoreUnavailable
from services.stream.connect import StoreClients
from tests.support.event_stream import open_stream
from tests.support.web import Web, lists_catch_up, move_once, open_table, open_web


async def test_a_move_is_told_to_both_players_at_once_with_its_sentences(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "dragon_overload")
    await lists_catch_up(web)
    async with open_stream(web.app, anna.token) as of_anna, open_stream(web.app, bert.token) as of_bert:
        (first, _) = await of_anna.next(), await of_bert.next()
        assert (first.name, first.data["game"], first.data["log"]) == ("table", game_id, [])
        mover, other = (anna, of_bert) if first.data["waits_for_me"] else (bert, of_anna)
        moved = (await move_once(game_id, mover)).json()
        event = await other.next()
        assert event.data["position"] == moved["position"]
        assert event.data["waits_for_me"] is True
        assert event.data["log_after"] == event.data["position"] - 1
        assert event.data["log"][0]["sentences"][0].startswith(f"{mover.name} lays ")
        reader = bert if mover is anna else anna
        assert read_positions(reader.id, event.id) == {game_id: event.data["position"]}


async def test_a_stream_taken_up_again_gives_what_was_missed_and_nothing_else(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    played, quiet = [await open_table([anna, bert], "hidden_hoards") for _ in range(2)]
    await lists_catch_up(web)
    async with open_stream(web.app, anna.token) as stream:
        last = (await stream.several(2))[-1]
    await move_once(played, anna)
    await move_once(played, bert)
    async with open_stream(web.app, anna.token, last_id=last.id) as stream:
        event = await stream.next()
        assert event.data["game"] == played
        assert [line["position"] for line in event.data["log"]] == [4, 5]
        assert event.data["log"][0]["sentences"][0].startswith("You chose ")
        assert quiet in (read_positions(anna.id, event.id) or {})
        assert await stream.is_silent()
    async with open_stream(web.app, anna.token, last_id=event.id) as stream:
        assert await stream.is_silent()


async def test_the_end_of_a_game_that_was_missed_is_told_once(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "dragon_overload")
    await lists_catch_up(web)
    async with open_stream(web.app, anna.token) as stream:
        last = await stream.next()
    await bert.post(f"/games/{game_id}/resign")
    await lists_catch_up(web)
    async with open_stream(web.app, anna.token, last_id=last.id) as stream:
        event = await stream.next()
        assert (event.data["game"], event.data["is_over"]) == (game_id, True)
    async with open_stream(web.app, anna.token, last_id=event.id) as stream:
        for one in web.app.state.live.streams:
            one.note(game_id, event.data["position"])  # news that was under way before the stream began
        assert await stream.is_silent()


FOREIGN = "a" * 26


@pytest.mark.parametrize("last_id", ["", "nonsense", "2###", "1AAAA", "2AAAA", "2", "3AAAA", None])
async def test_an_id_that_is_none_of_ours_resets_the_stream(web: Web, last_id: str | None) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "dragon_overload")
    await lists_catch_up(web)
    sent = write_positions(anna.id, {FOREIGN: 3}) if last_id is None else last_id
    async with open_stream(web.app, anna.token, last_id=sent) as stream:
        reset, event = await stream.several(2)
        assert reset.name == "reset"
        assert (event.name, event.data["game"]) == ("table", game_id)


async def test_an_id_from_the_future_resets_the_stream(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "dragon_overload")
    await lists_catch_up(web)
    async with open_stream(web.app, anna.token, last_id=write_positions(anna.id, {game_id: 99})) as stream:
        assert (await stream.next()).name == "reset"


async def test_an_id_of_another_reader_resets_the_stream(web: Web) -> None:
    """At a table of both, where the other has been told less, so that the position could be one's own."""
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "hidden_hoards")
    await move_once(game_id, anna)
    await lists_catch_up(web)
    async with open_stream(web.app, bert.token) as stream:
        of_bert = (await stream.next()).id
    async with open_stream(web.app, query=f"watch={game_id}") as stream:
        of_nobody = (await stream.next()).id
    for last_id in (of_bert, of_nobody):
        async with open_stream(web.app, anna.token, last_id=last_id) as stream:
            reset, event = await stream.several(2)
            assert (reset.name, event.name, event.data["position"]) == ("reset", "table", 4)
    async with open_stream(web.app, last_id=of_bert, query=f"watch={game_id}") as stream:
        assert (await stream.next()).name == "reset"
    async with open_stream(web.app, last_id=of_nobody, query=f"watch={game_id}") as stream:
        assert await stream.is_silent()


async def test_somebody_elses_private_table_in_an_id_reads_as_one_that_is_not_there(web: Web) -> None:
    anna, bert, eve = await web.guest("Anna"), await web.guest("Bert"), await web.guest("Eve")
    game_id = await open_table([anna, bert], "hidden_hoards", watchable=False)
    told = []
    for position in (0, 1, 99):
        for table in (game_id, FOREIGN):
            last_id = write_positions(eve.id, {table: position})
            async with open_stream(web.app, eve.token, last_id=last_id) as stream:
                told.append((await stream.next()).raw)
                assert await stream.is_silent(0.05)
    assert len(set(told)) == 1


async def test_a_new_table_joins_the_open_stream(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    async with open_stream(web.app, anna.token) as stream:
        assert await stream.is_silent(0.1)
        game_id = await open_table([bert, anna], "dragon_overload", start=False)
        event = await stream.next()
        assert (event.data["game"], event.data["phase"], event.data["seat"]) == (game_id, "open", 1)
        assert [line["sentences"] for line in event.data["log"]] == [
            ["Bert sets up the table.", "Bert sits down on seat 1."],
            ["Anna sits down on seat 2."],
        ]
        await bert.post(f"/games/{game_id}/start")
        assert (await stream.next()).data["phase"] == "playing"


async def test_a_table_that_is_left_is_gone_from_the_stream(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    async with open_stream(web.app, anna.token) as stream:
        game_id = await open_table([bert, anna], "dragon_overload", start=False)
        await stream.next()
        await anna.post(f"/games/{game_id}/leave")
        event = await stream.next()
        assert (event.name, event.data, read_positions(anna.id, event.id)) == ("gone", {"game": game_id}, {})
        await bert.post(f"/games/{game_id}/leave")
        assert await stream.is_silent()


class Followed:
    """The registry of a stream, and the loader that it reads tables from: at what moment was what asked for?"""

    def __init__(self, loader: Any) -> None:
        self.game_ids: set[str] = set()
        self.read_unheard: list[str] = []
        self._loader = loader

    def follow(self, stream: Stream, game_id: str) -> None:
        del stream
        self.game_ids.add(game_id)

    def unfollow(self, stream: Stream, game_id: str) -> None:
        del stream
        self.game_ids.discard(game_id)

    async def load(self, game_id: str, **more: Any) -> Any:
        if game_id not in self.game_ids:
            self.read_unheard.append(game_id)
        return await self._loader.load(game_id, **more)


@pytest.mark.parametrize("is_open", [False, True], ids=["at the start", "at news"])
async def test_a_table_is_listened_to_before_it_is_read(web: Web, is_open: bool) -> None:
    """Who loses the seat meanwhile is on no roster any more that would tell of it; and nobody listens to what is none of theirs."""
    anna, bert, cleo = [await web.guest(name) for name in ("Anna", "Bert", "Cleo")]
    own, other = [await open_table(people, "dragon_overload") for people in ([anna, bert], [bert, cleo])]
    parts, player = web.parts, await web.parts.players.find(anna.id)
    followed = Followed(parts.told_logs if is_open else parts.loader)
    sources: Any = {
        "loader": parts.loader,
        "told_logs": parts.told_logs,
        "players": parts.players,
        "tables": parts.tables,
    }
    stream = Stream(
        Sources(**{**sources, "told_logs" if is_open else "loader": followed}), followed, player, ping_seconds=0.2
    )
    if is_open:
        stream.note(own, 1)
        stream.note(other, 1)
        told = await anext(stream.events())
    else:
        told = await stream.resume({}, [own, other])
    assert told.count(b"event: table") == 1
    assert followed.read_unheard == []
    assert followed.game_ids == {own}


async def test_one_stream_carries_ten_tables(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    tables = [await open_table([anna, bert], "hidden_hoards") for _ in range(10)]
    await lists_catch_up(web)
    async with open_stream(web.app, anna.token) as stream:
        assert {event.data["game"] for event in await stream.several(10)} == set(tables)
        for game_id in tables:
            await move_once(game_id, anna)
            event = await stream.next()
            assert event.data["game"] == game_id
            assert set(read_positions(anna.id, event.id) or {}) == set(tables)
        assert len(event.id) < 300


async def test_a_hidden_choice_of_another_makes_no_event(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "hidden_hoards")
    await lists_catch_up(web)
    async with open_stream(web.app, anna.token) as stream:
        before = await stream.next()
        await move_once(game_id, bert)
        assert await stream.is_silent()
        await move_once(game_id, anna)
        assert (await stream.next()).data["position"] == before.data["position"] + 1


async def test_watching_a_table_without_a_seat_or_a_name(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "hidden_hoards")
    async with open_stream(web.app, query=f"watch={game_id}") as stream:
        first = await stream.next()
        assert (first.data["seat"], first.data["waits_for_me"]) == (None, False)
        await move_once(game_id, anna)
        assert await stream.is_silent()
        await move_once(game_id, bert)
        assert (await stream.next()).data["position"] == first.data["position"] + 1


async def test_who_watched_an_open_table_is_shown_out_when_it_is_played_in_private(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "hidden_hoards", listed=True, watchable=False, start=False)
    async with open_stream(web.app, query=f"watch={game_id}") as stream:
        await stream.next()
        await anna.post(f"/games/{game_id}/start")
        assert (await stream.next()).name == "gone"


async def test_nobody_is_told_anything_and_strangers_cannot_watch(web: Web) -> None:
    """A table that is kept from them reads as one that is not there."""
    anna, bert, eve = await web.guest("Anna"), await web.guest("Bert"), await web.guest("Eve")
    game_id = await open_table([anna, bert], "hidden_hoards", watchable=False)
    async with open_stream(web.app) as stream:
        assert stream.status == 401
    for token in (eve.token, None):
        async with open_stream(web.app, token, query=f"watch={game_id}&watch={FOREIGN}") as stream:
            kept, absent = await stream.several(2)
            assert [event.name for event in (kept, absent)] == ["gone", "gone"]
            assert kept.raw == absent.raw.replace(FOREIGN.encode(), game_id.encode())
            await anna.post(f"/games/{game_id}/resign")
            assert await stream.is_silent()
    assert web.app.state.live.stream_count == 0


async def test_asking_for_the_head_of_a_stream_opens_none(web: Web) -> None:
    anna = await web.guest("Anna")
    head = await anna.http.head("/stream")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"].startswith("text/event-stream")
    assert web.app.state.live.stream_count == 0


async def test_a_reader_that_goes_leaves_nothing_behind(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    await open_table([anna, bert], "hidden_hoards")
    await lists_catch_up(web)
    live = web.app.state.live
    async with open_stream(web.app, anna.token) as stream:
        await stream.next()
        assert live.stream_count == 1
    assert (live.stream_count, dict(live._by_player), dict(live._by_game)) == (0, {}, {})


async def test_streams_end_when_the_server_is_about_to_stop(web: Web) -> None:
    anna = await web.guest("Anna")
    async with open_stream(web.app, anna.token) as stream:
        assert await stream.is_silent(0.05)
        web.app.state.live.end()
        with pytest.raises(EOFError):
            await stream.next(1.0)
    async with open_stream(web.app, anna.token) as late:
        with pytest.raises(EOFError):
            await late.next(1.0)


async def test_a_ping_comes_at_times_that_hidden_moves_do_not_change(fake_store: StoreClients) -> None:
    async with open_web(fake_store, ping_seconds=0.2) as web:
        anna, bert = await web.guest("Anna"), await web.guest("Bert")
        game_id = await open_table([anna, bert], "hidden_hoards")
        await lists_catch_up(web)
        async with open_stream(web.app, anna.token) as stream:
            await stream.next()
            await asyncio.sleep(0.1)
            await move_once(game_id, bert)
            assert await stream.is_silent(0.15)
            assert stream.pings == 1


async def test_a_table_the_list_did_not_know_of_is_found_a_moment_later(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.http.stream.RECHECK_SECONDS", (0.1,))
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([bert, anna], "dragon_overload")
    anna.http.cookies.clear()
    await asyncio.sleep(0.2)  # the pointers have passed
    async with open_stream(web.app, anna.token) as stream:
        await lists_catch_up(web)
        assert (await stream.next()).data["game"] == game_id


async def test_a_table_is_found_also_where_the_lists_were_long_behind(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else nobody would be told of a table that began while the projector was down, and that waits for its reader."""
    monkeypatch.setattr("services.http.stream.RECHECK_SECONDS", (0.1, 0.6))
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([bert, anna], "dragon_overload")
    anna.http.cookies.clear()
    await asyncio.sleep(0.2)  # the pointers have passed
    async with open_stream(web.app, anna.token) as stream:
        assert await stream.is_silent(0.3)
        await lists_catch_up(web)
        assert (await stream.next()).data["game"] == game_id
        assert await stream.is_silent(0.5), "and is told once"


async def test_a_store_that_fails_a_moment_after_the_start_ends_no_stream(
    web: Web, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The answer has begun, so it cannot become another; what could not be looked up is looked up again."""
    monkeypatch.setattr("services.http.stream.RECHECK_SECONDS", (0.1,))
    monkeypatch.setattr("services.http.stream.PAUSE_SECONDS", 0.05)
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([bert, anna], "dragon_overload")
    anna.http.cookies.clear()
    await asyncio.sleep(0.2)  # the pointers have passed
    lists: Any = web.parts.lists
    inbox, failed = lists.inbox, 0

    async def fail_twice(*arguments: Any, **keywords: Any) -> Any:
        nonlocal failed
        failed += 1
        if failed <= 2:
            raise StoreUnavailable("down on purpose")
        return await inbox(*arguments, **keywords)

    async with open_stream(web.app, anna.token) as stream:
        lists.inbox = fail_twice
        await lists_catch_up(web)
        assert (await stream.next()).data["game"] == game_id
    assert failed == 3
    assert caplog.messages == []


@pytest.mark.parametrize("positions", [{}, {"a" * 26: 0}, {"b" * 26: 127, "z7" * 13: 128, "c" * 26: 2**40 - 1}])
def test_positions_come_back_from_their_id(positions: dict[str, int]) -> None:
    known = {game_id[:25] + "a": position for game_id, position in positions.items()}
    for reader in ("p" * 26, None):
        assert read_positions(reader, write_positions(reader, known)) == known
        assert read_positions("q" * 26, write_positions(reader, known)) is None
