"""Styles and drawings: the files of ``static`` and of the board folders, read once and named by their content."""

import hashlib
import mimetypes
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from fastapi import APIRouter, Response
from fastapi.responses import RedirectResponse

HTTP_FOLDER: Final = Path(__file__).parent.parent
STATIC_FOLDER: Final = HTTP_FOLDER / "static"
BOARDS_FOLDER: Final = HTTP_FOLDER / "boards"

SUFFIXES: Final = (".css", ".svg", ".js", ".png", ".woff2")
ICON: Final = "static/mark.svg"
FOREVER: Final = "public, max-age=31536000, immutable"
SHORT: Final = "public, max-age=60"


class Asset(NamedTuple):
    """A file as it is served."""

    content: bytes
    media_type: str


class Assets:
    """All files that pages may link to, by path below the site's root, such as ``static/site.css``.

    A link holds a digest of them all, before the path, so that what files say of each other by relative paths (a module
    of its imports, a style of its pictures) always leads to the same version.
    """

    def __init__(self, folders: Mapping[str, Path]) -> None:
        """Read the folders: the first part of a link to the folder it stands for."""
        self._assets = {
            name: _read(path) for prefix, folder in folders.items() for name, path in _files(prefix, folder)
        }
        digest = hashlib.sha256()
        for name, asset in self._assets.items():
            digest.update(name.encode() + b"\0" + hashlib.sha256(asset.content).digest())
        self._digest = digest.hexdigest()[:12]

    def __contains__(self, name: object) -> bool:
        return name in self._assets

    def names_in(self, folder: str) -> list[str]:
        """Give the paths of a folder's files, in order."""
        return sorted(name for name in self._assets if name.startswith(f"{folder}/"))

    def link(self, name: str) -> str:
        """Give the link to a file, which changes with the content of any. Raises KeyError."""
        if name not in self._assets:
            raise KeyError(name)
        return f"/assets/{self._digest}/{name}"

    def response(self, digest: str, name: str) -> Response:
        """Give the file; asked for by the present digest it may be kept for ever."""
        asset = self._assets.get(name)
        if asset is None:
            return Response("There is no such file.\n", 404, media_type="text/plain")
        headers = {
            "Cache-Control": FOREVER if digest == self._digest else SHORT,
            "Content-Security-Policy": "default-src 'none'",
            "X-Content-Type-Options": "nosniff",
        }
        return Response(asset.content, media_type=asset.media_type, headers=headers)


def load_assets() -> Assets:
    """Read the static files and those of every board folder."""
    return Assets({"static": STATIC_FOLDER, "boards": BOARDS_FOLDER})


def asset_routes(assets: Assets) -> APIRouter:
    """Build the routes that give the files out."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/favicon.ico", methods=["GET", "HEAD"])
    async def icon() -> Response:
        """Lead those who ask here, without reading a page, to the drawing that pages link to."""
        return RedirectResponse(assets.link(ICON), 302, headers={"Cache-Control": SHORT})

    @router.api_route("/assets/{digest}/{name:path}", methods=["GET", "HEAD"])
    async def asset(digest: str, name: str) -> Response:
        return assets.response(digest, name)

    return router


def _files(prefix: str, folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in SUFFIXES and path.is_file():
            yield f"{prefix}/{path.relative_to(folder).as_posix()}", path


def _read(path: Path) -> Asset:
    return Asset(path.read_bytes(), mimetypes.guess_type(path.name)[0] or "application/octet-stream")
