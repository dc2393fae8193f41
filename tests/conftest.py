"""Fixtures every test may ask for. Each family lives in ``tests/support``."""

import gc
import os

import pytest
from hypothesis.configuration import set_hypothesis_home_dir

pytest_plugins = ["tests.support.stores"]


def pytest_configure(config: pytest.Config) -> None:
    """Let hypothesis keep what it learns about the sources with pytest's own cache, not in a folder at the root."""
    set_hypothesis_home_dir(config.rootpath / ".pytest_cache" / "hypothesis")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: half of what tests do is to wait for servers and browsers."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="module", autouse=True)
def _settled_memory() -> None:
    """Look no more through what earlier files keep in memory: a full collection of it would halt whatever is timed."""
    gc.collect()
    gc.freeze()
