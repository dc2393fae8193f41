"""DB-4: what is refused when the files of a card set are read, each complaint once."""

from collections.abc import Callable
from typing import Any

import pytest

from domain.errors import BrokenGame
from domain.games.dragonbound.reading import DRAGONS_FILE, ORBS_FILE, read_card_set
from tests.domain.games.dragonbound.house_set import HOUSE, changed, changed_whole

Change = Callable[[Any], object]


def complaint_about(texts: dict[str, str]) -> str:
    """Read a card set that is refused, and give what is said about it."""
    with pytest.raises(BrokenGame) as refused:
        read_card_set(texts)
    return str(refused.value)


def with_fields(**fields: Any) -> Change:
    """Give an entry other values."""
    return lambda entry: entry.update(fields)


def without(field: str) -> Change:
    """Take a field away."""
    return lambda entry: entry.pop(field)


def doing(*steps: Any, on: tuple[str, ...] = ("stack",)) -> Change:
    """Give a dragon one effect."""
    return with_fields(effect=[{"on": list(on), "do": list(steps)}])


def test_the_house_set_is_accepted_written_in_another_way_too() -> None:
    """So that each test below fails for its one change alone."""
    house = read_card_set(HOUSE)
    again = read_card_set(changed_whole(DRAGONS_FILE, len) | {ORBS_FILE: changed_whole(ORBS_FILE, len)[ORBS_FILE]})
    assert (again.dragons, again.orbs) == (house.dragons, house.orbs)


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        (
            DRAGONS_FILE,
            "[[dragon",
            "dragons.toml is not TOML: Expected ']]' at the end of an array declaration (at end of document).",
        ),
        (ORBS_FILE, "orb = " + "[" * 5000, "orbs.toml is nested too deeply."),
        (ORBS_FILE, "[[egg]]", "orbs.toml, egg: is unknown: there are [[orb]] entries only."),
        (DRAGONS_FILE, "", "dragons.toml has 0 [[dragon]] entries, and must have exactly 54."),
        (ORBS_FILE, "orb = 10", "orbs.toml has 0 [[orb]] entries, and must have exactly 10."),
        (ORBS_FILE, f"orb = [{'1,' * 10}]", "orbs.toml, orb 1: must be a table."),
        (DRAGONS_FILE, f"dragon = [{'1,' * 54}]", "dragons.toml, dragon 1: must be a table."),
    ],
)
def test_what_is_no_file_of_cards(file: str, text: str, complaint: str) -> None:
    """Each is refused as a whole."""
    assert complaint_about(HOUSE | {file: text}) == complaint


@pytest.mark.parametrize(("file", "kinds"), [(DRAGONS_FILE, "dragons"), (ORBS_FILE, "orbs")])
def test_a_missing_file(file: str, kinds: str) -> None:
    """It says what it should hold."""
    texts = {name: text for name, text in HOUSE.items() if name != file}
    assert complaint_about(texts) == f"{file} is missing: it holds the {kinds}."


def test_DB_2_counts() -> None:
    """54 dragons, three of each nature and size."""
    one_less = changed_whole(DRAGONS_FILE, lambda entries: entries.pop())
    assert complaint_about(one_less) == "dragons.toml has 53 [[dragon]] entries, and must have exactly 54."
    other_nature = changed(DRAGONS_FILE, 1, with_fields(nature="magical"))
    assert complaint_about(other_nature) == "dragons.toml has 2 physical dragons of size 1, and must have exactly 3."
    other_size = changed(DRAGONS_FILE, 1, with_fields(size=2))
    assert complaint_about(other_size) == "dragons.toml has 2 physical dragons of size 1, and must have exactly 3."


NAME = "and must be one line of 1 to 30 characters, without spaces around it."
STORY = "and must be one line of 1 to 100 characters, without spaces around it."


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (without("name"), ", name: is missing."),
        (with_fields(name=5), f", name: is 5, {NAME}"),
        (with_fields(name=""), f", name: is '', {NAME}"),
        (with_fields(name="A\nB"), f", name: is 'A\\nB', {NAME}"),
        (with_fields(name=" Bit"), f" (Bit), name: is ' Bit', {NAME}"),
        (with_fields(name="x" * 31), f" ({'x' * 30}), name: is '{'x' * 31}', {NAME}"),
        (with_fields(name="hatchling"), " (hatchling), name: is that of an egg too."),
        (with_fields(name="A hidden card"), " (A hidden card), name: is that of cards that are not seen too."),
        (without("story"), " (Pebblejaw), story: is missing."),
        (with_fields(story="x" * 101), f" (Pebblejaw), story: is '{'x' * 39}…, {STORY}"),
        (with_fields(story="One.\nTwo."), f" (Pebblejaw), story: is 'One.\\nTwo.', {STORY}"),
        (without("size"), " (Pebblejaw), size: is missing."),
        (with_fields(size=7), " (Pebblejaw), size: is 7, and must be a number from 1 to 6."),
        (with_fields(size=True), " (Pebblejaw), size: is True, and must be a number from 1 to 6."),
        (with_fields(nature="wet"), " (Pebblejaw), nature: is 'wet', and must be one of magical, physical, spiritual."),
        (with_fields(command=7), " (Pebblejaw), command: is 7, and must be a number from 0 to 6."),
        (with_fields(slide="yes"), " (Pebblejaw), slide: is 'yes', and must be true or false."),
        (
            with_fields(colour="red"),
            " (Pebblejaw), colour: is unknown; there are name, size, nature, command, slide, story, effect.",
        ),
        (with_fields(effect=5), " (Pebblejaw), effect: must be at most 3 [[dragon.effect]] entries."),
        (with_fields(effect=[{}] * 4), " (Pebblejaw), effect: must be at most 3 [[dragon.effect]] entries."),
    ],
)
def test_fields_of_a_dragon(change: Change, complaint: str) -> None:
    """The complaint names file, entry and field."""
    assert complaint_about(changed(DRAGONS_FILE, 1, change)) == f"dragons.toml, dragon 1{complaint}"


