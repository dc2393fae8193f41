"""Secrets that a form makes and a page shows once: they travel from one to the other in a cookie of that page alone."""

from typing import Final

from fastapi import Request, Response

from services.http.pages.rendering import see_other

HANDED_SECONDS: Final = 120


class ShownOnce:
    """One kind of such secret: the form that makes it sends to ``path``, and the page is there too."""

    def __init__(self, cookie: str, path: str) -> None:
        self._cookie = cookie
        self._path = path

    def hand_over(self, request: Request, secret: str) -> Response:
        """Send the browser from the form to the page."""
        response = see_other(self._path)
        response.set_cookie(
            self._cookie,
            secret,
            max_age=HANDED_SECONDS,
            path=self._path,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
        return response

    def take(self, request: Request) -> str:
        """Give the secret to show, "" where there is none (any more)."""
        return request.cookies.get(self._cookie, "")

    def close(self, response: Response) -> None:
        """Let the page that shows the secret be kept nowhere, and the cookie be gone."""
        response.headers["Cache-Control"] = "no-store"
        response.delete_cookie(self._cookie, path=self._path, httponly=True, samesite="strict")
