"""Finds the installed games: each folder under ``domain/games`` is one, so nothing lists them by hand."""

import importlib
import pkgutil
from collections.abc import ItemsView, Iterator, Mapping, ValuesView
from types import MappingProxyType, ModuleType

import domain.games
from domain.contract import lacks_of
from domain.errors import BrokenGame, UnknownGameName
from domain.rules import AnyRules


class Games:
    """The installed games by name, in the order of their names. Never changes: ``with_rules`` gives another."""

    def __init__(self, rules_by_name: Mapping[str, AnyRules]) -> None:
        self._rules_by_name = MappingProxyType(dict(sorted(rules_by_name.items())))

    def __getitem__(self, name: str) -> AnyRules:
        """Give the rules of one game. Raises ``UnknownGameName``."""
        rules = self._rules_by_name.get(name)
        if rules is None:
            raise UnknownGameName(f"No game is called {name!r}; installed: {', '.join(self) or 'none'}.")
        return rules

    def __contains__(self, name: object) -> bool:
        return name in self._rules_by_name

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules_by_name)

    def __len__(self) -> int:
        return len(self._rules_by_name)

    def __repr__(self) -> str:
        return f"Games({', '.join(self)})"

    def values(self) -> ValuesView[AnyRules]:
        """Give the rules, in the order of their names."""
        return self._rules_by_name.values()

    def items(self) -> ItemsView[str, AnyRules]:
        """Give (name, rules), in the order of the names."""
        return self._rules_by_name.items()

    def with_rules(self, rules: AnyRules) -> "Games":
        """Give these games with one replaced, as by a host's own data set. Raises ``UnknownGameName``."""
        replaced = self[rules.name]
        return Games({**self._rules_by_name, replaced.name: rules})


def find_games(*extra_packages: ModuleType) -> Games:
    """Find the games in the folders of ``domain.games`` and of any extra packages.

    Raises ``BrokenGame``, whose text lists all that any of them lacks.
    """
    found: dict[str, AnyRules] = {}
    lacks: list[str] = []
    for package in (domain.games, *extra_packages):
        for folder in _folders_of(package):
            module = _rules_module_of(package, folder)
            problems = lacks_of(folder, module) if folder not in found else ["has a namesake in another package"]
            if problems:
                lacks += [f"{package.__name__}.{folder} {problem}" for problem in problems]
            else:
                found[folder] = _rules_in(module)
    if lacks:
        raise BrokenGame("; ".join(lacks))
    return Games(found)


def _folders_of(package: ModuleType) -> list[str]:
    return sorted(folder.name for folder in pkgutil.iter_modules(package.__path__) if folder.ispkg)


def _rules_module_of(package: ModuleType, folder: str) -> ModuleType | None:
    """Import the ``rules`` of a folder; None if it has none. A fault within it shows as itself."""
    name = f"{package.__name__}.{folder}.rules"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None


def _rules_in(module: ModuleType | None) -> AnyRules:
    assert module is not None
    rules: AnyRules = module.GameRules()
    return rules
