"""The addresses of the replay."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from domain.game.events import Origin
from domain.ids import SPECTATOR
from services.http.pages.site import table_path
from services.replays import Eyes

YES: Final = "yes"


def replay_path(path: str, eyes: Eyes | None, position: int | None) -> str:
    """Give the address of a position below a table's path; ``eyes``: None for those of whoever opens it."""
    query: dict[str, Any] = {} if position is None else {"at": position}
    query |= {} if eyes is None else eyes_query(eyes)
    return f"{path}/replay?{urlencode(query)}" if query else f"{path}/replay"


def eyes_query(eyes: Eyes) -> Mapping[str, Any]:
    """Give what an address says of the eyes."""
    return {"seat": eyes.viewer, **({"revealed": YES} if eyes.is_revealed else {})}


def origin_path(origin: Origin) -> str:
    """Give the address of the position from which a practice table goes on."""
    eyes = Eyes(SPECTATOR, is_revealed=True) if origin.viewer is None else Eyes(origin.viewer)
    return replay_path(table_path(origin.game), eyes, origin.position)
