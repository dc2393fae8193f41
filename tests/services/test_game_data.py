"""Games are found with their data files, a host's own in place of those that came, and a wrong one is told by its name."""

import importlib
import textwrap
from itertools import count
from pathlib import Path
from types import ModuleType

import pytest

from domain.errors import BrokenGame
from services.game_data import data_hash_of, games_with_data
from services.settings import Settings, SettingsError
from services.wiring import build_parts
from tests.workers.cli.command import clean_environment, dragonpost

numbers = count()

HATCHERY = """
    from typing import Any
    from msgspec import Struct
    from domain import rules
    from domain.errors import BrokenGame

    class Hatch(rules.Move, frozen=True, kw_only=True, tag="hatch"): pass
    class Hatched(rules.Event, frozen=True, kw_only=True, tag="hatched"): pass
    class HatchOptions(rules.Options, frozen=True, kw_only=True): pass
    class HatchState(Struct, kw_only=True): eggs: int

    class GameRules(rules.Rules[Any, Any, Any, Any]):
        name, title, seats, version, longest_game = "hatchery", "Hatchery", range(1, 3), 1, 9
        Options, Move, Event, State = HatchOptions, Hatch, Hatched, HatchState
        data_files = ("eggs.txt", "nests.txt")
        texts = None

        def with_data(self, texts):
            if "addled" in texts["eggs.txt"]:
                raise BrokenGame("eggs.txt, egg 1: its colour is 'addled'.")
            over = GameRules()
            over.texts = dict(texts)
            return over

    GameRules.__abstractmethods__ = frozenset()  # what they do is not looked at here
"""


@pytest.fixture
def hatcheries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A package with one game, which has two data files."""
    monkeypatch.syspath_prepend(tmp_path)
    name = f"games_with_data_{next(numbers)}"
    folder = tmp_path / name / "hatchery"
    folder.mkdir(parents=True)
    for file, text in {
        "../__init__.py": "",
        "__init__.py": "",
        "rules.py": textwrap.dedent(HATCHERY),
        "eggs.txt": "red",
        "nests.txt": "two",
    }.items():
        (folder / file).write_text(text)
    importlib.invalidate_caches()
    return importlib.import_module(name)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A host's folder of data sets, with one for the hatchery."""
    folder = tmp_path / "own"
    (folder / "hatchery").mkdir(parents=True)
    return folder


def test_a_game_is_found_over_the_files_of_its_folder(hatcheries: ModuleType) -> None:
    rules = games_with_data(hatcheries)["hatchery"]
    assert vars(rules)["texts"] == {"eggs.txt": "red", "nests.txt": "two"}
    assert rules.data_hash == data_hash_of({"nests.txt": "two", "eggs.txt": "red"})


def test_a_game_without_data_files_has_no_hash(hatcheries: ModuleType) -> None:
    assert {name: bool(rules.data_hash) for name, rules in games_with_data(hatcheries).items()}["dragon_overload"] is (
        False
    )


def test_the_hash_hangs_on_names_and_texts() -> None:
    sets = [{"a": "bc"}, {"ab": "c"}, {"a": "b", "c": ""}, {"a": "b"}, {"a": ""}, {}]
    assert len({data_hash_of(texts) for texts in sets}) == len(sets)
    assert data_hash_of({"a": "b"}) == "cda580f009705112e08bf45be009714b6a925fa6579985f91dc21949d5f235c6"


def test_a_file_of_the_host_stands_in_for_the_one_that_came(hatcheries: ModuleType, own: Path) -> None:
    """What the host does not bring is the game's own."""
    (own / "hatchery" / "eggs.txt").write_text("blue")
    (own / "hatchery" / ".backup").write_text("of an editor")
    changed, plain = games_with_data(hatcheries, data_sets=own)["hatchery"], games_with_data(hatcheries)["hatchery"]
    assert vars(changed)["texts"] == {"eggs.txt": "blue", "nests.txt": "two"}
    assert changed.data_hash != plain.data_hash


def test_a_data_set_that_is_refused_is_named_with_its_file(hatcheries: ModuleType, own: Path) -> None:
    (own / "hatchery" / "eggs.txt").write_text("addled")
    with pytest.raises(BrokenGame) as refusal:
        games_with_data(hatcheries, data_sets=own)
    assert str(refusal.value) == (
        "The data files of Hatchery cannot be used: eggs.txt, egg 1: its colour is 'addled'. "
        f"They are read from {own}: hatchery/eggs.txt."
    )


def test_a_file_that_cannot_be_read_is_named(hatcheries: ModuleType, own: Path) -> None:
    (own / "hatchery" / "eggs.txt").write_bytes(b"\xff")
    with pytest.raises(BrokenGame, match=r"eggs\.txt is not text in UTF-8"):
        games_with_data(hatcheries, data_sets=own)
    (own / "hatchery" / "eggs.txt").unlink()
    (own / "hatchery" / "eggs.txt").mkdir()
    with pytest.raises(BrokenGame, match=r"eggs\.txt cannot be read: Is a directory"):
        games_with_data(hatcheries, data_sets=own)


def test_what_no_game_asks_for_is_told(hatcheries: ModuleType, own: Path) -> None:
    """A misspelt name would else be passed over in silence."""
    (own / "hatchery" / "egg.txt").touch()
    with pytest.raises(
        SettingsError, match=r"hatchery/egg\.txt, which is no data file; its .*: eggs\.txt, nests\.txt\."
    ):
        games_with_data(hatcheries, data_sets=own)
    (own / "hatcherie").mkdir()
    with pytest.raises(SettingsError, match=r"DRAGONPOST_DATA_SETS holds hatcherie, .* dragon_overload, .*hatchery\."):
        games_with_data(hatcheries, data_sets=own)
    with pytest.raises(SettingsError, match="which is no folder"):
        games_with_data(hatcheries, data_sets=own / "nowhere")


async def test_a_process_finds_its_games_here(own: Path, fake_store: object) -> None:
    settings = Settings(data=str(own), data_sets=str(own))
    with pytest.raises(SettingsError, match="DRAGONPOST_DATA_SETS holds hatchery"):
        async with build_parts(settings, clients=fake_store):  # type: ignore[arg-type]
            pass


@pytest.mark.parametrize("command", [("simulate", "dragon_overload", "--games", "1"), ("play", "dragon_overload")])
def test_so_do_the_commands_that_need_no_server(own: Path, command: tuple[str, ...]) -> None:
    ended = dragonpost(*command, environment=clean_environment(DRAGONPOST_DATA_SETS=str(own)))
    assert ended.returncode == 2
    assert ended.stderr.startswith("dragonpost: DRAGONPOST_DATA_SETS holds hatchery, which is no folder of a game")


def test_a_server_says_it_once_and_starts_nothing(own: Path, tmp_path: Path) -> None:
    """Else each of its processes would fail by itself, with a traceback in its log."""
    data = tmp_path / "data"
    environment = clean_environment(DRAGONPOST_DATA_SETS=str(own))
    ended = dragonpost("serve", "--data", str(data), environment=environment)
    assert ended.returncode == 2
    assert ended.stderr.startswith("dragonpost: DRAGONPOST_DATA_SETS holds hatchery")
    assert ended.stderr.count("\n") == 1
    assert not data.exists()
