"""What the board of Dragonbound shows to each who looks at it, over whole games: all that can be chosen, nothing hidden."""

import random
import re
from collections.abc import Iterator
from html import unescape
from types import SimpleNamespace
from typing import Any, Final, cast
from urllib.parse import parse_qsl

import pytest

from domain.bots.greedy_bot import GreedyBot
from domain.chance import RandomChance
from domain.games.dragonbound.options import DragonboundOptions
from domain.games.dragonbound.reading import read_card_set
from domain.games.dragonbound.rules import GameRules
from domain.games.dragonbound.state import State, bit_of
from domain.ids import SPECTATOR, Viewer, viewers
from services.http.pages.assets import load_assets
from services.http.pages.boards import Elements, board_template, board_values
from services.http.pages.narrowing import choices_of, narrow
from services.http.pages.rendering import Renderer
from tests.domain.games.dragonbound.house_set import HOUSE
from tests.domain.games.dragonbound.worlds import worlds

NAMES: Final = ("Ann", "Ben", "Cara", "Dan")
RULES: Final = GameRules(read_card_set(HOUSE))
RENDERER: Final = Renderer(load_assets(), cast("Any", SimpleNamespace(new_key=str)))
BUTTON: Final = re.compile(r'<button[^>]* value="([^"]*)"')
STEP: Final = 7


def board(state: State, viewer: Viewer) -> str:
    """Draw the board for a viewer who has chosen nothing yet."""
    seen = RULES.seen_by(state, viewer)
    names = NAMES[: len(state.hands)]
    table = SimpleNamespace(
        rules=RULES,
        viewer=viewer,
        seen=SimpleNamespace(
            state=seen,
            seat=None if viewer == SPECTATOR else viewer,
            waiting=[decision.seat for decision in RULES.decisions(seen)],
        ),
    )
    values = board_values(cast("Any", table), names, elements(seen, viewer), [])
    return RENDERER.part(board_template(RULES.name), values)


def elements(seen: State, viewer: Viewer) -> Elements:
    moves = [] if viewer == SPECTATOR else RULES.legal_moves(seen, viewer)
    if not moves:
        return Elements((), None)
    choices = choices_of(moves, [RULES.describe_move(seen, viewer, move) for move in moves])
    return Elements(choices, narrow(choices, {}))


