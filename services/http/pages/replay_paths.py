"""The addresses of the replay."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from domain.game.events import Origin
from domain.ids import SPECTATOR
from services.http.pages.site import table_path
from services.replays import Eyes

YES: Final = "yes"


def replay_path(path: str, query: Mapping[str, Any], position: int) -> str:
    """Give the address of a position below a table's path. ``query`` says how it is looked at."""
    return f"{path}/replay?{urlencode({'at': position, **query})}"


def look_query(eyes: Eyes | None, *, is_folded: bool = False) -> dict[str, Any]:
    """Give what an address says of how one looks.

    ``eyes``: None for those of whoever opens it. ``is_folded``: what was taken back is left out.
    """
    query: dict[str, Any] = {} if eyes is None else {"seat": eyes.viewer}
    if eyes is not None and eyes.is_revealed:
        query["revealed"] = YES
    return {**query, "folded": YES} if is_folded else query


def origin_path(origin: Origin) -> str:
    """Give the address of the position from which a practice table goes on."""
    eyes = Eyes(SPECTATOR, is_revealed=True) if origin.viewer is None else Eyes(origin.viewer)
    return replay_path(table_path(origin.game), look_query(eyes), origin.position)
