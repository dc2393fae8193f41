"""DP-11 to DP-20: what the cards do."""

from domain.games.dragons_path import events
from domain.games.dragons_path.moves import DECLINE
from tests.domain.games.dragons_path.table import (
    RULES,
    Case,
    Won,
    active,
    added,
    advanced,
    asked,
    burned,
    card,
    cards,
    deck,
    deck_top,
    declined,
    discarded,
    drawn,
    exchange,
    exchanged,
    from_deck,
    from_hand,
    from_path,
    from_pile,
    given,
    holds,
    path,
    pile,
    play,
    played,
    player,
    react,
    reacted,
    sent_back,
    taken_back,
    turn_of,
)

# DP-11: fire A


def test_DP_11_a_card_of_the_other_path_goes_to_its_owners_pile() -> None:
    given(holds(0, "fire"), path(1, "earth water earth"), deck_top(1, "wind")).when(
        play("fire"), from_path(1, "earth")
    ).then(played(0, "fire"), asked(0, "burn"), burned(1, "earth"), turn_of(1), drawn(1, "wind")).has(
        "paths", 1, "earth water"
    ).has("piles", 1, "earth").has("paths", 0, "fire")


def test_DP_11_not_one_of_the_own_path() -> None:
    given(holds(0, "fire"), path(0, "wind"), path(1, "earth water")).when(play("fire")).refuses(
        from_path(0, "wind"), "That is your own path: choose a card of the other path."
    )


# DP-12: fire B


def searching() -> Case:
    return given(holds(0, "fire"), deck(0, "wind fire wind earth"), deck_top(1, "water")).when(play("fire", "b"))


def test_DP_12_look_through_the_deck_take_one_shuffle() -> None:
    case = searching().when(from_deck("wind"))
    found, shuffled = case.happened[3:5]
    assert case.happened[:2] == [
        played(0, "fire", "b"),
        events.DeckSearched(seat=0, cards=tuple(cards(0, "fire earth wind wind"))),
    ]
    assert case.happened[2] == asked(0, "search")
    assert found == events.CardFound(seat=0, card=card(0, "wind"))
    assert isinstance(shuffled, events.DeckShuffled)
    assert sorted(shuffled.deck) == cards(0, "fire earth wind")
    assert case.happened[5:] == [turn_of(1), drawn(1, "water")]
    case.has("hands", 0, "wind").has("decks", 0, "fire earth wind")


def test_DP_12a_the_deck_is_shown_in_canonical_order_to_the_searcher_only() -> None:
    case = searching()
    case.offers(from_deck("fire"), from_deck("earth"), from_deck("wind"))
    assert RULES.seen_by(case.state, 0).decks[0] == cards(0, "fire earth wind wind")
    for viewer in (1, -1):
        assert RULES.seen_by(case.state, viewer).decks[0] == [-1] * 4


def test_DP_12a_only_after_the_response() -> None:
    case = given(holds(0, "fire"), holds(1, "wind"), deck(0, "wind fire"), deck_top(1, "earth"))
    case.when(play("fire", "b"))
    assert RULES.seen_by(case.state, 0).decks[0] == [-1, -1]
    case.when(react("wind")).then(played(0, "fire", "b"), reacted(1, "wind"), turn_of(1), drawn(1, "earth"))


def test_DP_12a_a_card_must_be_taken_even_the_last() -> None:
    """Nobody is asked for the last one; the deck is shuffled in any case, which everybody sees."""
    given(holds(0, "fire"), deck(0, "wind"), deck_top(1, "water")).when(play("fire", "b")).then(
        played(0, "fire", "b"),
        events.DeckSearched(seat=0, cards=(card(0, "wind"),)),
        events.CardFound(seat=0, card=card(0, "wind")),
        events.DeckShuffled(seat=0, deck=()),
        turn_of(1),
        drawn(1, "water"),
    ).has("hands", 0, "wind")


def test_DP_12a_an_empty_deck_gives_nothing_and_is_no_draw() -> None:
    given(holds(0, "fire"), deck(0, ""), deck_top(1, "water")).when(play("fire", "b")).then(
        played(0, "fire", "b"), turn_of(1), drawn(1, "water")
    )


def test_DP_12a_the_other_player_sees_only_sizes() -> None:
    case = searching().when(from_deck("wind"))
    told = [RULES.event_seen_by(case.state, event, 1) for event in case.happened[1:5]]
    assert told == [
        events.DeckSearched(seat=0, cards=(-1, -1, -1, -1)),
        asked(0, "search"),
        events.CardFound(seat=0, card=-1),
        events.DeckShuffled(seat=0, deck=(-1, -1, -1)),
    ]
    assert RULES.seen_by(case.state, 1).hands[0] == [-1]
    assert RULES.event_seen_by(case.state, case.happened[4], 0) == told[3], "nobody sees the order of a shuffled deck"


