"""Finds what a game's tests must bring: ``worlds``, and where it can, small positions."""

import importlib
from importlib.util import find_spec
from types import ModuleType

HOMES = ("tests.domain.games", "tests.toys")


def companion(name: str, what: str) -> ModuleType:
    """Import what the tests of a game bring. Raises AssertionError if they do not."""
    module = find_companion(name, what)
    assert module is not None, f"the game {name} has no {' or '.join(f'{home}.{name}.{what}' for home in HOMES)}"
    return module


def find_companion(name: str, what: str) -> ModuleType | None:
    """Import what the tests of a game may bring, or give None."""
    for home in HOMES:
        if find_spec(f"{home}.{name}") is not None and find_spec(f"{home}.{name}.{what}") is not None:
            return importlib.import_module(f"{home}.{name}.{what}")
    return None
