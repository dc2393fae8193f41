"""What people read: log lines, labels, refusals and the board."""

from importlib.resources import files

import pytest

from domain.games.dragon_overload import events
from domain.games.dragon_overload.events import OverloadEvent
from domain.games.dragon_overload.move import ChooseStarter, OverloadMove, PlaceCard, WaiveStarter
from domain.ids import SPECTATOR
from domain.rules import UNKNOWN
from tests.domain.games.dragon_overload.table import (
    RULES,
    active,
    claimed,
    discarded,
    given,
    holds,
    known,
    lies,
    offer,
    offered,
    place,
    placed,
    scored,
    taken,
    taken_before,
    turn_of,
    turned_up,
    won,
)
from tests.domain.games.dragon_overload.whole_games import moments

NAMES = ("Ann", "Ben")

LINES: list[tuple[OverloadEvent, str]] = [
    (events.PileShuffled(pile=(UNKNOWN,) * 45), "The 45 dragons are shuffled."),
    (offered("earth", "fire 9"), "Fire 9 is now on offer at Mossy Meadows."),
    (events.CardsDealt(seat=0, cards=(0, 1)), "Ann draws wind 1, wind 2."),
    (events.CardsDealt(seat=1, cards=(UNKNOWN,) * 4), "Ben draws 4 dragons."),
    (events.StarterChoiceOpened(seat=0), "Ann lost the game before and may decide who starts."),
    (events.StarterChosen(seat=0, by_seat=0), "Ann decides to start."),
    (events.StarterChosen(seat=0, by_seat=1), "Ben lets Ann start."),
    (events.StarterChoiceWaived(seat=1), "Ben leaves it to chance who starts."),
    (events.StarterDrawn(seat=1), "The lot falls to Ben to start."),
    (events.CardDrawn(seat=0, card=44), "Ann draws one more dragon, crystal 9."),
    (events.CardDrawn(seat=1, card=UNKNOWN), "Ben draws one more dragon."),
    (turn_of(0), ""),
    (placed(0, "wind 4"), "Ann lays wind 4 on Cloudy Crests."),
    (placed(0, "?", "fire", face_down=True), "Ann lays a card face down on Lava Lagoon."),
    (placed(0, "wind 4", "fire", face_down=True), "Ann lays wind 4 face down on Lava Lagoon."),
    (claimed("water", by=1), "Ben holds the token of Boiling Basin."),
    (taken(1, "fire 2", "crystal"), "Ben takes fire 2 from Crystal Caves."),
    (turned_up(1, "fire 2", "crystal"), "Ben turns up fire 2 on Crystal Caves."),
    (discarded(1, "fire 2", "crystal"), "Ben’s fire 2 is not at home on Crystal Caves and leaves it."),
    (scored("wind", (15, 8), to=0), "Cloudy Crests: Ann 15, Ben 8. The token goes to Ann."),
    (scored("wind", (8, 8), to=1), "Cloudy Crests: Ann 8, Ben 8. A draw, so the token stays with Ben."),
    (scored("wind", (0, 0), to=1), "Cloudy Crests: Ann 0, Ben 0. A draw, so the token stays with Ben."),
    (
        scored("wind", (8, 16), to=0),
        "Cloudy Crests: Ann 8, Ben 16. Overloaded, at least double: the token goes to Ann.",
    ),
    (won(0, "five_tokens"), "Ann holds all five tokens and wins."),
    (won(0, "no_placement"), "Ben has no dragon left that could be laid, so Ann wins."),
    (won(1, "scored"), "Ben owns most tokens and wins."),
    (won(1, "resigned"), "Ann gives up, so Ben wins."),
    (events.EverythingRevealed(pile=(), hands=((), ()), face_down=((), ())), "All hidden dragons are shown."),
]


@pytest.mark.parametrize(("event", "line"), LINES, ids=[line or "turn_began" for _, line in LINES])
def test_log_lines(event: OverloadEvent, line: str) -> None:
    """One sentence an event; none where the table shows it anyway."""
    assert RULES.describe(event, NAMES) == line


@pytest.mark.parametrize(
    ("move", "label"),
    [
        (place("wind 4"), "Lay wind 4 face up on Cloudy Crests"),
        (place("wind 4", "earth", face_down=True), "Lay wind 4 face down on Mossy Meadows"),
        (ChooseStarter(seat=0), "Start yourself"),
        (ChooseStarter(seat=1), "Let the other player start"),
        (WaiveStarter(), "Leave it to chance who starts"),
    ],
)
def test_labels(move: OverloadMove, label: str) -> None:
    assert RULES.describe_move(RULES.seen_by(given().state, 0), 0, move) == label


