"""Menus: alike moves stand together, every move has its number, and many moves are chosen in steps."""

import re

from domain.rules import Move
from workers.terminal.menu import Labelled, Menu, narrowed


class Lay(Move, frozen=True, kw_only=True, tag="lay"):
    card: int
    area: int


class Wait(Move, frozen=True, kw_only=True, tag="wait"):
    pass


def moves_of(card_count: int, area_count: int) -> list[Labelled]:
    """Interleaved, so that grouping has something to do."""
    lays = [
        Labelled(f"Lay dragon {card} on area {area}", Lay(card=card, area=area))
        for area in range(area_count)
        for card in range(card_count)
    ]
    return [*lays, Labelled("Wait", Wait())]


def test_every_move_is_numbered_in_the_order_of_the_lines() -> None:
    """What a number stands for is what stands beside it."""
    menu = Menu(moves_of(3, 4))
    text = "\n".join(menu.lines(80))
    assert [int(number) for number in re.findall(r"(?:^|\s)(\d+)  ?(?=\d|Wait)", text)] == list(range(1, 14))
    entry = menu.entry(6)
    assert entry is not None
    assert [move.label for move in entry.moves] == ["Lay dragon 1 on area 1"]
    assert menu.lines(80)[0] == "Lay dragon 0 on area   1 0    2 1    3 2    4 3"


def test_many_moves_are_offered_in_groups_first() -> None:
    """A number then opens a group."""
    menu = Menu(moves_of(10, 5))
    assert menu.lines(80)[0] == "  1  Lay dragon 0 on area ... (5 ways)"
    assert menu.lines(80)[-1] == " 11  Wait"
    entry = menu.entry(2)
    assert entry is not None
    assert len(entry.moves) == 5
    assert all(one is not None and len(one.moves) == 1 for one in [menu.entry(11)])


def test_lines_keep_to_the_width() -> None:
    """Labels are not broken."""
    assert max(map(len, Menu(moves_of(3, 12)).lines(60))) <= 60


def test_a_number_out_of_range_stands_for_nothing() -> None:
    """Neither 0 nor one too many."""
    menu = Menu(moves_of(1, 1))
    assert menu.entry(0) is menu.entry(3) is None


def test_words_narrow_in_any_order_and_case() -> None:
    """Beginnings do, where no whole word fits."""
    moves = moves_of(12, 2)
    assert [move.label for move in narrowed(moves, "AREA 1 dragon 10")] == ["Lay dragon 10 on area 1"]
    assert [move.label for move in narrowed(moves, "wai")] == ["Wait"]
    assert narrowed(moves, "fly") == []
