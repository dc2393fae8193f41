"""How figures are measured and printed."""

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import Final

from msgspec import Struct

RUNS: Final = 5
"""The machine may be busy with something else in one of them; the median is told."""


class Figure(Struct, frozen=True, kw_only=True):
    """One line of the report. ``values``: one a run. ``target``: what is wanted at least, ``most``: at most; None: nothing is."""

    name: str
    what: str
    unit: str
    values: tuple[float, ...]
    target: float | None = None
    most: float | None = None
    note: str = ""

    @property
    def median(self) -> float:
        return median(self.values)


@contextmanager
def settled_memory() -> Iterator[None]:
    """Collect garbage as the service does: what is there before is frozen, full collections are rare."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def a_second(work: Callable[[], int], runs: int = RUNS) -> tuple[float, ...]:
    """Run ``work``, which gives how much it did, once to warm up and then ``runs`` times: how much it does a second."""
    work()
    rates = []
    with settled_memory():
        for _ in range(runs):
            began = time.perf_counter()
            count = work()
            rates.append(count / (time.perf_counter() - began))
    return tuple(rates)


def as_table(figures: list[Figure]) -> str:
    """Give the report as plain text."""
    head = ("measured", "median", "lowest to highest", "runs", "target", "")
    rows = [head, *(_row(figure) for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    left = {0, 5}
    lines = [
        "  ".join(
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    lines.insert(1, "-" * max(map(len, lines)))
    explained = [f"{figure.name}: {figure.what}" for figure in figures]
    return "\n".join([*lines, "", *explained])


def _row(figure: Figure) -> tuple[str, ...]:
    lowest, highest = min(figure.values), max(figure.values)
    spread = f"{_number(lowest)} to {_number(highest)}" if len(figure.values) > 1 else ""
    if figure.target is not None:
        target, is_reached = _number(figure.target), figure.median >= figure.target
    elif figure.most is not None:
        target, is_reached = f"up to {_number(figure.most)}", figure.median <= figure.most
    else:
        target, is_reached = "", None
    verdict = {True: "reached", False: "MISSED", None: ""}[is_reached]
    words = ", ".join(word for word in (verdict, figure.note) if word)
    return figure.name, f"{_number(figure.median)} {figure.unit}", spread, str(len(figure.values)), target, words


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