def test_a_name_means_one_card() -> None:
    """However it is written, and whatever the cards are."""
    texts = changed(DRAGONS_FILE, 1, with_fields(name="thornWHELP"))
    assert complaint_about(texts) == "dragons.toml, dragon 2 (Thornwhelp), name: is that of dragon 1 (thornWHELP) too."
    texts = changed(ORBS_FILE, 2, with_fields(name="PEBBLEJAW"))
    assert complaint_about(texts) == "orbs.toml, orb 2 (PEBBLEJAW), name: is that of dragon 1 (Pebblejaw) too."


ON = "must be a list of at least one, each one of appear, command, discarded, release, stack."


@pytest.mark.parametrize(
    ("effect", "complaint"),
    [
        (5, ": must be a table."),
        ({"do": []}, ", on: is missing."),
        ({"on": []}, f", on: {ON}"),
        ({"on": "stack"}, f", on: {ON}"),
        ({"on": ["fly"]}, ", on: is 'fly', and must be one of appear, command, discarded, release, stack."),
        ({"on": ["stack", "stack"]}, ", on: has 'stack' twice."),
        (
            {"on": ["release"], "do": [{"do": "draw"}]},
            ", on: has 'release', which is for orbs; for dragons there are command, stack, discarded, appear.",
        ),
        ({"on": ["stack"], "when": 1}, ", when: is unknown; there are on, do."),
        ({"on": ["stack"]}, ", do: is missing."),
        ({"on": ["stack"], "do": {}}, ", do: must be a list of at least one step."),
        ({"on": ["stack"], "do": []}, ", do: must be a list of at least one step."),
    ],
)
def test_when_an_effect_happens(effect: Any, complaint: str) -> None:
    """Triggers are known and named once."""
    texts = changed(DRAGONS_FILE, 1, with_fields(effect=[{"on": ["stack"], "do": [{"do": "draw"}]}, effect]))
    assert complaint_about(texts) == f"dragons.toml, dragon 1 (Pebblejaw), effect 2{complaint}"


DRAW = {"do": "draw"}


@pytest.mark.parametrize(
    ("step", "complaint"),
    [
        ("draw", ': must be a table such as { do = "draw", count = 2 }.'),
        ({"count": 1}, ", do: is missing."),
        ({"do": "draw", "count": 9}, ", count: is 9, and must be a number from 1 to 4."),
        ({"do": "draw", "cuont": 1}, ", cuont: is unknown; there are do, count, then."),
        ({"do": "draw", "options": []}, ", options: is unknown; there are do, count, then."),
        ({"do": "stun", "dragons": 5}, ", dragons: must be a table."),
        ({"do": "stun", "dragons": {"big": True}}, ", dragons, big: is unknown; there are sizes, nature."),
        ({"do": "stun", "dragons": {"sizes": [7]}}, ", dragons, sizes: is 7, and must be a number from 1 to 6."),
        ({"do": "stun", "dragons": {"sizes": [2, 2]}}, ", dragons, sizes: has 2 twice."),
        (
            {"do": "stun", "dragons": {"sizes": []}},
            ", dragons, sizes: must be a list of at least one, each a number from 1 to 6.",
        ),
        (
            {"do": "stun", "dragons": {"nature": 1}},
            ", dragons, nature: is 1, and must be one of magical, physical, spiritual.",
        ),
        ({"do": "look", "deck": "theirs"}, ", deck: is 'theirs', and must be one of dragon, own."),
        ({"do": "play_from_hand", "slides": 1}, ", slides: is 1, and must be true or false."),
        ({"do": "pay_command"}, ", then: is missing: without it pay_command does nothing."),
        ({"do": "may", "then": []}, ", then: must be a list of at least one step."),
        (
            {"do": "may", "then": [DRAW, {"do": "draw", "count": 0}]},
            ", then 2, count: is 0, and must be a number from 1 to 4.",
        ),
        ({"do": "choose_one"}, ", options: is missing: without it choose_one does nothing."),
        ({"do": "choose_one", "options": [[DRAW]]}, ", options: must be a list of 2 or 3 lists of steps."),
        ({"do": "choose_one", "options": [[DRAW]] * 4}, ", options: must be a list of 2 or 3 lists of steps."),
        ({"do": "choose_one", "options": 5}, ", options: must be a list of 2 or 3 lists of steps."),
        ({"do": "choose_one", "options": [[DRAW], DRAW]}, ", option 2: must be a list of at least one step."),
        ({"do": "choose_one", "then": [DRAW]}, ", then: is unknown; there are do, options."),
        (
            {
                "do": "choose_one",
                "options": [[DRAW], [DRAW, {"do": "pay_command", "then": [{"do": "draw", "count": "2"}]}]],
            },
            ", option 2, step 2, then 1, count: is '2', and must be a number from 1 to 4.",
        ),
    ],
)
def test_steps_of_an_effect(step: Any, complaint: str) -> None:
    """The complaint leads to the step, however deep it lies."""
    texts = changed(DRAGONS_FILE, 1, doing(DRAW, step))
    assert complaint_about(texts) == f"dragons.toml, dragon 1 (Pebblejaw), effect 1, step 2{complaint}"


