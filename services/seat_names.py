"""What the people and bots at a table are called: each seat by a name of its own, so that sentences are clear."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

from domain.bots.bot import BOTS
from domain.ids import Pseudonym
from services.players import Players

NOBODY: Final = "nobody yet"
ERASED: Final = "A former player"


class Holder(Protocol):
    """A seat as everybody sees it, at a table or in a list's row."""

    @property
    def kind(self) -> str: ...
    @property
    def pseudonym(self) -> Pseudonym: ...
    @property
    def level(self) -> str: ...


async def seat_names(players: Players, seats: Sequence[Holder]) -> tuple[str, ...]:
    """Give the names by seat."""
    people = [seat.pseudonym for seat in seats if seat.kind == "person"]
    return names_of(seats, await players.names_behind(people) if people else {})


def names_of(seats: Iterable[Holder], known: Mapping[Pseudonym, str]) -> tuple[str, ...]:
    """Give the names by seat, where those of people have been looked up."""
    return distinct([seat_name(seat, known) for seat in seats])


def seat_name(seat: Holder, known: Mapping[Pseudonym, str]) -> str:
    """Give the name of one seat's holder. Who was erased is a former player."""
    match seat.kind:
        case "person":
            return known.get(seat.pseudonym, ERASED)
        case "bot":
            return bot_title(seat.level)
        case _:
            return NOBODY


def bot_title(level: str) -> str:
    """Give what people call a bot; a level that this build does not have goes by its word."""
    bot = BOTS.get(level)
    return f"{level} bot" if bot is None else bot.title


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Number those that occur more than once, such as "Random bot (2)"."""
    count = Counter(names)
    seen: Counter[str] = Counter()
    result = []
    for name in names:
        seen[name] += 1
        result.append(f"{name} ({seen[name]})" if count[name] > 1 and name != NOBODY else name)
    return tuple(result)
