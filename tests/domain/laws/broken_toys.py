"""Toy games, each broken on purpose in one place, to show that the laws can fail."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.chance import Chance
from domain.ids import Seat, Viewer
from domain.rules import UNKNOWN, Decision, Emit, Event, Outcome
from tests.toys.dragon_gust import rules as gust
from tests.toys.dragon_gust import state as gust_state
from tests.toys.hidden_hoards import rules as hoards


class EvolveReasons(hoards.GameRules):
    """The fold counts what it has seen, so a second fold gives something else."""

    def __init__(self) -> None:
        self.folded_count = 0

    def evolve(self, state: hoards.HoardState, event: hoards.HoardEvent) -> None:
        super().evolve(state, event)
        self.folded_count += 1
        state.gold[0] = self.folded_count


class PlayChangesState(gust.GameRules):
    """A change of state that no event tells of."""

    def play(
        self, state: gust_state.GustState, seat: Seat, move: gust_state.GustMove, chance: Chance, emit: Emit
    ) -> None:
        super().play(state, seat, move, chance, emit)
        state.discards.reverse()
        state.starter = seat


class HiddenEventChangesView(hoards.GameRules):
    """Who has chosen shows in the view, though the choice is not told."""

    def seen_by(self, state: hoards.HoardState, viewer: Viewer) -> hoards.HoardState:
        view = super().seen_by(state, viewer)
        view.chosen = [card if seat == viewer or card is None else UNKNOWN for seat, card in enumerate(state.chosen)]
        return view


class HiddenEventToldInPart(hoards.GameRules):
    """That somebody chose is told, though not what: the view has no place for it."""

    def event_seen_by(
        self, state_before: hoards.HoardState, event: hoards.HoardEvent, viewer: Viewer
    ) -> hoards.HoardEvent | None:
        if isinstance(event, hoards.CardChosen) and event.seat != viewer:
            return hoards.CardChosen(seat=event.seat, card=UNKNOWN)
        return super().event_seen_by(state_before, event, viewer)


class OwnMovesDependOnTruth(hoards.GameRules):
    """Only who is last to choose may lay the greatest card: the true state allows what the view does not."""

    def legal_moves(self, state: hoards.HoardState, seat: Seat) -> list[hoards.ChooseCard]:
        moves = super().legal_moves(state, seat)
        is_last = hoards.choosers(state) == [seat]
        return moves if is_last or len(moves) == 1 else moves[:-1]


class WaitingIsNotShown(hoards.GameRules):
    """A view shows that a seat chooses only to that seat, as if the others were done."""

    def decisions(self, state: hoards.HoardState) -> list[Decision]:
        owners = [seat for seat, hand in enumerate(state.hands) if UNKNOWN not in hand]
        return [decision for decision in super().decisions(state) if decision.seat in owners]


class SeesAll(gust.GameRules):
    """Every viewer gets the true state."""

    def seen_by(self, state: gust_state.GustState, viewer: Viewer) -> gust_state.GustState:
        return self.clone(state)

    def event_seen_by(
        self, state_before: gust_state.GustState, event: gust_state.GustEvent, viewer: Viewer
    ) -> gust_state.GustEvent | None:
        return event


class SeesAllHoards(hoards.GameRules):
    """Every viewer gets the true state, but is told of events only what it should be."""

    def seen_by(self, state: hoards.HoardState, viewer: Viewer) -> hoards.HoardState:
        return self.clone(state)


class TopIsSeenByAll(gust.GameRules):
    """The one known card of the pile is in everybody's view."""

    def seen_by(self, state: gust_state.GustState, viewer: Viewer) -> gust_state.GustState:
        view = super().seen_by(state, viewer)
        if state.top_seen_by is not None:
            view.pile[-1] = state.pile[-1]
        return view


class EventToldByTruth(gust.GameRules):
    """Drawing is told in a way that hangs on what lies in the pile below."""

    def event_seen_by(
        self, state_before: gust_state.GustState, event: gust_state.GustEvent, viewer: Viewer
    ) -> gust_state.GustEvent | None:
        if isinstance(event, gust_state.DragonOffered) and viewer != event.seat:
            return gust_state.DragonOffered(seat=event.seat, card=sum(state_before.hands[event.seat]))
        return super().event_seen_by(state_before, event, viewer)


