"""Coming in: a name, an invitation, one's own page."""

from collections.abc import Awaitable, Callable

import pytest

from services.ports import StoreUnavailable
from tests.services.http.pages.conftest import join_by_invite, set_up
from tests.support.page_reader import Visitor
from tests.support.web import Web

Guest = Callable[[str], Awaitable[Visitor]]
Stranger = Callable[[], Visitor]


async def test_a_stranger_is_told_what_this_is_and_asked_for_a_name(stranger: Stranger) -> None:
    page = await stranger().open("/")
    assert page.headings[0] == "Dragon games, a move at a time"
    assert page.form("/welcome").buttons == ["Come in"]


async def test_a_name_opens_the_lobby_which_says_what_to_do(guest: Guest) -> None:
    page = await (await guest("Anna")).open("/")
    assert page.link("Play against a bot in Dragon Gust") == "/new/dragon_gust?against=greedy"
    assert page.link("Play against a bot in Dragon Overload") == "/new/dragon_overload?against=greedy"
    assert "Nobody is looking for players just now." in page.text


async def test_an_unusable_name_is_asked_for_again_with_the_reason(stranger: Stranger) -> None:
    visitor = stranger()
    page = await visitor.send((await visitor.open("/")).form("/welcome"), name="  <b> ")
    assert page.status == 422
    assert "leave out <" in page.text
    assert page.form("/welcome").fields["name"] == "  <b> "


async def test_whoever_needs_a_name_first_comes_back_to_where_they_were(stranger: Stranger) -> None:
    visitor = stranger()
    asked = await visitor.open("/new/hidden_hoards?seats=3")
    page = await visitor.send(asked.form("/welcome"), name="Anna")
    assert page.url.endswith("/new/hidden_hoards?seats=3")
    assert "seat.2" in page.form("/new/hidden_hoards").fields


@pytest.mark.parametrize(
    "path", ["//evil.test/", "/\\evil.test", "https://evil.test/", "/\t/evil.test", "javascript:x"]
)
async def test_nobody_is_sent_to_another_site(stranger: Stranger, path: str) -> None:
    visitor = stranger()
    form = (await visitor.open("/welcome")).form("/welcome")
    response = await visitor.post(form, name="Anna", next=path)
    assert response.headers["location"] == "/"


async def test_an_invitation_asks_for_a_name_and_seats_its_holder(guest: Guest, stranger: Stranger) -> None:
    anna, other = await guest("Anna"), stranger()
    table = await set_up(anna, "dragon_overload")
    link = table.html.partition('id="invite"')[2].partition('value="')[2].partition('"')[0]
    assert link.startswith("http://dragons.test/invite/")
    invitation = await other.open(link)
    assert invitation.headings[0] == "Anna invites you to Dragon Overload"
    refused = await other.send(invitation.forms[-1], name="")
    assert refused.status == 422
    joined = await other.send(refused.forms[-1], name="Bert")
    assert joined.status == 200
    assert "Bert" in joined.text
    assert (await other.open(link)).url == joined.url


async def test_an_invitation_to_a_game_that_has_begun_says_so(guest: Guest, stranger: Stranger) -> None:
    anna = await guest("Anna")
    table = await set_up(anna, "dragon_overload")
    await join_by_invite(table, await guest("Bert"))
    link = table.html.partition('id="invite"')[2].partition('value="')[2].partition('"')[0]
    late = await stranger().open(link)
    assert "has begun without you" in late.text
    assert late.link("Watch it") == table.url.removeprefix("http://dragons.test")


async def test_two_accept_the_last_seat_and_the_second_is_told(guest: Guest, stranger: Stranger) -> None:
    table = await set_up(await guest("Anna"), "dragon_overload")
    link = table.html.partition('id="invite"')[2].partition('value="')[2].partition('"')[0]
    first, second = stranger(), stranger()
    forms = [(await visitor.open(link)).forms[-1] for visitor in (first, second)]
    await first.send(forms[0], name="Bert")
    refused = await second.send(forms[1], name="Cleo")
    assert refused.status == 409
    assert "Cleo" in (await second.open("/")).text


async def test_a_wrong_invitation_is_nothing(guest: Guest, stranger: Stranger) -> None:
    table = await set_up(await guest("Anna"), "dragon_overload")
    page = await stranger().open(f"/invite/{table.url.rpartition('/')[2]}/{'a' * 26}")
    assert page.status == 404
    assert "ask for the invite link" in page.text


