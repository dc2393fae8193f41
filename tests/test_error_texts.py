"""Every refusal is told in sentences, wherever it is raised: people read them on pages and as details of problems."""

import ast
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from domain.bots.bot import bot_of
from domain.errors import DomainError, UnknownBot, UnknownGameName
from domain.registry import Games
from services.errors import ServiceError
from services.http.errors import PROBLEMS, HttpError
from tests.sources import ROOT, modules_under, tree_of

FILLED_IN = "…"
"""Stands for what is only known when the error is raised."""


class Raised(NamedTuple):
    """A text in the sources, and where."""

    place: str
    code: str
    text: str


def subclasses_of(root: type[Any]) -> Iterator[type[Any]]:
    yield root
    for kind in root.__subclasses__():
        yield from subclasses_of(kind)


REFUSALS = {
    kind.__name__: kind.code
    for kind in (*subclasses_of(DomainError), *subclasses_of(ServiceError))
    if kind.code not in PROBLEMS or PROBLEMS[kind.code].status < 500
}
"""Those whose text is told; what the server is to blame for is told without."""


def text_of(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(map(text_of, parts))
        case ast.IfExp(body=body):
            return text_of(body)
        case _:
            return FILLED_IN


def texts_raised() -> Iterator[Raised]:
    for path in modules_under("domain", "services"):
        for node in ast.walk(tree_of(path)):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[argument]) if name in REFUSALS:
                    yield Raised(f"{path.relative_to(ROOT)}:{node.lineno}", REFUSALS[name], text_of(argument))
                case ast.Call(func=ast.Name(id=HttpError.__name__), args=[code, argument]):
                    yield Raised(f"{path.relative_to(ROOT)}:{node.lineno}", text_of(code), text_of(argument))


def test_every_refusal_is_told_in_sentences() -> None:
    raised = list(texts_raised())
    wrong = [one for one in raised if one.text[0].islower() or not one.text.endswith((".", FILLED_IN))]
    assert not wrong
    assert len(raised) > 60, "the texts are no longer found"
    assert {"unknown_bot", "unknown_game_name", "decision_closed", "invalid_parameter"} <= {one.code for one in raised}


def test_titles_begin_like_sentences_and_end_open() -> None:
    assert not [title for _, title in PROBLEMS.values() if title[0].islower() or title.endswith(".")]


def test_what_does_not_exist_is_told_with_what_does() -> None:
    with pytest.raises(UnknownBot, match=r"^No bot has the level 'god'; there are: random, greedy\.$"):
        bot_of("god")
    with pytest.raises(UnknownGameName, match=r"^No game is called 'chess'; installed: none\.$"):
        Games({})["chess"]
