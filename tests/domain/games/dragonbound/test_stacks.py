"""DB-9 to DB-11: stacks, what they trigger, and stuns."""

from domain.games.dragonbound import events
from domain.games.dragonbound.effects.command import GainCommand
from domain.games.dragonbound.effects.control import If
from domain.games.dragonbound.effects.decks import Draw
from domain.games.dragonbound.effects.sacrifice import Sacrifice
from domain.games.dragonbound.effects.stacks import DiscardStacked, Move, Stun
from domain.games.dragonbound.filters import Filter
from domain.games.dragonbound.moves import END_PLAY_PHASE
from domain.games.dragonbound.orb_rules import MoreStacks, Sliding
from tests.domain.games.dragonbound.card_sets import on, to
from tests.domain.games.dragonbound.sayings import (
    choose_hand,
    choose_stacked,
    discarded,
    done,
    effect,
    gained,
    move,
    moved,
    place,
    placed,
    play,
    played,
    recruit,
    release,
    released,
    rolled,
    stunned,
    triggered,
    use,
)
from tests.domain.games.dragonbound.table import (
    Case,
    active,
    command,
    given,
    has_effect,
    holds,
    revealed,
    slides,
    stack,
    waiting,
    wilds,
)

GAINS = on("stack", GainCommand())


# DB-9: limits


def test_DB_9_two_stacks_at_most() -> None:
    case = given(holds(0, "physical5"), stack(0, "magical4")).offers(
        place("physical5"), play("physical5"), release(1), END_PLAY_PHASE
    )
    case.when(play("physical5")).then(played(0, "physical5", 2))
    given(holds(0, "physical5"), stack(0, "magical4"), stack(0, "magical3")).refuses(play("physical5"))


def test_DB_9_an_orb_allows_more() -> None:
    given(revealed(MoreStacks()), holds(0, "physical5"), stack(0, "magical4"), stack(0, "magical3")).when(
        play("physical5")
    ).then(played(0, "physical5", 3))


def test_DB_9_only_on_larger_dragons() -> None:
    given(holds(0, "physical3"), stack(0, "magical5 magical4"), stack(0, "physical6 physical2")).offers(
        place("physical3"), play("physical3", 1), release(1), release(2), END_PLAY_PHASE
    ).when(play("physical3", 1)).then(played(0, "physical3", 1, 2, onto="magical5")).has_stack(
        0, 1, "magical5 magical4 physical3"
    )


def test_DB_9_never_two_of_one_size() -> None:
    given(holds(0, "physical3"), stack(0, "magical3")).refuses(play("physical3", 1))
    given(slides("physical3"), holds(0, "physical3"), stack(0, "magical3")).refuses(play("physical3", 1))


def test_DB_9_slide_on_any_stack_that_lacks_its_size() -> None:
    given(slides("physical3"), holds(0, "physical3"), stack(0, "magical5 magical2 magical1")).when(
        play("physical3", 1)
    ).then(played(0, "physical3", 1, 1, onto="magical5")).has_stack(0, 1, "magical5 physical3 magical2 magical1")


def test_DB_9_slide_onto_a_stack_of_smaller_dragons() -> None:
    """R: sizes above its first dragon count as skipped."""
    given(slides("physical6"), holds(0, "physical6"), stack(0, "magical2")).when(play("physical6", 1)).has_stack(
        0, 1, "physical6 magical2"
    )


def test_DB_9_a_size_can_be_taken_up_again_below_the_smallest_that_is_left() -> None:
    """R: "previous" is the smallest dragon now in the stack."""
    discards = has_effect("spiritual1", on("command", DiscardStacked(dragons=Filter(sizes=(2,)))))
    given(active(1), discards, holds(1, "spiritual1"), holds(0, "physical3"), stack(0, "magical5 magical2")).when(
        place("spiritual1"), use(), END_PLAY_PHASE
    ).when(play("physical3", 1)).has_stack(0, 1, "magical5 physical3")


def test_DB_9_a_stack_without_dragons_is_gone_and_its_number_is_not_used_again() -> None:
    given(holds(0, "physical3"), stack(0, "magical3")).when(release(1), play("physical3")).then(
        released(0, 1, "magical3"), played(0, "physical3", 2)
    )


# DB-9a: Slide is no trigger; moving


def test_DB_9a_a_recruited_dragon_has_slide() -> None:
    given(slides("physical3"), wilds("physical3"), command(0, 3), stack(0, "magical4 magical2")).when(
        recruit("physical3", 1)
    ).has_stack(0, 1, "magical4 physical3 magical2", stunned="physical3")


def test_DB_9a_an_orb_gives_slide() -> None:
    orb = revealed(Sliding(dragons=Filter(sizes=(3,))))
    given(orb, holds(0, "physical3 physical4"), stack(0, "magical2")).offers(
        place("physical3"),
        place("physical4"),
        play("physical3"),
        play("physical3", 1),
        play("physical4"),
        release(1),
        END_PLAY_PHASE,
    )


def mover(*facts: object) -> Case:
    return given(has_effect("spiritual1", on("command", Move())), holds(0, "spiritual1"), *facts)  # type: ignore[arg-type]


def test_DB_9a_a_moved_dragon_needs_only_a_stack_that_lacks_its_size() -> None:
    case = mover(stack(0, "magical4 magical2"), stack(0, "physical4 physical1"))
    case.when(place("spiritual1"), use()).offers(move(1, "magical2", 2), move(2, "physical1", 1))
    case.forget().when(move(1, "magical2", 2)).then(
        moved(0, "magical2", 1, 2, 1, joined="physical4"), events.EffectEnded()
    )
    case.has_stack(0, 2, "physical4 magical2 physical1")


