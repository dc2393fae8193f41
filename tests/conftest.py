"""Fixtures every test may ask for. Each family lives in ``tests/support``."""

import pytest
from hypothesis.configuration import set_hypothesis_home_dir

pytest_plugins = ["tests.support.stores"]


def pytest_configure(config: pytest.Config) -> None:
    """Let hypothesis keep what it learns about the sources with pytest's own cache, not in a folder at the root."""
    set_hypothesis_home_dir(config.rootpath / ".pytest_cache" / "hypothesis")
