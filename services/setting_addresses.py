"""Addresses that a host writes into settings: what is wrong with one, in words that name no password."""

from ipaddress import ip_address, ip_interface, ip_network
from typing import Final
from urllib.parse import SplitResult, urlsplit

STORE_SCHEMES: Final = ("redis", "rediss", "unix", "redis+cluster", "rediss+cluster")
QUEUE_SCHEMES: Final = ("redis", "rediss", "unix")
WEB_SCHEMES: Final = ("http", "https")

EVERYBODY: Final = "*"
"""In place of addresses of proxies: whoever sends a request is believed."""

QUOTING: Final = "In a password, / is written %2F, @ %40 and # %23."


def wrong_with_proxies(written: str) -> str | None:
    """Say what is wrong with a list of addresses and networks, or None. A name in it would never match in silence."""
    if written.strip() == EVERYBODY:
        return None
    for one in (part.strip() for part in written.split(",")):
        try:
            ip_network(one) if "/" in one else ip_address(one)
        except ValueError:
            return (
                f"holds {one!r}, which is {_what_else(one)}; it must be addresses or networks, separated by commas, "
                "such as 127.0.0.1, 10.0.0.0/8."
            )
    return None


def wrong_with_base_url(url: str) -> str | None:
    """Say what is wrong with an address of pages, or None."""
    parts = _split(url)
    if parts is not None and parts.scheme not in WEB_SCHEMES:
        return _wrong_scheme(parts, WEB_SCHEMES)
    if parts is None or not parts.hostname or " " in url or parts.query or parts.fragment:
        return "must be an address to which paths can be added, such as https://dragons.example.org."
    return None


def wrong_with_server_url(url: str, schemes: tuple[str, ...]) -> str | None:
    """Say what is wrong with the URL of a Redis or Valkey server, or None."""
    parts = _split(url)
    if parts is None or parts.fragment:
        return f"has no host or port that can be read; it must be such as redis://localhost:6379/0. {QUOTING}"
    if parts.scheme not in schemes:
        return _wrong_scheme(parts, schemes)
    if parts.scheme == "unix":
        return None if parts.path.strip("/") else "names no socket; it must be such as unix:///run/valkey.sock."
    if parts.path.strip("/") and not parts.path.strip("/").isdecimal():
        return f"ends in no number of a database; it must be such as redis://localhost:6379/0. {QUOTING}"
    return None


def without_password(url: str) -> str:
    """Give a URL without its password, nor what follows a question mark, where one may stand too."""
    parts = urlsplit(url)
    name, colon, _ = parts.netloc.rpartition("@")[0].partition(":")
    place = f"{name}:***@{parts.netloc.rpartition('@')[2]}" if colon else parts.netloc
    shown = f"{parts.scheme}://{place}{parts.path}"
    return f"{shown}?***" if parts.query else shown


def _split(url: str) -> SplitResult | None:
    """Take a URL apart; None if its host or port cannot be read."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # read only when asked for
    except ValueError:
        return None
    return parts


def _wrong_scheme(parts: SplitResult, schemes: tuple[str, ...]) -> str:
    *others, last = (f"{scheme}://" for scheme in schemes)
    return f"starts with {parts.scheme!r}; it must start with {', '.join(others)} or {last}."


def _what_else(written: str) -> str:
    """Say what an entry is that is no address: a network is often written by one of its hosts."""
    try:
        return f"no network, while {ip_interface(written).network} is one"
    except ValueError:
        return "no address"