async def test_a_new_name_shows_at_once(guest: Guest) -> None:
    anna = await guest("Anna")
    refused = await anna.send((await anna.open("/me")).form("/me/name"), name="\u200b")
    assert refused.status == 422
    page = await anna.send(refused.form("/me/name"), name="Annabel")
    assert page.headings[0] == "You are Annabel"
    assert "Your name is changed." in page.text


async def test_a_token_is_shown_once_works_and_can_be_ended(web: Web, guest: Guest) -> None:
    anna, bert = await guest("Anna"), await guest("Bert")
    made = await anna.send((await anna.open("/me")).form("/me/token"))
    token = made.html.partition('id="token"')[2].partition('value="')[2].partition('"')[0]
    assert len(token) >= 43
    again = await anna.open("/me/token")
    assert token not in again.html
    program = web.client(Authorization=f"Bearer {token}")
    assert (await program.get("/inbox")).status_code == 200
    foreign = await bert.send((await bert.open("/me")).form("/me/token/revoke"), token=token)
    assert foreign.status == 422
    ended = await anna.send((await anna.open("/me")).form("/me/token/revoke"), token=token)
    assert "no longer works" in ended.text
    assert (await program.get("/inbox")).status_code == 401


async def test_a_forged_session_counts_as_none(stranger: Stranger) -> None:
    visitor = stranger()
    visitor.http.cookies.set("dragonpost_session", "aaaaaaaaaaaaaaaaaaaaaaaaaa.forged")
    page = await visitor.open("/")
    assert page.form("/welcome").buttons == ["Come in"]
    assert "Anna" in (await visitor.send(page.form("/welcome"), name="Anna")).text


async def test_forms_of_others_are_refused(guest: Guest, stranger: Stranger) -> None:
    anna, bert = await guest("Anna"), await guest("Bert")
    form = (await anna.open("/new/dragon_overload")).form("/new/dragon_overload")
    for csrf in (None, "", "x", (await bert.open("/me")).form("/me/name").fields["csrf"]):
        refused = await anna.send(form, csrf=csrf)
        assert refused.status == 403
        assert "open the page again" in refused.text
    welcome = (await stranger().open("/")).form("/welcome")
    assert (await stranger().send(welcome, name="Eve")).status == 403


async def test_pages_are_not_kept_by_caches_on_the_way(guest: Guest) -> None:
    response = await (await guest("Anna")).http.get("/")
    assert response.headers["cache-control"] == "private, no-cache"
    assert response.headers["x-content-type-options"] == "nosniff"


async def test_forms_from_other_sites_are_refused_on_a_page(guest: Guest) -> None:
    anna = await guest("Anna")
    form = (await anna.open("/me")).form("/me/name")
    anna.http.headers["sec-fetch-site"] = "cross-site"
    refused = await anna.send(form, name="Eve")
    assert refused.status == 403
    del anna.http.headers["sec-fetch-site"]
    assert "Anna" in (await anna.open("/me")).text


async def test_a_form_that_is_too_large_is_refused_on_a_page(guest: Guest) -> None:
    anna = await guest("Anna")
    form = (await anna.open("/me")).form("/me/name")
    many = {f"field{number}": "x" for number in range(200)}
    assert (await anna.send(form, **many)).status == 400
    assert (await anna.send(form, name="x" * 60_000)).status == 422


async def test_a_fault_of_ours_is_a_page_without_its_text(
    web: Web, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await guest("Anna")

    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError("hand: crystal 9")

    monkeypatch.setattr(type(web.parts.tables), "see", fail)
    page = await anna.open(f"/tables/{'a' * 26}")
    assert page.status == 500
    assert "crystal" not in page.html
    assert "Tell whoever runs this server." in page.text


async def test_a_store_that_is_away_is_told_and_the_form_may_be_sent_again(
    web: Web, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await guest("Anna")

    async def fail(*_: object, **__: object) -> None:
        raise StoreUnavailable("redis://secret@host is away")

    monkeypatch.setattr(type(web.parts.tables), "see", fail)
    page = await anna.open(f"/tables/{'a' * 26}")
    assert page.status == 503
    assert "secret" not in page.html
    assert "Wait a moment and try again." in page.text
