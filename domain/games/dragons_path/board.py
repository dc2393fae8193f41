"""The table as text: plain Unicode, 80 columns, from where somebody sits. The viewer's side is at the bottom."""

from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Final

from domain.games.dragons_path.cards import ELEMENT_NAMES, ELEMENT_OF, ELEMENTS, OWNER_OF, Card, element_name
from domain.games.dragons_path.declared import declared_text
from domain.games.dragons_path.spells import Spells, spell_of
from domain.games.dragons_path.state import State
from domain.ids import Seat, Viewer
from domain.rules import UNKNOWN

LABEL_WIDTH: Final = 10
COLUMN_WIDTH: Final = 14
NAME_WIDTH: Final = 20
LINE_WIDTH: Final = LABEL_WIDTH + len(ELEMENTS) * COLUMN_WIDTH
LINE: Final = "─" * LINE_WIDTH
NOTHING: Final = "·"


def draw_text(state: State, names: Sequence[str], viewer: Viewer, spells: Spells) -> str:
    """Draw the board. A spectator sits with seat 0."""
    names = [name if len(name) <= NAME_WIDTH else name[: NAME_WIDTH - 1] + "…" for name in names]
    near = 1 if viewer == 1 else 0
    far = 1 - near
    lines = [
        *_about_player(state, far, names, spells),
        LINE,
        _row("", [name.upper() for name in ELEMENT_NAMES]),
        *_zones(state, far)[::-1],
        LINE,
        *_zones(state, near),
        LINE,
        *_about_player(state, near, names, spells),
        "",
        *_about_game(state, names, viewer, spells),
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _row(label: str, cells: Iterable[str]) -> str:
    return label[: LABEL_WIDTH - 1].ljust(LABEL_WIDTH) + "".join(
        cell[: COLUMN_WIDTH - 1].ljust(COLUMN_WIDTH) for cell in cells
    )


def _zones(state: State, seat: Seat) -> list[str]:
    """Give path and pile of a player by element, from the middle of the table outwards."""
    path = state.paths[seat]
    cells = [_cell([card for card in path if ELEMENT_OF[card] == element], seat) for element in ELEMENTS]
    pile = Counter(ELEMENT_OF[card] for card in state.piles[seat])
    label = "path (!)" if state.protected[seat] else "path"
    return [
        _row(label, cells),
        _row("pile", [str(pile[element]) if pile[element] else NOTHING for element in ELEMENTS]),
    ]


def _cell(cards: Sequence[Card], seat: Seat) -> str:
    """Give how many cards of an element lie there, and how many of them are the other player's."""
    foreign = sum(OWNER_OF[card] != seat for card in cards)
    return NOTHING if not cards else f"{'#' * len(cards)}{f' ({foreign} other)' if foreign else ''}"


def _about_player(state: State, seat: Seat, names: Sequence[str], spells: Spells) -> list[str]:
    """Give the lines on hand, deck, spells and tokens of a player."""
    name, hand = names[seat], state.hands[seat]
    named = [card for card in hand if card != UNKNOWN]
    hidden_count = len(hand) - len(named)
    holds = [f"{hidden_count} hidden"] if hidden_count else []
    deck = f"deck {len(state.decks[seat])}, pile {len(state.piles[seat])}"
    tokens = f", tokens {state.tokens[seat]}" if state.is_advanced else ""
    lines = [f"{name}: {deck}{tokens}", *_list("  holds", holds + _counted(named))]
    if hidden_count == 0 and state.phase != "over":
        lines += _list("  of these all know", _counted(state.known_in_hand[seat]))
    return lines + _spell_lines(spells, state.spells[seat])


def _counted(cards: Sequence[Card]) -> list[str]:
    """Give "2 fire", "1 water" and so on."""
    return [f"{count} {element_name(card)}" for card, count in sorted(Counter(cards).items())]


def _spell_lines(spells: Spells, cards: Iterable[Card]) -> list[str]:
    """Give what spells cost and do, broken where a line grows too long."""
    lines: list[str] = []
    for spell in (spell_of(spells, card) for card in cards):
        lines += wrap(f"  {spell.name} ({spell.cost}): {spell.text}", LINE_WIDTH, subsequent_indent="      ")
    return lines


def _list(start: str, words: Iterable[str]) -> list[str]:
    """Give a line of words, or nothing if there are none."""
    text = ", ".join(words)
    return [f"{start} {text}"[:LINE_WIDTH]] if text else []


def _about_game(state: State, names: Sequence[str], viewer: Viewer, spells: Spells) -> list[str]:
    if state.winner is not None:
        return [f"{names[state.winner]} has won."]
    if state.phase == "spells":
        dealt = [spell for own in state.dealt for spell in own if spell != UNKNOWN]
        return ["Both players choose which of two spells they keep.", *_spell_lines(spells, dealt)]
    if state.active is None or state.decider is None:
        return []
    match = f"Match {state.match_number}. " if state.is_advanced else ""
    decides = "" if state.decider == state.active else f"; {names[state.decider]} decides"
    lines = [f"{match}It is {names[state.active]}'s turn{decides}."]
    if declared := declared_text(state, names, viewer, spells):
        lines += wrap(f"Declared: {declared}", LINE_WIDTH)
    return lines
