"""What people read: log lines, prompts, labels, refusals, the board and the help."""

from importlib.resources import files

import pytest

from domain.games.dragons_path import events
from domain.games.dragons_path.events import PathEvent
from domain.games.dragons_path.moves import CANCEL_SPELL, DECLINE, PASS, CastSpell, KeepSpell
from domain.games.dragons_path.options import Mode
from domain.ids import SPECTATOR
from domain.rules import UNKNOWN
from tests.domain.games.dragons_path.spell_sets import rules_with
from tests.domain.games.dragons_path.table import (
    RULES,
    Case,
    active,
    added,
    advanced,
    all_know,
    asked,
    burned,
    by,
    card,
    cards,
    deck,
    declined,
    discarded,
    drawn,
    exchange,
    exchanged,
    from_deck,
    from_hand,
    from_other_hand,
    from_path,
    from_pile,
    given,
    holds,
    opening,
    passed,
    path,
    pile,
    play,
    played,
    player,
    protected,
    react,
    reacted,
    sent_back,
    swap,
    taken_back,
    turn_of,
)
from tests.domain.games.dragons_path.whole_games import games

NAMES = ("Ann", "Ben")
TRIAL = rules_with('[{ do = "burn" }, { do = "draw", count = 2 }]')
END = {"hands": ((), ()), "decks": ((), ()), "dealt": ((), ())}

LINES: list[tuple[PathEvent, str]] = [
    (
        events.SpellsDealt(dealt=((10, 11), (UNKNOWN, UNKNOWN))),
        "Two spells are dealt to each player: Ann gets Trial and Filler 0.",
    ),
    (events.SpellsDealt(dealt=((UNKNOWN,) * 2,) * 2), "Two spells are dealt to each player."),
    (events.SpellKept(seat=0, spell=10), "Ann keeps Trial."),
    (
        events.SpellsShown(spells=((10, 12), (13, 11))),
        "The spells are shown: Ann has Trial and Filler 1, Ben has Filler 2 and Filler 0.",
    ),
    (
        events.MatchBegan(number=1, starter=1, decks=((), ())),
        "The decks are shuffled. The lot falls to Ben to start.",
    ),
    (
        events.MatchBegan(number=2, starter=1, decks=((), ())),
        "Match 2: all cards are shuffled into the decks. Ben lost and starts.",
    ),
    (drawn(0, "fire"), "Ann draws fire."),
    (drawn(1, "? ? ?"), "Ben draws 3 cards."),
    (drawn(1, "?"), "Ben draws a card."),
    (turn_of(0), ""),
    (passed(1), "Ben plays nothing."),
    (played(0, "fire"), "Ann plays fire: burn a card of Ben's path."),
    (played(0, "earth", "b"), "Ann plays earth: take a card back from their pile."),
    (
        events.SpellCast(seat=1, spell=10, cards=tuple(cards(1, "fire water"))),
        "Ben discards fire, water for Trial: burn a card of Ann's path, then draw two cards.",
    ),
    (reacted(1, "wind"), "Ben reacts with wind: the effect is cancelled."),
    (reacted(1, "thunder"), "Ben reacts with thunder."),
    (sent_back(0, "fire"), "Fire goes back to Ann's hand; its effect still happens."),
    (
        events.SpellCancelled(seat=0, cards=tuple(cards(0, "fire water"))),
        "Ann discards fire, water too: the spell is cancelled.",
    ),
    (declined(1), "Ben lets it happen."),
    (asked(0, "burn"), ""),
    (burned(1, "earth"), "Earth burns in Ben's path."),
    (burned(1, "earth", owner=0), "Earth burns in Ben's path, which goes to Ann's pile."),
    (
        events.CardReturned(path=1, card=card(0, "fire")),
        "Fire of Ben's path goes back to Ann's hand.",
    ),
    (exchanged(1, "earth", "wind"), "In Ben's path wind of the pile takes the place of earth."),
    (
        events.CardsSwapped(seat=0, own_card=card(0, "fire"), other_card=card(1, "wind")),
        "Ann swaps fire of the own path for wind of Ben's.",
    ),
    (added(0, "fire"), "Ann adds fire to the path."),
    (discarded(0, "fire"), "Ann discards fire."),
    (taken_back(0, "fire"), "Ann takes fire back from the pile."),
    (events.CardRaised(seat=0, card=0), "Ann lays fire of the pile into the path."),
    (events.DeckSearched(seat=0, cards=(0, 1)), "Ann looks through the deck of 2 cards: fire, water."),
    (events.DeckSearched(seat=0, cards=(UNKNOWN,)), "Ann looks through the deck of a card."),
    (events.CardFound(seat=0, card=0), "Ann takes fire from the deck."),
    (events.CardFound(seat=0, card=UNKNOWN), "Ann takes a card from the deck."),
    (events.DeckShuffled(seat=0, deck=(UNKNOWN,)), "Ann's deck is shuffled."),
    (events.HandPeeked(seat=0, cards=(5, 6)), "Ann looks at Ben's hand: fire, water."),
    (events.HandPeeked(seat=0, cards=(UNKNOWN,)), "Ann looks at Ben's hand."),
    (events.PathProtected(seat=1), "Ben's path is protected until the next turn."),
    (
        events.MatchEnded(winner=0, ending="deck_out"),
        "Ben must draw and cannot: Ann wins the match and a Dragon Token.",
    ),
    (
        events.GameEnded(winner=0, ending="five_elements", **END),
        "Ann has all five elements in the path: Ann wins the game.",
    ),
    (
        events.GameEnded(winner=1, ending="four_alike", **END),
        "Ben has four of one element in the path: Ben wins the game.",
    ),
    (events.GameEnded(winner=1, ending="resigned", **END), "Ann gives up: Ben wins the game."),
]