def test_a_word_that_no_vocabulary_has() -> None:
    """It lists those there are."""
    complaint = complaint_about(changed(DRAGONS_FILE, 1, doing({"do": "win"})))
    start = "dragons.toml, dragon 1 (Pebblejaw), effect 1, step 1, do: is 'win', which is no word of the vocabulary; there are "
    assert complaint.startswith(f"{start}gain_command, pay_command, ")
    assert complaint.endswith(", may, if, choose_one.")


def test_an_effect_has_at_most_eight_steps() -> None:
    """All that lie in others count."""
    read_card_set(changed(DRAGONS_FILE, 1, doing({"do": "may", "then": [DRAW] * 7})))
    texts = changed(DRAGONS_FILE, 1, doing({"do": "may", "then": [DRAW] * 8}))
    assert complaint_about(texts) == (
        "dragons.toml, dragon 1 (Pebblejaw), effect 1: has 9 steps, and may have at most 8, those in others included."
    )


@pytest.mark.parametrize("step", [{"do": "if", "then": [DRAW]}, {"do": "repeat_stack_effect"}])
@pytest.mark.parametrize("on", ["command", "discarded", "appear"])
def test_its_stack_is_spoken_of_in_stack_effects_only(step: dict[str, Any], on: str) -> None:
    """A dragon has none when the others happen."""
    read_card_set(changed(DRAGONS_FILE, 1, doing({"do": "may", "then": [step]})))
    texts = changed(DRAGONS_FILE, 1, doing({"do": "may", "then": [step]}, on=("stack", on)))
    assert complaint_about(texts) == (
        f"dragons.toml, dragon 1 (Pebblejaw), effect 1: uses {step['do']}, which is about its stack, "
        "and so must be on stack only."
    )


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ({"rule": "on_release"}, ", do: is missing."),
        ({"rule": "on_release", "do": [DRAW], "count": 1}, ", count: is unknown; there are name, story, rule, do."),
        (
            {"rule": "on_release", "do": [{"do": "draw", "count": 5}]},
            ", step 1, count: is 5, and must be a number from 1 to 4.",
        ),
        (
            {"rule": "on_release", "do": [{"do": "if", "then": [DRAW]}]},
            ": uses if, which is about its stack, and so must be on stack only.",
        ),
        ({"rule": "awake_recruits", "count": 1}, ", count: is unknown; there are name, story, rule."),
        ({"rule": "more_stacks", "count": 4}, ", count: is 4, and must be a number from 1 to 3."),
        ({"rule": "lower_cost"}, ", by: is missing."),
        (
            {"rule": "sliding", "dragons": {"sizes": [0]}},
            ", dragons, sizes: is 0, and must be a number from 1 to 6.",
        ),
        ({"rule": "larger_hand", "count": 1}, ", rule: is the same as that of orb 2 (Orb of Open Claws)."),
    ],
)
def test_rules_of_an_orb(entry: dict[str, Any], complaint: str) -> None:
    """The fields are those of its rule."""

    def change(orb: dict[str, Any]) -> None:
        orb.clear()
        orb.update({"name": "Trial Orb", "story": "It tries.", **entry})

    assert complaint_about(changed(ORBS_FILE, 4, change)) == f"orbs.toml, orb 4 (Trial Orb){complaint}"


def test_fields_of_an_orb() -> None:
    """Name, story and a rule that is known."""
    place = "orbs.toml, orb 1 (Orb of the Third Nest)"
    assert complaint_about(changed(ORBS_FILE, 1, without("story"))) == f"{place}, story: is missing."
    nameless = complaint_about(changed(ORBS_FILE, 1, without("name")))
    assert nameless == "orbs.toml, orb 1, name: is missing."
    unknown = complaint_about(changed(ORBS_FILE, 1, with_fields(rule="win")))
    assert unknown.startswith(
        f"{place}, rule: is 'win', which is no rule of orbs; there are more_stacks, larger_hand, "
    )
    assert complaint_about(changed(ORBS_FILE, 1, without("rule"))) == f"{place}, rule: is missing."
