"""The replay of a table without JavaScript: links and a form lead from position to position, through the eyes one may have."""

import random
import re
from urllib.parse import urlsplit

import pytest

from services.http.pages.boards import PLAIN_BOARD, board_template
from tests.support.page_reader import Page, read_page
from tests.support.web import ALL_GAMES, Person, Web, move_once, open_table, play_to_the_end

WHERE = re.compile(r"Position (\d+) of (\d+)")


async def look(person: Person, path: str) -> Page:
    return read_page(await person.get(path, follow_redirects=True))


def where(page: Page) -> tuple[int, int]:
    found = WHERE.search(page.text)
    assert found, page.text
    return int(found[1]), int(found[2])


def marked(page: Page) -> list[str]:
    """The positions of the log's lines that are marked as the present one."""
    return re.findall(r'<li data-position="(\d+)"[^>]*aria-current=step', page.html)


def eyes_link(page: Page, title: str) -> str:
    """Where the last link of this label leads: one's own name stands in the head of the page, too."""
    return [href for text, href in page.links if text == title][-1]


async def played_out(web: Web, game: str = "hidden_hoards", **plan: object) -> tuple[str, list[Person]]:
    people = [await web.guest(f"Guest {seat}") for seat in range(ALL_GAMES[game].seats.start)]
    game_id = await open_table(people, game, **plan)  # type: ignore[arg-type]
    await play_to_the_end(game_id, people, random.Random(3), most=60, resigns=True)
    return game_id, people


async def test_links_lead_from_the_table_through_the_game(web: Web) -> None:
    game_id, (anna, _) = await played_out(web, "dragon_overload")
    table = await look(anna, f"/tables/{game_id}")
    page = await look(anna, table.link("Replay"))
    first, last = where(page)
    assert page.title == "Replay: Dragon Overload · Dragonpost"
    seen = [first]
    while (there := page.link("One step forward")) and where(page)[0] < last:
        page = await look(anna, there)
        seen.append(where(page)[0])
        assert f"at={seen[-1]}&" in f"{page.link('One step forward')}&" or seen[-1] < last
    assert seen == list(range(first, last + 1))
    assert marked(page) == [str(last)]
    assert where(await look(anna, page.link("One step back")))[0] == last - 1
    assert where(await look(anna, page.link("To the first position")))[0] == first
    assert where(await look(anna, page.link("To the last position")))[0] == last
    (form,) = [form for form in page.forms if form.method == "get"]
    query = "&".join(f"{name}={value}" for name, value in {**form.fields, "at": "5"}.items())
    assert where(await look(anna, f"{form.action}?{query}"))[0] == 5
    log = await look(anna, f"/tables/{game_id}/log")
    assert where(await look(anna, log.link("Replay from position 7")))[0] == 7


async def test_turns_start_where_another_seat_acts(web: Web) -> None:
    game_id, (anna, _) = await played_out(web, "dragons_path")
    page = await look(anna, f"/tables/{game_id}/replay")
    starts = []
    while (there := page.link("To the start of the turn after")) and where(page)[0] < where(page)[1]:
        page = await look(anna, there)
        starts.append(where(page)[0])
    log = (await anna.get(f"/games/{game_id}/log")).text
    acting = [re.search(r'\\"by\\":(\d|null)', line) for line in log.splitlines() if '"kind":"told"' in line]
    by = [found[1] for found in acting if found]
    changed = [position for position in range(4, len(by)) if by[position] != by[position - 1]]
    assert starts == [*changed, len(by)]
    assert where(await look(anna, page.link("To the start of the turn before")))[0] == changed[-1]


async def test_a_finished_game_is_seen_through_any_eyes_at_the_same_moment(web: Web) -> None:
    game_id, (anna, _) = await played_out(web)
    page = await look(anna, f"/tables/{game_id}/replay?at=6&seat=0")
    shown = {}
    for title in ("Guest 0", "Guest 1", "A spectator", "All revealed"):
        other = await look(anna, eyes_link(page, title))
        assert re.search(rf"aria-current=true>{title}", other.html)
        shown[title] = other
        assert where(await look(anna, eyes_link(other, "Guest 0")))[0] <= 6
    revealed = await look(anna, page.link("All revealed"))
    assert urlsplit(revealed.url).query == f"at={where(revealed)[0]}&seat=0&revealed=yes"
    assert where(revealed)[1] == await web.parts.store.top_version(game_id)
    assert len({where(other) for other in shown.values()}) > 1, "each counts what it was told"


