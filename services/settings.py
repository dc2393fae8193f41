"""What a host can set, each with meaning, unit and default: from ``DRAGONPOST_*`` variables, which options override.

Nothing here reads the environment by itself: it is handed in, by the command line.
"""

import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, ClassVar, Final, Literal, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from services.setting_addresses import (
    QUEUE_SCHEMES,
    STORE_SCHEMES,
    without_password,
    wrong_with_base_url,
    wrong_with_proxies,
    wrong_with_server_url,
)

PREFIX: Final = "DRAGONPOST_"


class SettingsError(Exception):
    """A setting has a value that cannot be used; the text names it and says what would be right."""

    code: ClassVar[str] = "invalid_setting"
    exit_code: ClassVar[int] = 2


class Settings(Struct, frozen=True, kw_only=True):
    """All settings of a process. The variable of ``port`` is ``DRAGONPOST_PORT``, and so on."""

    data: Annotated[
        str,
        Meta(
            min_length=1,
            title="Data directory",
            description="Where the bundled store keeps its data, and the install key lies; relative to where it is run.",
        ),
    ] = "data"
    host: Annotated[
        str,
        Meta(
            min_length=1, title="Host", description="The address to listen on; 0.0.0.0 is every network of the machine."
        ),
    ] = "127.0.0.1"
    port: Annotated[int, Meta(ge=1, le=65535, title="Port", description="The TCP port to listen on.")] = 8000
    base_url: Annotated[
        str | None,
        Meta(
            title="Base URL",
            description="How others reach the server, for invite links, such as https://dragons.example.org. "
            "Without it, links begin as the request did; where that was by 127.0.0.1 and the host is 0.0.0.0, with this "
            "machine's address in its network.",
        ),
    ] = None
    trusted_proxies: Annotated[
        str,
        Meta(
            title="Trusted proxies",
            description="Addresses and networks (10.0.0.0/8), separated by commas, whose X-Forwarded-For and -Proto are "
            "believed; *: everybody's.",
        ),
    ] = "127.0.0.1"
    store_url: Annotated[
        str | None,
        Meta(
            title="Store URL",
            description="redis://, rediss:// or unix:// of a Redis or Valkey server; redis+cluster:// or "
            "rediss+cluster:// of any node of a cluster. Without it, the bundled store on the data directory.",
        ),
    ] = None
    queue_url: Annotated[
        str | None,
        Meta(
            title="Queue URL",
            description="redis://, rediss:// or unix:// of the single server that holds the bots' jobs. Without it, "
            "the store, which must then not be a cluster.",
        ),
    ] = None
    install_key_file: Annotated[
        str | None,
        Meta(
            title="Install key file",
            description="The secret key of this install, the same on all its machines. Without it, install.key in the "
            "data directory; made at the first start.",
        ),
    ] = None
    partitions: Annotated[
        int,
        Meta(
            ge=1,
            le=1024,
            title="Partitions",
            extra={"unit": "partitions"},
            description="How many parts the store is cut into; fixed at the first start.",
        ),
    ] = 64
    bots: Annotated[
        int,
        Meta(
            ge=0,
            le=64,
            title="Bot workers",
            extra={"unit": "processes"},
            description="How many processes let bots play; 0: bots never move.",
        ),
    ] = 1
    bot_response_ms: Annotated[
        int,
        Meta(
            ge=0,
            title="Bot responses",
            extra={"unit": "milliseconds"},
            description="How long after the question a bot answers where a quick answer would tell something: always the "
            "same, whatever it holds.",
        ),
    ] = 5_000
    api_workers: Annotated[
        int,
        Meta(
            ge=1,
            le=64,
            title="API processes",
            extra={"unit": "processes"},
            description="How many processes answer requests, at one address.",
        ),
    ] = 1
    fsync: Annotated[
        Literal["always", "everysec"],
        Meta(
            title="Fsync",
            description="When the bundled store writes to disk: always is before it answers, everysec may lose the last "
            "second at a power cut.",
        ),
    ] = "always"
    cached_games: Annotated[
        int,
        Meta(
            ge=1,
            title="Cached games",
            extra={"unit": "games"},
            description="How many games each process keeps in memory, with who sits there.",
        ),
    ] = 2000
    requests_per_minute: Annotated[
        int,
        Meta(
            ge=0,
            title="Requests a minute",
            extra={"unit": "requests a minute"},
            description="How much one player, or one address without a name, may ask a process a minute, moves aside. 0: no limit.",
        ),
    ] = 30_000
    moves_per_minute: Annotated[
        int,
        Meta(
            ge=0,
            title="Moves a minute",
            extra={"unit": "moves a minute"},
            description="How many moves one player may send to a process a minute. 0: no limit.",
        ),
    ] = 6_000
    sign_ups_per_hour: Annotated[
        int,
        Meta(
            ge=0,
            title="New names an hour",
            extra={"unit": "players an hour"},
            description="How many new players may come from one address an hour. 0: no limit.",
        ),
    ] = 3_000
    tables_per_hour: Annotated[
        int,
        Meta(
            ge=0,
            title="New tables an hour",
            extra={"unit": "tables an hour"},
            description="How many tables one player may set up an hour. 0: no limit.",
        ),
    ] = 3_000
    links_per_hour: Annotated[
        int,
        Meta(
            ge=0,
            title="Links an hour",
            extra={"unit": "links an hour"},
            description="How many invite links, links for devices and tokens one player may make, or try, an hour. 0: no limit.",
        ),
    ] = 3_000
    streams_per_player: Annotated[
        int,
        Meta(
            ge=0,
            title="Open streams",
            extra={"unit": "streams"},
            description="How many streams of news one player, or one address without a name, may hold open on a process. 0: no limit.",
        ),
    ] = 200
    open_tables_per_player: Annotated[
        int,
        Meta(
            ge=0,
            title="Open tables",
            extra={"unit": "tables"},
            description="How many tables that are open or played one player may sit at and still set up another. 0: no limit.",
        ),
    ] = 2_000
    data_sets: Annotated[
        str | None,
        Meta(
            title="Data sets",
            description="A folder with your own data files, such as dragons_path/spells.toml, in place of those that "
            "came with the games. New tables play with them; a game plays on with those it began with.",
        ),
    ] = None
    metrics_port: Annotated[
        int,
        Meta(
            ge=0,
            le=65535,
            title="Metrics port",
            description="Where a process serves its metrics to Prometheus, at /metrics. 'serve' gives each of its processes "
            "a port of its own, from this one upward: API processes, projector, turn caller, bots. 0: nowhere.",
        ),
    ] = 0
    metrics_host: Annotated[
        str,
        Meta(
            min_length=1,
            title="Metrics host",
            description="The address for the metrics port. They tell how much is played, so it is not open to all.",
        ),
    ] = "127.0.0.1"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(title="Log level", description="The least that is logged.")
    ] = "warning"
    log_format: Annotated[
        Literal["auto", "text", "json"],
        Meta(
            title="Log format",
            description="json: an object a line. text: for reading. auto: text in a terminal, json elsewhere.",
        ),
    ] = "auto"

    @property
    def data_dir(self) -> Path:
        """The data directory."""
        return Path(self.data).expanduser()

    @property
    def data_sets_dir(self) -> Path | None:
        """The folder with the host's own data files."""
        return None if self.data_sets is None else Path(self.data_sets).expanduser()

    @property
    def install_key_path(self) -> Path:
        """Where the install key lies, or will."""
        if self.install_key_file is None:
            return self.data_dir / "install.key"
        return Path(self.install_key_file).expanduser()


