"""Runs the command line in a process of its own, as a person does."""

import os
import subprocess
import sys
from collections.abc import Mapping

from tests.sources import ROOT


def clean_environment(**variables: str) -> dict[str, str]:
    """This process's environment without settings of ours, and with ``variables``."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DRAGONPOST_")}
    return {**kept, "COLUMNS": "100", "TERM": "dumb", "NO_COLOR": "1", "PYTHONPATH": str(ROOT), **variables}


def dragonpost(
    *arguments: str, typed: str = "", environment: Mapping[str, str] | None = None, seconds: float = 60
) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "workers.cli.main", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
        env=clean_environment() if environment is None else dict(environment),
    )