async def test_a_running_game_is_seen_through_ones_own_eyes(web: Web) -> None:
    anna, bert, cora = [await web.guest(name) for name in ("Anna", "Bert", "Cora")]
    game_id = await open_table([anna, bert], "hidden_hoards")
    await move_once(game_id, anna)
    path = f"/tables/{game_id}/replay"
    assert where(await look(anna, path)) == (3, 4), "it begins where the game does"
    for person in (bert, cora):
        page = await look(person, path)
        assert where(page) == (3, 3)
        assert "All revealed" not in page.text
        assert page.link("One step forward") == page.link("One step back") == f"{path}?at=3"
    for query in ("revealed=yes", "seat=1", "seat=-1"):
        page = await look(anna, f"{path}?{query}")
        assert (page.status, page.headings) == (422, ["This is shown once the game is over"])
    assert (await look(bert, f"{path}?at=4")).status == 404
    assert (await look(bert, f"{path}?at=four")).status == 422
    assert where(await look(bert, f"{path}?at=1"))[0] == 3, "before the game there is no board"


async def test_a_table_at_which_nothing_was_played_has_no_replay(web: Web) -> None:
    anna = await web.guest("Anna")
    game_id = await open_table([anna], "hidden_hoards", start=False, seats=[{"kind": "host"}, {"kind": "open"}])
    page = await look(anna, f"/tables/{game_id}/replay")
    assert page.url.endswith(f"/tables/{game_id}")
    step = await anna.get(f"/tables/{game_id}/replay/step")
    assert step.status_code == 303
    assert (await look(await web.guest("Bert"), f"/tables/{game_id}/replay")).status == 404


@pytest.mark.parametrize("game", [game for game in ALL_GAMES if board_template(game) != PLAIN_BOARD])
async def test_every_board_shows_every_hand_once_all_is_revealed(web: Web, game: str) -> None:
    game_id, people = await played_out(web, game)
    last = await web.parts.store.top_version(game_id)
    first = len(people) + 1
    for position in {first, first + 1, (first + last) // 2, last - 1, last}:
        page = await look(people[0], f"/tables/{game_id}/replay?at={position}&seat=0&revealed=yes")
        assert page.status == 200
        step = await people[0].get(f"/tables/{game_id}/replay/step?at={position}&seat=0&revealed=yes")
        assert step.text.strip() in page.html
        whole = (await people[0].get(f"/games/{game_id}/at/{position}?revealed=true")).json()["table"]["state"]
        rules = ALL_GAMES[game]
        for hand in whole.get("hands", ()):
            for card in hand if position < last - 1 else ():
                assert rules.card_name(card).split(" (")[0].lower() in page.html.lower(), (position, card)


async def test_what_was_taken_back_is_marked_or_left_out(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "hidden_hoards")
    await move_once(game_id, anna)
    undone = await anna.post(f"/games/{game_id}/undo", {"position": 4})
    assert undone.status_code == 200, undone.text
    await move_once(game_id, anna, 1)
    path = f"/tables/{game_id}/replay"
    page = await look(anna, f"{path}?at=4")
    assert where(page) == (4, 6)
    assert page.html.count('<span class="tag">taken back</span>') == 2, "in the log, and where it is shown"
    assert (await anna.get(f"/games/{game_id}/at/4")).json()["entry"]["undone"]
    assert page.link("One step forward") == f"{path}?at=5"
    folded = await look(anna, (await look(anna, f"{path}?at=3")).link("Leave out what was taken back"))
    assert re.findall(r'<li data-position="(\d)"', folded.html) == ["3", "5", "6"]
    after = await look(anna, folded.link("One step forward"))
    assert where(after)[0] == 5
    assert where(await look(anna, after.link("One step back")))[0] == 3
    assert where(await look(anna, after.link("Show what was taken back"))) == (5, 6)
    others = await look(bert, path)
    assert "taken back" not in others.text, "who knows nothing of it reads nothing of it"
