"""The cards in tables, for the help page and the terminal: eggs, dragons by size and nature, then orbs."""

from collections.abc import Sequence

from domain.games.dragonbound.card_set import CardSet, Dragon
from domain.games.dragonbound.cards import EGG_COMMAND, EGG_COPIES, EGG_NAMES, NATURES, SIZES, Size, copies_of


def card_tables(cards: CardSet) -> Sequence[Sequence[Sequence[str]]]:
    """Give a table of the eggs, of the dragons of each size, and of the orbs; none without a card set."""
    if not cards.dragons:
        return ()
    return [_egg_table(), *(_dragon_table(cards, size) for size in SIZES), _orb_table(cards)]


def _egg_table() -> Sequence[Sequence[str]]:
    """Give the eggs with which each player starts; none has a text."""
    rows = zip(EGG_NAMES, map(str, EGG_COMMAND), map(str, EGG_COPIES), strict=True)
    return [["Egg", "Command", "Copies of each player"], *map(list, rows)]


def _dragon_table(cards: CardSet, size: Size) -> Sequence[Sequence[str]]:
    dragons = sorted(
        (dragon for dragon in cards.dragons if dragon.size == size), key=lambda dragon: NATURES.index(dragon.nature)
    )
    return [[f"Size {size}", "Nature", "Command", "Copies", "Text"], *map(_dragon_row, dragons)]


def _dragon_row(dragon: Dragon) -> Sequence[str]:
    return [dragon.name, dragon.nature, str(dragon.command), str(copies_of(dragon.size)), "\n".join(dragon.lines)]


def _orb_table(cards: CardSet) -> Sequence[Sequence[str]]:
    return [["Orb", "Text"], *([orb.name, orb.text] for orb in cards.orbs)]
