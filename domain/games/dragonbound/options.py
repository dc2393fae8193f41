"""What can be chosen when a table is made."""

from domain.rules import Options


class DragonboundOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Nothing: the printed game has no variants."""
