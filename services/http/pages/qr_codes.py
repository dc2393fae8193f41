"""QR codes of links, drawn into the page: what a phone's camera reads off another screen."""

from typing import Final

import segno
from markupsafe import Markup

QUIET_ZONE: Final = 4
"""Modules of white around the code, as its standard asks."""


def qr_code(text: str, title: str) -> Markup:
    """Draw a text as a QR code, dark on white whatever the page's colours are. ``title`` is read out in its place."""
    code = segno.make_qr(text, error="m")
    drawing = code.svg_inline(border=QUIET_ZONE, dark="#000", light="#fff", omitsize=True, svgclass="", lineclass="")
    return Markup('<div class="qr" role="img" aria-label="{}">{}</div>').format(
        title,
        Markup(drawing),  # noqa: S704  made of numbers only
    )
