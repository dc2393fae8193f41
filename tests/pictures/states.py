"""Every page and every state of one, each as a function that brings a browser there.

Pictures are taken of them, and tests hold all of them to what every page owes its readers.
"""

import random
from collections.abc import Callable
from typing import Final, TypeAlias

from playwright.sync_api import Page, Route

from tests.browser.conftest import follow
from tests.browser.playing import choose, confirm, position_of
from tests.pictures.dragonbound_states import BOUND_STATES
from tests.pictures.path_states import PATH_STATES
from tests.pictures.stage import SHOWN_ADDRESS, Person, Scene, Table
from tests.workers.served import eventually

State: TypeAlias = Callable[[Scene], Page]

MIDDLE: Final = 14
LATE: Final = 24
ALL_LAID: Final = 30
GLIDE_MS: Final = 700


# Pages around the tables


def welcome(scene: Scene) -> Page:
    return scene.visit("/")


def lobby_empty(scene: Scene) -> Page:
    return scene.person("Anna").page("/")


def lobby_full(scene: Scene) -> Page:
    anna, *others = (scene.person(name) for name in ("Anna", "Bert", "Cleo", "Dora", "Emil"))
    bert, cleo, dora, emil = others
    for other in others:
        let_move(anna, scene.set_up(anna, other).play(4))
    for other in (bert, emil):
        let_move(other, scene.set_up(anna, other).play(7))
    for other in (cleo, dora):
        over = scene.set_up(other, anna).play(5)
        other.send("POST", f"/games/{over.id}/resign")
    seats = [{"kind": "host"}, {"kind": "reserved", "player": anna.id}]
    dora.send("POST", "/games", {"game": "dragon_overload", "seats": seats}, key="invites")
    for other in (bert, cleo, emil):
        scene.set_up(other, free=1, listed=True)
    for one, other in ((bert, cleo), (dora, emil)):
        scene.set_up(one, other, listed=True).play(9)
    page = anna.page("/")
    eventually(lambda: page.locator(".tables li").count() >= 14 or not page.reload())
    return page


def played(scene: Scene) -> Page:
    table = scene.game(ALL_LAID)
    page = table.people[0].page("/played")
    eventually(lambda: page.locator(".tables li").count() >= 1 or not page.reload())
    return page


def choose_game(scene: Scene) -> Page:
    return scene.person("Anna").page("/new")


def new_table(scene: Scene) -> Page:
    return scene.person("Anna").page("/new/dragon_overload")


def new_table_wrong(scene: Scene) -> Page:
    page = scene.person("Anna").page("/new/dragon_overload")
    page.get_by_label("Seat 2").select_option(label="Me")
    follow(page.get_by_role("button", name="Set up the table"))
    return page


def rules_index(scene: Scene) -> Page:
    return scene.visit("/rules")


def rules(scene: Scene) -> Page:
    return scene.person("Anna").page("/rules/dragon_overload")


def me(scene: Scene) -> Page:
    return scene.person("Anna").page("/me")


def device(scene: Scene) -> Page:
    page = scene.person("Anna").page("/me")
    follow(page.get_by_role("button", name="Go on from another device"))
    return page


def enter(scene: Scene) -> Page:
    link = device(scene).get_by_role("textbox", name="Link for your other device").input_value()
    return scene.visit(link.removeprefix(SHOWN_ADDRESS))


def forget(scene: Scene) -> Page:
    return scene.person("Anna").page("/me/forget")


def failure_403(scene: Scene) -> Page:
    table = scene.game()
    return table.people[1].page(f"{table.path}/settings")


def failure_404(scene: Scene) -> Page:
    return scene.visit(f"/tables/{'a' * 26}")


def failure_409(scene: Scene) -> Page:
    anna, bert = scene.person("Anna"), scene.person("Bert")
    table = scene.set_up(anna, bert, begins=False)
    page = anna.page(table.path, before=without_news)
    anna.send("POST", f"/games/{table.id}/start")
    follow(page.get_by_role("button", name="Begin the game"))
    return page


# Before a game


def before_host(scene: Scene) -> Page:
    anna = scene.person("Anna")
    page = anna.page(scene.set_up(anna, free=1).path)
    page.get_by_text("Show as QR code").click()
    return page


def before_ready(scene: Scene) -> Page:
    anna, bert = scene.person("Anna"), scene.person("Bert")
    return anna.page(scene.set_up(anna, bert, begins=False).path)


def before_guest(scene: Scene) -> Page:
    anna, bert = scene.person("Anna"), scene.person("Bert")
    return bert.page(scene.set_up(anna, bert, begins=False).path)


def invite(scene: Scene) -> Page:
    anna = scene.person("Anna")
    return scene.visit(scene.set_up(anna, free=1).invite_path)


def settings(scene: Scene) -> Page:
    anna = scene.person("Anna")
    return anna.page(f"{scene.set_up(anna, free=1).path}/settings")


# At a table


def table_my_move(scene: Scene) -> Page:
    table = scene.game()
    return table.on_move.page(table.path)


def table_card_chosen(scene: Scene) -> Page:
    table = scene.game(MIDDLE)
    page = table.on_move.page(table.path)
    choose_card(page, 2)
    return page


def table_ready_to_confirm(scene: Scene) -> Page:
    table = scene.game(MIDDLE)
    page = table.on_move.page(table.path)
    choose(page, random.Random(3))
    return page


