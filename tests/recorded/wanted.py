"""The games that are worth recording, by game and by the name of the recording (``record``)."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from domain.game.aggregate import AnyGame
from domain.rules import Outcome


class Wanted(Struct, frozen=True, kw_only=True):
    """A game worth recording. ``is_it`` looks at the finished table; ``previous`` makes it a rematch."""

    recorded_for: str
    is_it: Callable[[AnyGame], bool] = lambda game: True
    previous: Outcome | None = None
    resigns_after: int | None = None
    """After so many commits a player gives up."""
    stops_after: int | None = None
    """After so many commits all give up but one."""
    replaces_after: int | None = None
    """After so many commits a bot plays on for the last player."""
    strict_start: bool = False
    levels: tuple[str, ...] = ("greedy", "random")
    """How the players choose, in turn over the seats."""
    seat_count: int | None = None
    draws_seats: bool = False
    options: dict[str, Any] = {}
    """What differs from the game's default options."""
    has_orders: bool = False
    """Players give standing orders now and then, which answer for them."""
    has_undos: bool = False
    """Players take moves back now and then, ask to, answer such requests, and restore what was taken back."""


def ends(ending: str) -> Callable[[AnyGame], bool]:
    """Want a game that ended like this."""
    return lambda game: game.outcome is not None and game.outcome.ending == ending


def has_event(tag: str) -> Callable[[AnyGame], bool]:
    """Want a game in which this happened."""
    return lambda game: any(type(event).__struct_config__.tag == tag for past in game.history for event in past.events)


def has_events(*tags: str) -> Callable[[AnyGame], bool]:
    """Want a game in which all of these happened."""
    return lambda game: all(has_event(tag)(game) for tag in tags)


LOST_BY_0: Final = Outcome(placings=(2, 1), scores=(2, 3), ending="scored", starter=1)

TAKEN_BACK: Final = "taken-back"


def taken_back(*others: str, **how: Any) -> Wanted:
    """Want a game in which moves are taken back by consent, and these happen too."""
    return Wanted(
        recorded_for="moves are taken back, and some restored",
        is_it=has_events("undo_asked", "undo_granted", "moves_undone", *others),
        has_undos=True,
        **how,
    )


WANTED: Final[dict[str, dict[str, Wanted]]] = {
    "dragon_overload": {
        "five-tokens": Wanted(recorded_for="a player holds all five tokens", is_it=ends("five_tokens")),
        "no-placement": Wanted(recorded_for="a player can lay nothing more", is_it=ends("no_placement")),
        "scored": Wanted(recorded_for="thirty cards lie, and areas are scored", is_it=ends("scored")),
        "resigned": Wanted(recorded_for="a player gives up", is_it=ends("resigned"), resigns_after=9),
        "loser-chooses": Wanted(
            recorded_for="a rematch whose loser says who starts", is_it=has_event("starter_chosen"), previous=LOST_BY_0
        ),
        "choice-waived": Wanted(
            recorded_for="a rematch whose loser leaves the start to chance",
            is_it=has_event("starter_choice_waived"),
            previous=LOST_BY_0,
        ),
        TAKEN_BACK: taken_back("moves_redone", "undo_declined"),
    },
    "dragons_path": {
        TAKEN_BACK: taken_back(
            "moves_redone", "undo_lapsed", "spell_cast", options={"mode": "advanced"}, stops_after=90
        ),
        "five-elements": Wanted(recorded_for="a path holds all five elements", is_it=ends("five_elements")),
        "four-alike": Wanted(recorded_for="a path holds four of one element", is_it=ends("four_alike")),
        "deck-out": Wanted(
            recorded_for="a deck of four of each element runs out", is_it=ends("deck_out"), options={"copies": 4}
        ),
        "resigned": Wanted(recorded_for="a player gives up", is_it=ends("resigned"), resigns_after=12),
        "reactions": Wanted(
            recorded_for="reactions, searches and exchanges, with standing orders",
            is_it=has_events("played_card_returned", "deck_searched", "cards_exchanged", "order_answered"),
            has_orders=True,
        ),
        "three-matches": Wanted(
            recorded_for="the best of three goes to the third match, and a spell is cancelled",
            is_it=lambda game: (
                game.outcome is not None
                and min(game.outcome.scores) == 1
                and has_events("spell_cast", "spell_cancelled")(game)
            ),
            options={"mode": "advanced"},
        ),
        "peek-and-swap": Wanted(
            recorded_for="spells that peek, swap between paths and raise",
            is_it=has_events("hand_peeked", "cards_swapped", "card_raised"),
            options={"mode": "advanced"},
            levels=("random",),
        ),
        "return-and-protect": Wanted(
            recorded_for="spells that return cards and protect a path, with six of each element",
            is_it=has_events("card_returned", "path_protected"),
            options={"mode": "advanced", "copies": 6},
            levels=("random",),
        ),
        "resigned-choosing": Wanted(
            recorded_for="a player gives up while spells are chosen",
            is_it=has_event("spell_kept"),
            resigns_after=3,
            options={"mode": "advanced"},
        ),
    },
    "dragonbound": {
        TAKEN_BACK: taken_back("moves_redone", "undo_withdrawn", seat_count=3, stops_after=70),
        "orbs": Wanted(
            recorded_for="enough orbs are revealed",
            is_it=lambda game: ends("orbs")(game) and len(game.history) < 120,
            levels=("greedy",),
        ),
        "resigned": Wanted(
            recorded_for="a player of three gives up, and two play on",
            is_it=lambda game: has_event("player_left")(game) and len(game.history) < 150,
            resigns_after=40,
            seat_count=3,
        ),
        "quiet": Wanted(
            recorded_for="nothing happens for three rounds",
            is_it=lambda game: ends("quiet")(game) and len(game.history) < 80,
            levels=("random",),
            seat_count=4,
        ),
    },
    "hidden_hoards": {
        TAKEN_BACK: taken_back("undo_lapsed", seat_count=3),
        "hidden-choices": Wanted(
            recorded_for="three choose unseen, one gives up meanwhile", seat_count=3, resigns_after=5
        ),
        "strict-start": Wanted(
            recorded_for="nonces that are bound, then opened, and seats drawn from them",
            seat_count=3,
            draws_seats=True,
            strict_start=True,
        ),
        "replaced": Wanted(
            recorded_for="a bot plays on for a player, who had chosen unseen", seat_count=3, replaces_after=6
        ),
        "seats-drawn": Wanted(
            recorded_for="three whom chance seats anew",
            is_it=lambda game: all(a != b for a, b in enumerate(game.history[0].events[1].order)),
            seat_count=3,
            draws_seats=True,
        ),
    },
    "quiet_answers": {
        TAKEN_BACK: taken_back("moves_redone", "order_answered", has_orders=True),
        "orders": Wanted(
            recorded_for="orders of both kinds answer, end and are withdrawn, over a data file",
            is_it=lambda game: (
                has_event("order_answered")(game)
                and has_event("standing_order_ended")(game)
                and has_event("card_cancelled")(game)
            ),
            has_orders=True,
        ),
    },
    "dragon_gust": {
        "plain": Wanted(recorded_for="offers, answers and a gust", is_it=has_event("gust_blew")),
        TAKEN_BACK: taken_back("moves_redone"),
    },
}
PLAIN: Final = {"plain": Wanted(recorded_for="a game like any other")}