@pytest.mark.parametrize(("event", "line"), LINES, ids=[str(number) for number in range(len(LINES))])
def test_log_lines(event: PathEvent, line: str) -> None:
    """One sentence an event; none where the table shows it anyway."""
    assert TRIAL.describe(event, NAMES) == line


def labels(case: Case) -> list[str]:
    seat = case.state.decider
    assert seat is not None
    seen = case.rules.seen_by(case.state, seat)
    return [case.rules.describe_move(seen, seat, move) for move in case.rules.legal_moves(seen, seat)]


def test_labels_of_a_turn() -> None:
    assert labels(given(holds(0, "fire water earth wind thunder"))) == [
        "Play fire: burn a card of the other path",
        "Play fire: search your deck for a card",
        "Play water: choose who draws three cards, then discards three",
        "Play water: exchange a card of a path with one of the same player's pile",
        "Play earth: play one more card without its effect",
        "Play earth: take a card back from your pile",
        "Play wind: the other player discards a card",
        "Play thunder: choose who draws a card",
        "Play nothing",
    ]


def test_labels_of_spells() -> None:
    case = given(by(TRIAL), advanced(), holds(0, "fire water"), holds(1, "fire water"))
    words = "burn a card of the other path, then draw two cards"
    assert labels(case)[-2:] == [f"Use Trial, discarding fire + water: {words}", "Play nothing"]
    assert labels(case.when(CastSpell(spell=10))) == ["Discard fire + water to cancel the spell", "Let it happen"]
    choosing = opening("advanced", rules=TRIAL)
    choosing.state.dealt = [[10, 11], [12, 13]]
    assert TRIAL.describe_move(choosing.state, 0, KeepSpell(spell=10)) == f"Keep Trial (fire + water): {words}"


def test_labels_of_a_response() -> None:
    assert labels(given(holds(0, "fire"), holds(1, "wind thunder")).when(play("fire"))) == [
        "Discard wind to cancel the effect",
        "Discard thunder to send fire back to hand",
        "Let it happen",
    ]


def test_labels_of_choices() -> None:
    hand, other = holds(0, "fire water earth wind thunder"), path(1, "earth wind")
    assert labels(given(hand, other).when(play("fire"))) == [
        "Burn earth of the other path",
        "Burn wind of the other path",
    ]
    assert labels(given(hand, other, path(1, "fire", owner=0)).when(play("fire")))[0] == (
        "Burn fire of the other path (it goes to your pile)"
    )
    assert labels(given(hand, deck(0, "fire wind")).when(play("fire", "b"))) == [
        "Take fire from your deck",
        "Take wind from your deck",
    ]
    assert labels(given(hand).when(play("water"))) == [
        "You draw three cards, then discard three",
        "The other player draws three cards, then discards three",
    ]
    assert labels(given(hand).when(play("thunder"))) == ["You draw a card", "The other player draws a card"]
    assert labels(given(hand, pile(0, "fire"), other, pile(1, "water")).when(play("water", "b"))) == [
        "In your path, exchange water for fire of the pile",
        "In the other path, exchange earth for water of the pile",
        "In the other path, exchange wind for water of the pile",
    ]
    assert labels(given(hand).when(play("earth")))[0] == "Play fire without its effect"
    assert labels(given(hand, pile(0, "fire wind")).when(play("earth", "b")))[0] == "Take fire back from your pile"
    assert labels(given(hand, holds(1, "fire water")).when(play("wind"), DECLINE))[0] == "Discard fire"


