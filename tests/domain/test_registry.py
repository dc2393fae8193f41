"""Games are found by their folders, and one that is broken says all that it lacks."""

import importlib
import textwrap
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import domain.games
import tests.toys
from domain.errors import BrokenGame, UnknownGameName
from domain.game.events import GameStarted
from domain.registry import Games, find_games
from tests.toys.hidden_hoards.rules import GameRules

package_numbers = count()

SOUND = """
    from typing import Annotated, Any
    from msgspec import Meta, Struct
    from domain import rules

    class HatchOptions(rules.Options, frozen=True, kw_only=True):
        eggs: Annotated[int, Meta(ge=1, title="Eggs", description="How many there are.")] = 3

    class Hatch(rules.Move, frozen=True, kw_only=True, tag="hatch"):
        pass

    class Hatched(rules.Event, frozen=True, kw_only=True, tag="hatched"):
        pass

    class HatchState(Struct, kw_only=True):
        eggs: int

    class GameRules(rules.Rules[Any, Any, Any, Any]):
        name, title, seats, version, longest_game = "hatchery", "Hatchery", range(1, 3), 1, 9
        Options, Move, Event, State = HatchOptions, Hatch, Hatched, HatchState

    GameRules.__abstractmethods__ = frozenset()  # what they do is not looked at when games are found
"""


