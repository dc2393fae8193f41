"""Whence a request comes, behind proxies that are trusted (``trusted_proxies`` of the settings) too."""

import ipaddress
from functools import lru_cache
from typing import Final

from starlette.requests import Request

IPV6_HOME: Final = 64
"""Bits of an IPv6 address that name a household or a machine; it may choose the rest."""

UNKNOWN: Final = "unknown"
"""Of a connection over a Unix socket."""


def address_of(request: Request) -> str:
    """Give whence a request comes, as far as one household or machine can be told from another."""
    return UNKNOWN if request.client is None else _home_of(request.client.host)


@lru_cache(maxsize=4096)
def _home_of(host: str) -> str:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, IPV6_HOME), strict=False).network_address)
