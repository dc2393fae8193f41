"""The form of one's own standing order: there where it means something, for its owner alone, and without JavaScript."""

from collections.abc import Awaitable, Callable

from domain.game.commands import AnswerByOrder
from domain.ids import order_actor
from tests.services.http.pages.test_playing import begin
from tests.support.page_reader import Visitor
from tests.support.web import Web, lists_catch_up

Guest = Callable[[str], Awaitable[Visitor]]
TITLE = "When you are asked for a response"
REFRESH = '<meta http-equiv="refresh"'


async def test_a_player_says_what_is_done_and_sees_what_is(guest: Guest) -> None:
    path, first, _ = await begin(guest, "quiet_answers")
    page = await first.open(path)
    assert f"{TITLE}: ask me" in page.text
    asked = await first.open(page.link("Change… what is done about responses"))
    assert asked.form("/order").fields["order"] == "ask"
    assert "20 to 90 seconds after the question, whatever you hold; if the question is open already," in asked.text
    assert "Nobody else can see this choice, nor that it answered." in asked.text
    for order in ("decline", "decline", "decline_until_my_turn", "ask"):
        page = await first.send(asked.form("/order", "Set this order"), order=order)
        assert (page.url.endswith(path), page.status) == (True, 200)
        asked = await first.open(f"{path}/order")
        assert asked.form("/order").fields["order"] == order
    log = (await first.open(f"{path}/log")).text
    assert "From now on, every response is declined for you." in log
    assert "From now until your next turn, responses are declined for you." in log


async def test_a_half_chosen_order_is_not_forgotten_where_the_table_draws_itself_anew(guest: Guest) -> None:
    path, first, second = await begin(guest, "quiet_answers")
    lay = await first.open((await first.open(path)).answers()[0])
    await first.send(lay.form("/moves"))
    await second.send((await second.open(f"{path}/order")).form("/order"), order="decline")
    page = await second.open(path)
    assert REFRESH in page.html
    fields = {name for form in page.forms for name in form.fields}
    assert fields <= {"csrf", "key", "decision", "move"}, "nothing on that page is filled in step by step"
    assert REFRESH not in (await second.open(f"{path}/order")).html


async def test_it_is_not_there_where_it_would_mean_nothing(web: Web, guest: Guest) -> None:
    """Before the start, for a spectator, in a game without responses, when the game is over."""
    hoards, anna, _ = await begin(guest, "hidden_hoards")
    assert TITLE not in (await anna.open(hoards)).text
    path, first, second = await begin(guest, "quiet_answers")
    assert TITLE not in (await Visitor(web.client()).open(path)).text
    page = await first.open(f"{path}/order")
    stranger = await Visitor(web.client()).open(f"{path}/order")
    assert "/welcome" in stranger.url
    assert (await anna.open(f"{hoards}/order")).url.endswith(hoards)
    await first.send((await first.open(f"{path}/resign")).form("/resign"), sure="on")
    for visitor in (first, second):
        assert TITLE not in (await visitor.open(path)).text
    refused = await first.post(page.form("/order"), order="decline")
    assert refused.status_code == 409


async def test_an_odd_form_is_refused_with_a_sentence(guest: Guest) -> None:
    path, first, _ = await begin(guest, "quiet_answers")
    page = await first.open(f"{path}/order")
    for odd in ("always", "", None):
        refused = await first.post(page.form("/order"), order=odd)
        assert refused.status_code == 422
        assert "Say whether you want to be asked" in refused.text


async def test_where_it_will_answer_the_page_draws_itself_anew_unless_its_owner_is_choosing(guest: Guest) -> None:
    path, first, second = await begin(guest, "quiet_answers")
    lay = await first.open((await first.open(path)).answers()[0])
    await first.send(lay.form("/moves"))
    page = await second.open(path)
    assert REFRESH not in page.html
    for order, is_drawn_anew in (("decline", True), ("decline_until_my_turn", True), ("ask", False), ("decline", True)):
        page = await second.send((await second.open(f"{path}/order")).form("/order"), order=order)
        assert (f'{REFRESH} content="20; url={path}">' in page.html) == is_drawn_anew
    assert REFRESH not in (await second.open(page.answers()[0])).html
    answered = await second.send((await second.open(page.answers()[0])).form("/moves"))
    assert "Lay a card" in answered.text
    assert REFRESH not in answered.html, "to lay a card is no response"


async def test_its_owner_is_not_called_and_reads_in_the_lobby_why(web: Web, guest: Guest) -> None:
    path, first, second = await begin(guest, "quiet_answers")
    game_id = path.rpartition("/")[2]
    page = await second.open(f"{path}/order")
    await second.send(page.form("/order"), order="decline")
    lay = await first.open((await first.open(path)).answers()[0])
    await first.send(lay.form("/moves"))
    await lists_catch_up(web)
    lobby = await second.open("/")
    assert "your order will decline within 90 s, unless you answer first" in lobby.text
    assert "(1)" not in lobby.title
    assert "Always decline for me now" in (await second.open(f"{path}/order")).text
    table = await second.open(path)
    assert "Your order will decline this within 90 s, unless you answer first." in table.text
    assert table.title.startswith("Your order will decline within 90 s, unless you answer first: ")
    assert "your move" not in table.text.lower()
    assert table.answers(), "its owner may be quicker"
    for other in (first, Visitor(web.client())):
        page = await other.open(path)
        assert "Waiting for" in page.text
        assert "order will" not in page.html
    game = await web.parts.loader.load(game_id)
    ((seat, owed),) = game.open_decisions.items()
    await web.parts.commanding.execute(game_id, AnswerByOrder(decision=owed.id), actor=order_actor(seat), key=owed.id)
    assert "Your standing order declined for you." in (await second.open(path)).text
    assert "standing order" not in (await first.open(f"{path}/log")).text