def test_labels_of_choices_that_spells_ask_for() -> None:
    def cast(effect: str, *facts: object) -> list[str]:
        everything = (by(rules_with(effect)), advanced(), holds(0, "fire water wind wind"), *facts)
        case = given(*everything).when(CastSpell(spell=10))  # type: ignore[arg-type]
        return labels(case.when(DECLINE) if case.state.phase == "response" else case)

    paths = (path(0, "earth"), path(1, "thunder wind"))
    assert cast('[{ do = "swap" }]', *paths) == [
        "Give earth of your path for wind of the other path",
        "Give earth of your path for thunder of the other path",
    ]
    assert cast('[{ do = "swap" }]', path(0, "earth", owner=1), path(1, "thunder"), path(1, "wind"))[0] == (
        "Give earth of your path for wind of the other path (their earth, their wind)"
    )
    assert cast('[{ do = "return" }]', *paths)[0] == "Send wind of the other path back to the other hand"
    assert cast('[{ do = "raise" }]')[0] == "Lay fire of your pile into your path"
    assert cast('[{ do = "peek" }]', holds(1, "fire earth"))[0] == "Have the other player discard fire"
    assert cast('[{ do = "gift", count = 2 }]')[1] == "The other player draws two cards"


def test_prompts() -> None:
    def prompt(case: Case) -> str:
        return case.rules.decisions(case.state)[0].prompt

    assert prompt(given(holds(0, "fire"))) == "Play a card for one of its effects, or nothing."
    assert prompt(given(advanced(), holds(0, "fire"))) == "Play a card or a spell, or nothing."
    assert prompt(opening("advanced", rules=TRIAL)).startswith("Keep one of these two spells.")
    case = given(by(TRIAL), advanced(), holds(0, "fire water"), holds(1, "wind wind")).when(CastSpell(spell=10))
    assert prompt(case) == (
        "The other player uses Trial: they burn one of yours, draw two. Cancel it with fire + water, or let it happen."
    )
    case = given(holds(0, "water wind")).when(play("water"))
    assert prompt(case) == (
        "Choose a deck, yours or the other: its player draws three cards and then discards as many."
    )
    assert prompt(case.when(player(0))) == "Choose a card to discard. You choose 3, one after the other."
    assert prompt(given(holds(0, "thunder")).when(play("thunder"))) == (
        "Choose a deck, yours or the other: its player draws a card."
    )
    assert prompt(given(holds(0, "fire"), holds(1, "fire")).when(play("fire"))) == (
        "The other player plays fire: they burn one of yours. React with wind or thunder, or let it happen."
    )
    assert prompt(given(holds(0, "thunder"), holds(1, "fire")).when(play("thunder"))) == (
        "The other player plays thunder: they choose who draws one. React with wind or thunder, or let it happen."
    )
    assert prompt(given(holds(0, "water"), path(0, "fire"), pile(0, "fire")).when(play("water", "b"))) == (
        "Choose a card of either path, yours or the other, and one of the same player's pile."
    )


def test_a_refusal_tells_nothing_about_where_a_card_is() -> None:
    """In the other's hand or deck: the sentence is the same."""
    for hand in ("wind fire", "earth earth"):
        state = given(active(1), holds(0, "fire"), holds(1, hand)).state
        seen = RULES.seen_by(state, 0)
        assert RULES.why_not(seen, 0, play("wind", seat=1)) == (
            "It is not for you to decide now: wait until the other player has."
        )


