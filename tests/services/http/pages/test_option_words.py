"""What a table has chosen, in words from the struct alone: in the lobby, at the open table and in the invitation."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Literal

from msgspec import Meta, to_builtins

from domain.rules import Options
from services.http.pages.option_words import chosen_options, options_at_a_glance
from tests.services.http.pages.conftest import join_by_invite, path_of, set_up
from tests.support.page_reader import Visitor
from tests.support.web import Web, lists_catch_up

Guest = Callable[[str], Awaitable[Visitor]]


class ManyOptions(Options, frozen=True, kw_only=True):
    form: Annotated[Literal["short", "best_of_three"], Meta(title="Form")] = "short"
    rounds: Annotated[int, Meta(ge=2, le=4, title="Rounds")] = 3
    is_fast: Annotated[bool, Meta(title="Fast")] = True
    limit: Annotated[int | None, Meta(title="Limit")] = None


def test_every_option_is_told_by_its_title_and_value() -> None:
    """In the order of the game; which form of the game is played always stands out."""
    told = [tuple(option) for option in chosen_options(ManyOptions, ManyOptions())]
    assert told == [
        ("Form", "Short", True),
        ("Rounds", "3", False),
        ("Fast", "yes", False),
        ("Limit", "none", False),
    ]


def test_what_is_other_than_usual_stands_out() -> None:
    options = chosen_options(ManyOptions, ManyOptions(form="best_of_three", rounds=4, is_fast=False, limit=0))
    told = "Form: Best of three, Rounds: 4, Fast: no, Limit: 0"
    assert options_at_a_glance(options) == told
    values = to_builtins(ManyOptions(form="best_of_three", rounds=4, is_fast=False, limit=0))
    assert chosen_options(ManyOptions, values) == options, "a row of a list says the same as the table"


async def test_whoever_thinks_of_sitting_down_or_watching_reads_the_options(guest: Guest, web: Web) -> None:
    """By a game of the tests, whose one option is a number of rounds: 3, if nobody says otherwise."""
    anna, bert, cleo = await guest("Anna"), await guest("Bert"), await guest("Cleo")
    fields = {"option.rounds": "4", "listing": "listed"}
    table = await set_up(anna, "hidden_hoards", **fields)
    await set_up(anna, "hidden_hoards", listing="listed")
    await lists_catch_up(web)
    rows = sorted(text for text, href in (await cleo.open("/")).links if href.startswith("/tables/"))
    assert ["Rounds: 4" in row for row in rows] == [True, False], rows
    assert not any("Rounds: 3" in row for row in rows), "what is as usual needs no words in a list"
    for page in (await cleo.open(path_of(table)), await cleo.open(invite_link(table.html))):
        assert "<b>Rounds: 4</b>" in page.html
    await join_by_invite(table, bert)
    await lists_catch_up(web)
    watched = await cleo.open("/")
    assert any("against" in text and "Rounds: 4" in text for text, _ in watched.links)


def invite_link(html: str) -> str:
    """Give the link that a table's page offers to pass on."""
    return html.partition('id="invite"')[2].partition('value="')[2].partition('"')[0]
