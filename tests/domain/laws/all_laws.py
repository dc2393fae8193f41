"""The laws by name: each a function that takes a recorded play and raises AssertionError where it is broken."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from tests.domain.laws.laws_of_moves import L4_legal, words_for_all
from tests.domain.laws.laws_of_responses import responses_can_be_declined
from tests.domain.laws.laws_of_secrets import L3_no_leak, L8_determinize
from tests.domain.laws.laws_of_state import (
    L1_fold,
    L2_views,
    L6_round_trip,
    L9_conservation,
    clones_share_nothing,
)
from tests.domain.laws.laws_of_undo import (
    L3_undo_hangs_on_what_is_known,
    known_cards_are_there,
    what_surely_teaches_does,
)
from tests.domain.laws.plays import Play

LAWS: Final[Mapping[str, Callable[[Play], None]]] = MappingProxyType(
    {
        law.__name__: law
        for law in (
            L1_fold,
            L2_views,
            L3_no_leak,
            L3_undo_hangs_on_what_is_known,
            L4_legal,
            L6_round_trip,
            L8_determinize,
            L9_conservation,
            clones_share_nothing,
            known_cards_are_there,
            responses_can_be_declined,
            what_surely_teaches_does,
            words_for_all,
        )
    }
)
