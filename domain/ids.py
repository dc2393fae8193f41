"""The names by which things are referred to."""

import re
from typing import Final, TypeAlias

GameId: TypeAlias = str
"""26 characters of ``[a-z2-7]``: 128 bits, derived by the server, the same in links, keys and logs."""

GAME_ID_FORM: Final = re.compile("[a-z2-7]{26}")

Seat: TypeAlias = int
"""A place at the table, counted from 0 in data; every sentence for people counts from 1."""

Viewer: TypeAlias = int
"""Whose eyes: a seat, or ``SPECTATOR``."""

SPECTATOR: Final[Viewer] = -1

Pseudonym: TypeAlias = str
"""How a person stands in one game's log: an HMAC of player and game, so that two logs cannot be linked."""

Actor: TypeAlias = str
"""Who sent a command: ``player:<pseudonym>``, ``bot:<seat>``, ``order:<seat>``, ``admin:<id>``, later ``clock``."""

DecisionId: TypeAlias = str
"""``<seat>.<position>``: the seat that must decide, and its own position when the decision opened.

A position, never a version, so that the id does not count commits which the seat was not told (design 3).
"""

DECISION_ID_FORM: Final = re.compile(r"[0-9]+\.[0-9]+")


def is_game_id(text: str) -> bool:
    """Whether a text has the form of a game id."""
    return GAME_ID_FORM.fullmatch(text) is not None


def player_actor(pseudonym: Pseudonym) -> Actor:
    """Give the actor of a person at this table."""
    return f"player:{pseudonym}"


def bot_actor(seat: Seat) -> Actor:
    """Give the actor of the bot in ``seat``."""
    return f"bot:{seat}"


def order_actor(seat: Seat) -> Actor:
    """Give the actor of the standing order of ``seat``."""
    return f"order:{seat}"


def admin_actor(name: str) -> Actor:
    """Give the actor of whoever runs the server, by the name that stands for them in logs."""
    return f"admin:{name}"


def decision_id(seat: Seat, position: int) -> DecisionId:
    """Give the id of the decision that opened for ``seat`` when it stood at ``position``."""
    return f"{seat}.{position}"


def viewers(seat_count: int) -> tuple[Viewer, ...]:
    """Give every viewer of a table: the seats in order, the spectator last (so that a list by viewer takes -1)."""
    return (*range(seat_count), SPECTATOR)