def game(seat_count: int, seed: int) -> Iterator[State]:
    """A game between greedy bots who often move at random, after every few decisions."""
    generator = random.Random(seed)
    options, chance, bot = DragonboundOptions(), RandomChance(generator), GreedyBot()
    state = RULES.new_state(options, seat_count)
    RULES.setup(state, options, None, chance, lambda event: RULES.evolve(state, event))
    while RULES.outcome(state) is None:
        yield state
        for _ in range(STEP):
            if RULES.outcome(state) is not None:
                break
            seat = RULES.decisions(state)[0].seat
            moves = RULES.legal_moves(state, seat)
            move = generator.choice(moves)
            if generator.random() < 0.5:
                move = bot.choose(RULES, RULES.seen_by(state, seat), seat, generator)
            RULES.play(state, seat, move, chance, lambda event: RULES.evolve(state, event))
    yield state


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.mark.parametrize(("seat_count", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_what_a_move_names_is_a_button_where_it_lies(seat_count: int, seed: int) -> None:
    """Every card, stack and place of a legal move has its element; only what is no thing on the table is left to the prompt."""
    in_prompt = {"type", "option", "effect"}
    for state in game(seat_count, seed):
        for decision in RULES.decisions(state):
            offered = {
                pair for value in BUTTON.findall(board(state, decision.seat)) for pair in parse_qsl(unescape(value))
            }
            for choice in choices_of(moves := RULES.legal_moves(state, decision.seat), [""] * len(moves)):
                missing = {pair for pair in choice.pairs.items() if pair[0] not in in_prompt} - offered
                assert not missing, f"{choice.move} in {decision}"


@pytest.mark.parametrize(("seat_count", "seed"), [(2, 4), (4, 5)])
def test_the_board_is_the_same_in_both_worlds(seat_count: int, seed: int) -> None:
    """What the viewer cannot know makes no difference to a single byte."""
    generator = random.Random(seed)
    differ = 0
    for state in game(seat_count, seed):
        for viewer in viewers(seat_count):
            other = worlds(state, viewer, generator)
            differ += other != state
            assert board(state, viewer) == board(other, viewer)
    assert differ > seat_count


def test_pieces_have_names_of_their_own() -> None:
    """Copies alike are told apart, so that no piece glides from two places."""
    for state in game(4, 6):
        for viewer in viewers(4):
            pieces = re.findall(r'data-piece="([^"]+)"', board(state, viewer))
            assert len(pieces) == len(set(pieces))
            ids = re.findall(r' id="([^"]+)"', board(state, viewer))
            assert len(ids) == len(set(ids))


def test_each_player_and_what_goes_on_is_told_in_words() -> None:
    for state in game(3, 7):
        text = words(board(state, 1))
        told = RULES.board_facts(RULES.seen_by(state, 1), NAMES[:3], 1)
        assert told["happening"]["now"] in re.sub(r" ([:.,])", r"\1", text)
        for seat, player in enumerate(told["players"]):
            assert NAMES[seat] in text
            assert f": {player['score']}." in text
        for orb in told["orbs"].values():
            assert orb["text"] in text
        for stacks in state.stacks:
            for stack in stacks:
                for dragon in stack.dragons:
                    card = told["cards"][dragon]
                    mark = ", stunned" if dragon in stack.stunned else ""
                    assert f"{card['name']} , size {card['size']}, {card['nature']}{mark}" in re.sub(r" +", " ", text)


def test_empty_wilds_say_so() -> None:
    """In words in the first of the empty places; and where no dragon can come any more, what that means."""
    state = next(state for state in game(2, 9) if state.phase == "play" and not state.looked)
    assert "No dragons" not in words(board(state, 0))
    state.wilds = []
    assert words(board(state, 0)).count("No dragons") == 1
    assert "is left to appear" not in words(board(state, 0))
    state.dragon_deck, state.dragon_deck_known, state.dragon_pile = [], [], []
    told = "No dragon is left to appear: only those of size 6 that players have can wake more orbs."
    assert words(board(state, 0)).count(told) == 1


def test_each_sign_of_a_trigger_has_its_name() -> None:
    """On every card that shows what it does, and beside each effect that waits; in words in the opened card too."""
    named = {"command": "Placed for command", "stack": "In a stack", "discarded": "Discarded", "slide": "Slide"}
    named |= {"appear": "Appears in the wilds", "release": "When a stack is released"}
    seen = set[str]()
    for state in game(3, 10):
        html = board(state, 0)
        for title, sign in re.findall(r"<title>([^<]+)</title><use href=\"[^\"#]+#([a-z]+)\"", html):
            assert named[sign] == title
            seen.add(sign)
        for strip in re.findall(r'class="triggers">.*?</summary>', html, re.DOTALL):
            assert strip.count("<svg") == strip.count("<title>")
    assert seen >= {"command", "stack", "discarded", "slide", "appear"}


def test_a_deck_says_where_its_known_cards_lie() -> None:
    """To the eye beside each, and in a sentence for who hears the page."""
    state = next(game(2, 11))
    state.dragon_deck[-2:], state.dragon_deck[:2] = [14, 15], [16, 17]
    assert "bottom" not in words(board(state, 0)).partition("dragon deck")[2].partition("discards")[0]
    for place in (0, 1, -2, -1):
        state.dragon_deck_known[place] = bit_of(0)
    html = board(state, 0)
    chips = re.findall(r'class="known"[^>]*title="([^"]+)"><span class="what">([^<]+)<', html)
    names = {card: RULES.cards.name_of(card) for card in (14, 15, 16, 17)}
    assert chips == [
        (f"{place.capitalize()}: {names[card]}", place)
        for place, card in (("top", 15), ("2nd", 14), ("bottom", 16), ("2nd last", 17))
    ]
    told = f", on top {names[15]}, then {names[14]}, at the bottom {names[16]}, above it {names[17]}"
    assert f"Dragon deck: {len(state.dragon_deck)} cards{told}" in words(html)
    assert names[16] not in words(board(state, 1)).partition("Dragon deck: ")[2].partition(" discards")[0]


def test_what_is_opened_says_whose_it_is() -> None:
    titles = re.findall(r'<p class="title"><b>([^<]+)</b>', board(next(game(3, 12)), 1))
    assert {"Discards of the dragon deck", "Your discards", "Your den", "Discards of Ann", "Den of Cara"} <= set(titles)


def test_the_finished_table_shows_the_nearest_hand_and_no_prices_in_reach() -> None:
    """As cards, also to who watches; nothing is said of what could be paid, and each winner is told."""
    state = next(game(2, 13))
    assert "could pay for it" in words(board(state, 0))
    state.phase, state.active, state.placings = "over", None, [2, 1]
    for viewer, title in ((0, "Your hand: 4 cards"), (SPECTATOR, "Hand of Ann: 4 cards")):
        html = board(state, viewer)
        assert title in words(html)
        assert html.count('id="hand-') == len(set(state.hands[0]))
        assert "pay" not in "".join(re.findall(r'class="cost.*?</span></span>', html))
        assert words(html).count("In hand:") == 1
