"""What a viewer may not know is in no page: in every world that fits what the viewer knows, the bytes are the same."""

import random
from collections.abc import Awaitable, Callable

import pytest

from domain.game.aggregate import clone_game
from tests.services.http.pages.conftest import choose, join_by_invite, path_of, set_up
from tests.support.page_reader import Visitor
from tests.support.web import Web

Guest = Callable[[str], Awaitable[Visitor]]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("dragon_overload", {}),
        ("dragons_path", {"option__mode": "basic"}),
        ("dragons_path", {"option__mode": "advanced"}),
        ("hidden_hoards", {}),
    ],
)
async def test_a_page_is_the_same_in_every_world_that_the_viewer_cannot_tell_apart(
    web: Web, guest: Guest, game: str, options: dict[str, str]
) -> None:
    """The sampled worlds are put in the place of the true game, behind the same log. A spectator knows less than a seat."""
    generator = random.Random(4)
    people = [await guest("Anna"), await guest("Bert")]
    spectator = Visitor(web.client())
    table = await set_up(people[0], game, **options)
    await join_by_invite(table, people[1])
    path = path_of(table)
    game_id = path.rpartition("/")[2]
    loader = web.parts.loader
    changed = 0
    for _ in range(12):
        true = await loader.load(game_id)
        if true.phase != "playing":
            break
        rules = loader.rules_of(true)
        for seat, person in enumerate(people):
            pages = [(await visitor.open(path)).steady_html for visitor in (person, spectator)]
            world = clone_game(rules, true)
            world.state = rules.determinize(rules.seen_by(true.state, seat), seat, generator)
            changed += world.state != true.state
            loader._cache[game_id] = world
            assert [(await visitor.open(path)).steady_html for visitor in (person, spectator)] == pages
            loader._cache[game_id] = true
        for visitor in people:
            page = await visitor.open(path)
            if page.answers():
                page = await choose(visitor, page, generator.randrange)
                await visitor.send(page.form("/moves"))
                break
    assert changed > 3


async def test_who_has_chosen_in_secret_does_not_show(web: Web, guest: Guest) -> None:
    """Of two who choose at once, the page of the second is the same before and after the first chose."""
    anna, bert = await guest("Anna"), await guest("Bert")
    table = await set_up(anna, "hidden_hoards")
    await join_by_invite(table, bert)
    path = path_of(table)
    spectator = Visitor(web.client())
    before = [(await visitor.open(path)).steady_html for visitor in (bert, spectator)]
    page = await choose(anna, await anna.open(path))
    await anna.send(page.form("/moves"))
    assert [(await visitor.open(path)).steady_html for visitor in (bert, spectator)] == before
