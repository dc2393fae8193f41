"""The table as text: plain Unicode, 80 columns, from where somebody sits. The viewer's side is at the bottom."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

from domain.games.dragon_overload.cards import AREA_NAMES, AREA_SLOTS, AREAS, SUIT_NAMES, Area, Card, card_name
from domain.games.dragon_overload.state import LAST_PLACEMENT, State, face_down_left, tokens
from domain.ids import Seat, Viewer
from domain.rules import UNKNOWN

LABEL_WIDTH: Final = 10
COLUMN_WIDTH: Final = 14
NAME_WIDTH: Final = 20
LINE_WIDTH: Final = LABEL_WIDTH + len(AREAS) * COLUMN_WIDTH
FREE_SLOT: Final = "·"
FACE_DOWN_MARK: Final = "▾"
RULE: Final = "─" * LINE_WIDTH


def draw_text(state: State, names: Sequence[str], viewer: Viewer) -> str:
    """Draw the board. A spectator sits with seat 0."""
    names = [name if len(name) <= NAME_WIDTH else name[: NAME_WIDTH - 1] + "…" for name in names]
    near = 1 if viewer == 1 else 0
    far = 1 - near
    lines = [
        *_about_player(state, far, names),
        RULE,
        _row("", [name.upper() for name in SUIT_NAMES]),
        _row("", AREA_NAMES),
        *_side(state, far, names[far])[::-1],
        RULE,
        _row("offer", [card_name(card) if card >= 0 else FREE_SLOT for card in state.offers]),
        _row("token", ["free" if owner is None else names[owner] for owner in state.claims]),
        RULE,
        *_side(state, near, names[near]),
        RULE,
        *_about_player(state, near, names),
        "",
        *_about_game(state, names),
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _row(label: str, cells: Iterable[str]) -> str:
    cut = (cell[: COLUMN_WIDTH - 1].ljust(COLUMN_WIDTH) for cell in cells)
    return label[: LABEL_WIDTH - 1].ljust(LABEL_WIDTH) + "".join(cut)


def _side(state: State, seat: Seat, name: str) -> list[str]:
    """Give the lines of one side, from the middle of the table outwards."""
    columns = [_column(state, seat, area) for area in AREAS]
    cards = [_row("", [column[slot] for column in columns]) for slot in range(AREA_SLOTS)]
    return [_row("total", map(str, state.totals[seat])), *cards[:-1], _row(name, [column[-1] for column in columns])]


def _column(state: State, seat: Seat, area: Area) -> list[str]:
    up = [card_name(card) for card in state.face_up[seat][area]]
    down = [f"{FACE_DOWN_MARK} {_short_name(card)}" for card in state.face_down[seat][area]]
    return (up + down + [FREE_SLOT] * AREA_SLOTS)[:AREA_SLOTS]


def _short_name(card: Card) -> str:
    return "?" if card == UNKNOWN else card_name(card)


def _about_player(state: State, seat: Seat, names: Sequence[str]) -> list[str]:
    """Give the lines on hand, tokens and what everybody knows of the hidden cards of a player."""
    hand, known = state.hands[seat], map(card_name, sorted(state.known_in_hand[seat]))
    if UNKNOWN in hand:
        uncertain = map(card_name, sorted(chain(*state.in_hand_or_face_down[seat])))
        lines = [f"{names[seat]} holds {_count(len(hand), 'card')}"]
        lines += _list("  certainly in hand:", known)
        lines += _list("  in hand or face down:", uncertain)
    else:
        lines = _list(f"{names[seat]} holds", map(card_name, hand))
        lines += [] if state.revealed else _list("  of these everybody knows", known)
    left = f"{face_down_left(state, seat)} more face down"
    return [*lines, f"{names[seat]} has {_count(tokens(state, seat), 'token')}, and may lay {left}"]


def _list(start: str, words: Iterable[str]) -> list[str]:
    """Give a line of words, broken where it grows too long; nothing if there are none."""
    lines: list[str] = []
    line = start
    for word in words:
        if len(line) + len(word) + 2 > LINE_WIDTH:
            lines.append(line)
            line = "   "
        line += f" {word}" if line in {start, "   "} else f", {word}"
    return [] if line == start else [*lines, line]


def _count(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _about_game(state: State, names: Sequence[str]) -> list[str]:
    progress = f"{state.cards_placed} of {LAST_PLACEMENT} dragons laid, {len(state.pile)} in the pile."
    if state.winner is not None:
        return [f"{names[state.winner]} has won. {progress}"]
    if state.active is None:
        return [progress]
    todo = "is to lay a dragon" if state.phase == "placing" else "decides who starts"
    return [f"{names[state.active]} {todo}. {progress}"]
