"""Tables before the game, and the lists that lead to them."""

import asyncio
from collections.abc import Awaitable, Callable

from tests.services.http.pages.conftest import choose, join_by_invite, path_of, set_up
from tests.support.page_reader import Visitor
from tests.support.web import Web

Guest = Callable[[str], Awaitable[Visitor]]
Stranger = Callable[[], Visitor]


async def test_a_table_is_set_up_by_its_form(guest: Guest) -> None:
    anna = await guest("Anna")
    form = (await anna.open("/new/dragon_overload")).form("/new/dragon_overload")
    assert form.fields["seat.0"] == "me"
    assert form.fields["seat.1"] == "open"
    page = await anna.send(form)
    assert page.headings == ["Dragon Overload", "Seats", "Invite somebody", "About this table"]
    assert "By invitation only." in page.text


async def test_against_a_bot_it_begins_at_once(guest: Guest) -> None:
    anna = await guest("Anna")
    form = (await anna.open("/new/dragon_overload?against=greedy")).form("/new/dragon_overload")
    page = await anna.send(form)
    assert "Greedy bot" in page.text
    assert "you" in page.text
    assert "Lay" in page.text or "Waiting for Greedy bot." in page.text


async def test_the_same_form_sent_twice_makes_one_table(guest: Guest) -> None:
    anna = await guest("Anna")
    form = (await anna.open("/new/dragon_overload")).form("/new/dragon_overload")
    first, second = await asyncio.gather(anna.post(form), anna.post(form))
    assert first.headers["location"] == second.headers["location"]
    changed = await anna.send(form, watchable=None)
    assert changed.status == 422
    assert "has set up a table already" in changed.text
    again = changed.form("/new/dragon_overload")
    assert "watchable" not in again.fields, "what was chosen is kept"
    assert (await anna.post(again)).headers["location"] != first.headers["location"], (
        "the form drawn anew has a new key"
    )


async def test_a_wrong_option_is_told_at_its_field(guest: Guest) -> None:
    anna = await guest("Anna")
    page = await set_up(anna, "hidden_hoards", **{"option.rounds": "9", "seat.1": "bot:random"})
    assert page.status == 422
    assert "Rounds takes a number from 2 to 4." in page.text
    form = page.form("/new/hidden_hoards")
    assert (form.fields["option.rounds"], form.fields["seat.1"]) == ("9", "bot:random")
    assert (await anna.send(form, **{"option.rounds": "2"})).status == 200


async def test_a_plan_that_cannot_be_is_told_and_keeps_what_was_chosen(guest: Guest) -> None:
    page = await set_up(await guest("Anna"), "dragon_overload", seat__1="me", listing="listed")
    assert page.status == 422
    assert "You can hold one seat only." in page.text
    assert page.form("/new/dragon_overload").fields["listing"] == "listed"


async def test_a_seat_for_what_does_not_exist_is_told_at_the_seat(guest: Guest) -> None:
    anna = await guest("Anna")
    for junk in ("bot:grand", "anybody", ""):
        page = await set_up(anna, "dragon_overload", seat__1=junk)
        assert page.status == 422
        assert "Seat 2 takes one of these: Me, Anybody who joins, " in page.text
    assert (await set_up(anna, "dragon_overload", seating="fair")).status == 422


async def test_seats_can_be_drawn_by_chance(guest: Guest) -> None:
    anna = await guest("Anna")
    form = (await anna.open("/new/dragon_overload")).form("/new/dragon_overload")
    assert form.fields["seating"] == "chosen"
    table = await anna.send(form, seating="drawn")
    assert "Who sits where is drawn by chance when the game begins." in table.text
    wrong = await set_up(anna, "dragon_overload", seating="drawn", seat__1="me")
    assert wrong.form("/new/dragon_overload").fields["seating"] == "drawn"


async def test_whoever_is_invited_picks_a_free_seat(guest: Guest, stranger: Stranger) -> None:
    anna = await guest("Anna")
    table = await set_up(anna, "hidden_hoards", seat__0="open", seat__1="me", seat__2="open")
    link = table.html.partition('id="invite"')[2].partition('value="')[2].partition('"')[0]
    bert = stranger()
    form = (await bert.open(link)).forms[-1]
    assert form.fields["seat"] == "0"
    seated = await bert.send(form, name="Bert", seat="2")
    assert "Seat 3 Bert you" in seated.text


async def test_a_game_that_is_not_installed_is_named_as_such(guest: Guest) -> None:
    page = await (await guest("Anna")).open("/new/chess")
    assert page.status == 404
    assert "Dragon Overload" in page.text


async def test_the_host_seats_bots_sends_them_away_and_begins(guest: Guest) -> None:
    anna = await guest("Anna")
    page = await set_up(anna, "dragon_overload", starts_when_full=None)
    page = await anna.send(page.form("/bots", "Seat a random bot on seat 2"))
    assert "Begin when you are ready." in page.text
    page = await anna.send(page.form("/bots/remove"))
    assert "nobody yet" in page.text
    page = await anna.send(page.form("/bots", "Seat a greedy bot on seat 2"))
    page = await anna.send(page.form("/start"))
    assert "Whole log" in page.text


