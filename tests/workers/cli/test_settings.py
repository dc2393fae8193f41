"""``dragonpost settings``: all of them, for people and for machines, and no password."""

import json

from services.settings import Settings, variable_of
from tests.workers.cli.command import clean_environment, dragonpost

PASSWORD = "geheim"


def test_all_settings_are_printed_without_a_password() -> None:
    environment = clean_environment(DRAGONPOST_PORT="81", DRAGONPOST_STORE_URL=f"redis://:{PASSWORD}@store:6379/0")
    printed = dragonpost("settings", environment=environment | {"COLUMNS": "80"})
    assert printed.returncode == 0, printed.stderr
    for text in (
        "DRAGONPOST_PORT",
        "8000",
        "81",
        "a whole number from 1 to 65535",
        "milliseconds",
        "redis://:***@store",
    ):
        assert text in printed.stdout
    as_json = dragonpost("settings", "--json", environment=environment)
    described = {one["variable"]: one for one in json.loads(as_json.stdout)}
    assert list(described) == [variable_of(name) for name in Settings.__struct_fields__]
    assert (described["DRAGONPOST_PORT"]["value"], described["DRAGONPOST_PORT"]["is_set"]) == (81, True)
    assert PASSWORD not in printed.stdout + as_json.stdout
