"""States of a table of Dragon's Path, in both modes: each is the first of its kind that chance comes to."""

import random
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from playwright.sync_api import Locator, Page

from tests.pictures.stage import Scene, Table

Wanted: TypeAlias = Callable[[dict[str, Any]], bool]
"""Whether a decision is what is looked for. It comes with the seen state as ``state``; ``OVER`` is its kind at the end."""

Prefers: TypeAlias = Callable[[dict[str, Any]], bool]
"""Whether a move is made rather than others."""

GAME: Final = "dragons_path"
OVER: Final = "over"
FEW: Final = 1
SOME: Final = 7
MOST_TABLES: Final = 60
KINDS: Final = 5
WATER: Final = 1
MANY_KINDS: Final = 4
MANY_SPELLS: Final = 3


def any_move(move: dict[str, Any]) -> bool:
    return True


def a_spell(move: dict[str, Any]) -> bool:
    return move["type"] in {"cast_spell", "decline"}


def a_search(move: dict[str, Any]) -> bool:
    return move["type"] == "decline" or (move.get("effect") == "b" and move["card"] % 5 == 0)


def table_path_my_move(scene: Scene) -> Page:
    return page_where(scene, "basic", in_the_middle("turn"))


def table_path_card_chosen(scene: Scene) -> Page:
    page = table_path_my_move(scene)
    card_with_two_effects(page).click()
    return page


def table_path_ready_to_confirm(scene: Scene) -> Page:
    page = table_path_my_move(scene)
    page.get_by_role("region", name="Your hand").locator("button.effect").first.click()
    return page


def table_path_response(scene: Scene) -> Page:
    return page_where(scene, "basic", lambda seen: in_the_middle("response")(seen) and can(seen, "react"))


def table_path_waiting(scene: Scene) -> Page:
    table = find(scene, "basic", in_the_middle("response"))
    return table.waiting.page(table.path)


def table_path_pile_open(scene: Scene) -> Page:
    page = table_path_my_move(scene)
    page.locator("details.pile").last.locator("summary").click()
    return page


def table_path_exchange(scene: Scene) -> Page:
    return page_where(scene, "basic", in_the_middle("choose_exchange"))


def table_path_search(scene: Scene) -> Page:
    return page_where(scene, "basic", in_the_middle("choose_search"), a_search)


def table_path_who_draws(scene: Scene) -> Page:
    return page_where(scene, "basic", in_the_middle("choose_player"))


def table_path_discard(scene: Scene) -> Page:
    return page_where(scene, "basic", in_the_middle("choose_discard"))


def table_path_won(scene: Scene) -> Page:
    return result(scene, "basic", placing=1)


def table_spells_choice(scene: Scene) -> Page:
    return page_where(scene, "advanced", of_kind("keep_spell"))


def table_spells_my_move(scene: Scene) -> Page:
    return page_where(scene, "advanced", lambda seen: in_the_middle("turn")(seen) and can(seen, "cast_spell"))


def table_spells_crowded(scene: Scene) -> Page:
    """Spells that can be read, four kinds of card in hand, and a pile each: a turn on which most lies on the table."""
    return page_where(scene, "advanced", is_crowded)


def table_spells_response(scene: Scene) -> Page:
    return page_where(scene, "advanced", lambda seen: of_kind("response")(seen) and can(seen, "cancel_spell"), a_spell)


def table_spells_burn(scene: Scene) -> Page:
    return page_where(scene, "advanced", in_the_middle("choose_burn"))


def table_spells_peek(scene: Scene) -> Page:
    return page_where(scene, "advanced", of_kind("choose_peek"), a_spell)


def table_spells_warded(scene: Scene) -> Page:
    return page_where(
        scene, "advanced", lambda seen: of_kind("turn")(seen) and any(seen["state"]["protected"]), a_spell
    )


def table_spells_swapped(scene: Scene) -> Page:
    return page_where(scene, "advanced", lambda seen: of_kind("turn")(seen) and has_guest(seen["state"]), a_spell)


def table_spells_second_match(scene: Scene) -> Page:
    return page_where(scene, "advanced", lambda seen: of_kind("turn")(seen) and seen["state"]["match_number"] == 2)