def variable_of(name: str) -> str:
    """Give the variable of a setting."""
    return PREFIX + name.upper()


def read_settings(environ: Mapping[str, str], **overrides: Any) -> Settings:
    """Read the settings from variables; ``overrides`` that are not None come before them.

    An empty variable counts as not set. Raises ``SettingsError``, which lists all that is wrong.
    """
    given = {name: value for name, value in overrides.items() if value is not None}
    values: dict[str, Any] = {}
    wrong: list[str] = []
    for field in msgspec.structs.fields(Settings):
        variable = variable_of(field.name)
        source, value = (
            ("--" + field.name.replace("_", "-"), given[field.name])
            if field.name in given
            else (
                variable,
                environ.get(variable),
            )
        )
        if value is None or value == "":
            continue
        try:
            values[field.name] = msgspec.convert(value, field.type, strict=False)
        except msgspec.ValidationError:
            wrong.append(f"{source} is {str(value)!r}; it must be {_wanted(field.type)}.")
    settings = Settings(**values)
    wrong += _wrong_addresses(settings)
    if wrong:
        raise SettingsError("\n".join(wrong))
    return settings


class DescribedSetting(Struct, frozen=True, kw_only=True):
    """A setting for people. ``takes`` says which values, ``unit`` what they count, or ""; None as a value: not set."""

    variable: str
    title: str
    meaning: str
    takes: str
    unit: str
    default: str | int | None
    value: str | int | None
    is_set: bool


