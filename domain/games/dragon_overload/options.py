"""What a table can choose: nothing, the game has one form."""

from domain.rules import Options


class OverloadOptions(Options, frozen=True, kw_only=True):
    """Dragon Overload has no options."""