async def test_an_unlisted_table_is_nothing_to_others(guest: Guest, stranger: Stranger) -> None:
    table = await set_up(await guest("Anna"), "dragon_overload")
    for visitor in (await guest("Bert"), stranger()):
        page = await visitor.open(path_of(table))
        assert page.status == 404
        assert "ask for the invite link" in page.text
    missing = await stranger().open(f"/tables/{'a' * 26}")
    known = await stranger().open(path_of(table))
    assert known.steady_html == missing.steady_html.replace("a" * 26, path_of(table).rpartition("/")[2])


async def test_a_listed_table_is_found_joined_and_left(guest: Guest, web: Web) -> None:
    anna, bert = await guest("Anna"), await guest("Bert")
    table = await set_up(anna, "dragon_overload", listing="listed", starts_when_full=None)
    await web.parts.projecting.bring_up(path_of(table).rpartition("/")[2])
    lobby = await bert.open("/")
    (entry,) = [href for text, href in lobby.links if "set up by Anna" in text]
    assert entry == path_of(table)
    seated = await bert.send((await bert.open(entry)).form("/join"))
    assert "Bert you" in seated.text
    assert "The host can begin." in seated.text
    left = await bert.send(seated.form("/leave"))
    assert left.url == "http://dragons.test/"
    asked = await anna.open((await anna.open(path_of(table))).link("Close the table…"))
    closed = await anna.send(asked.form("/leave"))
    assert closed.url == "http://dragons.test/"
    assert "closed before the game began" in (await anna.open(path_of(table))).text


async def test_a_visitor_without_a_name_is_asked_for_one_to_sit_down(guest: Guest, stranger: Stranger) -> None:
    table = await set_up(await guest("Anna"), "dragon_overload", listing="listed")
    visitor = stranger()
    page = await visitor.open(path_of(table))
    asked = await visitor.open(page.link("Give your name to sit down"))
    back = await visitor.send(asked.form("/welcome"), name="Bert")
    assert back.url == table.url
    assert back.form("/join").buttons == ["Sit here on seat 2"]


async def test_ones_own_change_shows_in_the_lobby_before_the_lists_have_caught_up(guest: Guest) -> None:
    anna = await guest("Anna")
    await set_up(anna, "dragon_overload")
    assert "waits for a player" in (await anna.open("/")).text


async def test_tables_that_wait_for_me_come_first_the_longest_wait_first_of_all(guest: Guest, web: Web) -> None:
    anna, bert = await guest("Anna"), await guest("Bert")
    paths = []
    for _ in range(5):
        table = await set_up(anna, "hidden_hoards")
        await join_by_invite(table, bert)
        paths.append(path_of(table))
        await web.parts.projecting.bring_up(paths[-1].rpartition("/")[2])
    page = await choose(anna, await anna.open(paths[0]))
    await anna.send(page.form("/moves"))
    await web.parts.projecting.bring_up(paths[0].rpartition("/")[2])
    lobby = await anna.open("/")
    assert lobby.title == "(4) Your move · Dragonpost"
    assert lobby.headings[:3] == ["My tables", "Waiting for you 4", "Waiting for others"]
    listed = [href for text, href in lobby.links if "Hidden Hoards" in text]
    assert listed == [*paths[1:], paths[0]]


async def test_other_games_can_be_watched(guest: Guest, stranger: Stranger, web: Web) -> None:
    anna, cleo = await guest("Anna"), await guest("Cleo")
    table = await set_up(anna, "dragon_overload", listing="listed")
    await join_by_invite(table, await guest("Bert"))
    await web.parts.projecting.bring_up(path_of(table).rpartition("/")[2])
    lobby = await cleo.open("/")
    (entry,) = [href for text, href in lobby.links if "Anna against Bert" in text]
    for visitor in (cleo, stranger()):
        page = await visitor.open(entry)
        assert "Waiting for" in page.text
        assert "/resign" not in page.html
        assert not page.answers()


async def test_a_wrong_page_of_a_list_is_told(guest: Guest) -> None:
    page = await (await guest("Anna")).open("/?open=nowhere")
    assert page.status == 422


async def test_the_address_of_a_form_leads_back_to_the_table(guest: Guest) -> None:
    anna = await guest("Anna")
    table = await set_up(anna, "dragon_overload")
    for form in ("join", "leave", "bots", "bots/remove", "start", "moves", "rematch"):
        assert (await anna.open(f"{path_of(table)}/{form}")).url == table.url


async def test_what_seats_decide_is_said_only_where_it_is_so(guest: Guest) -> None:
    """Two sit opposite each other whatever their seats, and chance may say who begins."""
    anna = await guest("Anna")
    said = "who sits beside whom, may depend on the seat"
    assert said not in (await anna.open("/new/hidden_hoards?seats=2")).text
    assert said in (await anna.open("/new/hidden_hoards?seats=3")).text
