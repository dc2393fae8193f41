"""Which names read alike, and how namesakes at a table are told apart."""

import pytest

from services.look_alikes import looks_of
from services.seat_names import NOBODY, distinct
from services.texts import first_letter, isolated

FSI, PDI = "\u2068", "\u2069"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Anna"),
        ("Anna", "\u0410nn\u0430"),  # Cyrillic A and a
        ("Anna", "\u0391nna"),  # Greek Alpha
        ("Anna", "ANNA"),
        ("Anna", "\uff21\uff4e\uff4e\uff41"),  # full width
        ("Anna", "\U0001d400nna"),  # a mathematical letter
        ("Anna", "\u1ea0nna"),  # a dot below
        ("Anna", "A\u0337nna"),
        ("Anna", "An na."),
        ("Anna", "Anna (2)"),
        ("Anna", "Anna \uff082\uff09"),
        ("Anna", "Anna (10)"),
        ("Ivan", "lvan"),
        ("Ivan", "|van"),
        ("Ivan", "1van"),
        ("ivan", "\u0456van"),
        ("Bob", "B0b"),
        ("Bob", "B\u0665b"),  # an Arabic digit five
        ("modern", "rnodern"),
        ("\U0001f409", "\U0001f409 (2)"),
    ],
)
def test_names_that_read_alike(one: str, other: str) -> None:
    assert not looks_of(one).isdisjoint(looks_of(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Anne"),
        ("Anna", "Anna 2"),
        ("Player 1", "Player 2"),
        ("Iris", "iris 2"),
        ("Ivan", "Ian"),
        ("\U0001f409", "\U0001f432"),
        ("\u5c71\u7530", "\u5c71\u672c"),
        ("\u0928\u093f\u0936\u093e", "\u0928\u0936\u093e"),  # a vowel sign more
        ("\u304b", "\u304c"),  # ka and ga
        ("\u0645\u0631\u064a\u0645", "\u0645\u0631\u0648\u0627\u0646"),
    ],
)
def test_names_that_do_not(one: str, other: str) -> None:
    assert looks_of(one).isdisjoint(looks_of(other))


@pytest.mark.parametrize(
    ("names", "told_apart"),
    [
        (["Anna", "Bert"], ["Anna", "Bert"]),
        (["Anna", "Bert", "Anna"], ["Anna (1)", "Bert", "Anna (2)"]),
        (["Anna", "\u0410nna"], ["Anna (1)", "\u0410nna (2)"]),
        (["Anna", "anna", "\u0410NNA"], ["Anna (1)", "anna (2)", "\u0410NNA (3)"]),
        (["Anna (2)", "Anna", "Anna"], ["Anna (2) (1)", "Anna (2)", "Anna (3)"]),
        ([NOBODY, NOBODY, "Anna"], [NOBODY, NOBODY, "Anna"]),
        (["Random bot", "Random bot"], ["Random bot (1)", "Random bot (2)"]),
        (["A former player", "A former player"], ["A former player (1)", "A former player (2)"]),
    ],
)
def test_namesakes_at_a_table_are_numbered(names: list[str], told_apart: list[str]) -> None:
    result = list(distinct(names))
    assert result == told_apart
    assert len({name for name in result if name != NOBODY}) == sum(name != NOBODY for name in names)


def test_a_name_from_right_to_left_turns_nothing_around_beside_it() -> None:
    assert isolated("Anna") == "Anna"
    assert isolated("\u05d0\u05d1\u05d2") == f"{FSI}\u05d0\u05d1\u05d2{PDI}"
    assert isolated("A \u0645\u0631\u064a\u0645") == f"{FSI}A \u0645\u0631\u064a\u0645{PDI}"
    once = isolated("\u05d0")
    assert isolated(once) == once
    assert first_letter(once) == "\u05d0"
    assert first_letter("anna") == "A"
