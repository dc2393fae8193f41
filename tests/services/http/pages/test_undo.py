"""Second thoughts on the pages, by forms that need no JavaScript."""

from collections.abc import Awaitable, Callable

from services.correcting import Correcting
from tests.services.http.pages.conftest import set_up
from tests.services.http.pages.test_playing import begin
from tests.support.page_reader import Visitor
from tests.support.web import Web, lists_catch_up

Guest = Callable[[str], Awaitable[Visitor]]


async def lay(visitor: Visitor, path: str) -> None:
    page = await visitor.open((await visitor.open(path)).answers()[0])
    assert (await visitor.send(page.form("/moves"))).status == 200


async def test_a_free_move_is_taken_back_and_restored(guest: Guest) -> None:
    path, first, second = await begin(guest, "quiet_answers")
    assert "Take back" not in (await first.open(path)).text
    await lay(first, path)
    page = await first.open(path)
    assert "Ask to take back" not in page.text
    page = await first.send(page.form("/undo"))
    assert "It is your move" in page.text
    assert "took back a move. " in page.text or "took back a move." in page.text
    assert "taken back" in page.text
    assert "Taken back so far" in (await second.open(path)).text
    assert "taken back" in (await second.open(f"{path}/log")).text
    page = await first.send(page.form("/redo"))
    assert "It is your move" not in page.text


async def test_another_is_asked_sees_what_was_learned_and_agrees(web: Web, guest: Guest) -> None:
    path, first, second = await begin(guest, "quiet_answers")
    await lay(first, path)
    await lay(second, path)
    page = await first.send((await first.open(path)).form("/undo", "Ask to take back your last move"))
    assert "You have asked to take a move back. Still to agree:" in page.text
    await lists_catch_up(web)
    assert "asks to take a move back" in (await second.open("/")).text
    page = await second.open(path)
    assert "Everybody has since seen" in page.text
    stale = page.form("/undo/grant")
    page = await second.send(page.form("/undo/decline"))
    assert "does not agree." in page.text
    refused = await second.send(stale)
    assert "That request is no longer open" in refused.text
    await first.send((await first.open(path)).form("/undo", "Ask to take back your last move"))
    page = await second.send((await second.open(path)).form("/undo/grant"))
    assert "took back 2 moves." in page.text
    assert "It is your move" in (await first.open(path)).text


async def test_a_request_can_be_withdrawn(guest: Guest) -> None:
    path, first, second = await begin(guest, "quiet_answers")
    await lay(first, path)
    await lay(second, path)
    page = await first.send((await first.open(path)).form("/undo"))
    page = await first.send(page.form("/undo/withdraw"))
    assert "withdraws the request." in page.text
    assert not any(form.action.endswith("/undo/grant") for form in (await second.open(path)).forms)


async def test_a_request_that_lapses_with_who_asked_is_not_said_to_be_the_bots(web: Web, guest: Guest) -> None:
    path, first, second = await begin(guest, "quiet_answers")
    await lay(first, path)
    await lay(second, path)
    await first.send((await first.open(path)).form("/undo"))
    game_id = path.rpartition("/")[2]
    request = (await web.parts.loader.load(game_id)).undo_request
    assert request is not None
    await Correcting(web.parts.commanding).replace(game_id, request.seat, "greedy", "Away.")
    log = (await second.open(f"{path}/log")).text
    assert "Away. The request to take a move back is closed." in log


async def test_a_page_that_is_behind_is_told_so(guest: Guest) -> None:
    path, first, second = await begin(guest, "quiet_answers")
    await lay(first, path)
    behind = (await first.open(path)).form("/undo")
    await lay(second, path)
    assert "The game has moved on since you looked at it" in (await first.send(behind)).text


async def test_the_rule_is_chosen_and_told(guest: Guest) -> None:
    anna = await guest("Anna")
    form = (await anna.open("/new/quiet_answers")).form("/new/quiet_answers")
    assert form.fields["undo"] == "consent"
    page = await set_up(anna, "quiet_answers", undo="none", listing="listed")
    assert "No move is taken back." in page.text
    response = await anna.post(form, undo="sometimes")
    assert response.status_code == 422