class GreatestHeld(Event, frozen=True, kw_only=True, tag="greatest_held"):
    """How great a card is still in somebody's hand."""

    card: int


class EventTellsTooMuch(hoards.GameRules):
    """An event that changes no state tells of the hands: no view shows it, the log does."""

    def play(self, state: Any, seat: Seat, move: Any, chance: Chance, emit: Emit) -> None:
        emit(GreatestHeld(card=max(card for hand in state.hands for card in hand)))
        super().play(state, seat, move, chance, emit)

    def evolve(self, state: Any, event: Any) -> None:
        if not isinstance(event, GreatestHeld):
            super().evolve(state, event)

    def describe(self, seen_event: Any, names: Sequence[str]) -> str:
        return "" if isinstance(seen_event, GreatestHeld) else super().describe(seen_event, names)


class OutcomeDependsOnHidden(hoards.GameRules):
    """The cards left in hand count, though nobody is shown them."""

    def outcome(self, state: hoards.HoardState) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and msgspec.structs.replace(outcome, scores=tuple(sum(hand) for hand in state.hands))


class ListedMoveIsRefused(gust.GameRules):
    """Letting a dragon go is listed and then not taken."""

    def play(
        self, state: gust_state.GustState, seat: Seat, move: gust_state.GustMove, chance: Chance, emit: Emit
    ) -> None:
        if isinstance(move, gust_state.LetDragonGo) and state.turns_left == 1:
            raise ValueError("not on the last turn")
        super().play(state, seat, move, chance, emit)


class NoReason(gust.GameRules):
    """A refusal says nothing."""

    def why_not(self, seen_state: gust_state.GustState, seat: Seat, move: gust_state.GustMove) -> str:
        return ""


class MovesWithoutDecision(hoards.GameRules):
    """Who has chosen may still choose."""

    def legal_moves(self, state: hoards.HoardState, seat: Seat) -> list[hoards.ChooseCard]:
        return [hoards.ChooseCard(card=card) for card in state.hands[seat]]


class GoneSeatDecides(hoards.GameRules):
    """Who has left is still waited for."""

    def evolve(self, state: hoards.HoardState, event: hoards.HoardEvent) -> None:
        if not isinstance(event, hoards.PlayerGone):
            super().evolve(state, event)


class NobodyDecides(gust.GameRules):
    """An offer waits for nobody."""

    def decisions(self, state: gust_state.GustState) -> list[Decision]:
        return super().decisions(state) if state.offered is None else []


class GoesOnTooLong(hoards.GameRules):
    """The game is longer than it says."""

    longest_game = 5


class StateOfOtherKind(hoards.GameRules):
    """The state holds numbers where its type says yes or no."""

    def evolve(self, state: hoards.HoardState, event: hoards.HoardEvent) -> None:
        super().evolve(state, event)
        state.is_playing = [int(is_playing) for is_playing in state.is_playing]  # type: ignore[misc]


class EventHoldsLists(hoards.GameRules):
    """An event carries what its type does not say."""

    def setup(self, state: Any, options: Any, previous: Outcome | None, chance: Chance, emit: Emit) -> None:
        def emit_as_lists(event: Any) -> None:
            emit(msgspec.structs.replace(event, left_over=list(event.left_over)))

        super().setup(state, options, previous, chance, emit_as_lists)


class SamplesContradict(gust.GameRules):
    """The sampled worlds forget the card of the pile that the seat has seen."""

    def determinize(
        self, seen_state: gust_state.GustState, seat: Seat, generator: random.Random
    ) -> gust_state.GustState:
        view = self.clone(seen_state)
        view.pile = [UNKNOWN] * len(view.pile)
        return super().determinize(view, seat, generator)


class SamplesUnsound(hoards.GameRules):
    """The sampled worlds hold some cards twice."""

    def determinize(self, seen_state: hoards.HoardState, seat: Seat, generator: random.Random) -> hoards.HoardState:
        world = super().determinize(seen_state, seat, generator)
        world.left_over = [0] * len(world.left_over)
        return world


class SamplesOneWorld(gust.GameRules):
    """The same world is sampled each time."""

    def determinize(
        self, seen_state: gust_state.GustState, seat: Seat, generator: random.Random
    ) -> gust_state.GustState:
        return super().determinize(seen_state, seat, random.Random(0))


