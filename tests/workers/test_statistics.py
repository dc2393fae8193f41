"""The interval against values from the literature."""

import pytest

from workers.statistics import wilson_interval


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals_are_those_of_the_literature(successes: int, trials: int, low: float, high: float) -> None:
    """To the four places that are printed there."""
    interval = wilson_interval(successes, trials)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


def test_all_and_none_mirror_each_other() -> None:
    """And never leave 0 to 1."""
    none, every = wilson_interval(0, 10), wilson_interval(10, 10)
    assert none.low == 0
    assert every.high == pytest.approx(1)
    assert none.high == pytest.approx(1 - every.low)


def test_without_trials_nothing_is_known() -> None:
    """The whole range."""
    assert wilson_interval(0, 0) == (0, 1)


def test_intervals_that_hold_together_are_wider() -> None:
    """Bonferroni: 54 of them at 95 % are each one at 99.907 %, which is 3.31 standard deviations."""
    alone, together = wilson_interval(400, 1000), wilson_interval(400, 1000, among=54)
    assert alone.low > together.low
    assert alone.high < together.high
    assert together.low == pytest.approx(0.3499, abs=5e-4)
    assert together.high == pytest.approx(0.4523, abs=5e-4)
