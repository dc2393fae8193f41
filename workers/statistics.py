"""The little statistics that simulations report."""

from math import sqrt
from statistics import NormalDist
from typing import NamedTuple


class Interval(NamedTuple):
    """A range of shares, 0 to 1."""

    low: float
    high: float


def wilson_interval(successes: int, trials: int, among: int = 1) -> Interval:
    """Give the 95 % interval for a share seen as ``successes`` of ``trials`` (Wilson, JASA 22, 1927).

    ``among``: so many such intervals hold together with 95 % (Bonferroni). Holds for small counts and shares near 0 and 1
    too. Nothing is known without trials: 0 to 1.
    """
    if trials == 0:
        return Interval(0.0, 1.0)
    z = NormalDist().inv_cdf(1 - 0.05 / among / 2)
    share, z2 = successes / trials, z * z
    scale = 1 + z2 / trials
    middle = (share + z2 / (2 * trials)) / scale
    reach = z / scale * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials))
    low = middle - reach if successes else 0.0
    high = middle + reach if successes < trials else 1.0
    return Interval(max(0.0, low), min(1.0, high))
