"""The games of this server as the pages show them to choose from: what each is about, and its picture."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

from domain.registry import Games
from domain.rules import AnyRules
from services.http.pages.assets import BOARDS_FOLDER, Assets
from services.http.pages.boards import board_styles
from services.http.pages.rendering import Renderer
from services.http.pages.rules_help import load_summaries

COVER: Final = "cover.html"


class ShownGame(NamedTuple):
    """A game to choose. ``summary`` and ``cover``, a picture drawn with the pieces of its board, are "" where it has none.

    ``styles``: links to what the cover is drawn with.
    """

    rules: AnyRules
    summary: str
    cover: Markup
    styles: Sequence[str]


def load_shelf(games: Games, renderer: Renderer, assets: Assets) -> tuple[ShownGame, ...]:
    """Draw the covers of all games, in the order of their names."""
    summaries = load_summaries(games)
    return tuple(_shown(rules, summaries[name], renderer, assets) for name, rules in games.items())


def _shown(rules: AnyRules, summary: str, renderer: Renderer, assets: Assets) -> ShownGame:
    if not (BOARDS_FOLDER / rules.name / COVER).is_file():
        return ShownGame(rules, summary, Markup(), ())
    cover = renderer.part(f"boards/{rules.name}/{COVER}", {})
    return ShownGame(rules, summary, cover, board_styles(assets, rules.name))
