"""Settings come from variables, options come first, and a wrong value is named with what would be right."""

import msgspec
import pytest

from services.settings import (
    Settings,
    SettingsError,
    describe_settings,
    read_settings,
    unknown_variables,
    variable_of,
    variables_of,
)

PROXIES_WANTED = "it must be addresses or networks, separated by commas, such as 127.0.0.1, 10.0.0.0/8."


def test_nothing_set_gives_the_defaults() -> None:
    """An empty variable counts as not set."""
    assert read_settings({}) == read_settings({"DRAGONPOST_PORT": "", "DRAGONPOST_STORE_URL": ""}) == Settings()


def test_an_option_comes_before_its_variable() -> None:
    """An option that was not given leaves the variable alone."""
    environ = {"DRAGONPOST_PORT": "9000", "DRAGONPOST_HOST": "10.0.0.1"}
    settings = read_settings(environ, port=9001, host=None)
    assert (settings.port, settings.host) == (9001, "10.0.0.1")


def test_settings_are_read_from_the_environment() -> None:
    """Each by the variable of its name, numbers from their digits."""
    settings = Settings(port=81, store_url="redis://store:6379/0", bots=3, fsync="everysec", log_format="json")
    environ = {
        "PORT": "81",
        "STORE_URL": "redis://store:6379/0",
        "BOTS": "3",
        "FSYNC": "everysec",
        "LOG_FORMAT": "json",
    }
    assert read_settings({f"DRAGONPOST_{name}": value for name, value in environ.items()}) == settings


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("PORT", "80x", "DRAGONPOST_PORT is '80x'; it must be a whole number from 1 to 65535."),
        ("PORT", "70000", "DRAGONPOST_PORT is '70000'; it must be a whole number from 1 to 65535."),
        ("CACHED_GAMES", "0", "DRAGONPOST_CACHED_GAMES is '0'; it must be a whole number of 1 or more."),
        ("FSYNC", "never", "DRAGONPOST_FSYNC is 'never'; it must be always or everysec."),
        ("LOG_LEVEL", "loud", "DRAGONPOST_LOG_LEVEL is 'loud'; it must be debug, info, warning or error."),
        (
            "QUEUE_URL",
            "ftp://q",
            "DRAGONPOST_QUEUE_URL starts with 'ftp'; it must start with redis://, rediss:// or unix://.",
        ),
        ("BASE_URL", "dragons.example", "DRAGONPOST_BASE_URL starts with ''; it must start with http:// or https://."),
        *(
            (
                "BASE_URL",
                url,
                "DRAGONPOST_BASE_URL must be an address to which paths can be added, such as https://dragons.example.org.",
            )
            for url in (
                "https://",
                "https://dragons.example/?q",
                "https://dragons.example/#top",
                "https://dragons.example:http",
                "https://dragons example",
                "https://[::1",
            )
        ),
        (
            "TRUSTED_PROXIES",
            "127.0.0.1, proxy",
            f"DRAGONPOST_TRUSTED_PROXIES holds 'proxy', which is no address; {PROXIES_WANTED}",
        ),
        (
            "TRUSTED_PROXIES",
            "10.1.2.3/8",
            f"DRAGONPOST_TRUSTED_PROXIES holds '10.1.2.3/8', which is no network, while 10.0.0.0/8 is one; {PROXIES_WANTED}",
        ),
        ("STORE_URL", "unix://", "DRAGONPOST_STORE_URL names no socket; it must be such as unix:///run/valkey.sock."),
    ],
)
def test_a_wrong_value_is_named_with_what_would_be_right(variable: str, value: str, sentence: str) -> None:
    """Variable, value, and the kind of value it takes."""
    with pytest.raises(SettingsError) as refusal:
        read_settings({f"DRAGONPOST_{variable}": value})
    assert str(refusal.value) == sentence


def test_a_wrong_option_is_named_as_an_option() -> None:
    """The person typed --port, not a variable."""
    with pytest.raises(SettingsError, match=r"^--port is '0'; it must be a whole number from 1 to 65535\.$"):
        read_settings({}, port=0)


def test_everything_wrong_is_told_at_once() -> None:
    """One line each."""
    with pytest.raises(SettingsError) as refusal:
        read_settings({"DRAGONPOST_PORT": "x", "DRAGONPOST_BOTS": "-1"})
    assert [line.split()[0] for line in str(refusal.value).splitlines()] == ["DRAGONPOST_PORT", "DRAGONPOST_BOTS"]


