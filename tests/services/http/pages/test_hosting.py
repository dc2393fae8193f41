"""What the host decides: who may watch, who must leave, and whether the table is closed."""

from collections.abc import Awaitable, Callable

from tests.services.http.pages.conftest import join_by_invite, path_of, set_up
from tests.support.page_reader import Page, Visitor

Guest = Callable[[str], Awaitable[Visitor]]
Stranger = Callable[[], Visitor]


def invite_of(page: Page) -> str:
    return page.html.partition('id="invite"')[2].partition('value="')[2].partition('"')[0]


async def test_the_host_asks_somebody_to_leave_who_is_told_and_cannot_come_back(guest: Guest) -> None:
    anna, bert = await guest("Anna"), await guest("Bert")
    table = await set_up(anna, "dragon_overload", starts_when_full=None)
    await join_by_invite(table, bert)
    path = path_of(table)
    asked = await anna.open((await anna.open(path)).link("Remove… Bert"))
    assert asked.headings == ["Remove Bert from the table?"]
    page = await anna.send(asked.form("/remove"))
    assert "Seat 2 nobody yet" in page.text
    told = await bert.open(path)
    assert (told.status, told.headings) == (403, ["The host has removed you from this table"])
    assert "any other table" in told.text
    invitation = await bert.open(invite_of(table))
    assert "The host has asked you to leave" in invitation.text
    assert not [form for form in invitation.forms if "/invite/" in form.action]


async def test_at_a_listed_table_who_was_sent_away_is_offered_no_seat(guest: Guest) -> None:
    anna, bert = await guest("Anna"), await guest("Bert")
    table = await set_up(anna, "dragon_overload", listing="listed", starts_when_full=None)
    seated = await bert.send((await bert.open(path_of(table))).form("/join"))
    assert "Remove…" not in seated.text
    await anna.send((await anna.open(f"{path_of(table)}/remove?seat=1")).form("/remove"))
    page = await bert.open(path_of(table))
    assert "The host has asked you to leave" in page.text
    assert "Sit here" not in page.text


async def test_whoever_sat_down_meanwhile_is_not_sent_away_in_anothers_place(guest: Guest) -> None:
    anna, bert, cleo = await guest("Anna"), await guest("Bert"), await guest("Cleo")
    table = await set_up(anna, "dragon_overload", starts_when_full=None)
    seated = await join_by_invite(table, bert)
    form = (await anna.open(f"{path_of(table)}/remove?seat=1")).form("/remove")
    await bert.send(seated.form("/leave"))
    await join_by_invite(table, cleo)
    refused = await anna.send(form)
    assert refused.status == 409
    assert "Somebody else sits there by now." in refused.text
    assert "Cleo" in (await anna.open(path_of(table))).text


async def test_nobody_is_asked_to_leave_an_empty_seat(guest: Guest) -> None:
    anna = await guest("Anna")
    table = await set_up(anna, "dragon_overload", starts_when_full=None)
    for query in ("", "?seat=1", "?seat=7"):
        assert (await anna.open(f"{path_of(table)}/remove{query}")).url == table.url


async def test_the_host_closes_watching_and_opens_it_while_the_game_is_played(guest: Guest, stranger: Stranger) -> None:
    anna = await guest("Anna")
    table = await set_up(anna, "dragon_overload", seat__1="bot:random", watchable=None)
    path = path_of(table)
    assert (await stranger().open(path)).status == 404
    settings = await anna.open(f"{path}/settings")
    opened = await anna.send(settings.form("/watching", "Open watching"))
    assert "Others may watch from now on." in opened.text
    assert (await stranger().open(path)).status == 200
    closed = await anna.send(opened.form("/watching", "Close watching"))
    assert "Nobody else may watch from now on." in closed.text
    assert (await stranger().open(path)).status == 404
    assert (await anna.send(settings.form("/watching"), watching="ajar")).status == 422


async def test_only_the_host_has_settings(guest: Guest, stranger: Stranger) -> None:
    anna, bert = await guest("Anna"), await guest("Bert")
    table = await set_up(anna, "dragon_overload", starts_when_full=None)
    await join_by_invite(table, bert)
    for page in ("settings", "close", "remove?seat=0"):
        refused = await bert.open(f"{path_of(table)}/{page}")
        assert refused.status == 403
        assert refused.link("Look at the table") == path_of(table)
    asked = await stranger().open(f"{path_of(table)}/settings")
    assert asked.form("/welcome").fields["next"] == f"{path_of(table)}/settings"
    assert (await (await guest("Cleo")).open(f"{path_of(table)}/settings")).status == 404


async def test_a_table_is_closed_only_when_asked_twice(guest: Guest) -> None:
    anna, bert = await guest("Anna"), await guest("Bert")
    table = await set_up(anna, "dragon_overload", starts_when_full=None)
    await join_by_invite(table, bert)
    page = await anna.open(path_of(table))
    assert not [form for form in page.forms if form.action.endswith("/leave")]
    asked = await anna.open(page.link("Close the table…"))
    assert asked.link("No, back to the table") == path_of(table)
    await anna.send(asked.form("/leave"))
    assert "closed before the game began" in (await bert.open(path_of(table))).text
    assert (await anna.open(f"{path_of(table)}/close")).url == table.url