def test_a_refusal_tells_nothing_about_where_a_card_is() -> None:
    """In the other's hand, in the pile or face down: the sentence is the same."""
    state = given(holds(1, "wind 4"), lies(1, "wind 5", "fire", face_down=True)).state
    seen = RULES.seen_by(state, 0)
    for number in (*state.pile, *state.hands[1], *state.face_down[1][2]):
        sentence = RULES.why_not(seen, 0, PlaceCard(card=number, area=2, face_down=True))
        assert sentence == f"The dragon {RULES.card_name(number)} is not in your hand: choose one that is."


def test_refusals_of_what_does_not_exist() -> None:
    given().refuses(PlaceCard(card=45, area=0), "There is no dragon 45: they are numbered from 0 to 44.").refuses(
        PlaceCard(card=UNKNOWN, area=0, face_down=True), "There is no dragon -1: they are numbered from 0 to 44."
    ).refuses(
        PlaceCard(card=0, area=5, face_down=True),
        "There is no area 5: they are numbered from 0 (Cloudy Crests) to 4 (Crystal Caves).",
    ).refuses(
        PlaceCard(card=0, area=-1, face_down=True),
        "There is no area -1: they are numbered from 0 (Cloudy Crests) to 4 (Crystal Caves).",
    )


def test_refusals_while_the_starter_is_open() -> None:
    case = given(active(1))
    case.state.phase = "starter"
    case.refuses(
        PlaceCard(card=0, area=0),
        "No dragon can be laid yet: first decide who starts, or leave that to chance.",
        seat=1,
    ).refuses(
        ChooseStarter(seat=2),
        "There is no seat 3: counted from 1, choose 1 or 2, which are yours and the other player's.",
        seat=1,
    ).refuses(ChooseStarter(seat=0), "It is not your turn: wait until the other player has decided.", seat=0)


def test_card_names() -> None:
    assert [RULES.card_name(number) for number in (0, 12, 44, UNKNOWN)] == [
        "wind 1",
        "water 4",
        "crystal 9",
        "a hidden dragon",
    ]


BOARD = """\
Ben holds 4 cards
  certainly in hand: fire 9
  in hand or face down: wind 8, earth 7
Ben has 1 token, and may lay 2 more face down
────────────────────────────────────────────────────────────────────────────────
          WIND          WATER         FIRE          EARTH         CRYSTAL
          Cloudy Crests Boiling Basin Lava Lagoon   Mossy Meadows Crystal Caves
Ben       ·             ·             ·             ·             ·
          ·             ·             ▾ ?           ·             ·
          ·             ·             fire 5        ·             ·
total     0             0             5             0             0
────────────────────────────────────────────────────────────────────────────────
offer     fire 1        fire 2        crystal 4     fire 3        fire 6
token     Ann           free          Ben           free          free
────────────────────────────────────────────────────────────────────────────────
total     9             0             0             0             0
          wind 9        ·             ▾ crystal 9   ·             ·
          ·             ·             ·             ·             ·
Ann       ·             ·             ·             ·             ·
────────────────────────────────────────────────────────────────────────────────
Ann holds wind 1, wind 2, wind 3, wind 4, wind 5
  of these everybody knows wind 2
Ann has 1 token, and may lay 2 more face down

Ann is to lay a dragon. 4 of 30 dragons laid, 27 in the pile.
"""


def test_the_board_as_a_player_sees_it() -> None:
    state = given(
        lies(0, "wind 9"),
        lies(1, "fire 5"),
        lies(0, "crystal 9", "fire", face_down=True),
        lies(1, "water 9", "fire", face_down=True),
        holds(0, "wind 1", "wind 2", "wind 3", "wind 4", "wind 5"),
        known(0, "wind 2"),
        holds(1, "fire 9", "wind 8"),
        known(1, "fire 9"),
        taken_before(1, 0, "earth 7", "wind 8"),
        holds(1, "earth 7"),
        *(offer(suit, name) for suit, name in (("wind", "fire 1"), ("water", "fire 2"), ("fire", "crystal 4"))),
        *(offer(suit, name) for suit, name in (("earth", "fire 3"), ("crystal", "fire 6"))),
    ).state
    assert RULES.draw_text(RULES.seen_by(state, 0), NAMES, 0) == BOARD


def test_a_board_fits_a_terminal_in_every_view() -> None:
    names = ("A rather long name, it is", "Ben")
    for moment in moments(20):
        for viewer in (SPECTATOR, 0, 1):
            board = RULES.draw_text(RULES.seen_by(moment.state, viewer), names, viewer)
            assert max(map(len, board.splitlines())) <= 80


def test_a_board_shows_the_end() -> None:
    state = given(holds(1, "wind 9")).when_leaving(0).state
    board = RULES.draw_text(state, NAMES, 0)
    assert "Ben has won." in board
    assert "wind 9" in board


def test_the_help_names_every_area() -> None:
    text = (files("domain.games.dragon_overload") / "help.md").read_text(encoding="utf-8")
    for name in ("Cloudy Crests", "Boiling Basin", "Lava Lagoon", "Mossy Meadows", "Crystal Caves"):
        assert name in text
