"""States of a table of Dragonbound: each is the first of its kind that chance comes to."""

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

from playwright.sync_api import Page

from tests.pictures.rehearsing import OVER, Made, rehearse
from tests.pictures.stage import Scene, Table

Wanted: TypeAlias = Callable[[dict[str, Any]], bool]
"""Whether a decision is what is looked for. It comes with the seen state as ``state``; ``OVER`` is its kind at the end."""

GAME: Final = "dragonbound"
NAMES: Final = ("Anna", "Bert", "Cleo", "Dora")
MOST_TABLES: Final = 40
FEWEST_TABLES: Final = 4
LIKELY: Final[Mapping[str, float]] = {
    "recruit_dragon": 6,
    "play_dragon": 4,
    "place_for_command": 5,
    "end_play_phase": 0.4,
    "release": 0.3,
    "use_effect": 5,
    "decline_effect": 0.5,
    "decline": 0.4,
}
"""How likely a move is to be made, so that stacks grow; of another type 3."""
OTHERS_LIKELY: Final = 3
MIDDLE_ROUND: Final = 4
MANY_DRAGONS: Final = 3
SOME_DRAGONS: Final = 2


def table_bound_my_move(scene: Scene) -> Page:
    return page_where(scene, 2, in_the_middle)


def table_bound_four_players(scene: Scene) -> Page:
    return page_where(scene, 4, in_the_middle)


def table_bound_beginning(scene: Scene) -> Page:
    return page_where(scene, 3, of_kind("turn"))


def table_bound_card_chosen(scene: Scene) -> Page:
    """A dragon of the hand, which can be placed for command or played to some stack."""
    page = page_where(scene, 3, lambda seen: in_the_middle(seen) and can(seen, "play_dragon"))
    page.locator(".held:not(.egg) button.face").first.click()
    return page


def table_bound_recruiting(scene: Scene) -> Page:
    """A dragon of the wilds, and then the stack to which it shall come."""
    page = page_where(scene, 2, lambda seen: in_the_middle(seen) and can(seen, "recruit_dragon"))
    page.locator(".wilds button.face").first.click()
    page.locator("button.onto:visible").first.click()
    return page


def table_bound_card_open(scene: Scene) -> Page:
    page = table_bound_my_move(scene)
    page.locator(".wilds .more > summary").first.click()
    return page


def table_bound_pile_open(scene: Scene) -> Page:
    page = table_bound_my_move(scene)
    page.locator(".own .heap > summary").first.click()
    return page


def table_bound_rival_open(scene: Scene) -> Page:
    """On a phone the stacks of another unfold; at a desk they always lie open."""
    page = table_bound_four_players(scene)
    page.locator("details.rival").first.evaluate("(rival) => { rival.open = true; }")
    return page


def table_bound_which_effect(scene: Scene) -> Page:
    """Several effects wait, and one chooses which is next."""
    return page_where(scene, 3, lambda seen: of_kind("effects")(seen) and effect_count(seen) > 1)


def table_bound_one_effect(scene: Scene) -> Page:
    return page_where(scene, 3, lambda seen: of_kind("effects")(seen) and effect_count(seen) == 1)


def table_bound_in_anothers_turn(scene: Scene) -> Page:
    """Somebody chooses in the middle of the turn of another; a third one looks."""
    table = find(scene, 3, lambda seen: seen["kind"] != OVER and seen["seat"] != seen["state"]["active"])
    idle = next(person for person in table.people if person is not table.on_move)
    return idle.page(table.path)


def table_bound_stun(scene: Scene) -> Page:
    return page_where(scene, 4, of_kind("stun"))


def table_bound_discard_wild(scene: Scene) -> Page:
    return page_where(scene, 3, can_choose("choose_wild"))


def table_bound_look(scene: Scene) -> Page:
    return page_where(scene, 2, can_choose("place_looked"))


def table_bound_from_pile(scene: Scene) -> Page:
    return page_where(scene, 2, can_choose("choose_pile_card"))


def table_bound_swap(scene: Scene) -> Page:
    return page_where(scene, 2, can_choose("swap_wild"))


