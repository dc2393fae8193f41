"""Styles and drawings: the files of ``static`` and of the board folders, read once and named by their content."""

import hashlib
import mimetypes
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from fastapi import APIRouter, Response

HTTP_FOLDER: Final = Path(__file__).parent.parent
STATIC_FOLDER: Final = HTTP_FOLDER / "static"
BOARDS_FOLDER: Final = HTTP_FOLDER / "boards"

SUFFIXES: Final = (".css", ".svg", ".js", ".png", ".woff2")
FOREVER: Final = "public, max-age=31536000, immutable"
SHORT: Final = "public, max-age=60"


class Asset(NamedTuple):
    """A file as it is served. ``digest`` changes with its content."""

    content: bytes
    media_type: str
    digest: str


class Assets:
    """All files that pages may link to, by path below the site's root, such as ``static/site.css``."""

    def __init__(self, folders: Mapping[str, Path]) -> None:
        """Read the folders: the first part of a link to the folder it stands for."""
        self._assets = {
            name: _read(path) for prefix, folder in folders.items() for name, path in _files(prefix, folder)
        }

    def __contains__(self, name: object) -> bool:
        return name in self._assets

    def link(self, name: str) -> str:
        """Give the link to a file, which changes with its content. Raises KeyError."""
        return f"/{name}?v={self._assets[name].digest}"

    def response(self, name: str, digest: str) -> Response:
        """Give the file; asked for by its digest it may be kept for ever."""
        asset = self._assets.get(name)
        if asset is None:
            return Response("There is no such file.\n", 404, media_type="text/plain")
        headers = {
            "Cache-Control": FOREVER if digest == asset.digest else SHORT,
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

    @router.get("/static/{name:path}")
    async def static_file(name: str, v: str = "") -> Response:
        return assets.response(f"static/{name}", v)

    @router.get("/boards/{name:path}")
    async def board_file(name: str, v: str = "") -> Response:
        return assets.response(f"boards/{name}", v)

    return router


def _files(prefix: str, folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in SUFFIXES and path.is_file():
            yield f"{prefix}/{path.relative_to(folder).as_posix()}", path


def _read(path: Path) -> Asset:
    content = path.read_bytes()
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Asset(content, media_type, hashlib.sha256(content).hexdigest()[:12])
