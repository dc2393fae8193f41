"""The little statistics that simulations report."""

from math import sqrt
from typing import Final, NamedTuple

Z_95: Final = 1.959963984540054
"""So many standard deviations to both sides hold 95 % of a normal distribution."""


class Interval(NamedTuple):
    """A range of shares, 0 to 1."""

    low: float
    high: float


def wilson_interval(successes: int, trials: int) -> Interval:
    """Give the 95 % interval for a share seen as ``successes`` of ``trials`` (Wilson, JASA 22, 1927).

    Holds for small counts and shares near 0 and 1 too. Nothing is known without trials: 0 to 1.
    """
    if trials == 0:
        return Interval(0.0, 1.0)
    share, z2 = successes / trials, Z_95 * Z_95
    scale = 1 + z2 / trials
    middle = (share + z2 / (2 * trials)) / scale
    reach = Z_95 / scale * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials))
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))
