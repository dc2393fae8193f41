"""What the application refuses, besides what the domain (``domain.errors``) and the store (``services.ports``) raise."""

from typing import ClassVar


class ServiceError(Exception):
    """Root of what the application refuses. ``code`` is stable; the text says what would be right."""

    code: ClassVar[str] = "service_error"


class GameNotFound(ServiceError):
    """No table has this id, or this viewer may not know of it: the text is the same, so that nobody can tell which."""

    code = "game_not_found"

    def __init__(self) -> None:
        super().__init__("There is no such table, or you are not invited to it.")


class PositionNotFound(ServiceError):
    """The table has not come to this position, in the count of whoever asks."""

    code = "position_not_found"

    def __init__(self, last: int) -> None:
        super().__init__(f"Here the positions go from 1 to {last}.")


class HiddenUntilTheEnd(ServiceError):
    """A table that goes on is shown to everybody through their own eyes only."""

    code = "hidden_until_the_end"

    def __init__(self) -> None:
        super().__init__(
            "Until the game is over, everybody sees it through their own eyes only: leave seat and revealed out."
        )


class WhatIfClosed(ServiceError):
    """The table does not let its players practise while it is played."""

    code = "what_if_closed"

    def __init__(self) -> None:
        super().__init__("At this table nobody may practise until the game is over: it was set up so.")


class PlayerNotFound(ServiceError):
    """No person has this id."""

    code = "player_not_found"


class KeyReused(ServiceError):
    """The same idempotency key came with another command."""

    code = "idempotency_key_reused"


class GamePaused(ServiceError):
    """The game was begun under a rules version that this build cannot decide: it can be read, not played."""

    code = "game_paused"


class DataSetUnusable(ServiceError):
    """The data set that the game began with is not in the store, or this build does not take it: the game is paused."""

    code = "data_set_unusable"


class TooManyConflicts(ServiceError):
    """Others kept changing the table first. Nothing was stored; the same request may be sent again."""

    code = "too_many_conflicts"