def table_bound_option(scene: Scene) -> Page:
    return page_where(scene, 3, can_choose("choose_option"))


def table_bound_egg(scene: Scene) -> Page:
    return page_where(scene, 2, of_kind("egg"))


def table_bound_end_is_set(scene: Scene) -> Page:
    return page_where(scene, 4, lambda seen: of_kind("turn")(seen) and bool(seen["state"]["end_set"]))


def table_bound_watched(scene: Scene) -> Page:
    return scene.visit(find(scene, 4, in_the_middle).path)


def table_bound_won(scene: Scene) -> Page:
    table = find(scene, 3, of_kind(OVER))
    placings: list[int] = table.seen_by(table.people[0])["outcome"]["placings"]
    return table.people[placings.index(1)].page(table.path)


BOUND_STATES: Final = (
    table_bound_beginning,
    table_bound_my_move,
    table_bound_four_players,
    table_bound_card_chosen,
    table_bound_recruiting,
    table_bound_card_open,
    table_bound_pile_open,
    table_bound_rival_open,
    table_bound_which_effect,
    table_bound_one_effect,
    table_bound_in_anothers_turn,
    table_bound_stun,
    table_bound_discard_wild,
    table_bound_look,
    table_bound_from_pile,
    table_bound_swap,
    table_bound_option,
    table_bound_egg,
    table_bound_end_is_set,
    table_bound_watched,
    table_bound_won,
)


# What they are made of


def of_kind(kind: str) -> Wanted:
    """A decision of this kind."""
    return lambda seen: seen["kind"] == kind


def in_the_middle(seen: dict[str, Any]) -> bool:
    """A turn with command to spend, some dragons in all stacks, many in one's own, and one in hand."""
    state = seen["state"]
    if seen["kind"] != "turn" or state["round_number"] < MIDDLE_ROUND or not can(seen, "recruit_dragon"):
        return False
    counts = [sum(len(stack["dragons"]) for stack in stacks) for stacks in state["stacks"]]
    has_dragon = any(card >= MANY_DRAGONS for card in state["hands"][seen["seat"]])
    return has_dragon and counts[seen["seat"]] >= MANY_DRAGONS and min(counts) >= SOME_DRAGONS


def can(seen: dict[str, Any], move_type: str) -> bool:
    """Whether a move of this type is legal."""
    return any(move["type"] == move_type for move in seen["legal_moves"])


def can_choose(move_type: str) -> Wanted:
    """A decision with several moves of this type."""
    return lambda seen: [move["type"] for move in seen["legal_moves"]].count(move_type) > 1


def effect_count(seen: dict[str, Any]) -> int:
    """How many effects can be used."""
    return [move["type"] for move in seen["legal_moves"]].count("use_effect")


def find(scene: Scene, player_count: int, is_wanted: Wanted) -> Table:
    """Begin games until one comes to a wanted decision; play that one so far. Of some that do, the shortest is played."""
    people = tuple(scene.person(name) for name in NAMES[:player_count])
    ways: list[tuple[Table, list[Made]]] = []
    for number in range(MOST_TABLES):
        table = scene.set_up(*people, game=GAME)
        moves = rehearse(scene, table, GAME, is_wanted, partial(choose, random.Random(f"{scene.name}/{number}")))
        if moves is not None:
            ways.append((table, moves))
        if ways and number + 1 >= FEWEST_TABLES:
            table, moves = min(ways, key=lambda way: len(way[1]))
            for seat, body in moves:
                people[seat].send("POST", f"/games/{table.id}/moves", body)
            return table
    raise AssertionError("no game comes there")


def choose(generator: random.Random, moves: list[Any]) -> Any:
    """Choose a move, so that stacks grow."""
    (move,) = generator.choices(moves, [LIKELY.get(move["type"], OTHERS_LIKELY) for move in moves])
    return move


def page_where(scene: Scene, player_count: int, is_wanted: Wanted) -> Page:
    """Show the table to who has to make the wanted decision."""
    table = find(scene, player_count, is_wanted)
    return table.on_move.page(table.path)
