"""What a table can choose: with or without spells, and how many cards a deck has."""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from domain.rules import Options

Mode: TypeAlias = Literal["basic", "advanced"]

MOST_COPIES: Final = 8


class PathOptions(Options, frozen=True, kw_only=True):
    """How a table plays Dragon's Path."""

    mode: Annotated[
        Mode,
        Meta(
            title="Mode",
            description="Basic: one match with Path cards alone. Advanced: the best of three, each player with two spells.",
        ),
    ] = "basic"
    copies: Annotated[
        int,
        Meta(
            ge=4,
            le=MOST_COPIES,
            title="Cards of each element",
            description="In each player's deck. With 5 a deck has 25 cards; fewer make running out of cards more likely.",
        ),
    ] = 5
