"""From a template and its values to a page, with the headers that keep everything foreign out."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from services.http.pages import times
from services.http.pages.assets import BOARDS_FOLDER, HTTP_FOLDER, Assets
from services.http.pages.forms import Forms
from services.players import Player

TEMPLATES_FOLDER: Final[Path] = HTTP_FOLDER / "templates"

PAGE_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "private, no-cache",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


class Renderer:
    """Draws pages. Every value that a template names must be handed in: a forgotten one is an error, not a gap."""

    def __init__(self, assets: Assets, forms: Forms) -> None:
        self._forms = forms
        self._environment = Environment(
            loader=ChoiceLoader(
                [
                    FileSystemLoader(TEMPLATES_FOLDER),
                    PrefixLoader({"boards": FileSystemLoader(BOARDS_FOLDER)}),
                ]
            ),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.policies["json.dumps_kwargs"] = {}  # not sorted: the order of a move's fields means something
        self._environment.globals.update(asset=assets.link, new_key=forms.new_key)
        self._environment.filters.update(iso=times.iso, clock=times.clock, counted=counted)

    def part(self, template: str, values: Mapping[str, Any]) -> Markup:
        """Draw a part of a page, such as a board."""
        return Markup(self._environment.get_template(template).render(values))  # noqa: S704  it escapes its values

    def page(
        self, request: Request, template: str, player: Player | None, *, status: int = 200, **values: Any
    ) -> HTMLResponse:
        """Draw a page for a player, or for a visitor who has given no name yet."""
        html = self._environment.get_template(template).render(
            player=player,
            csrf=self._forms.token(request, player),
            **{"refresh_seconds": None, **values},
        )
        response = HTMLResponse(html, status, headers=PAGE_HEADERS)
        if player is None:
            self._forms.remember_visitor(request, response, is_secure=request.url.scheme == "https")
        return response


def counted(number: int, one: str) -> str:
    """Give "1 card" or "3 cards"."""
    return f"{number} {one}{'' if number == 1 else 's'}"


def see_other(path: str) -> RedirectResponse:
    """Send the browser on after a form, so that a reload sends nothing again."""
    return RedirectResponse(path, 303, headers={"Cache-Control": "no-store", "Referrer-Policy": "same-origin"})


def own_path(path: str, otherwise: str = "/") -> str:
    """Give a path of this site to go on to; anything else (another site, a trick with slashes) is replaced."""
    is_ours = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() and "\\" not in path
    return path if is_ours else otherwise
