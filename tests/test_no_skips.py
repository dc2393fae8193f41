"""A skipped test fails where ``CI`` is set, and nowhere else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCES = {
    "a test": "import pytest\ndef test_a(): pytest.skip('no browser')",
    "a fixture": "import pytest\n@pytest.fixture\ndef b(): pytest.skip('no browser')\ndef test_a(b): pass",
    "a file": "import pytest\npytest.skip('no browser', allow_module_level=True)",
}


def outcome(folder: Path, source: str, ci: str) -> "subprocess.CompletedProcess[str]":
    (folder / "test_it.py").write_text(source)
    (folder / "pytest.ini").write_text("[pytest]\n")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.support.no_skips", "-p", "no:cacheprovider", str(folder)],
        env=os.environ | {"CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("skipper", SOURCES)
def test_a_skip_is_a_failure_in_ci(tmp_path: Path, skipper: str) -> None:
    """Whatever skipped, and the reason is shown."""
    run = outcome(tmp_path, SOURCES[skipper], ci="true")
    assert run.returncode in {1, 2}, run.stdout
    assert "may not be skipped where CI is set" in run.stdout
    assert "no browser" in run.stdout


def test_a_skip_is_a_skip_elsewhere(tmp_path: Path) -> None:
    """A newcomer without Chromium can run the rest."""
    assert outcome(tmp_path, SOURCES["a test"], ci="").returncode == 0


def test_an_expected_failure_stays_one(tmp_path: Path) -> None:
    """It is reported as skipped too, but it ran."""
    source = "import pytest\n@pytest.mark.xfail\ndef test_a(): assert False"
    assert outcome(tmp_path, source, ci="true").returncode == 0
