"""What a person does wrong is said in a line, with an exit code, and never as a traceback."""

from importlib.metadata import version

import pytest

from tests.workers.cli.command import clean_environment, dragonpost
from workers.cli.main import COMMANDS


def test_the_version_is_that_of_the_package() -> None:
    """On one line."""
    assert dragonpost("--version").stdout == f"dragonpost {version('dragonpost')}\n"


def test_help_lists_every_command() -> None:
    """Without arguments too."""
    for arguments in (["--help"], []):
        shown = dragonpost(*arguments).stdout
        assert [name for name in COMMANDS if f" {name} " not in shown] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    """Its file is found by its name, and can be imported."""
    ended = dragonpost(name, "--help")
    assert ended.returncode == 0, ended.stderr
    assert f"dragonpost {name} " in ended.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["simulate", "chess"], "No game is called 'chess'; installed: "),
        (["cards", "chess"], "No game is called 'chess'; installed: "),
        (["play", "chess"], "No game is called 'chess'; installed: "),
        (["play", "dragon_overload", "--bot", "clever"], "No bot has the level 'clever'; there are: random, greedy."),
        (["simulate", "dragon_overload", "--seats", "greedy,clever"], "No bot has the level 'clever'"),
        (["simulate", "dragon_overload", "--seats", "greedy"], "Dragon Overload is played by 2 players, not 1."),
        (["play", "dragon_overload", "--players", "5"], "Dragon Overload is played by 2 players, not 5."),
        (["play", "dragon_overload", "--seat", "3"], "There is no seat 3: with 2 players the seats are 1 to 2."),
        (["play", "dragon_overload", "--option", "speed=9"], "write name=value for an option of Dragon Overload"),
        (["rebuild", "nothing"], "No list is called 'nothing'; there are: lobby, "),
        (["log", "abc", "--data", "/nowhere"], "There are no games in the data directory /nowhere."),
    ],
)
def test_a_mistake_is_one_line_on_stderr_and_exit_code_1(arguments: list[str], sentence: str) -> None:
    """It says what would be right."""
    ended = dragonpost(*arguments)
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert ended.stderr.startswith("dragonpost: ")
    assert sentence in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("arguments", [["nonsense"], ["play"], ["simulate", "dragon_overload", "--games", "none"]])
def test_wrong_usage_is_exit_code_2(arguments: list[str]) -> None:
    """With the usage line."""
    ended = dragonpost(*arguments)
    assert ended.returncode == 2
    assert "Usage: " in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("arguments", "variables", "sentence"),
    [
        (["serve"], {"FSYNC": "sometimes"}, "DRAGONPOST_FSYNC is 'sometimes'; it must be always or everysec."),
        (["serve", "--port", "0"], {}, "--port is '0'; it must be a whole number from 1 to 65535."),
        (["serve"], {"METRICS_PORT": "65535"}, "DRAGONPOST_METRICS_PORT is '65535'; it must be 65532 or less, "),
        (["api"], {"TRUSTED_PROXIES": "caddy"}, "DRAGONPOST_TRUSTED_PROXIES holds 'caddy', which is no address; "),
        (["bots"], {"STORE_URL": "redis://store:port"}, "DRAGONPOST_STORE_URL has no host or port that can be read; "),
        (
            ["settings"],
            {"BASE_URL": "https://"},
            "DRAGONPOST_BASE_URL must be an address to which paths can be added, ",
        ),
        (["serve"], {"DATA_SETS": "/nowhere"}, "DRAGONPOST_DATA_SETS names /nowhere, which is no folder."),
    ],
)
def test_a_wrong_setting_is_named_with_exit_code_2(
    arguments: list[str], variables: dict[str, str], sentence: str
) -> None:
    """Before anything is started."""
    environment = clean_environment(**{f"DRAGONPOST_{name}": value for name, value in variables.items()})
    ended = dragonpost(*arguments, environment=environment)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr.startswith(f"dragonpost: {sentence}")
    assert len(ended.stderr.splitlines()) == 1
