"""The README's examples run, so the first thing that a newcomer tries works."""

import re
import subprocess
from pathlib import Path

import pytest

from services.game_data import VARIABLE, games_with_data
from tests.workers.served import USUAL_LIMITS, serving

README = Path(__file__).parents[1] / "README.md"


@pytest.mark.server
def test_the_game_by_curl_in_the_readme_is_played_to_its_end(tmp_path: Path) -> None:
    """All its bash, in order, in one shell, against a running server."""
    script = "\n".join(
        re.findall(r"^```bash\n(.*?)^```$", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    )
    assert "/moves" in script
    with serving(tmp_path / "data", **USUAL_LIMITS) as served:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            env={"DRAGONPOST": served.url, "PATH": "/usr/local/bin:/usr/bin:/bin"},
        )
    assert done.returncode == 0, done.stderr
    assert '"ending":' in done.stdout
    assert '"kind":"full"' in done.stdout, "the log of a finished game is shown in full"
    assert "event: table" in done.stdout
    assert "\nresigned\n" in done.stdout


def test_the_files_that_the_readme_names_exist() -> None:
    """A file that is moved takes its mention along."""
    named = re.findall(r"`((?:domain|projections|services|workers|tests)/[\w./]*)`", README.read_text(encoding="utf-8"))
    missing = [name for name in named if not (README.parent / name).exists()]
    assert named
    assert missing == []


def test_the_readme_says_how_to_replace_every_data_file(tmp_path: Path) -> None:
    """Its commands are run, up to the one that starts the server; what they make is a data set of the host's own."""
    (commands,) = re.findall(r"^```sh\n(.*?)^```$", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    copying, start = commands.rstrip("\n").rsplit("\n", 1)
    variable, folder, *_ = re.split("[= ]", start)
    assert variable == VARIABLE
    (tmp_path / "domain").symlink_to(README.parent / "domain")
    subprocess.run(["sh", "-euc", copying], cwd=tmp_path, check=True)
    games = games_with_data(data_sets=tmp_path / folder)
    wanted = {f"{rules.name}/{file}" for rules in games.values() for file in rules.data_files}
    copied = {str(path.relative_to(tmp_path / folder)) for path in (tmp_path / folder).rglob("*.*")}
    assert copied == wanted
