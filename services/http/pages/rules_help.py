"""The rules of each game in words: its ``help.md``."""

import inspect
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from domain.registry import Games
from domain.rules import AnyRules

HELP_FILE: Final = "help.md"


def load_helps(games: Games) -> Mapping[str, Markup]:
    """Read and translate the help of every game that has one."""
    return {name: help_html(text) for name, rules in games.items() if (text := _help_text(rules))}


def load_summaries(games: Games) -> Mapping[str, str]:
    """Give what each game is about: the first paragraph of its help, as plain text; "" without one."""
    return {name: help_summary(_help_text(rules)) for name, rules in games.items()}


def help_summary(text: str) -> str:
    """Give the first paragraph of a text in Markdown, without its marks."""
    tokens = MarkdownIt("commonmark").parse(text)
    for opening, inline in pairwise(tokens):
        if opening.type == "paragraph_open" and inline.children is not None:
            return "".join(" " if part.type == "softbreak" else part.content for part in inline.children)
    return ""


def help_html(text: str) -> Markup:
    """Translate Markdown. Raw HTML in it shows as text, and nothing is styled in place: the page's policy forbids both."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    for token in tokens:
        token.attrs.pop("style", None)
    return Markup(markdown.renderer.render(_without_title(tokens), markdown.options, {}))  # noqa: S704


def _without_title(tokens: list[Token]) -> list[Token]:
    """Drop a first heading of the first level: the page has its own."""
    return tokens[3:] if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1" else tokens


def _help_text(rules: AnyRules) -> str:
    path = Path(inspect.getfile(type(rules))).parent / HELP_FILE
    return path.read_text(encoding="utf-8") if path.is_file() else ""