@pytest.fixture
def games_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give a function that makes a package with one game folder, its rules module the text handed in."""
    monkeypatch.syspath_prepend(tmp_path)

    def make(text: str | None, folder: str = "hatchery") -> ModuleType:
        name = f"games_on_trial_{next(package_numbers)}"
        game = tmp_path / name / folder
        game.mkdir(parents=True)
        (tmp_path / name / "__init__.py").touch()
        (game / "__init__.py").touch()
        if text is not None:
            (game / "rules.py").write_text(textwrap.dedent(text))
        importlib.invalidate_caches()
        return importlib.import_module(name)

    return make


def lacks(package: ModuleType) -> str:
    with pytest.raises(BrokenGame) as refusal:
        find_games(package)
    return str(refusal.value)


def test_every_game_folder_is_found() -> None:
    """A folder without an ``__init__`` would be passed over in silence."""
    folders = {path.name for home in domain.games.__path__ for path in Path(home).iterdir() if path.is_dir()}
    assert {*find_games()} == folders - {"__pycache__"}


def test_toys_are_found_beside_them_in_order_of_name() -> None:
    games = find_games(tests.toys)
    assert list(games) == sorted({*find_games(), "dragon_gust", "hidden_hoards", "quiet_answers"})
    assert [rules.name for rules in games.values()] == list(games)
    assert [name for name, _ in games.items()] == list(games)
    assert len(games) == len(list(games))


def test_unknown_name_lists_those_installed() -> None:
    games = Games({"hidden_hoards": GameRules()})
    with pytest.raises(UnknownGameName, match=r"'chess'.*hidden_hoards"):
        games["chess"]
    assert "chess" not in games
    assert "hidden_hoards" in games


def test_replacing_rules_gives_other_games() -> None:
    """A host's own data set stands in for the one that came with the game; nobody else's games change."""
    before, own = find_games(tests.toys), GameRules()
    after = before.with_rules(own)
    assert after["hidden_hoards"] is own
    assert before["hidden_hoards"] is not own
    assert list(after) == list(before)


def test_only_an_installed_game_can_be_replaced() -> None:
    with pytest.raises(UnknownGameName):
        Games({}).with_rules(GameRules())


def test_a_sound_game_is_found(games_of: Any) -> None:
    assert "hatchery" in find_games(games_of(SOUND))


def test_no_rules_module(games_of: Any) -> None:
    assert "hatchery has no module named rules" in lacks(games_of(None))


def test_no_class_of_that_name(games_of: Any) -> None:
    assert "has no class GameRules(Rules)" in lacks(games_of("GameRules = 3"))


def test_a_fault_within_the_rules_shows_as_itself(games_of: Any) -> None:
    """Not as a missing module: the traceback tells where it is."""
    with pytest.raises(ModuleNotFoundError, match="no_such_thing"):
        find_games(games_of("import no_such_thing"))


def test_namesakes_in_two_packages(games_of: Any) -> None:
    one, other = games_of(SOUND), games_of(SOUND)
    with pytest.raises(BrokenGame, match="namesake"):
        find_games(one, other)


def test_an_empty_class_is_told_everything_at_once(games_of: Any) -> None:
    said = lacks(games_of("from domain.rules import Rules\nclass GameRules(Rules):\n    pass"))
    for part in (
        "does not define card_name, check_invariants, clone, decisions, describe",
        "has the name None",
        "has the title None",
        "has the seats None",
        "has the version None",
        "has the longest_game None",
        "has no Options",
        "has no Move",
        "has no Event",
        "has no State",
    ):
        assert part in said


@pytest.mark.parametrize(
    ("sound", "broken", "says"),
    [
        (
            '"hatchery", "Hatchery"',
            '"hatcheries", "Hatchery"',
            "has the name 'hatcheries', which must be that of its folder",
        ),
        ('"hatchery", "Hatchery"', '"hatchery", " "', "has the title ' '"),
        ("range(1, 3)", "range(0, 3)", "has the seats range(0, 3)"),
        ("range(1, 3)", "range(3, 3)", "has the seats range(3, 3)"),
        ("range(1, 3)", "(1, 2)", "has the seats (1, 2)"),
        ("1, 9", "0, 9", "has the version 0"),
        ("1, 9", "True, 9", "has the version True"),
        ("1, 9", '1, "9"', "has the longest_game '9'"),
        ("= 3", "", "has no default for the option eggs"),
        (', title="Eggs"', "", "has no title or no help (Meta title and description) for the option eggs"),
        (', tag="hatch"', "", "has no written tag on move Hatch"),
        (', tag="hatched"', "", "has no written tag on event Hatched"),
        ('tag="hatched"', f'tag="{GameStarted.__struct_config__.tag}"', "which is one of the table's own"),
        ('tag="hatched"', 'tag="hatched", forbid_unknown_fields=False', "has loosened the base of event Hatched"),
        ("eggs: int", "eggs: 'NoSuchKind'", "has a State that msgspec cannot read"),
        ("HatchOptions, Hatch,", "HatchOptions, Hatched,", "has no Move"),
        (
            "    GameRules.__abs",
            "    GameRules.Event = Hatched | type('Other', (rules.Event,), {}, frozen=True, tag='hatched')\n    GameRules.__abs",
            "has the event tag 'hatched' twice",
        ),
        (
            "    GameRules.__abs",
            "    GameRules.__init__ = lambda self, cards: None\n    GameRules.__abs",
            "cannot be built without cards",
        ),
        (
            "    GameRules.__abs",
            "    GameRules.data_files = 'dragons.toml'\n    GameRules.__abs",
            "has the data_files 'dragons.toml'",
        ),
        (
            "    GameRules.__abs",
            "    GameRules.data_files = ('dragons.toml',)\n    GameRules.__abs",
            "names data_files and does not define with_data",
        ),
        (
            "    GameRules.__abs",
            "    GameRules.has_responses = 1\n    GameRules.__abs",
            "has the has_responses 1",
        ),
        (
            "    GameRules.__abs",
            "    GameRules.has_responses = True\n    GameRules.__abs",
            "does not define both decline and turns_begun",
        ),
        (
            "    GameRules.__abs",
            "    GameRules.decline = lambda self, state, seat: None\n    GameRules.__abs",
            "defines decline and does not say has_responses",
        ),
    ],
)
def test_one_fault_is_named(games_of: Any, sound: str, broken: str, says: str) -> None:
    assert sound in SOUND
    assert says in lacks(games_of(SOUND.replace(sound, broken)))
