"""What the people and bots at a table are called: each seat by a name of its own, so that sentences are clear."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Protocol

from domain.bots.bot import BOTS
from domain.ids import Pseudonym
from services.look_alikes import REMEMBERED_LOOKS, looks_of
from services.players import Players
from services.texts import isolated

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
    """Give the names by seat, as they stand in sentences."""
    people = [seat.pseudonym for seat in seats if seat.kind == "person"]
    return names_of(seats, await names_in_sentences(players, people) if people else {})


async def names_in_sentences(players: Players, people: Collection[Pseudonym]) -> Mapping[Pseudonym, str]:
    """Give the names of those people that are known, so that words can stand around them in any script."""
    return {who: isolated(name) for who, name in (await players.names_behind(people)).items()}


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
    """Number those that cannot be told apart at a glance, such as "Random bot (2)"; one in other letters counts, too."""
    return _distinct(tuple(names))


@lru_cache(REMEMBERED_LOOKS)  # at a table it is the same ones with every move
def _distinct(names: tuple[str, ...]) -> tuple[str, ...]:
    alike: list[tuple[set[str], list[int]]] = []
    for place, name in enumerate(names):
        if name == NOBODY:
            continue
        looks = looks_of(name)
        for known, places in alike:
            if not known.isdisjoint(looks):
                known.update(looks)
                places.append(place)
                break
        else:
            alike.append((set(looks), [place]))
    result = list(names)
    for _, places in alike:
        for number, place in enumerate(places, start=1) if len(places) > 1 else ():
            result[place] = f"{names[place]} ({number})"
    return tuple(result)