def table_spells_lost(scene: Scene) -> Page:
    return result(scene, "advanced", placing=2)


def table_spells_watched(scene: Scene) -> Page:
    return scene.visit(find(scene, "advanced", in_the_middle("turn")).path)


PATH_STATES: Final = (
    table_path_my_move,
    table_path_card_chosen,
    table_path_ready_to_confirm,
    table_path_response,
    table_path_waiting,
    table_path_pile_open,
    table_path_exchange,
    table_path_search,
    table_path_who_draws,
    table_path_discard,
    table_path_won,
    table_spells_choice,
    table_spells_my_move,
    table_spells_crowded,
    table_spells_response,
    table_spells_burn,
    table_spells_peek,
    table_spells_warded,
    table_spells_swapped,
    table_spells_second_match,
    table_spells_lost,
    table_spells_watched,
)


# What they are made of


def of_kind(kind: str) -> Wanted:
    """A decision of this kind."""
    return lambda seen: seen["kind"] == kind


def in_the_middle(kind: str) -> Wanted:
    """A decision of this kind with some cards in both paths, and some in both piles."""

    def is_wanted(seen: dict[str, Any]) -> bool:
        state = seen["state"]
        lies = [len(cards) for zone in (state["paths"], state["piles"]) for cards in zone]
        return seen["kind"] == kind and min(lies) >= FEW and sum(lies) >= SOME

    return is_wanted


def is_crowded(seen: dict[str, Any]) -> bool:
    """A turn with three spells left, four kinds of card in hand, water among them, and cards in all paths and piles."""
    if not in_the_middle("turn")(seen):
        return False
    spells = [spell for spells in seen["state"]["spells"] for spell in spells]
    kinds = {move["card"] % KINDS for move in seen["legal_moves"] if move["type"] == "play_card"}
    return len(spells) >= MANY_SPELLS and len(kinds) >= MANY_KINDS and WATER in kinds


def can(seen: dict[str, Any], move_type: str) -> bool:
    """Whether a move of this type is legal."""
    return any(move["type"] == move_type for move in seen["legal_moves"])


def has_guest(state: dict[str, Any]) -> bool:
    """Whether a card lies in the path of another than its owner."""
    return any(card // 5 != seat for seat, path in enumerate(state["paths"]) for card in path)


def find(scene: Scene, mode: str, is_wanted: Wanted, prefers: Prefers = any_move) -> Table:
    """Play games, by preferred moves where there are any, until a decision is the wanted one; then it is not made."""
    people = (scene.person("Anna"), scene.person("Bert"))
    for number in range(MOST_TABLES):
        table = scene.set_up(*people, game=GAME, options={"mode": mode})
        generator = random.Random(f"{scene.name}/{number}")
        waiting = table.seen_by(people[0])["waiting"]
        while waiting:
            mover = people[waiting[0]]
            view = table.seen_by(mover)
            decision = view["decision"]
            if is_wanted({**decision, "state": view["state"]}):
                return table
            moves = decision["legal_moves"]
            move = generator.choice([move for move in moves if prefers(move)] or moves)
            body = {"decision": decision["id"], "move": move}
            view = mover.send("POST", f"/games/{table.id}/moves", body)
            waiting = view["waiting"]
        if is_wanted({"kind": OVER, "state": view["state"]}):
            return table
    raise AssertionError("no game comes there")


def page_where(scene: Scene, mode: str, is_wanted: Wanted, prefers: Prefers = any_move) -> Page:
    """Show the table to who has to make the wanted decision."""
    table = find(scene, mode, is_wanted, prefers)
    return table.on_move.page(table.path)


def result(scene: Scene, mode: str, *, placing: int) -> Page:
    """Show a game that is over to its winner or its loser."""
    table = find(scene, mode, of_kind(OVER))
    placings: list[int] = table.seen_by(table.people[0])["outcome"]["placings"]
    return table.people[placings.index(placing)].page(table.path)


def card_with_two_effects(page: Page) -> Locator:
    """A card of the hand of which two effects can be declared."""
    cards = page.get_by_role("region", name="Your hand").get_by_role("listitem")
    return cards.filter(has=page.locator("button.effect + button.effect")).locator(".face").first
