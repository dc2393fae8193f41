"""DP-27a, DP-27b: what spells can do, step by step, and whose cards are whose."""

from domain.games.dragons_path import events
from domain.games.dragons_path.moves import DECLINE, PASS, CastSpell, ChoosePathCard
from domain.ids import SPECTATOR
from domain.rules import UNKNOWN
from tests.domain.games.dragons_path.table import (
    RULES,
    Case,
    Fact,
    active,
    added,
    advanced,
    asked,
    burned,
    by,
    card,
    cards,
    deck,
    deck_top,
    discarded,
    drawn,
    exchange,
    from_deck,
    from_hand,
    from_other_hand,
    from_path,
    from_pile,
    given,
    holds,
    path,
    pile,
    play,
    player,
    protected,
    react,
    rules_with,
    swap,
    taken_back,
    turn_of,
)


def cast(effect: str, *facts: Fact) -> Case:
    """Seat 0 has used a spell with this effect, and what led to it is left out of what happened."""
    rules = rules_with(effect, '["wind", "wind"]')
    case = given(by(rules), advanced(), holds(0, "wind wind"), *facts).when(CastSpell(spell=10))
    if case.state.phase == "response":
        case.when(DECLINE)
        del case.happened[1]
    del case.happened[0]
    return case


def ends_turn(case: Case) -> None:
    """The turn is over: seat 1 is active."""
    assert case.happened[-2] == turn_of(1)
    case.asks(1, "turn")


# DP-27a: a card keeps its owner


def swapped() -> Case:
    """Fire of seat 0 lies in the path of seat 1, and wind of seat 1 in that of seat 0."""
    return cast('[{ do = "swap" }]', path(0, "fire water"), path(1, "wind earth")).when(
        swap(card(0, "fire"), card(1, "wind"))
    )


def test_DP_27a_swap_between_paths() -> None:
    case = swapped()
    assert case.happened[:2] == [
        asked(0, "swap"),
        events.CardsSwapped(seat=0, own_card=card(0, "fire"), other_card=card(1, "wind")),
    ]
    assert case.state.paths == [[card(1, "wind"), card(0, "water")], [card(0, "fire"), card(1, "earth")]]
    ends_turn(case)


def test_DP_27a_any_card_in_a_path_counts_for_that_path() -> None:
    case = cast(
        '[{ do = "swap" }]',
        path(0, "fire water earth thunder thunder"),
        path(1, "wind"),
    ).when(swap(card(0, "thunder"), card(1, "wind")))
    assert case.state.tokens == [1, 0]


def test_DP_27a_leaving_a_path_it_goes_to_its_owners_pile() -> None:
    """Seat 0 burns fire of its own in the other path."""
    case = given(holds(0, "fire"), path(1, "fire", owner=0), path(1, "earth")).when(
        play("fire"), from_path(1, "fire", owner=0)
    )
    case.has("piles", 0, "fire").has("piles", 1, "")
    assert case.happened[2] == burned(1, "fire", owner=0)


def test_DP_27a_or_to_its_owners_hand() -> None:
    case = cast('[{ do = "return" }]', path(1, "fire", owner=0), path(1, "earth")).when(
        ChoosePathCard(path=1, path_card=card(0, "fire"))
    )
    case.has("hands", 0, "fire")
    assert events.CardReturned(path=1, card=card(0, "fire")) in case.happened


def test_DP_27a_water_b_takes_only_a_card_of_that_paths_player() -> None:
    """Of this path neither the wind of seat 1 can be exchanged, nor anything be taken from the pile of seat 1."""
    case = given(holds(0, "water"), path(0, "wind", owner=1), pile(0, "fire earth"), pile(1, "earth"))
    case.when(play("water", "b")).offers(exchange(0, "water", "fire"), exchange(0, "water", "earth"))


# DP-27b: protection


def test_DP_27b_a_protected_path_is_no_target_of_the_others_effects() -> None:
    case = cast('[{ do = "protect" }]', path(0, "fire"), pile(0, "earth"), holds(1, "fire water water"))
    assert case.happened[0] == events.PathProtected(seat=0)
    assert case.state.protected == [True, False]
    case.when(play("fire", seat=1))
    assert card(0, "fire") in case.state.paths[0], "fire finds no target"


def test_DP_27b_not_of_fire_nor_water_nor_swap_nor_return() -> None:
    given(protected(1), holds(0, "fire"), path(1, "earth"), deck_top(1, "wind")).when(play("fire")).has(
        "paths", 1, "earth"
    )
    given(protected(1), holds(0, "water"), path(1, "earth"), pile(1, "fire"), pile(0, "wind fire")).when(
        play("water", "b")
    ).offers(exchange(0, "water", "fire"), exchange(0, "water", "wind")).refuses(
        exchange(1, "earth", "fire"),
        "The other path is protected until its player's next turn: choose in your own.",
    )
    for effect in ('[{ do = "swap" }]', '[{ do = "return" }]'):
        case = cast(effect, protected(1), path(0, "fire"), path(1, "earth"))
        ends_turn(case)
        case.has("paths", 1, "earth")


