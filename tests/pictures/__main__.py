"""``make pictures``: every page and state as a picture, in ``pictures/``; then those that the README and previews show.

``ARGS`` may name a folder (with a slash in it) and the states that are wanted; with states, README and previews stay.
"""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import ARGUMENTS, DESKTOP, PHONE
from tests.pictures.showing import put_on, take_shown
from tests.pictures.stage import Stage, staging
from tests.pictures.states import STATES, State, name_of

FOLDER: Final = Path("pictures")


class Look(NamedTuple):
    """How a picture is taken: its name, on which screen, and by which light."""

    name: str
    size: tuple[int, int]
    is_dark: bool


LOOKS: Final = (
    Look("phone.light", PHONE, is_dark=False),
    Look("phone.dark", PHONE, is_dark=True),
    Look("desktop.light", DESKTOP, is_dark=False),
    Look("desktop.dark", DESKTOP, is_dark=True),
)


def main(arguments: list[str]) -> int:
    """Take the pictures."""
    folder = next((Path(argument) for argument in arguments if "/" in argument), FOLDER)
    names = [argument for argument in arguments if "/" not in argument]
    states = {name_of(state): state for state in STATES}
    unknown = sorted(set(names) - set(states) - {"shown"})
    if unknown:
        print(f"there is no {', '.join(unknown)}; there are shown, {', '.join(states)}", file=sys.stderr)
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, browsing() as chromium:
        with staging(chromium, Path(data) / "data") as stage:
            for name in names or states:
                if name in states:
                    take(stage, states[name], folder)
        if not names or "shown" in names:
            take_shown(chromium, Path(data) / "shown")
    return 0


@contextmanager
def browsing() -> Iterator[Browser]:
    """Start the browser."""
    path = shutil.which("chromium")
    if path is None:
        raise SystemExit("No chromium is installed. On Debian: apt-get update && apt-get install -y chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield chromium
        chromium.close()


def take(stage: Stage, state: State, folder: Path) -> None:
    """Take the pictures of one state."""
    with stage.scene(name_of(state)) as scene:
        page = state(scene)
        for look in LOOKS:
            put_on(page, look.size, is_dark=look.is_dark)
            path = folder / f"{name_of(state)}.{look.name}.png"
            page.screenshot(path=path, full_page=True, animations="disabled")
    print(name_of(state), flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
