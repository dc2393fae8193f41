"""What a process counts and measures, for Prometheus.

Each process has its own, and serves them itself where ``metrics_port`` is set (``workers/metrics_server.py``); adding up over
processes is Prometheus's task. A label is one of a closed set of ours (a command, an error's code, a bot's level, a consumer
group), never a player, a game or anything else that came from outside.
"""

from collections.abc import Callable
from functools import cache, cached_property
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

SOON_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
"""The bounds of the buckets in which delays are counted."""


class Metrics:
    """The metrics of one process. Gauges of things that it does not have do not appear."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._commands = Counter(
            "dragonpost_commands",
            "Commands by outcome: accepted, repeated, or the code of why not.",
            ("command", "outcome"),
            registry=self.registry,
        )
        # The library takes ten times as long to find it again by its labels.
        self._command_count = cache(self._commands.labels)
        self._conflicts = Counter(
            "dragonpost_append_conflicts",
            "Appends that lost against another process, and were decided anew.",
            registry=self.registry,
        )
        self._feed_delay = Histogram(
            "dragonpost_feed_delay_seconds",
            "From an append until a consumer group had handled it.",
            ("group",),
            buckets=SOON_SECONDS,
            registry=self.registry,
        )
        self._feed_lag = Gauge(
            "dragonpost_feed_lag_seconds",
            "Age of the oldest append that a consumer group has not handled; of the group projector: how far lists lag.",
            ("group",),
            registry=self.registry,
        )
        self._bot_turns = Histogram(
            "dragonpost_bot_turn_seconds",
            "From when a bot was to decide until it had played.",
            ("level",),
            buckets=SOON_SECONDS,
            registry=self.registry,
        )

    def command(self, command: str, outcome: str) -> None:
        """Count a command."""
        self._command_count(command, outcome).inc()

    def conflict(self) -> None:
        """Count an append that lost."""
        self._conflicts.inc()

    def handled(self, group: str, delay_ms: int) -> None:
        """Note how long after its append a pointer was handled. Clocks of two machines may differ: never less than 0."""
        self._feed_delay.labels(group).observe(max(0, delay_ms) / 1000)

    def feed_lag(self, group: str, lag_ms: int) -> None:
        """Note how old the oldest pointer is that a group owes; 0 if it owes none."""
        self._feed_lag.labels(group).set(max(0, lag_ms) / 1000)

    def bot_turn(self, level: str, delay_ms: int) -> None:
        """Note how long a bot's turn took."""
        self._bot_turns.labels(level).observe(max(0, delay_ms) / 1000)

    def queue_depth(self, count: int) -> None:
        """Note how many turns wait for a bot's process."""
        self._queue_depth.set(count)

    def watch_streams(self, count: Callable[[], int]) -> None:
        """Ask ``count``, which may be called by any thread, for the open streams whenever the metrics are read."""
        self._open_streams.set_function(count)

    @cached_property
    def _queue_depth(self) -> Gauge:
        return Gauge("dragonpost_bot_queue_depth", "Bots' turns that no process has taken yet.", registry=self.registry)

    @cached_property
    def _open_streams(self) -> Gauge:
        return Gauge("dragonpost_open_streams", "Event streams that are open.", registry=self.registry)
