"""What a form makes and a page shows once: it travels from one to the other in a cookie of that page alone.

So secrets are shown, and what is said about a form that was refused: a reload shows the page, and sends nothing again.
"""

from typing import Final
from urllib.parse import quote, unquote

from fastapi import Request, Response

from services.http.pages.rendering import see_other

HANDED_SECONDS: Final = 120


class ShownOnce:
    """One kind of such text; the page that shows it is at ``path``."""

    def __init__(self, cookie: str, path: str) -> None:
        self._cookie = cookie
        self._path = path

    def hand_over(self, request: Request, text: str) -> Response:
        """Send the browser from the form to the page."""
        response = see_other(self._path)
        response.set_cookie(
            self._cookie,
            quote(text),  # a cookie holds no letter beyond ASCII
            max_age=HANDED_SECONDS,
            path=self._path,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
        return response

    def take(self, request: Request) -> str:
        """Give the text to show, "" where there is none (any more)."""
        return unquote(request.cookies.get(self._cookie, ""))

    def close(self, response: Response) -> None:
        """Let the page that shows the text be kept nowhere, and the cookie be gone."""
        response.headers["Cache-Control"] = "no-store"
        response.delete_cookie(self._cookie, path=self._path, httponly=True, samesite="strict")
