"""Addresses of this machine: which of them others reach it by."""

import socket
from ipaddress import ip_address
from typing import Final

ANY_ADDRESS: Final = frozenset({"", "0.0.0.0", "::"})  # noqa: S104  compared with, not bound
"""What a host is called that means every network of the machine."""

SOMEWHERE_ELSE: Final = ("192.0.2.1", 9)
"""An address of nobody: asking for the way there sends nothing, and names the network by which others are reached."""


def network_address() -> str | None:
    """Give the IPv4 address of this machine in the network that it reaches others by, or None if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(SOMEWHERE_ELSE)
        except OSError:
            return None
        address: str = asking.getsockname()[0]
    return None if leads_to_itself(address) else address


def leads_to_itself(host: str) -> bool:
    """Whether the name of a host leads from every machine to that machine itself."""
    if host == "localhost":
        return True
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
