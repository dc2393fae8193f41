"""Fixtures every test may ask for. Each family lives in ``tests/support``."""

pytest_plugins = ["tests.support.stores"]
