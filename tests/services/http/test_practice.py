"""What if: from a position of another game one goes on alone; nothing hidden comes along from a game that goes on."""

import random
from typing import Any

import httpx
import pytest

from tests.services.http.test_bad_input import check_problem
from tests.support.two_worlds import two_worlds
from tests.support.web import ALL_GAMES, Person, Web, lists_catch_up, move_once, open_table, play_to_the_end

GREEDY = {"seat": 0, "level": "greedy"}


async def practise(
    person: Person,
    game_id: str,
    position: int,
    body: dict[str, Any] | None = None,
    *,
    key: str | None = None,
    **query: Any,
) -> httpx.Response:
    return await person.post(f"/games/{game_id}/at/{position}/practice", body or GREEDY, key=key, params=query)


async def begun(response: httpx.Response) -> dict[str, Any]:
    assert response.status_code == 201, response.text
    table: dict[str, Any] = response.json()
    assert response.headers["location"] == f"/games/{table['id']}"
    return table


async def finished(web: Web, game: str) -> tuple[str, list[Person], int]:
    """A game played to its end; and a version in its midst."""
    people = [await web.guest(f"Guest {seat}") for seat in range(ALL_GAMES[game].seats.start)]
    game_id = await open_table(people, game)
    await play_to_the_end(game_id, people, random.Random(2), most=60, resigns=True)
    last = await web.parts.store.top_version(game_id)
    return game_id, people, (len(people) + 1 + last) // 2


@pytest.mark.parametrize("game", list(ALL_GAMES))
async def test_from_a_finished_game_play_goes_on_as_it_was(web: Web, game: str) -> None:
    game_id, people, version = await finished(web, game)
    stranger = await web.guest("Stranger")
    table = await begun(await practise(stranger, game_id, version, revealed="true"))
    assert table["origin"] == {"game": game_id, "position": version, "viewer": None, "is_sampled": False}
    then = web.parts.told_logs._logs[game_id].past.at(version)
    now = await web.parts.loader.load(table["id"])
    assert now.state == then.state
    assert {seat: owed.decision for seat, owed in now.open_decisions.items()} == {
        seat: owed.decision for seat, owed in then.open_decisions.items()
    }
    assert [seat["kind"] for seat in table["seats"]] == ["person", *["bot"] * (len(people) - 1)]
    log = (await stranger.get(f"/games/{table['id']}/log")).text
    assert f"from position {version} of the game {game_id}." in log
    assert (await stranger.get(f"/games/{game_id}")).json()["phase"] == "finished", "the game itself is as it was"


@pytest.mark.parametrize("game", list(ALL_GAMES))
async def test_from_a_running_game_only_what_the_player_sees_comes_along(web: Web, game: str) -> None:
    people = [await web.guest(f"Guest {seat}") for seat in range(ALL_GAMES[game].seats.start)]
    game_id = await open_table(people, game, what_if=True)
    for person in people:
        await move_once(game_id, person) if (await person.get(f"/games/{game_id}")).json()["decision"] else None
    seen = (await people[0].get(f"/games/{game_id}")).json()
    tables = [
        await begun(await practise(people[0], game_id, seen["position"], key=f"k{number}")) for number in range(6)
    ]
    states = []
    for table in tables:
        assert table["state"] == seen["state"], "the player sees the same there"
        assert table["origin"]["is_sampled"]
        state = (await web.parts.loader.load(table["id"])).state
        ALL_GAMES[game].check_invariants(state)
        states.append(state)
    truth = (await web.parts.loader.load(game_id)).state
    rules = ALL_GAMES[game]
    if game != "dragon_gust":  # which hides next to nothing
        assert any(state != truth for state in states), "what is hidden is drawn anew"
        assert any(state != states[0] for state in states), "and by each table by itself"
    assert all(rules.seen_by(state, 0) == rules.seen_by(truth, 0) for state in states)