def test_DB_9a_a_moved_dragon_counts_as_added_this_turn_and_triggers_nothing() -> None:
    case = mover(has_effect("magical2", GAINS), stack(0, "magical2"), stack(0, "magical4"))
    case.when(place("spiritual1"), use(), move(1, "magical2", 2)).offers(END_PLAY_PHASE)
    assert not case.state.waiting


def test_DB_9a_a_moved_dragon_stays_stunned_if_it_was() -> None:
    mover(stack(0, "magical2", stunned="magical2"), stack(0, "magical4")).when(
        place("spiritual1"), use(), move(1, "magical2", 2)
    ).has_stack(0, 2, "magical4 magical2", stunned="magical2")


def test_DB_9a_an_effect_follows_its_moved_dragon() -> None:
    """What it asks of "its stack" is about the new one, and it does not sacrifice itself there (DB-18)."""
    moves_and_asks = on(
        "stack", Move(dragons=Filter(sizes=(2,))), to(If(dragons=2), GainCommand()), to(Sacrifice(), Draw())
    )
    case = given(
        has_effect("physical2", moves_and_asks), holds(0, "physical2 egg"), stack(0, "magical4"), stack(0, "physical5")
    )
    case.when(play("physical2", 1), use()).forget()
    case.offers(choose_hand("egg"), choose_stacked(1, "magical4"), choose_stacked(2, "physical5"))
    assert case.state.command[0] == 1


# DB-10: stack trigger


def test_DB_10_own_effect_also_as_a_new_stack() -> None:
    own = effect(0, "physical3", "stack", 1)
    given(has_effect("physical3", GAINS), holds(0, "physical3")).when(play("physical3"), use()).then(
        played(0, "physical3", 1), triggered(own), done(own, gained(0, 1))
    )


def test_DB_10_each_other_of_its_nature_in_that_stack() -> None:
    facts = [has_effect(name, GAINS) for name in ("physical6", "magical5", "physical4", "physical5", "physical3")]
    given(*facts, holds(0, "physical3"), stack(0, "physical6 magical5 physical4"), stack(0, "physical5")).when(
        play("physical3", 1)
    ).then(
        played(0, "physical3", 1, 3, onto="physical6"),
        triggered(*(effect(0, name, "stack", 1) for name in ("physical6", "physical4", "physical3"))),
    )


def test_DB_10_others_trigger_even_if_the_played_one_has_no_effect() -> None:
    given(has_effect("physical4", GAINS), holds(0, "physical3 magical3"), stack(0, "physical4")).when(
        play("physical3", 1)
    ).waits(effect(0, "physical4", "stack", 1))
    given(has_effect("physical4", GAINS), holds(0, "magical3"), stack(0, "physical4")).when(play("magical3", 1)).waits()


# DB-11: stun


def test_DB_11_a_stunned_dragon_triggers_nothing() -> None:
    given(has_effect("physical4", GAINS), holds(0, "physical3"), stack(0, "physical4", stunned="physical4")).when(
        play("physical3", 1)
    ).then(played(0, "physical3", 1, 1, onto="physical4"))


def test_DB_11_stun_ends_in_the_own_reset_phase_for_all_dragons() -> None:
    case = given(
        active(1), stack(0, "physical4", stunned="physical4"), stack(0, "magical4", stunned="magical4"),
        stack(1, "spiritual4", stunned="spiritual4"),
    )  # fmt: skip
    case.when(END_PLAY_PHASE).has_stack(0, 1, "physical4", stunned="physical4").has_stack(1, 3, "spiritual4")
    case.when(END_PLAY_PHASE).has_stack(0, 1, "physical4").has_stack(0, 2, "magical4")


def test_DB_11a_discarded_while_stunned_triggers_nothing() -> None:
    discards = has_effect("spiritual1", on("command", DiscardStacked()))
    facts = (discards, has_effect("physical4", on("discarded", GainCommand())), active(1), holds(1, "spiritual1"))
    case = given(*facts, stack(0, "physical4", stunned="physical4")).when(place("spiritual1"), use())
    source = effect(1, "spiritual1", "command")
    case.then(placed(1, "spiritual1", 2), triggered(source), done(source, discarded("physical4", "stack", 0, 1)))
    given(*facts, stack(0, "physical4")).when(place("spiritual1"), use()).waits(effect(0, "physical4", "discarded"))


def test_DB_11a_a_stunned_dragon_counts_for_the_egg_and_a_size_6_rolls() -> None:
    given(
        has_effect("physical6", on("discarded", GainCommand())),
        holds(0, "egg"),
        stack(0, "physical6 magical2", stunned="physical6 magical2"),
    ).when(release(1), dice=[1]).then(
        released(0, 1, "physical6 magical2", may_send_egg=True), rolled(0, "physical6", 1)
    ).asks(0, "egg")


def test_DB_11a_stun_ends_when_it_leaves_the_stacks() -> None:
    case = given(holds(0, "egg"), stack(0, "physical4", stunned="physical4")).when(release(1))
    case.has("piles", 0, "physical4")
    assert not case.state.stacks[0]


def test_DB_11a_a_stun_does_not_stop_what_is_already_triggered() -> None:
    stuns, gains = effect(0, "physical5", "discarded"), effect(1, "physical3", "stack", 1)
    given(
        has_effect("physical5", on("discarded", Stun())),
        has_effect("physical3", GAINS),
        stack(1, "physical3"),
        waiting(stuns, gains),
    ).when(use(0), use(0)).then(done(stuns, stunned(1, 1, "physical3")), done(gains, gained(1, 1)))
