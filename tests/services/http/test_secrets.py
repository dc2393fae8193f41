"""Nothing hidden leaves: in two worlds that a viewer cannot tell apart, it reads the same bytes (law L3)."""

import logging
import random
from typing import Any

import httpx
import pytest

from tests.support.two_worlds import World, both_streams, check_same, two_worlds
from tests.support.web import Web, open_table, play_to_the_end


def other_hands(state: Any) -> dict[int, int]:
    """Change the cards of seats 1 and 2 for one another and for those left over."""
    unseen = [*state.hands[1], *state.hands[2], *state.left_over]
    return dict(zip(unseen, unseen[1:] + unseen[:1], strict=True))


@pytest.mark.parametrize("viewer", [0, None])
async def test_hidden_choices_and_hands_do_not_show(monkeypatch: pytest.MonkeyPatch, viewer: int | None) -> None:
    """In one world seat 1 chooses first; then seat 0 the same in both; then in the other world seat 2, another card."""
    async with two_worlds(monkeypatch, "hidden_hoards", 3, other_hands, listed=True) as worlds:
        await check_same(worlds, [viewer])
        async with both_streams(worlds, viewer) as streams:
            for stream in streams:
                await stream.next()
            await choose(worlds[0], 1, 0)
            assert [await stream.is_silent() for stream in streams] == [True, True]
            await check_same(worlds, [viewer])
            for world in worlds:
                world.clock.now_ms = 1_700_000_100_000
            answers = [await choose(world, 0, 0) for world in worlds]
            if viewer == 0:
                assert answers[0].content == answers[1].content
                for stream in streams:
                    await stream.next()
            await choose(worlds[1], 2, 1)
            assert [await stream.is_silent() for stream in streams] == [True, True]
            await check_same(worlds, [viewer])
            assert streams[0].bytes_read == streams[1].bytes_read


async def choose(world: World, seat: int, number: int) -> httpx.Response:
    """Let a seat make one of its legal moves, some time later."""
    world.clock.now_ms += 5000
    decision = await world.decision(seat)
    response = await world.play(seat, decision["legal_moves"][number])
    assert response.status_code == 200, response.text
    return response


async def test_the_worlds_do_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the tests above would prove nothing: whoever may see the difference does see it."""
    async with two_worlds(monkeypatch, "hidden_hoards", 3, other_hands) as worlds:
        for seat in (1, 2):
            one, other = [await world.all_told(seat) for world in worlds]
            assert one != other


@pytest.mark.parametrize("viewer", [0, 1])
async def test_a_whole_stretch_of_dragon_overload_reads_the_same(monkeypatch: pytest.MonkeyPatch, viewer: int) -> None:
    """The other player holds, and lays face down, a dragon that in the second world lies at the bottom of the pile."""
    opponent = 1 - viewer

    def other_dragon(state: Any) -> dict[int, int]:
        held, bottom = state.hands[opponent][0], state.pile[0]
        return {held: bottom, bottom: held}

    generator = random.Random(5)
    async with two_worlds(monkeypatch, "dragon_overload", 2, other_dragon) as worlds:
        own = [await world.all_told(opponent) for world in worlds]
        assert own[0] != own[1]
        moves = 0
        async with both_streams(worlds, viewer) as streams, both_streams(worlds, None) as watching:
            for stream in (*streams, *watching):
                await stream.next()
            for _ in range(20):
                asked = [await world.decision(viewer) for world in worlds]
                seat = opponent if asked[0] is None else viewer
                decisions = [await world.decision(seat) for world in worlds]
                pair = choose_alike([decision["legal_moves"] for decision in decisions], generator, seat == opponent)
                if pair is None:
                    break
                answers = []
                for world, move in zip(worlds, pair, strict=True):
                    world.clock.now_ms += 1000
                    answers.append(await world.play(seat, move))
                    assert answers[-1].status_code == 200, answers[-1].text
                assert seat == opponent or answers[0].content == answers[1].content
                moves += 1
                for stream in (*streams, *watching):
                    await stream.next()
                await check_same(worlds, [viewer, None])
            assert moves >= 6
            assert streams[0].bytes_read == streams[1].bytes_read
            assert watching[0].bytes_read == watching[1].bytes_read


def choose_alike(legal: list[list[Any]], generator: random.Random, may_differ: bool) -> tuple[Any, Any] | None:
    """Choose moves that tell the other player the same: the same one, or two dragons face down in one area."""
    moves, others = legal
    if may_differ:
        pairs = [
            (move, other)
            for move in moves
            for other in others
            if move["face_down"] and other["face_down"] and move["area"] == other["area"] and move != other
        ]
        if pairs:
            return generator.choice(pairs)
    same = [move for move in moves if move in others]
    return (generator.choice(same),) * 2 if same else None


async def test_names_pseudonyms_and_ids_of_others_stay_out_of_views(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "hidden_hoards", listed=True)
    pseudonyms = [web.parts.install.pseudonym(person.id, game_id) for person in (anna, bert)]
    for path in (f"/games/{game_id}", "/games", "/inbox"):
        text = (await anna.get(path)).text
        assert not any(word in text for word in (bert.id, anna.id, *pseudonyms)), path
    log = (await anna.get(f"/games/{game_id}/log")).text
    assert bert.id not in log


async def test_the_code_of_a_table_and_its_seed_stay_where_they_belong(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "hidden_hoards", listed=True)
    secret, code = web.parts.install.secret(game_id).hex(), web.parts.install.invite_code(game_id)
    for person in (anna, bert):
        for path in (f"/games/{game_id}", f"/games/{game_id}/log", "/games", "/inbox"):
            text = (await person.get(path)).text
            assert secret not in text
            assert code not in text


async def test_nothing_secret_is_logged(web: Web, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        anna, bert = await web.guest("Anna"), await web.guest("Bert")
        for game in ("dragon_overload", "hidden_hoards"):
            game_id = await open_table([anna, bert], game)
            bad = {"decision": "0.1", "move": {"type": "place_card", "card": "my card"}}
            await anna.post(f"/games/{game_id}/moves", bad)
            await anna.get(f"/games/{game_id}", params={"invite": "an invite code"})
            await play_to_the_end(game_id, [anna, bert], random.Random(3))
            await anna.get(f"/games/{game_id}/log")
    logged = "\n".join(str(record.__dict__) for record in caplog.records if record.name.startswith("services"))
    session = next(cookie.value for client in web.clients for cookie in client.cookies.jar if "session" in cookie.name)
    secrets = [anna.token, bert.token, session, "my card", "an invite code", "hands", "place_card"]
    assert not any(secret and secret in logged for secret in secrets)
