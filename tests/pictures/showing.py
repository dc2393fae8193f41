"""The pictures that stand elsewhere: those in the README, and the one that is shown where a link is shared."""

import base64
import random
import struct
import zlib
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page

from services.http.pages.assets import STATIC_FOLDER
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import choose
from tests.pictures.dragonbound_states import table_bound_four_players
from tests.pictures.stage import Stage, staging
from tests.pictures.states import MIDDLE, choose_card
from tests.sources import ROOT

README_FOLDER: Final = ROOT / "tests" / "pictures" / "shown"
PREVIEW: Final = STATIC_FOLDER / "preview.png"
PREVIEW_SIZE: Final = (1200, 630)
SEED: Final = 0

PNG_HEAD: Final = 8
"""Bytes before the first chunk of a PNG file. A chunk is its length, its kind, that many bytes, and their CRC-32."""

PREVIEW_STYLE: Final = """
.preview { position: fixed; inset: 0; overflow: hidden; display: grid; align-content: center; padding-left: 64px; gap: 22px;
  background: #f2e7d0; }
.preview img.board { position: absolute; left: 470px; top: -44px; width: 950px; rotate: 3deg; border-radius: 12px;
  box-shadow: 0 18px 60px rgb(64 38 12 / 45%); }
.preview img.sign { width: 128px; height: 128px; }
.preview strong { font: 700 62px/1 var(--display, Georgia, serif); }
.preview span { font-size: 27px; line-height: 1.35; max-width: 13em; }
"""
PREVIEW_PAGE: Final = """([board, style]) => {
    const sheet = document.createElement("style");
    sheet.textContent = style;
    document.head.append(sheet);
    const mark = document.querySelector(".brand img").src;
    document.body.innerHTML = `<div class="preview"><img class="sign" src="${mark}" alt=""><strong>Dragonpost</strong>
        <span>Dragon card games by post, a move at a time</span><img class="board" src="${board}" alt=""></div>`;
    return Promise.all([...document.images].map((image) => image.decode()));
}"""

COLOUR_STEP: Final = 6
COARSEN: Final = """async ([source, step]) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, image.width, image.height);
    pixels.data.forEach((value, at) => (pixels.data[at] = Math.round(value / step) * step));
    context.putImageData(pixels, 0, 0);
    return canvas.toDataURL("image/png");
}"""


def take_shown(chromium: Browser, data: Path) -> None:
    """Take them all."""
    README_FOLDER.mkdir(exist_ok=True)
    with staging(chromium, data, bypass_csp=True) as stage:
        pictures = {
            README_FOLDER / "table.png": table_picture(stage, DESKTOP),
            README_FOLDER / "phone.png": table_picture(stage, PHONE, is_dark=True),
            README_FOLDER / "four.png": four_picture(stage),
            PREVIEW: preview_picture(stage),
        }
    blank = chromium.new_page()
    for path, picture in pictures.items():
        path.write_bytes(packed(coarsened(blank, picture)))
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB", flush=True)


def table_picture(stage: Stage, size: tuple[int, int], *, is_dark: bool = False) -> bytes:
    """Take the middle of a game: at a desk a card is chosen, on a phone the move is ready."""
    with stage.scene(f"shown {size}") as scene:
        table = scene.game(MIDDLE, SEED)
        page = table.on_move.page(table.path, before=lambda page: put_on(page, size, is_dark=is_dark))
        if size == DESKTOP:
            choose_card(page, 0)
        else:
            choose(page, random.Random(SEED))
        return page.screenshot(animations="disabled")


def four_picture(stage: Stage) -> bytes:
    """Take a turn in the middle of a game of four."""
    with stage.scene("shown four") as scene:
        page = table_bound_four_players(scene)
        put_on(page, DESKTOP)
        return page.screenshot(animations="disabled")


def preview_picture(stage: Stage) -> bytes:
    """Take the name of the site beside a real board."""
    with stage.scene("preview") as scene:
        table = scene.game(MIDDLE, SEED)
        watching = scene.visit(table.path)
        put_on(watching, DESKTOP)
        board = watching.get_by_role("region", name="The board").screenshot(animations="disabled")
        page = scene.visit("/rules")
        put_on(page, PREVIEW_SIZE)
        page.evaluate(PREVIEW_PAGE, [address_of(board), PREVIEW_STYLE])
        return page.screenshot(animations="disabled")


def put_on(page: Page, size: tuple[int, int], *, is_dark: bool = False) -> None:
    """Let a page look so."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme="dark" if is_dark else "light")


def coarsened(page: Page, picture: bytes) -> bytes:
    """Give a picture with fewer colours, which packs into about half the bytes."""
    given: str = page.evaluate(COARSEN, [address_of(picture), COLOUR_STEP])
    return base64.b64decode(given.partition(",")[2])


def address_of(picture: bytes) -> str:
    """Give a picture as an address that pages can show."""
    return f"data:image/png;base64,{base64.b64encode(picture).decode()}"


def packed(picture: bytes) -> bytes:
    """Give a picture packed as well as can be without changing it: browsers pack in haste."""
    chunks = list(chunks_of(picture))
    pixels = zlib.compress(zlib.decompress(b"".join(content for kind, content in chunks if kind == b"IDAT")), 9)
    kept = (chunks[0], (b"IDAT", pixels), chunks[-1])
    return picture[:PNG_HEAD] + b"".join(chunk_of(kind, content) for kind, content in kept)


def chunks_of(picture: bytes) -> list[tuple[bytes, bytes]]:
    """Give the chunks of a PNG file, each with its kind."""
    chunks = []
    at = PNG_HEAD
    while at < len(picture):
        length, kind = struct.unpack_from(">I4s", picture, at)
        chunks.append((kind, picture[at + 8 : at + 8 + length]))
        at += length + 12
    return chunks


def chunk_of(kind: bytes, content: bytes) -> bytes:
    """Give a chunk as it stands in a file."""
    return struct.pack(">I4s", len(content), kind) + content + struct.pack(">I", zlib.crc32(kind + content))
