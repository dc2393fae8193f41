"""DB-2 to DB-4: the house set, and the text of cards, which is made from what they do."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import get_args

import pytest
from msgspec.structs import fields

from domain.games.dragonbound.card_set import CardSet, Dragon, Effect
from domain.games.dragonbound.card_tables import card_tables
from domain.games.dragonbound.cards import DRAGONS, EGGS, NATURES, ORBS, SIZES, copies_of
from domain.games.dragonbound.effects.decks import Draw
from domain.games.dragonbound.effects.denning import DenDragon, DenEgg
from domain.games.dragonbound.effects.hands import TakeBack
from domain.games.dragonbound.effects.step import Node, Step
from domain.games.dragonbound.effects.vocabulary import VOCABULARY
from domain.games.dragonbound.effects.wilds import DiscardWild
from domain.games.dragonbound.orb_rules import ORB_RULES, OrbRule
from domain.games.dragonbound.reading import DRAGONS_FILE, ORBS_FILE, read_card_set
from domain.games.dragonbound.state import Trigger
from tests.domain.games.dragonbound.house_set import HOUSE, changed

CARDS = read_card_set(HOUSE)
LONGEST_TEXT = 260
"""Letters of what a dragon can do: more is not read at the table."""


def all_effects() -> Iterator[Effect]:
    """Give the effects of all cards."""
    for dragon in CARDS.dragons:
        yield from dragon.effects
    for orb in CARDS.orbs:
        yield from orb.effects


def test_DB_2_three_dragons_of_each_nature_and_size_and_90_cards() -> None:
    """One copy of the great ones, two of the others."""
    kinds = Counter((dragon.nature, dragon.size) for dragon in CARDS.dragons)
    assert kinds == {(nature, size): 3 for nature in NATURES for size in SIZES}
    deck = Counter(CARDS.whole_deck())
    assert len(CARDS.dragons) == len(deck) == 54
    assert deck.total() == 90
    assert all(count == copies_of(CARDS.size[card]) for card, count in deck.items())


def test_DB_3_ten_orbs_with_each_rule_that_there_is() -> None:
    """Each is another one."""
    assert len(CARDS.orbs) == 10
    assert {type(orb.rule) for orb in CARDS.orbs} == set(ORB_RULES)


def test_DB_4_each_word_of_the_vocabulary_is_used() -> None:
    """So that the house set shows all that a card set can do."""
    used = {type(instruction.node.step) for effect in all_effects() for instruction in effect.program}
    assert [word.__name__ for word in VOCABULARY if word not in used] == []


def test_DB_2a_each_trigger_is_used_and_some_effects_have_several() -> None:
    """That of releases by an orb."""
    assert {trigger for effect in all_effects() for trigger in effect.on} == set(get_args(Trigger))
    assert any(len(effect.on) > 1 for effect in all_effects())


def test_every_dragon_can_do_something_and_the_great_ones_more() -> None:
    """One effect for the smallest, two or three for the greatest."""
    counts = {size: {len(dragon.effects) for dragon in CARDS.dragons if dragon.size == size} for size in SIZES}
    assert counts[1] == {1}
    assert counts[6] <= {2, 3}


def test_greater_dragons_give_more_command_within_a_nature_and_across() -> None:
    """So that a deck that grows can pay for greater ones."""
    commands = [[dragon.command for dragon in CARDS.dragons if dragon.size == size] for size in SIZES]
    assert [min(command) for command in commands] == sorted(min(command) for command in commands)
    assert [sum(command) for command in commands] == sorted(sum(command) for command in commands)
    assert set(commands[0]) == {1}


def steps_in(nodes: tuple[Node, ...], above: tuple[Step, ...] = ()) -> Iterator[tuple[Step, tuple[Step, ...]]]:
    """Give each step with those it hangs on."""
    for node in nodes:
        yield node.step, above
        for inner in (node.then, *node.options):
            yield from steps_in(inner, (*above, node.step))


def test_no_dragon_placed_for_command_draws_itself_again_without_end() -> None:
    """Who draws for command alone could draw the very card again: what runs out must be used up for it."""
    runs_out = (DenEgg, DenDragon, DiscardWild)
    draws = [
        (dragon.name, any(isinstance(step, runs_out) for step in above))
        for dragon in CARDS.dragons
        for effect in dragon.effects
        if "command" in effect.on
        for step, above in steps_in(effect.nodes)
        if isinstance(step, Draw)
    ]
    assert draws
    assert all(is_bounded for _, is_bounded in draws), draws


def test_no_two_dragons_placed_for_command_return_each_other() -> None:
    """Nor do two copies of one."""
    takers = [
        (dragon, step)
        for dragon in CARDS.dragons
        for effect in dragon.effects
        if "command" in effect.on
        for step, _ in steps_in(effect.nodes)
        if isinstance(step, TakeBack)
    ]
    assert takers
    for one, by_one in takers:
        for other, by_other in takers:
            if one is not other or copies_of(one.size) > 1:
                returns = by_one.dragons.fits(other.size, other.nature) and by_other.dragons.fits(one.size, one.nature)
                assert not returns, (one.name, other.name)


def test_all_texts_are_short_enough_to_be_read_at_the_table() -> None:
    """And all cards say something."""
    assert [dragon.name for dragon in CARDS.dragons if not 0 < len(dragon.text) <= LONGEST_TEXT] == []
    assert all(orb.text for orb in CARDS.orbs)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Inkwisp", "Slide. Discarded: gain 2 command."),
        ("Dust Pilgrim", "Command, Discarded: look at the top 3 cards of your deck, placing each on its top or bottom. Stack: gain 1 command."),
        ("Quarry Wyrm", "Stack: let another dragon in the same stack trigger its stack effect."),
        ("Hexweaver", "Command: pay 1 command to discard a dragon of size 4 or 5 from the wilds, then draw a card."),
        ("Anvilback", "Stack: if its stack holds 2 or more physical dragons, draw a card."),
        ("Siegewing", "Stack: either discard a dragon from an opponent's stack, or stun 2 dragons in opponents' stacks. Discarded: make each opponent discard a card from their hand."),
        ("The Unwritten", "Stack: discard a dragon of size 5 or less from the wilds, then you may recruit a dragon for 2 command less. Discarded: discard the top card of the dragon deck."),
        ("Lullaby Wyrm", "Stack: draw 2 cards; let each opponent draw a card."),
    ],
)  # fmt: skip
def test_the_text_of_a_dragon(name: str, text: str) -> None:
    """A sentence for each effect, with its triggers before it."""
    (dragon,) = (dragon for dragon in CARDS.dragons if dragon.name == name)
    assert dragon.text == text


def test_the_texts_of_the_orbs() -> None:
    """All ten: none is like another."""
    assert [orb.text for orb in CARDS.orbs] == [
        "Each player may have one more stack.",
        "Hands are filled up to one card more in the reset phase.",
        "The wilds are filled up to one dragon more.",
        "Dragons of size 2 or less cost 1 command less to recruit.",
        "Dragons of size 3 or less have Slide.",
        "Eggs placed for command give 1 command more.",
        "Orb interference discards twice as many dragons.",
        "Recruited dragons are not stunned.",
        "An egg may be sent to the den after any release, even that of a single dragon.",
        "Release: stun a dragon in an opponent's stack.",
    ]


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ({"do": "stun", "dragons": {"nature": "magical"}, "count": 3}, "stun 3 magical dragons in opponents' stacks"),
        ({"do": "unstun", "dragons": {"sizes": [3, 5]}}, "end the stun of one of your dragons of size 3 or 5"),
        ({"do": "opponents_draw", "count": 2}, "let each opponent draw 2 cards"),
        ({"do": "look", "count": 1, "deck": "dragon"}, "look at the top card of the dragon deck, placing it on its top or bottom"),
        ({"do": "play_from_hand", "slides": False}, "play a dragon from your hand"),
        ({"do": "recruit"}, "recruit a dragon"),
        (
            {"do": "if", "size": 4, "then": [{"do": "draw"}, {"do": "stun"}, {"do": "gain_command"}]},
            "if its stack holds a dragon of size 4, draw a card, stun a dragon in an opponent's stack and gain 1 command",
        ),
    ],
)  # fmt: skip
def test_the_text_follows_the_effect(step: dict[str, object], words: str) -> None:
    """What a host writes into the file is what is read on the card."""
    texts = changed(DRAGONS_FILE, 1, lambda dragon: dragon.update(effect=[{"on": ["stack"], "do": [step]}]))
    dragon: Dragon = read_card_set(texts).dragons[0]
    assert dragon.text == f"Stack: {words}."


@pytest.mark.parametrize(
    ("number", "fields", "text"),
    [
        (1, {"count": 2}, "Each player may have 2 more stacks."),
        (2, {"count": 3}, "Hands are filled up to 3 cards more in the reset phase."),
        (3, {"count": 2}, "The wilds are filled up to 2 dragons more."),
        (4, {"dragons": {"nature": "magical"}, "by": 2}, "Magical dragons cost 2 command less to recruit."),
        (7, {"times": 3}, "Orb interference discards three times as many dragons."),
    ],
)
def test_the_text_of_an_orb_follows_its_rule(number: int, fields: dict[str, object], text: str) -> None:
    """With other numbers."""
    assert read_card_set(changed(ORBS_FILE, number, lambda orb: orb.update(fields))).orbs[number - 1].text == text


def test_the_tables_hold_every_card() -> None:
    """Eggs, then dragons by size and nature, each effect on a line of its own; without cards there is no table."""
    eggs, *sizes, orbs = card_tables(CARDS)
    assert eggs == [
        ["Egg", "Command", "Copies of each player"],
        ["Hatchling", "1", "6"],
        ["Oversized Egg", "2", "1"],
        ["Cracked Egg", "0", "1"],
    ]
    assert [table[0] for table in sizes] == [[f"Size {size}", "Nature", "Command", "Copies", "Text"] for size in SIZES]
    assert all([row[1] for row in table[1:]] == [nature for nature in NATURES for _ in range(3)] for table in sizes)
    assert {row[0]: row[4].replace("\n", " ") for table in sizes for row in table[1:]} == {
        dragon.name: dragon.text for dragon in CARDS.dragons
    }
    (inkwisp,) = (row for row in sizes[0] if row[0] == "Inkwisp")
    assert inkwisp == ["Inkwisp", "magical", "1", "2", "Slide.\nDiscarded: gain 2 command."]
    assert orbs == [["Orb", "Text"], *([orb.name, orb.text] for orb in CARDS.orbs)]
    assert card_tables(CardSet()) == ()


def test_every_card_has_its_name_by_number() -> None:
    """Eggs, dragons and orbs; what there is not is a hidden card."""
    assert [CARDS.name_of(card) for card in EGGS] == ["Hatchling", "Oversized Egg", "Cracked Egg"]
    assert [CARDS.name_of(card) for card in DRAGONS] == [dragon.name for dragon in CARDS.dragons]
    assert [CARDS.name_of(card) for card in ORBS] == [orb.name for orb in CARDS.orbs]
    assert {CARDS.name_of(card) for card in (-1, ORBS.stop)} == {"a hidden card"}


@pytest.mark.parametrize(
    ("file", "first_entry", "words"), [(DRAGONS_FILE, "[[dragon]]", VOCABULARY), (ORBS_FILE, "[[orb]]", ORB_RULES)]
)
def test_the_top_of_a_file_names_every_word_and_what_it_takes(
    file: str, first_entry: str, words: tuple[type[Step] | type[OrbRule], ...]
) -> None:
    """So that a host can write a set without reading the sources."""
    top = HOUSE[file].partition(f"\n{first_entry}")[0]
    for word in words:
        (line,) = (line for line in top.splitlines() if line.startswith(f"#   {word.__struct_config__.tag} "))
        taken = {"do" if field.name == "nodes" else field.name for field in fields(word)}
        assert taken <= set(re.findall(r"\w+", line)), line
        assert ("then" in line) == (issubclass(word, Step) and word.is_condition), line
