"""The lobby at a glance: what waits for whom since when, what is over, and where to go next."""

from collections.abc import Awaitable, Callable

from tests.services.http.pages.conftest import join_by_invite, path_of, set_up
from tests.support.page_reader import Page, Visitor
from tests.support.web import Clock, Web, lists_catch_up

Guest = Callable[[str], Awaitable[Visitor]]


def rows_of(page: Page) -> list[str]:
    """Give the texts of the rows of tables, without what is cut out of them for the eye."""
    return [text for text, href in page.links if href.startswith("/tables/")]


async def resigned(visitor: Visitor, path: str) -> Page:
    return await visitor.send((await visitor.open(f"{path}/resign")).form("/resign"), sure="yes")


async def test_a_row_says_against_whom_what_and_for_how_long(guest: Guest, web: Web) -> None:
    anna, bert = await guest("Anna"), await guest("Bert")
    await join_by_invite(await set_up(anna, "hidden_hoards"), bert)
    await lists_catch_up(web)
    clock = web.parts.now_ms
    assert isinstance(clock, Clock)
    clock.now_ms += 3 * 3_600_000
    assert rows_of(await anna.open("/")) == ["Hidden Hoards against Bert your move for 3 hours"]
    assert 'id="row-' in (await anna.open("/")).html


async def test_a_full_table_waits_for_its_host_to_begin(guest: Guest, web: Web) -> None:
    anna, bert, cleo = await guest("Anna"), await guest("Bert"), await guest("Cleo")
    table = await set_up(anna, "dragon_overload", listing="listed", starts_when_full=None)
    await bert.send((await bert.open(path_of(table))).form("/join"))
    await lists_catch_up(web)
    lobby = await anna.open("/")
    assert lobby.headings[:2] == ["My tables", "Ready to begin"]
    assert "you can begin" in rows_of(lobby)[0]
    assert "waits for Anna to begin" in rows_of(await bert.open("/"))[0]
    assert rows_of(await cleo.open("/")) == [], "there is no free seat to offer"


async def test_the_next_table_is_the_one_that_has_waited_longest(guest: Guest, web: Web) -> None:
    anna, bert = await guest("Anna"), await guest("Bert")
    paths = []
    for _ in range(2):
        table = await set_up(anna, "hidden_hoards")
        await join_by_invite(table, bert)
        paths.append(path_of(table))
    await lists_catch_up(web)
    lobby = await anna.open("/")
    assert path_of(await anna.open(lobby.link("Next table"))) == paths[0]
    idle = await (await guest("Cleo")).open("/")
    assert "Next table" not in [text for text, _ in idle.links]


async def test_nothing_waiting_is_said_in_words(guest: Guest, web: Web) -> None:
    anna = await guest("Anna")
    assert "You sit at no table." in (await anna.open("/")).text
    await set_up(anna, "dragon_overload")
    await lists_catch_up(web)
    assert "Nothing waits for you." in (await anna.open("/")).text


async def test_games_that_are_over_have_a_page_with_what_came_of_them(guest: Guest, web: Web) -> None:
    anna = await guest("Anna")
    assert "Games that you finish are kept here" in (await anna.open("/played")).text
    for _ in range(6):
        table = await set_up(anna, "dragon_overload", seat__1="bot:random")
        await resigned(anna, path_of(table))
    await lists_catch_up(web)
    lobby = await anna.open("/")
    assert len(rows_of(lobby)) == 5
    played = await anna.open(lobby.link("All games that you have played"))
    assert len(rows_of(played)) == 6
    assert "Dragon Overload 0 0 6" in played.text
