"""What an orb can change for the rest of the game (DB-3), and what holds when several are revealed."""

from collections.abc import Sequence
from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from domain.games.dragonbound.cards import Nature, Size
from domain.games.dragonbound.filters import ANY_DRAGON, Filter

Few = Annotated[int, Meta(ge=1, le=3)]


class InForce(Struct, kw_only=True):
    """The numbers that the rules go by; without any orb these are the printed ones. ``cost`` and ``slides`` are by card."""

    stack_limit: int
    hand_size: int
    wilds_count: int
    interference: int
    """Dragons discarded for each orb (DB-27)."""
    egg_command: int
    """How much more command an egg gives."""
    release_count: int
    """Dragons a stack must have held for an egg to be sent (DB-21)."""
    recruits_stunned: bool
    cost: list[int]
    slides: list[bool]
    sizes: tuple[Size, ...]
    natures: tuple[Nature | None, ...]


class OrbRule(Struct, frozen=True, kw_only=True, tag_field="rule", forbid_unknown_fields=True):
    """A kind of rule that an orb can be."""

    def words(self) -> str:
        """Give what it says, as a sentence without its capital and its full stop."""
        raise NotImplementedError

    def apply(self, rules: InForce) -> None:
        """Change what is in force."""
        raise NotImplementedError


class MoreStacks(OrbRule, frozen=True, kw_only=True, tag="more_stacks"):
    """More stacks a player."""

    count: Few = 1

    def words(self) -> str:
        more = "one more stack" if self.count == 1 else f"{self.count} more stacks"
        return f"each player may have {more}"

    def apply(self, rules: InForce) -> None:
        rules.stack_limit += self.count


class LargerHand(OrbRule, frozen=True, kw_only=True, tag="larger_hand"):
    """More cards to draw up to."""

    count: Few = 1

    def words(self) -> str:
        more = "one card more" if self.count == 1 else f"{self.count} cards more"
        return f"hands are filled up to {more} in the reset phase"

    def apply(self, rules: InForce) -> None:
        rules.hand_size += self.count


class MoreWilds(OrbRule, frozen=True, kw_only=True, tag="more_wilds"):
    """More dragons in the wilds."""

    count: Few = 1

    def words(self) -> str:
        more = "one dragon more" if self.count == 1 else f"{self.count} dragons more"
        return f"the wilds are filled up to {more}"

    def apply(self, rules: InForce) -> None:
        rules.wilds_count += self.count


class LowerCost(OrbRule, frozen=True, kw_only=True, tag="lower_cost"):
    """Some dragons cost less to recruit, never under 0."""

    by: Annotated[int, Meta(ge=1, le=6)]
    dragons: Filter = ANY_DRAGON

    def words(self) -> str:
        return f"{self.dragons.all_words()} cost {self.by} command less to recruit"

    def apply(self, rules: InForce) -> None:
        for card, size in enumerate(rules.sizes):
            if self.dragons.fits(size, rules.natures[card]):
                rules.cost[card] = max(0, rules.cost[card] - self.by)


class Sliding(OrbRule, frozen=True, kw_only=True, tag="sliding"):
    """Some dragons have Slide (DB-9)."""

    dragons: Filter = ANY_DRAGON

    def words(self) -> str:
        return f"{self.dragons.all_words()} have Slide"

    def apply(self, rules: InForce) -> None:
        for card, size in enumerate(rules.sizes):
            if self.dragons.fits(size, rules.natures[card]):
                rules.slides[card] = True


class EggCommand(OrbRule, frozen=True, kw_only=True, tag="egg_command"):
    """Eggs give more command."""

    more: Few = 1

    def words(self) -> str:
        return f"eggs placed for command give {self.more} command more"

    def apply(self, rules: InForce) -> None:
        rules.egg_command += self.more


class MoreInterference(OrbRule, frozen=True, kw_only=True, tag="more_interference"):
    """Each orb discards more dragons (DB-27)."""

    times: Annotated[int, Meta(ge=2, le=3)] = 2

    def words(self) -> str:
        often = "twice" if self.times == 2 else "three times"
        return f"orb interference discards {often} as many dragons"

    def apply(self, rules: InForce) -> None:
        rules.interference *= self.times


class AwakeRecruits(OrbRule, frozen=True, kw_only=True, tag="awake_recruits"):
    """Recruited dragons are not stunned, and so trigger their own stack effects (DB-24)."""

    def words(self) -> str:
        return "recruited dragons are not stunned"

    def apply(self, rules: InForce) -> None:
        rules.recruits_stunned = False


class EasyRelease(OrbRule, frozen=True, kw_only=True, tag="easy_release"):
    """An egg may be sent after any release (DB-21)."""

    def words(self) -> str:
        return "an egg may be sent to the den after any release, even that of a single dragon"

    def apply(self, rules: InForce) -> None:
        rules.release_count = 1


class OnRelease(OrbRule, frozen=True, kw_only=True, tag="on_release"):
    """Something that may happen each time a player releases a stack."""

    nodes: tuple[Any, ...] = ()
    """The ``Node`` s of what happens."""

    def words(self) -> str:
        raise AssertionError("its effect says it")

    def apply(self, rules: InForce) -> None:
        """Nothing: it is triggered."""


ORB_RULES: Final[tuple[type[OrbRule], ...]] = (
    MoreStacks,
    LargerHand,
    MoreWilds,
    LowerCost,
    Sliding,
    EggCommand,
    MoreInterference,
    AwakeRecruits,
    EasyRelease,
    OnRelease,
)
"""Every rule that a card set can use."""


def in_force(
    rules: Sequence[OrbRule], sizes: tuple[Size, ...], natures: tuple[Nature | None, ...], slides: Sequence[bool]
) -> InForce:
    """Give what holds with these orbs revealed: the printed numbers (DB-6, DB-9, DB-21, DB-24, DB-25, DB-27), changed."""
    base = InForce(
        stack_limit=2,
        hand_size=4,
        wilds_count=6,
        interference=1,
        egg_command=0,
        release_count=2,
        recruits_stunned=True,
        cost=list(sizes),
        slides=list(slides),
        sizes=sizes,
        natures=natures,
    )
    for rule in rules:
        rule.apply(base)
    return base
