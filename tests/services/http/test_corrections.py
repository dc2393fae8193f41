"""What whoever runs the server corrects, as the people at the table read it: in pages, API, lists and terminal."""

import pytest

from domain.errors import NotOpen
from projections import BOT_TURNS
from projections.bot_turns import WAITING, owed_by_bots
from services.correcting import Correcting, InvalidAdminName
from services.errors import KeyReused
from services.texts import LONGEST_REASON, InvalidText
from tests.support.web import Person, Web, lists_catch_up, open_table

AWAY = "Bert has been away for weeks"
LETS = f"The administrator lets Greedy bot play on for Bert: {AWAY}."


@pytest.fixture
async def people(web: Web) -> list[Person]:
    return [await web.guest("Anna"), await web.guest("Bert")]


def correcting(web: Web) -> Correcting:
    return Correcting(web.parts.commanding)


async def log_of(person: Person, game_id: str) -> str:
    return (await person.get(f"/games/{game_id}/log")).text


async def test_a_replacement_is_read_by_all_and_before_it_the_person_is_named(web: Web, people: list[Person]) -> None:
    anna, bert = people
    game_id = await open_table(people, "dragon_overload", watchable=False)
    await correcting(web).replace(game_id, 1, "greedy", AWAY)
    for person in people:
        log = await log_of(person, game_id)
        assert LETS in log
        assert "Bert sits down on seat 2." in log
        page = (await person.get(f"/tables/{game_id}")).text
        assert LETS in page
    seats = (await anna.get(f"/games/{game_id}")).json()["seats"]
    assert [seat["name"] for seat in seats] == ["Anna", "Greedy bot"]
    assert (await bert.get(f"/games/{game_id}")).json()["seat"] is None


async def test_what_the_person_owed_the_bot_is_called_for(web: Web, people: list[Person]) -> None:
    """By the turn caller, which asks for what bots owe."""
    game_id = await open_table(people, "dragon_overload")
    (seat,) = (await web.parts.loader.load(game_id)).open_decisions
    await lists_catch_up(web)
    places = web.parts.read_store.first_places
    assert await places(BOT_TURNS.name, WAITING, up_to_ms=2**42, count=9) == []
    await correcting(web).replace(game_id, seat, "greedy", AWAY)
    await lists_catch_up(web)
    assert [owed.decision.seat for owed in owed_by_bots(await web.parts.loader.load(game_id))] == [seat]
    (waiting,) = await places(BOT_TURNS.name, WAITING, up_to_ms=2**42, count=9)
    assert waiting.game_id == game_id


async def test_who_was_replaced_has_the_game_in_no_list(web: Web, people: list[Person]) -> None:
    anna, bert = people
    game_id = await open_table(people, "dragon_overload")
    await lists_catch_up(web)
    assert game_id in (await bert.get("/inbox")).text
    await correcting(web).replace(game_id, 1, "greedy", AWAY)
    await lists_catch_up(web)
    assert game_id in (await anna.get("/inbox")).text
    assert game_id not in (await bert.get("/inbox")).text
    await anna.post(f"/games/{game_id}/resign")
    await lists_catch_up(web)
    assert game_id in (await anna.get("/history")).text
    assert game_id not in (await bert.get("/history")).text


async def test_a_host_who_was_replaced_is_host_no_more(web: Web, people: list[Person]) -> None:
    anna, _ = people
    game_id = await open_table(people, "dragon_overload")
    await correcting(web).replace(game_id, 0, "greedy", "Away")
    assert (await anna.get(f"/games/{game_id}")).json()["is_host"] is False
    assert (await anna.get(f"/tables/{game_id}/settings")).status_code == 403


async def test_a_closed_table_says_why(web: Web, people: list[Person]) -> None:
    game_id = await open_table(people, "dragon_overload", watchable=False)
    await correcting(web).abandon(game_id, "they asked for it!")
    for person in people:
        says = "The administrator closes the table: they asked for it!"
        assert says in await log_of(person, game_id)
        assert says in (await person.get(f"/tables/{game_id}")).text


async def test_the_same_correction_is_made_once_and_another_is_another(web: Web, people: list[Person]) -> None:
    game_id = await open_table(people, "dragon_overload")
    first = await correcting(web).abandon(game_id, "once")
    again = await Correcting(web.parts.commanding).abandon(game_id, "once")
    assert (first.is_repeat, again.is_repeat, again.version) == (False, True, first.version)
    with pytest.raises(NotOpen):
        await correcting(web).abandon(game_id, "twice")


async def test_a_key_stands_for_one_correction(web: Web, people: list[Person]) -> None:
    game_id = await open_table(people, "dragon_overload")
    await correcting(web).replace(game_id, 0, "greedy", "once", key="k")
    with pytest.raises(KeyReused):
        await correcting(web).replace(game_id, 1, "greedy", "once", key="k")


@pytest.mark.parametrize("reason", ["", "   ", "x" * (LONGEST_REASON + 1), "<b>", "two\nlines", "\u202ebackwards"])
async def test_a_reason_is_a_line_that_can_be_read(web: Web, people: list[Person], reason: str) -> None:
    game_id = await open_table(people, "dragon_overload")
    with pytest.raises(InvalidText, match="The reason "):
        await correcting(web).abandon(game_id, reason)


@pytest.mark.parametrize("name", ["", "A", "a b", "x" * 33, "a:b"])
def test_what_stands_in_the_log_for_whoever_runs_the_server_is_a_plain_word(web: Web, name: str) -> None:
    with pytest.raises(InvalidAdminName):
        Correcting(web.parts.commanding, name)