def test_DP_27b_the_own_effects_find_it() -> None:
    given(protected(0), holds(0, "water"), path(0, "earth"), pile(0, "fire")).when(play("water", "b")).asks(
        0, "choose_exchange"
    )


def test_DP_27b_until_the_next_turn() -> None:
    case = cast('[{ do = "protect" }]', path(0, "fire"))
    assert case.state.protected == [True, False]
    case.when(PASS)
    assert case.state.active == 0
    assert case.state.protected == [False, False]


def test_DP_27b_reactions_still_work() -> None:
    """The card goes back from a protected path: it is the other's own turn that protects nothing from thunder."""
    given(active(0), protected(0), holds(0, "fire"), holds(1, "thunder")).when(play("fire"), react("thunder")).has(
        "hands", 0, "fire"
    ).has("paths", 0, "")


# DP-27b: the other parts of the vocabulary


def test_burn_two() -> None:
    case = cast('[{ do = "burn", count = 2 }]', path(1, "fire earth wind")).then(asked(0, "burn", 2))
    case.when(from_path(1, "fire")).then(burned(1, "fire"), asked(0, "burn", 1))
    case.when(from_path(1, "wind")).has("paths", 1, "earth").has("piles", 1, "fire wind")
    ends_turn(case)


def test_burn_two_of_one() -> None:
    case = cast('[{ do = "burn", count = 2 }]', path(1, "fire"))
    assert case.happened[0] == burned(1, "fire")
    ends_turn(case)


def test_DP_27b_cards_played_by_a_spell_have_no_effect_and_no_reaction() -> None:
    case = cast(
        '[{ do = "play", count = 2 }]', holds(0, "fire earth water"), holds(1, "wind thunder"), path(1, "water wind")
    )
    case.then(asked(0, "play", 2)).when(from_hand("fire")).then(added(0, "fire"), asked(0, "play", 1))
    case.when(from_hand("earth")).has("paths", 0, "fire earth").has("paths", 1, "water wind")
    ends_turn(case)


def test_playing_as_many_as_are_in_hand_is_no_choice() -> None:
    case = cast('[{ do = "play", count = 2 }]', holds(0, "fire earth"))
    assert case.happened[:2] == [added(0, "fire"), added(0, "earth")]


def test_take_back_three() -> None:
    case = cast('[{ do = "take_back", count = 3 }]', pile(0, "fire earth water"))
    assert case.happened[0] == asked(0, "take_back", 3)
    case.when(from_pile("wind")).when(from_pile("wind")).when(from_pile("fire")).has("hands", 0, "wind wind fire")
    assert taken_back(0, "wind") in case.happened


def test_raise() -> None:
    case = cast('[{ do = "raise" }]', pile(0, "fire")).when(from_pile("fire"))
    assert case.happened[1] == events.CardRaised(seat=0, card=card(0, "fire"))
    case.has("paths", 0, "fire").has("piles", 0, "wind wind")


def test_return_two_to_hand() -> None:
    case = cast('[{ do = "return", count = 2 }]', path(1, "fire earth wind"))
    case.when(from_path(1, "fire"), from_path(1, "wind")).has("paths", 1, "earth")
    assert case.state.known_in_hand[1] == cards(1, "fire wind"), "they came back for all to see"


def test_search_two() -> None:
    case = cast('[{ do = "search", count = 2 }]', deck_top(0, "fire")).asks(0, "choose_search")
    case.when(from_deck("fire")).asks(0, "choose_search").when(from_deck("earth")).has("hands", 0, "fire earth")
    assert sum(isinstance(event, events.DeckShuffled) for event in case.happened) == 1


def test_draw_four() -> None:
    case = cast('[{ do = "draw", count = 4 }]', deck_top(0, "fire earth water fire"))
    assert case.happened[0] == drawn(0, "fire water earth fire")
    ends_turn(case)


def test_exchange_twice() -> None:
    case = cast('[{ do = "exchange", count = 2 }]', path(0, "fire"), pile(0, "earth"))
    case.when(exchange(0, "fire", "earth")).asks(0, "choose_exchange").when(exchange(0, "earth", "wind"))
    case.has("paths", 0, "wind")
    ends_turn(case)