# DP-13: water A


def test_DP_13_a_player_draws_three_then_discards_three_of_their_choice() -> None:
    case = given(holds(0, "water earth"), deck_top(0, "fire wind thunder"), deck_top(1, "water"))
    case.when(play("water"), player(0)).then(
        played(0, "water"), asked(0, "renew", 3), drawn(0, "thunder wind fire"), asked(0, "discard", 3)
    ).offers(*(from_hand(name) for name in ("fire", "earth", "wind", "thunder")))
    case.when(from_hand("earth")).then(discarded(0, "earth"), asked(0, "discard", 2))
    case.when(from_hand("fire")).then(discarded(0, "fire"), asked(0, "discard", 1))
    case.when(from_hand("wind")).then(discarded(0, "wind"), turn_of(1), drawn(1, "water"))
    case.has("hands", 0, "thunder").has("piles", 0, "earth fire wind")


def test_DP_13_the_other_player_chooses_what_the_other_discards() -> None:
    case = given(holds(0, "water"), holds(1, "wind fire"), deck_top(1, "earth earth earth"))
    case.when(play("water"), DECLINE, player(1)).asks(1, "choose_discard")
    case.when(*(from_hand("earth", seat=1) for _ in range(3))).has("piles", 1, "earth earth earth").asks(1, "turn")


def test_DP_13_who_must_discard_all_three_is_not_asked() -> None:
    given(holds(0, "water"), deck(0, "wind fire earth earth"), deck_top(1, "water")).when(
        play("water"), player(0)
    ).then(
        played(0, "water"),
        asked(0, "renew", 3),
        drawn(0, "earth earth fire"),
        discarded(0, "fire"),
        discarded(0, "earth"),
        discarded(0, "earth"),
        turn_of(1),
        drawn(1, "water"),
    )


# DP-14: water B


def test_DP_14_a_path_card_and_a_discard_of_either_player_change_places() -> None:
    case = given(
        holds(0, "water"),
        path(0, "fire"),
        pile(0, "earth"),
        path(1, "wind"),
        pile(1, "thunder fire"),
        deck_top(1, "earth"),
    ).when(play("water", "b"))
    case.offers(
        exchange(0, "fire", "earth"),
        exchange(0, "water", "earth"),
        exchange(1, "wind", "fire"),
        exchange(1, "wind", "thunder"),
    )
    case.when(exchange(1, "wind", "fire")).then(
        played(0, "water", "b"), asked(0, "exchange"), exchanged(1, "wind", "fire"), turn_of(1), drawn(1, "earth")
    )
    case.has("paths", 1, "fire").has("piles", 1, "thunder wind").has("paths", 0, "fire water")


def test_DP_14_not_between_players() -> None:
    given(holds(0, "water"), path(0, "fire"), pile(0, "earth wind"), pile(1, "thunder")).when(
        play("water", "b")
    ).refuses(
        exchange(0, "fire", "thunder"),
        "What you chose is not there: choose a card of a path that is its player's own, and a card of that player's pile.",
    )


def test_DP_14_the_exchanged_card_lies_where_the_other_lay() -> None:
    case = given(holds(0, "water"), path(0, "fire earth wind"), pile(0, "thunder fire")).when(
        play("water", "b"), exchange(0, "earth", "fire")
    )
    assert case.state.paths[0] == cards(0, "fire fire wind water")


# DP-15: earth A


def test_DP_15_another_card_is_played_without_its_effect() -> None:
    case = given(holds(0, "earth fire wind"), holds(1, "wind"), path(1, "water earth"), deck_top(1, "thunder"))
    case.when(play("earth"), DECLINE).asks(0, "choose_play").when(from_hand("fire"))
    case.then(played(0, "earth"), declined(1), asked(0, "play"), added(0, "fire"), turn_of(1), drawn(1, "thunder")).has(
        "paths", 0, "earth fire"
    ).has("paths", 1, "water earth")


def test_DP_15_it_cannot_be_reacted_to() -> None:
    """The other player holds wind, and is not asked again."""
    given(holds(0, "earth fire wind"), holds(1, "wind")).when(play("earth"), DECLINE, from_hand("fire")).asks(1, "turn")


def test_DP_15_both_cards_count_for_the_path() -> None:
    given(holds(0, "earth thunder"), path(0, "fire water wind")).when(play("earth")).then(
        played(0, "earth"), added(0, "thunder"), Won(0, "five_elements")
    )


# DP-16: earth B


def test_DP_16_a_card_of_the_own_pile_comes_to_hand() -> None:
    given(holds(0, "earth"), pile(0, "fire wind fire"), deck_top(1, "water")).when(
        play("earth", "b"), from_pile("wind")
    ).then(played(0, "earth", "b"), asked(0, "take_back"), taken_back(0, "wind"), turn_of(1), drawn(1, "water")).has(
        "hands", 0, "wind"
    ).has("piles", 0, "fire fire")


