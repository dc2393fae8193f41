"""Where hypothesis keeps what it learns about the sources: with pytest's own cache, not in a folder at the root."""

import pytest
from hypothesis.configuration import set_hypothesis_home_dir


def pytest_configure(config: pytest.Config) -> None:
    set_hypothesis_home_dir(config.rootpath / ".pytest_cache" / "hypothesis")