def test_a_player_draws_two() -> None:
    case = cast('[{ do = "gift", count = 2 }]', deck_top(1, "wind fire earth")).when(player(1))
    assert case.happened == [asked(0, "gift", 2), drawn(1, "earth fire"), turn_of(1), drawn(1, "wind")]


def test_a_player_draws_two_and_discards_two() -> None:
    case = cast('[{ do = "renew", count = 2 }]', holds(1, "fire"), deck_top(1, "wind fire earth")).when(player(1))
    assert case.happened == [asked(0, "renew", 2), drawn(1, "earth fire"), asked(1, "discard", 2)]


def test_both_sides_discard() -> None:
    case = cast('[{ do = "discard" }, { do = "they_discard" }]', holds(0, "fire earth"), holds(1, "fire water"))
    case.when(from_hand("earth")).asks(1, "choose_discard").when(from_hand("fire", seat=1))
    case.has("piles", 0, "wind wind earth").has("piles", 1, "fire")
    ends_turn(case)


def test_DP_27b_who_cannot_discard_as_many_as_asked_discards_all() -> None:
    case = cast('[{ do = "they_discard", count = 3 }]', holds(1, "fire water"))
    assert case.happened[:2] == [discarded(1, "fire"), discarded(1, "water")]
    ends_turn(case)


def peeking(hand: str = "fire water earth") -> Case:
    return cast('[{ do = "peek" }]', holds(1, hand))


def test_DP_27b_what_a_peek_shows_only_the_peeker_sees() -> None:
    case = peeking()
    peeked = case.happened[0]
    assert peeked == events.HandPeeked(seat=0, cards=tuple(cards(1, "fire water earth")))
    assert RULES.seen_by(case.state, 0).hands[1] == cards(1, "fire water earth")
    assert RULES.seen_by(case.state, SPECTATOR).hands[1] == [UNKNOWN] * 3
    assert RULES.event_seen_by(case.state, peeked, 0) == peeked
    assert RULES.event_seen_by(case.state, peeked, SPECTATOR) == events.HandPeeked(seat=0, cards=(UNKNOWN,) * 3)


def test_DP_27b_who_was_peeked_at_knows_what_the_other_knows() -> None:
    case = peeking()
    assert RULES.seen_by(case.state, 1).known_to_other[1] == cards(1, "fire water earth")
    assert case.state.known_in_hand[1] == []


def test_DP_27b_the_peeker_chooses_what_is_discarded() -> None:
    case = peeking().offers(from_other_hand("fire"), from_other_hand("water"), from_other_hand("earth"))
    case.when(from_other_hand("water")).has("piles", 1, "water")
    assert case.happened[2] == discarded(1, "water")
    assert case.state.known_to_other[1] == cards(1, "fire earth")
    assert len(case.state.hands[1]) == 3, "seat 1 has drawn unseen"
    assert sorted(RULES.seen_by(case.state, 0).hands[1]) == sorted([UNKNOWN, *cards(1, "fire earth")])
    ends_turn(case)


def test_peeking_at_an_empty_hand_shows_nothing() -> None:
    case = peeking("")
    assert case.happened[0] == turn_of(1)


def test_DP_27b_when_both_must_draw_the_active_player_is_first() -> None:
    case = cast('[{ do = "both_draw", count = 2 }]', deck_top(0, "fire earth"), deck_top(1, "wind fire earth"))
    assert case.happened == [drawn(0, "earth fire"), drawn(1, "earth fire"), turn_of(1), drawn(1, "wind")]


def test_DP_27b_the_first_who_cannot_loses() -> None:
    """Neither could draw two: the active player has lost before the other must."""
    case = cast('[{ do = "both_draw", count = 2 }]', deck(0, "fire"), deck(1, "fire"))
    assert case.happened[0] == events.MatchEnded(winner=1, ending="deck_out")
    assert drawn(1, "fire") not in case.happened


def test_DP_10a_the_rest_of_a_spell_does_not_resolve_after_a_draw_that_failed() -> None:
    case = cast('[{ do = "draw" }, { do = "burn" }]', deck(0, ""), path(1, "fire earth"))
    assert case.happened[0] == events.MatchEnded(winner=1, ending="deck_out")
    assert not any(isinstance(event, events.CardBurned) for event in case.happened)
    assert case.state.match_number == 2


def test_steps_are_carried_out_in_order() -> None:
    case = cast('[{ do = "burn" }, { do = "draw" }, { do = "play" }]', holds(0, "earth"), path(1, "fire water"))
    case.then(asked(0, "burn")).when(from_path(1, "fire"))
    case.then(burned(1, "fire"), drawn(0, "thunder"), asked(0, "play", 1, 2)).when(from_hand("earth"))
    ends_turn(case)
