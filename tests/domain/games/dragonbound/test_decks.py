"""DB-8: decks that run out."""

from domain.games.dragonbound.effects.decks import DiscardTop, Draw, Look
from domain.games.dragonbound.moves import END_PLAY_PHASE
from tests.domain.games.dragonbound.card_sets import Idle, on
from tests.domain.games.dragonbound.sayings import (
    FILL,
    INTERFERED,
    asked,
    began,
    discarded,
    done,
    drawn,
    effect,
    interference,
    looked,
    place,
    placed,
    placed_back,
    put_back,
    refilled,
    reset,
    triggered,
    turn_of,
    turned_up,
    use,
)
from tests.domain.games.dragonbound.table import (
    Case,
    deck,
    dragon_pile,
    given,
    has_effect,
    holds,
    pile,
    revealed,
    wilds,
)

COMMAND_EFFECT = effect(0, "physical3", "command")


def test_DB_8_the_discard_pile_becomes_the_deck_in_the_middle_of_a_draw() -> None:
    case = given(holds(0, "egg"), deck(0, "cracked"), pile(0, "physical1 magical1 egg")).when(END_PLAY_PHASE)
    case.then(
        drawn(0, "cracked"),
        refilled(0, "egg magical1 physical1"),
        drawn(0, "physical1 magical1"),
        reset(0),
        FILL,
        interference(),
        turn_of(1, 2),
    )
    case.has("hands", 0, "egg cracked physical1 magical1").has("decks", 0, "egg").has("piles", 0, "")


def test_DB_8_both_empty_nothing_is_drawn() -> None:
    given(holds(0, "egg"), deck(0, "")).when(END_PLAY_PHASE).then(reset(0), FILL, interference(), turn_of(1, 2))


def test_DB_8_the_dragon_pile_is_shuffled_when_the_wilds_need_a_dragon() -> None:
    given(holds(0, "egg egg egg egg"), wilds("physical1 physical2 physical3 physical4"), deck(None, "magical1")).when(
        END_PLAY_PHASE
    ).then(reset(0), FILL, turned_up("magical1"), interference(), turn_of(1, 2))
    given(
        holds(0, "egg egg egg egg"),
        wilds("physical1 physical2 physical3 physical4"),
        deck(None, "magical1"),
        dragon_pile("magical2 magical3"),
    ).when(END_PLAY_PHASE).then(
        reset(0),
        FILL,
        turned_up("magical1"),
        refilled(None, "magical3 magical2"),
        turned_up("magical2"),
        interference(),
        turn_of(1, 2),
    )


def test_DB_8_interference_shuffles_the_dragon_pile_too_and_stops_without_dragons() -> None:
    given(holds(0, "egg egg egg egg"), revealed(Idle(), Idle()), deck(None, ""), dragon_pile("magical2 magical3")).when(
        END_PLAY_PHASE
    ).then(
        reset(0),
        FILL,
        interference(2),
        refilled(None, "magical3 magical2"),
        INTERFERED,
        discarded("magical2", "dragon_deck"),
        INTERFERED,
        discarded("magical3", "dragon_deck"),
        turn_of(1, 2),
    )
    given(holds(0, "egg egg egg egg"), revealed(Idle()), deck(None, "")).when(END_PLAY_PHASE).then(
        reset(0), FILL, interference(1), turn_of(1, 2)
    )


def own_deck(effect_step: Draw | Look | DiscardTop, in_deck: str, in_pile: str = "") -> Case:
    """Place a dragon whose command effect is about the own deck. It lies in the pile before (DB-22a)."""
    return given(
        has_effect("physical3", on("command", effect_step)),
        holds(0, "physical3"),
        deck(0, in_deck),
        pile(0, in_pile),
    ).when(place("physical3"), use())


def test_DB_8a_discarding_from_the_own_deck_refills_it() -> None:
    own_deck(DiscardTop(deck="own", count=2), "egg", "magical1").then(
        placed(0, "physical3", 2),
        triggered(COMMAND_EFFECT),
        done(
            COMMAND_EFFECT,
            discarded("egg", "deck", 0),
            refilled(0, "egg physical3 magical1"),
            discarded("magical1", "deck", 0),
        ),
    )


def test_DB_8a_looking_at_an_empty_deck_refills_it() -> None:
    own_deck(Look(count=1), "", "magical1").when(put_back("magical1", "bottom")).then(
        placed(0, "physical3", 2),
        triggered(COMMAND_EFFECT),
        done(
            COMMAND_EFFECT,
            refilled(0, "physical3 magical1"),
            looked(0, 0, "magical1"),
            asked(),
            placed_back(0, 0, "magical1", "bottom"),
        ),
    )


def test_DB_8a_a_look_shows_at_most_what_is_there() -> None:
    own_deck(Look(count=3), "egg cracked", "magical1").then(
        placed(0, "physical3", 2),
        triggered(COMMAND_EFFECT),
        began(COMMAND_EFFECT),
        looked(0, 0, "cracked egg"),
        asked(left=2),
    ).asks(0, "look")
