"""A game on its pages: choosing, confirming, waiting, giving up, and what comes after."""

import asyncio
import json
import random
import re
from collections.abc import Awaitable, Callable

from tests.services.http.pages.conftest import choose, join_by_invite, path_of, set_up
from tests.support.page_reader import Page, Visitor, pairs_of
from tests.support.web import Web

Guest = Callable[[str], Awaitable[Visitor]]
MOVED_ON = "The game has moved on"


async def begin(guest: Guest, game: str = "dragon_overload", **fields: str | None) -> tuple[str, Visitor, Visitor]:
    """Begin a game of two; the one to move first comes first."""
    anna, bert = await guest("Anna"), await guest("Bert")
    table = await set_up(anna, game, **fields)
    page = await join_by_invite(table, bert)
    path = path_of(page)
    return (path, bert, anna) if "It is your move." in page.text else (path, anna, bert)


def pressed(page: Page) -> list[dict[str, str]]:
    """The buttons that are chosen."""
    return [element for element in page.elements if element["aria-pressed"] == "true"]


async def play_out(path: str, people: list[Visitor], seed: int) -> list[Page]:
    """Play to the end by links and forms alone; give the last page of each."""
    generator = random.Random(seed)
    for _ in range(200):
        for person in people:
            page = await person.open(path)
            if page.title.startswith("Result"):
                return [await one.open(path) for one in people]
            if page.answers():
                page = await choose(person, page, generator.randrange)
                moved = await person.send(page.form("/moves"))
                assert moved.status == 200, moved.text
    raise AssertionError("the game does not end")


async def test_a_whole_game_by_links_and_forms(guest: Guest) -> None:
    path, first, second = await begin(guest)
    pages = await play_out(path, [first, second], seed=5)
    results = sorted(page.text.partition("Dragon Overload ")[2].partition("Your hand")[0][:60] for page in pages)
    assert sum("You win!" in page.text for page in pages) == 1
    assert all("Play again" in page.text for page in pages), results
    log = await first.open(pages[0].link("Whole log"))
    assert "The game begins." in log.text
    assert "The game is over, and its secret is shown." in log.text
    assert log.link("the whole log").startswith("/games/")


async def test_scripts_get_the_fields_of_moves_in_their_order(guest: Guest) -> None:
    """They ask for them in that order, as the server does."""
    path, first, _ = await begin(guest)
    html = (await first.open(path)).html
    (data,) = re.findall(r'<script id="choices" type="application/json">(.*?)</script>', html)
    moves = json.loads(data)["moves"]
    fields = [list(move["pairs"]) for move in moves]
    assert fields == [list(json.loads(move["move"])) for move in moves]
    assert any(names != sorted(names) for names in fields)


async def test_a_game_without_a_board_folder_is_played_on_its_drawing(guest: Guest) -> None:
    path, first, second = await begin(guest, "hidden_hoards")
    assert '<pre class="drawing"' in (await first.open(path)).html
    pages = await play_out(path, [first, second], seed=2)
    assert "Round 3 of 3" in pages[0].text


async def test_three_play_dragon_gust(guest: Guest) -> None:
    anna, bert, cleo = [await guest(name) for name in ("Anna", "Bert", "Cleo")]
    table = await set_up(anna, "dragon_gust")
    await join_by_invite(table, bert)
    await join_by_invite(table, cleo)
    pages = await play_out(path_of(table), [anna, bert, cleo], seed=3)
    assert all(page.title.startswith("Result") for page in pages)


async def test_nothing_is_chosen_beforehand(guest: Guest) -> None:
    path, first, _ = await begin(guest)
    page = await first.open(path)
    assert not any(form.action.endswith("/moves") for form in page.forms)
    assert pressed(page) == []


