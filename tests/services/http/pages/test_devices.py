"""Going on from another device, and leaving one."""

import logging
from collections.abc import Awaitable, Callable

import pytest

from services.ports import OutcomeUnknown
from tests.support.page_reader import Page, Visitor
from tests.support.web import Web

Guest = Callable[[str], Awaitable[Visitor]]
Stranger = Callable[[], Visitor]


async def link_of(visitor: Visitor) -> str:
    """Make a link for another device, and read it off the page."""
    page = await visitor.send((await visitor.open("/me")).form("/me/device"))
    assert page.status == 200
    return field_of(page, "link").removeprefix("http://dragons.test")


def field_of(page: Page, name: str) -> str:
    return page.html.partition(f'id="{name}"')[2].partition('value="')[2].partition('"')[0]


async def test_another_device_goes_on_in_the_same_name_once(guest: Guest, stranger: Stranger) -> None:
    anna, phone, third = await guest("Anna"), stranger(), stranger()
    link = await link_of(anna)
    for _ in range(2):
        asked = await phone.open(link)
        assert asked.headings == ["Go on as Anna on this device?"]
    lobby = await phone.send(asked.form(link))
    assert lobby.headings[0] == "My tables"
    assert (await phone.open("/me")).headings[0] == "You are Anna"
    assert (await anna.open("/me")).headings[0] == "You are Anna", "the first device stays as it is"
    late = await third.open(link)
    assert late.status == 404
    assert "choose “Go on from another device” for a new link" in late.text


async def test_two_who_answer_at_once_do_not_both_come_in(guest: Guest, stranger: Stranger) -> None:
    link = await link_of(await guest("Anna"))
    one, other = stranger(), stranger()
    forms = [(await visitor.open(link)).form(link) for visitor in (one, other)]
    assert (await one.send(forms[0])).headings[0] == "My tables"
    refused = await other.send(forms[1])
    assert (refused.status, refused.headings) == (404, ["This link lets nobody in"])


async def test_whoever_plays_there_already_is_told_what_would_be_forgotten(guest: Guest) -> None:
    anna, bert = await guest("Anna"), await guest("Bert")
    link = await link_of(anna)
    asked = await bert.open(link)
    assert "This device plays as Bert now." in asked.text
    assert asked.link("Stay Bert") == "/"
    assert (await bert.open("/me")).headings[0] == "You are Bert"
    await bert.send(asked.form(link))
    assert (await bert.open("/me")).headings[0] == "You are Anna"


async def test_opening_ones_own_link_on_the_same_device_uses_nothing_up(guest: Guest, stranger: Stranger) -> None:
    anna = await guest("Anna")
    link = await link_of(anna)
    page = await anna.open(link)
    assert page.headings == ["This device plays as Anna already"]
    assert not [form for form in page.forms if form.method == "post"]
    assert (await stranger().open(link)).status == 200


async def test_the_link_is_shown_once_with_a_picture_of_it(guest: Guest) -> None:
    anna = await guest("Anna")
    page = await anna.send((await anna.open("/me")).form("/me/device"))
    assert 'role="img" aria-label="QR code of the link for your other device"' in page.html
    assert "within the next 10 minutes" in page.text
    again = await anna.open("/me/device")
    assert again.headings[0] == "You are Anna"


async def test_the_code_stands_in_no_preview_referrer_cache_or_log(
    guest: Guest, stranger: Stranger, web: Web, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    link = await link_of(await guest("Anna"))
    code = link.rpartition("/")[2]
    visitor = stranger()
    response = await visitor.http.get(link)
    assert response.headers["referrer-policy"] == "no-referrer"
    assert response.headers["cache-control"] == "no-store"
    assert 'property="og:url" content="http://dragons.test/"' in response.text
    assert response.text.count(code) == 1, "where the form sends to"
    head, _, _ = response.text.partition("</head>")
    assert "Anna" not in head.replace("<title>", "").partition("</title>")[2]

    async def lose(*_: object) -> None:
        raise OutcomeUnknown("lost")

    form = (await visitor.open(link)).form(link)
    monkeypatch.setattr(type(web.parts.players), "use_entry_code", lose)
    with caplog.at_level(logging.DEBUG):
        failed = await visitor.send(form)
    assert failed.status == 503
    logged = [
        {**vars(record), "said": record.getMessage()} for record in caplog.records if record.name.startswith("services")
    ]
    assert logged
    assert code not in str(logged)


async def test_only_our_own_page_lets_a_device_in(guest: Guest, stranger: Stranger) -> None:
    link = await link_of(await guest("Anna"))
    visitor = stranger()
    form = (await visitor.open(link)).form(link)
    assert (await visitor.send(form, csrf="x")).status == 403
    assert (await visitor.send(form)).headings[0] == "My tables", "the refused form used nothing up"


async def test_a_device_forgets_only_when_asked_twice(guest: Guest) -> None:
    anna = await guest("Anna")
    asked = await anna.open((await anna.open("/me")).link("Forget me on this device…"))
    assert "there is no way back" in asked.text
    assert asked.form("/me/device").buttons == ["Go on from another device"]
    form = asked.form("/me/forget")
    unsure = await anna.send(form)
    assert unsure.status == 422
    assert "Tick the box" in unsure.text
    page = await anna.send(form, sure="yes")
    assert "This device has forgotten you." in page.text
    assert (await anna.open("/")).headings[0] == "Dragon games, a move at a time"