def test_refusals_of_choices() -> None:
    case = given(holds(0, "fire earth"), path(1, "earth wind")).when(play("fire"))
    case.refuses(from_path(1, "fire"), "What you chose is not there: choose a card of the other path.")
    case.refuses(from_hand("earth"), "Something else is asked now: choose a card of the other path.")
    case = given(holds(0, "earth fire wind"), pile(0, "fire wind")).when(play("earth", "b"))
    case.refuses(from_pile("water"), "What you chose is not there: choose a card of your pile.")
    case = given(holds(0, "fire"), deck(0, "fire wind")).when(play("fire", "b"))
    case.refuses(from_deck("earth"), "What you chose is not there: choose a card of your deck.")
    case.refuses(from_other_hand("earth"), "Something else is asked now: choose a card of your deck.")
    case.refuses(swap(0, 5), "Something else is asked now: choose a card of your deck.")
    case = given(holds(0, "fire"), holds(1, "earth")).when(play("fire"))
    sentence = "The other player has played a card: react with wind or thunder, or let it happen."
    case.refuses(PASS, sentence, seat=1).refuses(exchange(0, "fire", "fire"), sentence, seat=1)
    case.refuses(react("wind"), "You do not hold wind: choose a card of your hand.", seat=1)
    case.refuses(CANCEL_SPELL, sentence, seat=1)


def test_card_names() -> None:
    assert [TRIAL.card_name(number) for number in (0, 6, 9, 10, 19, UNKNOWN)] == [
        "fire",
        "water",
        "thunder",
        "Trial",
        "Filler 8",
        "a hidden card",
    ]
    assert RULES.card_name(10) == "a hidden card"


BOARD = """\
Ben: deck 22, pile 0, tokens 1
  holds 1 hidden, 1 fire
  Filler 1 (water + water + water): Draw a card.
  Filler 2 (earth + earth + earth): Draw a card.
────────────────────────────────────────────────────────────────────────────────
          FIRE          WATER         EARTH         WIND          THUNDER
pile      ·             ·             ·             ·             ·
path (!)  ·             #             ·             # (1 other)   ·
────────────────────────────────────────────────────────────────────────────────
path      ##            ·             #             ·             ·
pile      ·             ·             ·             ·             2
────────────────────────────────────────────────────────────────────────────────
Ann: deck 16, pile 2, tokens 0
  holds 2 fire, 1 water
  of these all know 1 water
  Trial (fire + water): Burn a card of the other path, then draw two cards.
  Filler 0 (fire + fire + fire): Draw a card.

Match 1. It is Ann's turn.
"""


def test_the_board_as_a_player_sees_it() -> None:
    state = given(
        by(TRIAL),
        advanced(tokens=(0, 1)),
        holds(0, "fire fire water"),
        holds(1, "fire earth"),
        all_know(0, "water"),
        all_know(1, "fire"),
        path(0, "fire fire earth"),
        path(1, "water"),
        path(1, "wind", owner=0),
        pile(0, "thunder thunder"),
        protected(1),
    ).state
    assert TRIAL.draw_text(TRIAL.seen_by(state, 0), NAMES, 0) == BOARD


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_a_board_fits_a_terminal_in_every_view(mode: Mode) -> None:
    names = ("A rather long name, it is", "Ben")
    for moments in games(mode, 5):
        for moment in moments:
            for viewer in (SPECTATOR, 0, 1):
                board = TRIAL.draw_text(RULES.seen_by(moment.state, viewer), names, viewer)
                assert max(map(len, board.splitlines())) <= 80


def test_a_board_shows_the_end_and_who_is_to_decide() -> None:
    case = given(holds(0, "fire"), holds(1, "wind")).when(play("fire"))
    assert "It is Ann's turn; Ben decides." in RULES.draw_text(case.state, NAMES, 0)
    assert "Ben has won." in RULES.draw_text(case.when_leaving(0).state, NAMES, 0)


def test_a_board_shows_the_spells_to_choose_from() -> None:
    case = opening("advanced", rules=TRIAL)
    board = TRIAL.draw_text(TRIAL.seen_by(case.state, 0), NAMES, 0)
    assert all(TRIAL.card_name(spell) in board for spell in case.state.dealt[0])
    assert not any(TRIAL.card_name(spell) in board for spell in case.state.dealt[1])


def test_the_help_names_every_card() -> None:
    text = (files("domain.games.dragons_path") / "help.md").read_text(encoding="utf-8")
    for name in ("Fire", "Water", "Earth", "Wind", "Thunder", "best of three", "spell"):
        assert name in text
