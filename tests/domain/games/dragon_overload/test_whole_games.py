"""Facts about whole games, and of the tables that make turns fast."""

from typing import get_args

from domain.games.dragon_overload import events
from domain.games.dragon_overload.evolve import APPLY
from domain.games.dragon_overload.rules import GameRules
from domain.games.dragon_overload.state import clone, new_state
from domain.rules import UNKNOWN
from tests.domain.games.dragon_overload.whole_games import moments

LIFECYCLE_TAGS = {
    *("game_created", "seat_taken", "seat_left", "bot_seated", "bot_unseated", "game_started"),
    *("seat_resigned", "game_finished", "game_abandoned", "rematch_made"),
}


def test_worked_example_the_pile_never_runs_out() -> None:
    """At most 30 placements; 29 offers are replaced, and two cards are left."""
    scored = [moment.state for moment in moments() if moment.state.ending == "scored"]
    assert scored
    for state in scored:
        assert state.cards_placed == 30
        assert len(state.pile) == 2
    assert all(len(moment.state.pile) >= 2 for moment in moments())


def test_DO_6_the_active_player_always_holds_five_cards_and_the_other_four() -> None:
    for moment in moments():
        active = moment.state.active
        if active is not None:
            assert (len(moment.state.hands[active]), len(moment.state.hands[1 - active])) == (5, 4)


def test_DO_20_all_five_tokens_are_owned_after_scoring() -> None:
    assert all(None not in moment.state.claims for moment in moments() if moment.state.ending == "scored")


def test_every_event_has_its_function_and_an_own_tag() -> None:
    kinds = get_args(events.OverloadEvent)
    assert set(APPLY) == set(kinds)
    tags = {kind.__struct_config__.tag for kind in kinds}
    assert len(tags) == len(kinds)
    assert not tags & LIFECYCLE_TAGS


def test_folding_the_past_gives_the_present() -> None:
    for moment in moments(10):
        state = new_state()
        for event in moment.past:
            GameRules().evolve(state, event)
        assert state == moment.state


def test_a_clone_shares_nothing() -> None:
    for moment in moments(10):
        copy = clone(moment.state)
        assert copy == moment.state
        for zones in (copy.hands, copy.totals, copy.slots_left, copy.known_in_hand):
            for zone in zones:
                zone.append(99)
        for rows in (*copy.face_up, *copy.face_down, copy.face_down_areas):
            rows.append((99,))
        copy.in_hand_or_face_down.append(((99,),))
        for row in (copy.pile, copy.offers):
            row.append(99)
        copy.claims.append(0)
        fields = (str(getattr(moment.state, name)) for name in moment.state.__struct_fields__)
        assert not any("99" in text for text in fields)
        assert len(moment.state.claims) == 5


def test_events_in_tables_are_the_ones_they_stand_for() -> None:
    for seat in range(2):
        for area in range(5):
            assert events.CLAIM_MOVED[area][seat] == events.ClaimMoved(area=area, to_seat=seat)
            for number in (0, 17, 44):
                assert events.OFFER_TAKEN[seat][area][number] == events.OfferTaken(seat=seat, area=area, card=number)
                assert events.OFFER_TURNED[area][number] == events.OfferTurned(area=area, card=number)
            for number in (0, 17, 44, UNKNOWN):
                for face_down in (False, True):
                    placed = events.CardPlaced(seat=seat, card=number, area=area, face_down=face_down)
                    assert events.CARD_PLACED[seat][face_down][area][number] == placed
