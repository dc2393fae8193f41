"""DP-27: the data set of spells, and what is refused when it is read."""

from importlib.resources import files
from itertools import chain
from typing import get_args

import pytest

from domain.errors import BrokenGame
from domain.games.dragons_path.effects import Action, Step, in_words
from domain.games.dragons_path.resolve import CHOSEN
from domain.games.dragons_path.spells import read_spells
from domain.games.dragons_path.state import Asked
from tests.domain.games.dragons_path.spell_sets import rules_with, spells_text
from tests.domain.games.dragons_path.table import RULES

HOUSE = (files("domain.games.dragons_path") / "spells.toml").read_text(encoding="utf-8")
SOUND = spells_text('[{ do = "burn", count = 2 }]')


def test_DP_27_ten_house_spells_each_with_a_distinct_combination_of_two_or_three() -> None:
    spells = RULES.with_data({"spells.toml": HOUSE}).spells
    assert [spell.card for spell in spells] == list(range(10, 20))
    assert len({spell.combination for spell in spells}) == len({spell.name for spell in spells}) == 10
    assert {len(spell.combination) for spell in spells} <= {2, 3}


def test_DP_27_a_strong_effect_of_the_kinds_that_are_named() -> None:
    """Two path cards, swaps, three discards, two cards, peek and discard, four cards, protection."""
    steps = [step for spell in read_spells(HOUSE) for step in spell.steps]
    used = {step.do for step in steps}
    assert {"burn", "swap", "take_back", "play", "peek", "draw", "protect"} <= used


def test_DP_27_the_text_is_made_from_the_effect() -> None:
    (spell, *_) = read_spells(spells_text('[{ do = "burn", count = 2 }, { do = "draw" }]'))
    assert spell.text == "Burn two cards of the other path, then draw a card."
    assert spell.cost == "fire + water"


@pytest.mark.parametrize("action", get_args(Action))
def test_DP_27_every_action_has_words_and_a_meaning(action: Action) -> None:
    words = in_words([Step(do=action)])
    assert words
    assert action in {*CHOSEN, "both_draw", "draw", "gift", "protect", "renew", "they_discard"}


def test_what_can_be_asked_is_an_action() -> None:
    assert set(get_args(Asked)) <= set(get_args(Action))


def test_a_combination_is_the_same_in_any_order() -> None:
    (spell, *_) = read_spells(spells_text('[{ do = "draw" }]', '["wind", "fire"]'))
    assert spell.combination == (0, 3)


def test_spells_are_replaced_by_a_data_set_and_the_old_rules_stay() -> None:
    changed = rules_with('[{ do = "draw", count = 4 }]')
    assert changed is not RULES
    assert RULES.spells == ()
    assert changed.card_name(10) == "Trial"


BROKEN = [
    ("[[spell]]\nname = ", "[spell\nname = ", r"spells\.toml is not TOML"),
    ("[[spell]]\n", "dragons = 3\n[[spell]]\n", r"spells\.toml has the unknown field 'dragons'"),
    (
        'name = "Filler 8"',
        'name = "Filler 8"\ncolour = "red"',
        r"spell 10 \(Filler 8\), colour: is unknown: a spell has name, combination, effect",
    ),
    ('name = "Trial"\n', "", r"spells\.toml, spell 1, name: is missing"),
    ('name = "Trial"', 'name = "  "', r"spell 1, name: must be a text that is not empty"),
    ('name = "Trial"', 'name = " Trial"', r"spell 1 \(Trial\), name: must be one line of up to 30 characters"),
    ('name = "Trial"', f'name = "{"T" * 31}"', r"name: must be one line of up to 30"),
    ('name = "Trial"', 'name = "filler 3"', r"spell 5 \(Filler 3\), name: Filler 3 is that of spell 1 too"),
    (
        '["fire", "water"]',
        '["fire"]',
        r"spells\.toml, spell 1 \(Trial\), combination: must be a list of two or three elements",
    ),
    ('["fire", "water"]', '["fire", "water", "fire", "fire"]', "must be a list of two or three elements"),
    ('["fire", "water"]', '["fire", "ice"]', r"combination: has 'ice', which is no element; there are fire, water"),
    ('["fire", "water"]', '["fire", ["water"]]', r"which is no element"),
    (
        '["fire", "water"]',
        '["water", "fire", "fire"]',
        r"spell 7 \(Filler 5\), combination: fire \+ fire \+ water is that of spell 1 too",
    ),
    ('[{ do = "burn", count = 2 }]', "[]", r"effect: must be a list of one to 3 steps"),
    ('[{ do = "burn", count = 2 }]', '["burn"]', r"effect, step 1: must be a table such as"),
    (
        '[{ do = "burn", count = 2 }]',
        '[{ do = "draw" }, { do = "bury" }]',
        r"spell 1 \(Trial\), effect, step 2: do is 'bury', which no rule knows; there are both_draw, burn,",
    ),
    ('do = "burn", ', "", r"effect, step 1: has no do, which says what happens"),
    ('do = "burn"', 'do = ["burn"]', r"effect, step 1: do is \['burn'\]"),
    ("count = 2", "count = 6", r"effect, step 1: count is 6, and must be a number from 1 to 5"),
    ("count = 2", "count = 0", r"count is 0"),
    ("count = 2", "count = true", r"count is True"),
    ("count = 2", "target = 2", r"effect, step 1: has the unknown field 'target': a step has do and count"),
    ('do = "burn"', 'do = "protect"', r"effect, step 1: protect takes no count"),
]


@pytest.mark.parametrize(("sound", "broken", "says"), BROKEN)
def test_DP_27_a_set_is_checked_on_load(sound: str, broken: str, says: str) -> None:
    """The error names file, entry and field."""
    assert sound in SOUND
    with pytest.raises(BrokenGame, match=says):
        RULES.with_data({"spells.toml": SOUND.replace(sound, broken, 1)})


def test_DP_27_exactly_ten() -> None:
    entries = SOUND.split("[[spell]]")
    with pytest.raises(BrokenGame, match=r"spells\.toml has 9 \[\[spell\]\] entries, and must have exactly 10"):
        RULES.with_data({"spells.toml": "[[spell]]".join(entries[:-1])})
    with pytest.raises(BrokenGame, match="has 11"):
        RULES.with_data({"spells.toml": SOUND + "[[spell]]" + entries[-1]})
    for text in ("", "spell = 3", "spell = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"):
        with pytest.raises(BrokenGame, match=r"spells\.toml"):
            RULES.with_data({"spells.toml": text})


def test_a_missing_file_is_named() -> None:
    with pytest.raises(BrokenGame, match=r"spells\.toml is missing"):
        RULES.with_data({})


def test_the_tables_show_cards_and_spells() -> None:
    cards, spells = RULES.with_data({"spells.toml": HOUSE}).card_tables()
    assert [row[0] for row in cards] == ["Card", "fire", "water", "earth", "wind", "thunder"]
    assert {len(row) for row in cards} == {len(row) for row in spells} == {3}
    assert len(spells) == 11
    assert all(chain(*cards, *spells))
    assert len(RULES.card_tables()) == 1
