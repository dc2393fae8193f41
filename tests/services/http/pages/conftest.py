"""The pages of an application on the fake store, and people who visit them."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from services.stream.connect import StoreClients
from tests.support.page_reader import Page, Visitor
from tests.support.web import Web, open_web


@pytest.fixture
async def web(fake_store: StoreClients) -> AsyncIterator[Web]:
    async with open_web(fake_store) as web:
        yield web


@pytest.fixture
def stranger(web: Web) -> Callable[[], Visitor]:
    """Make a visitor who has given no name."""
    return lambda: Visitor(web.client())


@pytest.fixture
def guest(stranger: Callable[[], Visitor]) -> Callable[[str], Awaitable[Visitor]]:
    """Make a visitor who has given a name."""

    async def come_in(name: str) -> Visitor:
        visitor = stranger()
        page = await visitor.open("/")
        lobby = await visitor.send(page.form("/welcome"), name=name)
        assert name in lobby.text
        return visitor

    return come_in


async def set_up(visitor: Visitor, game: str, **fields: str | None) -> Page:
    """Set a table up by its form; names of fields with a dot are written with two underscores."""
    form = (await visitor.open(f"/new/{game}")).form(f"/new/{game}")
    return await visitor.send(form, **{name.replace("__", "."): value for name, value in fields.items()})


def path_of(page: Page) -> str:
    """Give the path of the table that a page shows."""
    return page.url.removeprefix("http://dragons.test")


async def join_by_invite(page: Page, visitor: Visitor) -> Page:
    """Follow the invite link on a page, and sit down."""
    link = page.html.partition('id="invite"')[2].partition('value="')[2].partition('"')[0]
    invitation = await visitor.open(link)
    return await visitor.send(invitation.forms[-1])


async def choose(visitor: Visitor, page: Page, pick: Callable[[int], int] = lambda count: 0) -> Page:
    """Follow the answers, each picked by ``pick(count)``, to where a move can be confirmed."""
    while not any(form.action.endswith("/moves") for form in page.forms):
        answers = page.answers()
        page = await visitor.open(answers[pick(len(answers))])
        assert page.status == 200, page.text
    return page