def describe_settings(settings: Settings) -> list[DescribedSetting]:
    """Describe all settings, in their order, with what they are now. Passwords in URLs are masked."""
    described = []
    for field in msgspec.structs.fields(Settings):
        meta = _meta_of(field.type)
        value = getattr(settings, field.name)
        described.append(
            DescribedSetting(
                variable=variable_of(field.name),
                title=meta.title or "",
                meaning=meta.description or "",
                takes=_wanted(field.type),
                unit=(meta.extra or {}).get("unit", ""),
                default=field.default,
                value=without_password(value) if isinstance(value, str) and "://" in value else value,
                is_set=value != field.default,
            )
        )
    return described


def variables_of(settings: Settings) -> dict[str, str]:
    """Give the variables that say what ``settings`` say."""
    values = msgspec.structs.asdict(settings)
    return {variable_of(name): str(value) for name, value in values.items() if value is not None}


def unknown_variables(environ: Mapping[str, str]) -> dict[str, str]:
    """Give variables that look like settings and are none, each with the setting that was probably meant, or ""."""
    known = [field.name for field in msgspec.structs.fields(Settings)]
    strangers = sorted(name.removeprefix(PREFIX).lower() for name in environ if name.startswith(PREFIX))
    meant = {name: difflib.get_close_matches(name, known, n=1) for name in strangers if name not in known}
    return {variable_of(name): variable_of(close[0]) if close else "" for name, close in meant.items()}


def _wrong_addresses(settings: Settings) -> Iterator[str]:
    """Say what is wrong with the addresses, without their passwords."""
    found = {
        "base_url": settings.base_url and wrong_with_base_url(settings.base_url),
        "trusted_proxies": wrong_with_proxies(settings.trusted_proxies),
        "store_url": settings.store_url and wrong_with_server_url(settings.store_url, STORE_SCHEMES),
        "queue_url": settings.queue_url and wrong_with_server_url(settings.queue_url, QUEUE_SCHEMES),
    }
    for name, what in found.items():
        if what:
            yield f"{variable_of(name)} {what}"
    if settings.store_url is not None and "+cluster" in settings.store_url and settings.queue_url is None:
        yield (
            f"{variable_of('queue_url')} is not set; with a cluster as the store it must name a single Redis or Valkey "
            "server, because the bots' queue needs one."
        )


def _wanted(kind: Any) -> str:
    """Say in words what a field takes."""
    base, meta = _base_of(kind), _meta_of(kind)
    if get_origin(base) is Literal:
        return _one_of(get_args(base))
    if base is int and meta.le is not None:
        return f"a whole number from {meta.ge} to {meta.le}"
    if base is int:
        return f"a whole number of {meta.ge} or more"
    return "a text" if NoneType in get_args(base) else "a text that is not empty"


def _base_of(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _meta_of(kind: Any) -> Meta:
    extras = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    return next((extra for extra in extras if isinstance(extra, Meta)), Meta())


def _one_of(words: tuple[str, ...]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last