@pytest.mark.parametrize("written", ["127.0.0.1", " ::1 ,10.0.0.0/8", "172.16.0.0/12", "fe80::/10", "*"])
def test_proxies_are_addresses_networks_or_everybody(written: str) -> None:
    """As they are taken where requests come in."""
    assert read_settings({"DRAGONPOST_TRUSTED_PROXIES": written}).trusted_proxies == written


@pytest.mark.parametrize(
    "url",
    [
        "mysql://me:geheim@store/0",
        "redis://me:geheim/more@store",
        "redis://me:/geheim@store",
        "redis://me:#geheim@store",
        "redis://store:geheim",
        "redis://store/geheim",
        "redis://[geheim@store",
    ],
)
@pytest.mark.parametrize("variable", ["DRAGONPOST_STORE_URL", "DRAGONPOST_QUEUE_URL"])
def test_the_text_shows_no_password(variable: str, url: str) -> None:
    """A server's URL may hold one, even where it was not written as URLs ask for."""
    with pytest.raises(SettingsError, match=variable) as refusal:
        read_settings({variable: url})
    assert "geheim" not in str(refusal.value)


@pytest.mark.parametrize(
    "url", ["redis://me:ge%2Fheim@store:6379/0", "redis://", "unix:///run/store.sock?db=1", "redis://h/"]
)
def test_a_url_of_a_server_is_taken(url: str) -> None:
    """Host, port and database may be left out."""
    assert read_settings({"DRAGONPOST_STORE_URL": url}).store_url == url


def test_a_cluster_needs_a_queue_of_its_own() -> None:
    """The bots' queue needs a single server."""
    environ = {"DRAGONPOST_STORE_URL": "redis+cluster://node:6379"}
    with pytest.raises(SettingsError, match="DRAGONPOST_QUEUE_URL is not set"):
        read_settings(environ)
    assert read_settings({**environ, "DRAGONPOST_QUEUE_URL": "redis://queue:6379"}).queue_url == "redis://queue:6379"


def test_a_misspelt_variable_is_found_with_what_was_meant() -> None:
    """Others are none of ours."""
    environ = {"DRAGONPOST_PROT": "1", "DRAGONPOST_PORT": "1", "DRAGONPOST_XYZQ": "", "PATH": "/bin"}
    assert unknown_variables(environ) == {"DRAGONPOST_PROT": "DRAGONPOST_PORT", "DRAGONPOST_XYZQ": ""}


def test_every_setting_is_described_with_what_it_is_now() -> None:
    """Variable, meaning, what it takes, unit, default, and the present value."""
    described = {one.variable: one for one in describe_settings(Settings(port=81, store_url="redis://store:6379"))}
    assert list(described) == [variable_of(field.name) for field in msgspec.structs.fields(Settings)]
    assert all(one.title and one.meaning.endswith(".") and one.takes for one in described.values())
    port = described["DRAGONPOST_PORT"]
    assert (port.takes, port.default, port.value, port.is_set) == ("a whole number from 1 to 65535", 8000, 81, True)
    response = described["DRAGONPOST_BOT_RESPONSE_MS"]
    assert (response.unit, response.default, response.is_set) == ("milliseconds", 5000, False)
    assert described["DRAGONPOST_METRICS_PORT"].takes == "a whole number from 0 to 65535"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://me:geheim@store:6379/0", "redis://me:***@store:6379/0"),
        ("rediss://:geheim@store/0?password=geheim", "rediss://:***@store/0?***"),
        ("redis://:ge@heim@store", "redis://:***@store"),
        ("unix:///run/store.sock?password=geheim", "unix:///run/store.sock?***"),
        ("redis://store:6379", "redis://store:6379"),
    ],
)
def test_a_description_shows_no_password(url: str, shown: str) -> None:
    """Neither before the host nor behind a question mark."""
    (one,) = [one for one in describe_settings(Settings(store_url=url)) if one.variable == "DRAGONPOST_STORE_URL"]
    assert one.value == shown


def test_variables_say_what_settings_say() -> None:
    """Read again, they are the same."""
    settings = Settings(port=81, store_url="redis://store", metrics_port=9100, bots=0)
    assert read_settings(variables_of(settings)) == settings