async def test_clicking_a_card_then_a_place_leads_to_the_confirm_form(guest: Guest) -> None:
    path, first, _ = await begin(guest)
    page = await first.open(path)
    card = page.elements_of("card")[0]
    page = await first.open(card["href"])
    assert [pairs_of(element) for element in pressed(page)] == [pairs_of(card)]
    home = str(int(pairs_of(card)["card"]) // 9)
    places = [pairs_of(element) for element in page.elements_of("area") if element["data-fits"] == "yes"]
    assert {"area": home, "face_down": "false"} in places
    assert sum(place["face_down"] == "true" for place in places) == 5
    assert len(places) == 6
    for place in page.elements_of("area"):
        if place["data-fits"] == "yes":
            assert (await first.open(place["href"])).form("/moves").buttons == ["Confirm"]


async def test_an_element_taken_again_is_taken_back(guest: Guest) -> None:
    path, first, _ = await begin(guest)
    page = await first.open((await first.open(path)).elements_of("card")[-1]["href"])
    page = await first.open(pressed(page)[0]["href"])
    assert pressed(page) == []


async def test_a_double_click_makes_one_move(guest: Guest, web: Web) -> None:
    path, first, _ = await begin(guest)
    form = (await choose(first, await first.open(path))).form("/moves")
    before = await web.parts.store.top_version(path.rpartition("/")[2])
    answers = await asyncio.gather(first.post(form), first.post(form))
    assert [answer.status_code for answer in answers] == [303, 303]
    assert await web.parts.store.top_version(path.rpartition("/")[2]) == before + 1
    assert (await first.post(form)).status_code == 303


async def test_a_stale_choice_shows_the_present_table_and_says_so(guest: Guest) -> None:
    path, first, _ = await begin(guest)
    links = (await first.open(path)).answers()
    form = (await choose(first, await first.open(path))).form("/moves")
    other = (await choose(first, await first.open(path), lambda count: count - 1)).form("/moves")
    await first.send(form)
    for page, status in ((await first.open(links[0]), 409), (await first.send(other), 200)):
        assert page.status == status
        assert MOVED_ON in page.text
        assert "Waiting for" in page.text
        assert f"; url={path}" in page.html


async def test_a_late_confirm_leads_to_the_table_which_says_so_once(guest: Guest) -> None:
    """A reload of where it led to shows the table, and sends nothing again."""
    path, first, _ = await begin(guest)
    form = (await choose(first, await first.open(path))).form("/moves")
    other = (await choose(first, await first.open(path), lambda count: count - 1)).form("/moves")
    await first.send(form)
    answer = await first.post(other)
    assert (answer.status_code, answer.headers["location"]) == (303, path)
    assert MOVED_ON in (await first.open(path)).text
    assert MOVED_ON not in (await first.open(path)).text


async def test_an_illegal_move_is_refused_with_the_rules_own_sentence(guest: Guest) -> None:
    path, first, _ = await begin(guest)
    form = (await choose(first, await first.open(path))).form("/moves")
    page = await first.send(form, move='{"type":"place_card","card":44,"area":0,"face_down":false}')
    assert path_of(page) == path
    assert "crystal 9" in page.text
    assert page.answers()
    assert 'role="alert"' not in (await first.open(path)).html, "a reload says it no more"


async def test_moves_that_cannot_be_read_are_refused(guest: Guest) -> None:
    path, first, _ = await begin(guest)
    form = (await choose(first, await first.open(path))).form("/moves")
    for move in ("", "{", '{"type":"win"}', "[" * 5000):
        assert (await first.send(form, move=move)).status == 422
    for key in (None, "", "k" * 65, "a b"):
        assert (await first.send(form, key=key)).status == 422


async def test_a_choice_that_no_move_fits_begins_again(guest: Guest) -> None:
    path, first, _ = await begin(guest)
    base = (await first.open(path)).answers()[0].partition("?")[0]
    page = await first.open(f"{base}?card=99")
    assert page.status == 409
    assert "That move is not possible." in page.text
    assert page.answers()


async def test_only_one_who_waits_for_others_gets_a_page_that_draws_itself_anew(guest: Guest) -> None:
    path, first, second = await begin(guest)
    assert "refresh" not in (await first.open(path)).html
    assert f'<meta http-equiv="refresh" content="20; url={path}">' in (await second.open(path)).html
    form = (await choose(first, await first.open(path))).form("/moves")
    await first.send(form)
    assert "refresh" not in (await second.open(path)).html
    pages = await play_out(path, [first, second], seed=1)
    assert not any("refresh" in page.html for page in pages)


async def test_giving_up_is_asked_twice(guest: Guest) -> None:
    path, first, second = await begin(guest)
    asked = await first.open((await first.open(path)).link("Give up…"))
    assert asked.link("No, back to the game") == path
    form = asked.form("/resign")
    again = await first.send(form)
    assert again.status == 422
    assert "Tick the box first" in again.text
    over = await first.send(again.form("/resign"), sure="yes")
    assert "Anna" in over.text
    assert "gave up" in over.text
    assert (await second.open(path)).text.count("You win!") == 1
    late = (await second.open(f"{path}/resign")).url
    assert late.endswith(path)


async def test_a_game_that_ended_meanwhile_has_moved_on(guest: Guest) -> None:
    path, first, second = await begin(guest)
    form = (await choose(first, await first.open(path))).form("/moves")
    await second.send((await second.open(f"{path}/resign")).form("/resign"), sure="yes")
    page = await first.send(form)
    assert path_of(page) == path
    assert MOVED_ON in page.text
    assert "You win!" in page.text


async def test_both_meet_at_the_rematch(guest: Guest) -> None:
    path, first, second = await begin(guest)
    await first.send((await first.open(f"{path}/resign")).form("/resign"), sure="yes")
    waiting = await first.send((await first.open(path)).form("/rematch", "Play again"))
    assert "kept for one player" in waiting.text
    assert "Invite somebody" not in waiting.text
    joined = await second.send((await second.open(path)).form("/rematch", "Join the rematch"))
    assert joined.url == waiting.url
    page = await first.open(path_of(joined))
    assert "Start yourself" in page.text
    page = await first.open(page.answers()[0])
    assert page.form("/moves").buttons == ["Confirm"]


async def test_a_bot_takes_the_seat_of_who_does_not_come_to_the_rematch(guest: Guest) -> None:
    path, first, second = await begin(guest)
    await first.send((await first.open(f"{path}/resign")).form("/resign"), sure="yes")
    waiting = await first.send((await first.open(path)).form("/rematch", "Play again"))
    assert "If they do not come, you can seat a bot." in waiting.text
    seat = 1 if "Seat a random bot on seat 1" in waiting.text else 2
    await first.send(waiting.form("/bots", f"Seat a random bot on seat {seat}"))
    late = await second.send((await second.open(path)).form("/rematch", "Join the rematch"))
    assert late.status == 409
    assert "The game has already started" in late.text


async def test_strangers_to_the_table_can_do_nothing_there(guest: Guest) -> None:
    path, first, _ = await begin(guest)
    cleo = await guest("Cleo")
    form = (await choose(first, await first.open(path))).form("/moves")
    token = (await cleo.open("/me")).form("/me/name").fields["csrf"]
    assert (await cleo.send(form, csrf=token)).status == 403
    for action in ("join", "leave", "start", "rematch"):
        form.action = f"{path}/{action}"
        assert (await cleo.send(form, csrf=token)).status in (403, 409)


async def test_what_follows_from_a_choice_shows_on_the_board_too(guest: Guest) -> None:
    """A card that can lie in one place only shows that place as chosen, with the move to confirm."""
    for _ in range(10):  # a game may end before there is such a card
        settled = await find_settling_card(*await begin(guest))
        if settled is not None:
            chosen = [set(pairs_of(element)) for element in pressed(settled)]
            assert sorted(chosen, key=len) == [{"card"}, {"area", "face_down"}]
            return
    raise AssertionError("no card was ever left with one place")


async def find_settling_card(path: str, first: Visitor, second: Visitor) -> Page | None:
    """Lay face down until choosing a card settles the move; give the page on which it does."""
    for _ in range(30):
        for person in (first, second):
            page = await person.open(path)
            pages = [await person.open(card["href"]) for card in page.elements_of("card")]
            for page in pages:
                if any(form.action.endswith("/moves") for form in page.forms):
                    return page
            if pages:
                page = await choose(person, await person.open(pages[0].answers()[-1]), lambda count: count - 1)
                await person.send(page.form("/moves"))
    return None


async def test_a_form_of_somebody_who_is_not_known_any_more_says_that_nothing_was_done(guest: Guest) -> None:
    path, first, _ = await begin(guest)
    form = (await choose(first, await first.open(path))).form("/moves")
    first.http.cookies.clear()
    page = await first.send(form)
    assert "what you sent was not done" in page.text


async def test_the_rules_lead_back_to_the_table(guest: Guest) -> None:
    path, first, _ = await begin(guest)
    there = f"/rules/dragon_overload?from={path}"
    assert there in [href for _, href in (await first.open(path)).links]
    assert (await first.open(there)).link("← Back to the table") == path
    assert "Back to the table" not in (await first.open("/rules/dragon_overload?from=//evil.test/tables/")).text