async def test_a_running_game_allows_it_only_where_it_was_set_up_so(web: Web) -> None:
    anna, bert, cora = [await web.guest(name) for name in ("Anna", "Bert", "Cora")]
    closed = await open_table([anna, bert], "hidden_hoards")
    check_problem(await practise(anna, closed, 3), 409, "what_if_closed")
    game_id = await open_table([anna, bert], "hidden_hoards", what_if=True)
    assert (await anna.get(f"/games/{game_id}")).json()["what_if"] is True
    check_problem(await practise(anna, game_id, 3, {"seat": 1, "level": "greedy"}), 403, "not_seated")
    check_problem(await practise(cora, game_id, 3), 403, "not_seated")
    check_problem(await practise(anna, game_id, 3, {"seat": 7, "level": "greedy"}), 422, "unknown_seat")
    check_problem(await practise(anna, game_id, 3, {"seat": 0, "level": "grand"}), 422, "unknown_bot")
    check_problem(await practise(anna, game_id, 2), 409, "game_not_playing")
    check_problem(await practise(anna, game_id, 9), 404, "position_not_found")
    check_problem(await practise(anna, game_id, 3, revealed="true"), 422, "hidden_until_the_end")
    table = await begun(await practise(anna, game_id, 3))
    check_problem(await practise(anna, table["id"], 1), 409, "what_if_closed")


async def test_it_is_begun_once_for_one_key(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "dragon_overload", what_if=True)
    first, again = [await begun(await practise(anna, game_id, 3, key="k")) for _ in range(2)]
    assert first == again
    assert (await begun(await practise(anna, game_id, 3, key="l")))["id"] != first["id"]
    await move_once(game_id, anna if (await anna.get(f"/games/{game_id}")).json()["decision"] else bert)
    check_problem(await practise(anna, game_id, 4, key="k"), 422, "idempotency_key_reused")
    await anna.post("/games", {"game": "dragon_overload", "seats": [{"kind": "host"}, {"kind": "open"}]}, key="k")


async def test_it_is_for_its_player_alone_and_counts_for_nothing(web: Web) -> None:
    game_id, (anna, bert), version = await finished(web, "dragon_overload")
    table = await begun(await practise(anna, game_id, version, revealed="true"))
    path = f"/games/{table['id']}"
    assert (table["listed"], table["watchable"]) == (False, False)
    check_problem(await bert.get(path), 404, "game_not_found")
    check_problem(await anna.post(f"{path}/invite"), 403, "not_seated")
    watching = await anna.http.put(f"{path}/watching", json={"watchable": True})
    assert watching.json()["watchable"] is False
    await lists_catch_up(web)
    (row,) = [row for row in (await anna.get("/inbox")).json()["tables"] if row["id"] == table["id"]]
    assert row["is_practice"]
    results = (await anna.get("/players/me/results")).json()
    assert (await anna.post(f"{path}/resign")).status_code == 200
    await lists_catch_up(web)
    rows = {row["id"]: row["is_practice"] for row in (await anna.get("/history")).json()["games"]}
    assert rows == {game_id: False, table["id"]: True}
    assert (await anna.get("/players/me/results")).json() == results
    check_problem(await bert.get(path), 404, "game_not_found")


async def test_a_practice_table_from_two_worlds_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the player cannot know has no part in what is sampled, to the byte (law L3)."""

    def changed(state: Any) -> dict[int, int]:
        one, other = state.hands[1][0], next(card for card in state.pile if card != state.hands[1][0])
        return {one: other, other: one}

    async with two_worlds(monkeypatch, "dragon_overload", 2, changed, what_if=True) as worlds:
        told = []
        for world in worlds:
            anna = world.people[0]
            table = await begun(await practise(anna, world.game_id, 3, key="k"))
            state = (await world.web.parts.loader.load(table["id"])).state
            told.append((table, (await anna.get(f"/games/{table['id']}")).content, state))
        assert told[0] == told[1]
