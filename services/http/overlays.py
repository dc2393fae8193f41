"""Which table a client changed last: its lists show at least that, though they may lag behind the games."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from domain.ids import GameId, is_game_id
from services.reading.ports import Overlay

CHANGED_COOKIE: Final = "dragonpost_changed"
"""The game, a dot, and the client's own position in it."""

CHANGED_SECONDS: Final = 60

NEWS_HEADER: Final = "dragonpost-news"
"""The tables of which a page has had news, with commas between: the page drawn for it knows at least those."""

MOST_NEWS: Final = 5


def mark_changed(response: Response, game_id: GameId, position: int) -> None:
    """Note in the client's cookies which table it changed last."""
    mark = f"{CHANGED_COOKIE}={game_id}.{position}; HttpOnly; Max-Age={CHANGED_SECONDS}; Path=/; SameSite=lax"
    response.raw_headers.append((b"set-cookie", mark.encode()))  # set_cookie takes twenty times as long


def overlay_of(request: Request) -> Overlay:
    """Give the table that the client changed last, and those of which it has had news. All of it may hold anything."""
    game_id, _, _ = request.cookies.get(CHANGED_COOKIE, "").partition(".")
    news = request.headers.get(NEWS_HEADER, "").split(",")[:MOST_NEWS]
    return tuple(dict.fromkeys(name for name in (game_id, *map(str.strip, news)) if is_game_id(name)))