def table_waiting(scene: Scene) -> Page:
    table = scene.game(3)
    return table.waiting.page(table.path)


def table_middle(scene: Scene) -> Page:
    table = scene.game(MIDDLE)
    return table.on_move.page(table.path)


def table_late(scene: Scene) -> Page:
    table = scene.game(LATE)
    return table.on_move.page(table.path)


def table_just_played(scene: Scene) -> Page:
    table = scene.game(MIDDLE)
    page = table.waiting.page(table.path)
    position = position_of(page)
    table.play(1)
    page.wait_for_selector(f"#main:not([data-position='{position}'])")
    page.wait_for_timeout(GLIDE_MS)
    return page


def table_starter(scene: Scene) -> Page:
    table = scene.game(ALL_LAID)
    again = [person.send("POST", f"/games/{table.id}/rematch", key="again")["id"] for person in table.people]
    rematch = Table(again[0], table.people)
    return rematch.on_move.page(rematch.path)


def table_lost_connection(scene: Scene) -> Page:
    table = scene.game(6)
    page = table.waiting.page(table.path, before=without_news)
    page.locator("#connection.lost").wait_for()
    return page


def table_move_not_sent(scene: Scene) -> Page:
    table = scene.game(6)
    page = table.on_move.page(table.path)
    page.route("**/moves", refuse)
    choose(page, random.Random(3))
    page.get_by_role("button", name="Confirm").click()
    page.locator("#unsent p").wait_for()
    return page


def table_moved_on(scene: Scene) -> Page:
    """The same person has moved on another device while choosing here."""
    table = scene.game(6)
    here, there = (table.on_move.page(table.path) for _ in range(2))
    choose_card(here, 1)
    choose(there, random.Random(3))
    confirm(there)
    here.get_by_role("alert").wait_for()
    return here


def table_won(scene: Scene) -> Page:
    return result(scene, has_won=True)


def table_lost(scene: Scene) -> Page:
    return result(scene, has_won=False)


def table_given_up(scene: Scene) -> Page:
    table = scene.game(9)
    table.people[1].send("POST", f"/games/{table.id}/resign")
    return table.people[0].page(table.path)


def table_watched(scene: Scene) -> Page:
    return scene.visit(scene.game(MIDDLE).path)


def table_replay(scene: Scene) -> Page:
    table = scene.game(MIDDLE)
    return table.people[0].page(f"{table.path}/replay?at=9")


def table_replay_revealed(scene: Scene) -> Page:
    table = scene.game(ALL_LAID)
    page = table.people[1].page(f"{table.path}/replay?at=21&seat=1&revealed=yes")
    page.get_by_text("What if?").click()
    return page


def table_practice(scene: Scene) -> Page:
    table = scene.game(ALL_LAID)
    person = table.people[0]
    body = {"seat": 0, "level": "greedy"}
    practice = person.send("POST", f"/games/{table.id}/at/21/practice?revealed=true", body)
    return person.page(f"/tables/{practice['id']}")


def resign(scene: Scene) -> Page:
    table = scene.game(6)
    return table.on_move.page(f"{table.path}/resign")


def log(scene: Scene) -> Page:
    table = scene.game(ALL_LAID)
    return table.people[0].page(f"{table.path}/log")


def check(scene: Scene) -> Page:
    table = scene.game(ALL_LAID)
    return table.people[0].page(f"{table.path}/verify")


STATES: Final[tuple[State, ...]] = (
    welcome,
    lobby_empty,
    lobby_full,
    played,
    choose_game,
    new_table,
    new_table_wrong,
    before_host,
    before_ready,
    before_guest,
    invite,
    settings,
    table_my_move,
    table_card_chosen,
    table_ready_to_confirm,
    table_waiting,
    table_middle,
    table_late,
    table_just_played,
    table_starter,
    table_lost_connection,
    table_move_not_sent,
    table_moved_on,
    table_won,
    table_lost,
    table_given_up,
    table_watched,
    *PATH_STATES,
    *BOUND_STATES,
    table_replay,
    table_replay_revealed,
    table_practice,
    resign,
    log,
    check,
    rules_index,
    rules,
    me,
    device,
    enter,
    forget,
    failure_403,
    failure_404,
    failure_409,
)


def name_of(state: State) -> str:
    """Give the name that a state goes by."""
    return state.__name__.replace("_", "-")


# What they are made of


def let_move(person: Person, table: Table) -> None:
    """Play on until it is this person's move."""
    if table.on_move is not person:
        table.play(1)


def result(scene: Scene, *, has_won: bool) -> Page:
    """Show a game that ended with scoring to its winner or its loser."""
    table = scene.game(ALL_LAID)
    while (outcome := table.seen_by(table.people[0])["outcome"])["ending"] != "scored":
        table = scene.game(ALL_LAID)
    wanted: int = outcome["placings"].index(1 if has_won else 2)
    return table.people[wanted].page(table.path)


def choose_card(page: Page, number: int) -> None:
    """Choose a card of one's hand, the first being number 0."""
    page.get_by_role("region", name="Your hand").get_by_role("button").nth(number).click()


def without_news(page: Page) -> None:
    """Keep a page from hearing of what happens."""
    page.route("**/stream?*", refuse)


def refuse(route: Route) -> None:
    """Let a request fail, as where the server cannot be reached."""
    route.abort()