class LosesCard(gust.GameRules):
    """What is thrown away on the last turn is gone."""

    def evolve(self, state: gust_state.GustState, event: gust_state.GustEvent) -> None:
        super().evolve(state, event)
        if isinstance(event, gust_state.DragonThrown) and state.turns_left == 1:
            state.discards.pop()


class CloneShares(gust.GameRules):
    """A clone is the state itself in part."""

    def clone(self, state: gust_state.GustState) -> gust_state.GustState:
        clone = super().clone(state)
        clone.discards = state.discards
        return clone


class ViewShares(hoards.GameRules):
    """A view holds a list of the true state."""

    def seen_by(self, state: hoards.HoardState, viewer: Viewer) -> hoards.HoardState:
        view = super().seen_by(state, viewer)
        view.gold = state.gold
        return view


class SampleShares(gust.GameRules):
    """A sampled world holds a list of the view it came from."""

    def determinize(
        self, seen_state: gust_state.GustState, seat: Seat, generator: random.Random
    ) -> gust_state.GustState:
        world = super().determinize(seen_state, seat, generator)
        world.won = seen_state.won
        return world


class BoardTooWide(gust.GameRules):
    """The terminal board runs out of its 80 columns."""

    def draw_text(self, seen_state: gust_state.GustState, names: Sequence[str], seat: Viewer) -> str:
        return super().draw_text(seen_state, names, seat).replace("\n", " ")


class TellsTheWholeState(gust.GameRules):
    """The board is given the view itself among its facts."""

    def board_facts(self, seen_state: gust_state.GustState, names: Sequence[str], viewer: Viewer) -> Mapping[str, Any]:
        return {"seen": seen_state}


class AskingChanges(hoards.GameRules):
    """Looking at a view sorts it."""

    def evaluate(self, seen_state: hoards.HoardState, seat: Seat) -> float:
        seen_state.shown.sort()
        return super().evaluate(seen_state, seat)


class MoveWithoutWords(gust.GameRules):
    """One move has no label."""

    def describe_move(self, seen_state: gust_state.GustState, seat: Seat, move: gust_state.GustMove) -> str:
        return "" if isinstance(move, gust_state.LetDragonGo) else super().describe_move(seen_state, seat, move)


class ResponsesUnsaid(hoards.GameRules):
    """Choosing is a response, though the game says it has none."""

    def decisions(self, state: hoards.HoardState) -> list[Decision]:
        return [msgspec.structs.replace(decision, is_response=True) for decision in super().decisions(state)]


class DeclinesUnasked(hoards.GameRules):
    """There is something to decline where no response is asked for."""

    has_responses = True

    def decline(self, state: hoards.HoardState, seat: Seat) -> hoards.ChooseCard | None:
        moves = self.legal_moves(state, seat)
        return moves[0] if moves else None


class BeginsNobodysTurn(hoards.GameRules):
    """A turn begins for a seat that the table does not have."""

    has_responses = True

    def turns_begun(self, event: hoards.HoardEvent) -> tuple[Seat, ...]:
        return (4,) if isinstance(event, hoards.CardsShown) else ()


class KnowsNothing(hoards.GameRules):
    """No card counts as known, so nothing is ever learned."""

    def known_cards(self, seen_state: hoards.HoardState) -> Counter[int]:
        return Counter()


class KnowsTooMuch(gust.GameRules):
    """A hidden card counts as known."""

    def known_cards(self, seen_state: gust_state.GustState) -> Counter[int]:
        return super().known_cards(seen_state) + Counter({UNKNOWN: 1})


class HintsByTruth(hoards.GameRules):
    """Whether another is told something by a choice hangs on what that other holds."""

    def event_seen_by(
        self, state_before: hoards.HoardState, event: hoards.HoardEvent, viewer: Viewer
    ) -> hoards.HoardEvent | None:
        if isinstance(event, hoards.CardChosen) and viewer == 1 != event.seat and max(state_before.hands[1]) > 10:
            return hoards.CardChosen(seat=event.seat, card=max(state_before.hands[1]))
        return super().event_seen_by(state_before, event, viewer)


class TeachesInSecret(hoards.GameRules):
    """A choice that is told to nobody else is said to show all a card."""

    def surely_teaches(self, event: hoards.HoardEvent) -> bool:
        return isinstance(event, hoards.CardChosen)
