"""Tables of a game's cards in the terminal."""

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from domain.rules import AnyRules


def tables_of(rules: AnyRules) -> Iterator[Table]:
    """Give the game's card tables. What stands in a cell is shown as it is: a host may have written it."""
    for header, *rows in rules.card_tables():
        table = Table(show_lines=True)
        for heading in header:
            table.add_column(Text(heading))
        for row in rows:
            table.add_row(*map(Text, row))
        yield table