def test_DP_16_not_of_the_other_pile_and_nothing_from_an_empty_one() -> None:
    given(holds(0, "earth"), pile(1, "fire wind"), deck_top(1, "water")).when(play("earth", "b")).then(
        played(0, "earth", "b"), turn_of(1), drawn(1, "water")
    )


# DP-17: wind A


def test_DP_17_the_other_player_chooses_and_discards_one() -> None:
    case = given(holds(0, "wind"), holds(1, "fire earth earth"), deck_top(1, "water")).when(play("wind"), DECLINE)
    case.offers(from_hand("fire", seat=1), from_hand("earth", seat=1))
    assert RULES.legal_moves(case.state, 0) == []
    case.when(from_hand("earth", seat=1)).has("hands", 1, "fire earth water").has("piles", 1, "earth")


def test_DP_17_from_an_empty_hand_nothing() -> None:
    given(holds(0, "wind"), deck_top(1, "water")).when(play("wind")).then(
        played(0, "wind"), turn_of(1), drawn(1, "water")
    )


# DP-18: the reaction of wind


def test_DP_18_the_effect_is_cancelled_and_the_card_stays() -> None:
    given(holds(0, "fire"), holds(1, "wind earth"), path(1, "earth water"), deck_top(1, "thunder")).when(
        play("fire"), react("wind")
    ).then(played(0, "fire"), reacted(1, "wind"), turn_of(1), drawn(1, "thunder")).has("paths", 0, "fire").has(
        "paths", 1, "earth water"
    ).has("piles", 1, "wind").has("hands", 1, "earth thunder")


# DP-19: thunder A


def test_DP_19_either_player_draws_one() -> None:
    for chosen in (0, 1):
        given(
            active(0), holds(0, "thunder"), deck_top(chosen, "fire"), deck_top(1, "wind fire" if chosen else "wind")
        ).when(play("thunder"), player(chosen)).then(
            played(0, "thunder"), asked(0, "gift"), drawn(chosen, "fire"), turn_of(1), drawn(1, "wind")
        )


# DP-20: the reaction of thunder


def test_DP_20_the_card_goes_back_and_the_effect_still_resolves() -> None:
    given(holds(0, "fire water"), holds(1, "thunder"), path(1, "earth"), deck_top(1, "wind")).when(
        play("fire"), react("thunder")
    ).then(
        played(0, "fire"), reacted(1, "thunder"), sent_back(0, "fire"), burned(1, "earth"), turn_of(1), drawn(1, "wind")
    ).has("hands", 0, "fire water").has("paths", 0, "").has("piles", 1, "thunder earth")


def test_DP_20_with_earth_a_the_returned_card_is_not_another_one() -> None:
    case = given(holds(0, "earth fire wind"), holds(1, "thunder fire")).when(play("earth"), react("thunder"))
    case.offers(from_hand("fire"), from_hand("wind")).refuses(
        from_hand("earth"),
        "What you chose is not there: choose a card of your hand to play, which is not the one just sent back.",
    )


def test_DP_20_a_second_earth_is_another_card() -> None:
    case = given(holds(0, "earth earth wind"), holds(1, "thunder fire")).when(play("earth"), react("thunder"))
    case.offers(from_hand("earth"), from_hand("wind")).when(from_hand("earth"))
    case.has("hands", 0, "earth wind").has("paths", 0, "earth")
    assert case.state.known_in_hand[0] == cards(0, "earth"), "the returned one is still there"


def test_DP_20_one_other_card_must_be_played_and_makes_itself() -> None:
    given(holds(0, "earth wind"), holds(1, "thunder"), deck_top(1, "water")).when(play("earth"), react("thunder")).then(
        played(0, "earth"),
        reacted(1, "thunder"),
        sent_back(0, "earth"),
        added(0, "wind"),
        turn_of(1),
        drawn(1, "water"),
    )


def test_DP_20_without_another_card_nothing_is_played() -> None:
    given(holds(0, "earth"), holds(1, "thunder"), deck_top(1, "water")).when(play("earth"), react("thunder")).then(
        played(0, "earth"), reacted(1, "thunder"), sent_back(0, "earth"), turn_of(1), drawn(1, "water")
    ).has("hands", 0, "earth")


def test_DP_20_with_earth_b_any_card_of_the_pile_can_be_taken() -> None:
    given(holds(0, "earth"), holds(1, "thunder"), pile(0, "fire")).when(play("earth", "b"), react("thunder")).has(
        "hands", 0, "earth fire"
    )


def test_the_cards_work_alike_in_advanced_mode() -> None:
    given(advanced(), holds(0, "fire"), path(1, "earth"), deck_top(1, "wind")).when(play("fire")).has("paths", 1, "")
