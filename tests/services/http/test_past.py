"""Tables as they stood: one's own eyes while the game runs, any once it is over."""

import random
from typing import Any

import pytest

from tests.services.http.test_bad_input import check_problem
from tests.support.web import ALL_GAMES, Person, Web, move_once, open_table, play_to_the_end


async def table(person: Person, game_id: str) -> dict[str, Any]:
    """The table, but for what could be done there: nothing can be in the past."""
    shown: dict[str, Any] = (await person.get(f"/games/{game_id}")).json()
    shown["undo"] |= {"offer": "none", "can_redo": False}
    return {**shown, "decision": None}


async def at(person: Person, game_id: str, position: object, **parameters: Any) -> dict[str, Any]:
    answer = await person.get(f"/games/{game_id}/at/{position}", params=parameters)
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()
    assert shown["table"]["decision"] is None
    return shown


async def test_each_position_of_a_running_game_is_what_was_shown_then(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "hidden_hoards")
    shown: dict[str, list[dict[str, Any]]] = {"Anna": [], "Bert": []}
    for mover in (None, anna, bert, anna):
        if mover is not None:
            assert (await move_once(game_id, mover)).status_code == 200
        for person in (anna, bert):
            shown[person.name].append(await table(person, game_id))
    for person in (anna, bert):
        for then in shown[person.name]:
            past = await at(person, game_id, then["position"])
            assert past["table"] == then
            assert past["last_position"] == shown[person.name][-1]["position"]
            assert past["viewer"] == then["seat"]
            assert past["position"] == then["position"]
            assert past["entry"]["time_ms"] == then["told_ms"]
    assert (await at(bert, game_id, 1))["entry"]["sentences"][0] == "Anna sets up the table."


async def test_a_running_game_shows_nobody_more_than_its_own_eyes(web: Web) -> None:
    anna, bert, cora = [await web.guest(name) for name in ("Anna", "Bert", "Cora")]
    game_id = await open_table([anna, bert], "hidden_hoards")
    await move_once(game_id, anna)  # which Bert is not told of
    path = f"/games/{game_id}/at"
    assert (await anna.get(f"{path}/4")).status_code == 200
    for person in (bert, cora):
        check_problem(await person.get(f"{path}/4"), 404, "position_not_found")
    for position in ("0", "-1", "1e3", "x", "9" * 30, "٣"):
        check_problem(await anna.get(f"{path}/{position}"), 404, "position_not_found")
    for seat in (1, -1, 17):
        check_problem(await anna.get(f"{path}/2?seat={seat}"), 422, "hidden_until_the_end")
    for person in (anna, bert, cora):
        check_problem(await person.get(f"{path}/2?revealed=true"), 422, "hidden_until_the_end")
        check_problem(await person.get(f"{path}/2?revealed=1"), 422, "invalid_parameter", "?revealed")
        check_problem(await person.get(f"{path}/2?seat=one"), 422, "invalid_parameter", "?seat")
    own, others, watched = [(await person.get(f"{path}/3")).json() for person in (anna, bert, cora)]
    assert (own["viewer"], others["viewer"], watched["viewer"]) == (0, 1, -1)
    assert (await anna.get(f"{path}/3?seat=0")).json() == own, "one's own eyes may be named"
    assert -1 not in own["table"]["state"]["hands"][0]
    assert set(others["table"]["state"]["hands"][0]) == {-1}
    assert {card for hand in watched["table"]["state"]["hands"] for card in hand} == {-1}


async def test_a_table_that_may_not_be_seen_has_no_past_either(web: Web) -> None:
    anna, bert, cora = [await web.guest(name) for name in ("Anna", "Bert", "Cora")]
    game_id = await open_table([anna, bert], "dragon_overload", watchable=False)
    hidden = await cora.get(f"/games/{game_id}/at/1?revealed=true")
    assert (hidden.status_code, hidden.content) == (404, (await cora.get(f"/games/{'a' * 26}/at/1")).content)


@pytest.mark.parametrize("game", list(ALL_GAMES))
async def test_a_finished_game_is_shown_through_all_eyes_and_whole(web: Web, game: str) -> None:
    people = [await web.guest(f"Guest {seat}") for seat in range(ALL_GAMES[game].seats.start)]
    game_id = await open_table(people, game)
    version = web.parts.store.top_version
    shown = {await version(game_id): [await table(person, game_id) for person in people]}
    for _ in range(3):
        for person in people:
            if (await table(person, game_id))["seat"] in (await table(person, game_id))["waiting"]:
                await move_once(game_id, person)
                shown[await version(game_id)] = [await table(person, game_id) for person in people]
    await people[0].post(f"/games/{game_id}/resign")
    await play_to_the_end(game_id, people, random.Random(2), most=60, resigns=True)
    last = await version(game_id)
    stranger = await web.guest("Stranger")
    for then in shown.values():
        for seat, seen in enumerate(then):
            past = await at(stranger, game_id, seen["position"], seat=seat)
            assert past["table"]["state"] == seen["state"]
            assert not any(holder["is_you"] for holder in past["table"]["seats"])
    for number in shown:
        whole = await at(stranger, game_id, number, revealed="true")
        assert (whole["viewer"], whole["position"], whole["last_position"]) == (None, number, last)
        stored = web.parts.told_logs._logs[game_id].past.at(number)
        ALL_GAMES[game].check_invariants(stored.state)
        assert "-1" not in str(whole["table"]["state"].get("hands", ""))
    watched = await at(stranger, game_id, 1, seat=-1)
    assert (watched["viewer"], watched["table"]["state"]) == (-1, None)
    check_problem(await stranger.get(f"/games/{game_id}/at/1?seat=19"), 422, "unknown_seat")
    check_problem(await stranger.get(f"/games/{game_id}/at/{last + 1}?revealed=true"), 404, "position_not_found")


async def test_before_the_start_the_past_follows_the_person_to_the_seat_it_held(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    for number in range(20):
        game_id = await open_table(
            [anna, bert], "dragon_overload", draws_seats=True, key=f"table {number}".replace(" ", "")
        )
        if (await table(anna, game_id))["seat"] == 1:
            break
    sat = [(await at(anna, game_id, position))["table"] for position in (1, 2, 3)]
    assert [then["seat"] for then in sat] == [0, 0, 1]
    assert [[holder["name"] for holder in then["seats"] if holder["is_you"]] for then in sat] == [["Anna"]] * 3
