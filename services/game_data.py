"""The games with their data: each game's data files are read from its own folder, or from the host's in their place.

A host's data set of a game is a folder of the game's name under ``DRAGONPOST_DATA_SETS``. What it does not hold comes
with the game. It decides for new tables only: a game plays on with the data set it began with (design 4).
"""

import hashlib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Final

from domain.errors import BrokenGame
from domain.registry import Games, find_games
from domain.rules import AnyRules
from services.settings import SettingsError, variable_of

VARIABLE: Final = variable_of("data_sets")


def games_with_data(*extra_packages: ModuleType, data_sets: Path | None = None) -> Games:
    """Find the games, those of any extra packages too, each over its data set. Every process finds them here.

    Raises ``BrokenGame`` for a data set that its game refuses, and ``SettingsError`` where the host's folder is not there
    or holds what no game asks for: a misspelt name would otherwise be passed over in silence.
    """
    games = find_games(*extra_packages)
    if data_sets is not None:
        _check_folder(data_sets, games)
    for rules in list(games.values()):
        if rules.data_files:
            games = games.with_rules(_with_own_data(rules, data_sets))
    return games


def rules_over(rules: AnyRules, texts: Mapping[str, str]) -> AnyRules:
    """Give the rules over a data set, which is noted on them with its hash. Raises ``BrokenGame``."""
    over = rules.with_data(texts)
    over.data_texts, over.data_hash = dict(texts), data_hash_of(texts)
    return over


def texts_of(rules: AnyRules, data_sets: Path | None = None) -> dict[str, str]:
    """Read the data files of a game: file name to text. Raises ``BrokenGame`` where one cannot be read."""
    return {file: _text_of(rules, file, data_sets) for file in rules.data_files}


def data_hash_of(texts: Mapping[str, str]) -> str:
    """Give the SHA-256 (64 hex digits) of a data set: names and texts in the order of the names.

    Every part is preceded by its length in bytes, so that no two data sets read the same.
    """
    digest = hashlib.sha256(b"dragonpost data set")
    for name, text in sorted(texts.items()):
        for part in (name.encode(), text.encode()):
            digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def _with_own_data(rules: AnyRules, data_sets: Path | None) -> AnyRules:
    try:
        return rules_over(rules, texts_of(rules, data_sets))
    except BrokenGame as error:
        hosts = [f"{rules.name}/{file}" for file in rules.data_files if _hosts_file(rules, file, data_sets) is not None]
        place = f"They are read from {data_sets}: {', '.join(hosts)}." if hosts else "They came with the game."
        raise BrokenGame(f"The data files of {rules.title} cannot be used: {error} {place}") from error


def _hosts_file(rules: AnyRules, file: str, data_sets: Path | None) -> Path | None:
    path = None if data_sets is None else data_sets / rules.name / file
    return path if path is not None and path.exists() else None


def _text_of(rules: AnyRules, file: str, data_sets: Path | None) -> str:
    place = _hosts_file(rules, file, data_sets) or files(type(rules).__module__.rpartition(".")[0]).joinpath(file)
    try:
        return place.read_text(encoding="utf-8")
    except OSError as error:
        raise BrokenGame(f"{file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BrokenGame(f"{file} is not text in UTF-8.") from error


def _check_folder(data_sets: Path, games: Games) -> None:
    """Raise ``SettingsError`` unless the folder holds data files of games, and nothing else but hidden files."""
    if not data_sets.is_dir():
        raise SettingsError(f"{VARIABLE} names {data_sets}, which is no folder.")
    for path in sorted(data_sets.iterdir()):
        if path.name.startswith("."):
            continue
        if path.name not in games or not path.is_dir():
            raise SettingsError(
                f"{VARIABLE} holds {path.name}, which is no folder of a game; there are: {', '.join(games)}."
            )
        wanted = games[path.name].data_files
        for file in sorted(path.iterdir()):
            if file.name not in wanted and not file.name.startswith("."):
                asked = f"its data files are: {', '.join(wanted)}" if wanted else "it has none"
                raise SettingsError(f"{VARIABLE} holds {path.name}/{file.name}, which is no data file; {asked}.")
