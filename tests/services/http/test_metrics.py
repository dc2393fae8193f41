"""What a process measures: counted by what happened, with labels of a closed set, and readable on a port of its own."""

import random
import re
import socket
import time
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from prometheus_client import generate_latest

from services.metrics import Metrics
from services.ports import Delivery
from services.settings import Settings, SettingsError
from services.stream.connect import StoreClients
from services.stream.keys import Keys
from services.stream.redis_feed import RedisFeed
from tests.support.web import Web, move_once, open_table, play_to_the_end
from tests.workers.served import free_port
from workers.listening import CannotListen, WrongHost
from workers.metrics_server import check_metrics_place, serving_metrics


def shown(metrics: Metrics) -> str:
    return generate_latest(metrics.registry).decode()


def test_what_was_noted_is_shown() -> None:
    metrics = Metrics()
    metrics.command("make_move", "accepted")
    metrics.command("make_move", "decision_closed")
    metrics.conflict()
    metrics.handled("projector", 20)
    metrics.feed_lag("projector", 1500)
    metrics.bot_turn("greedy", 300)
    metrics.queue_depth(3)
    metrics.watch_streams(lambda: 7)
    text = shown(metrics)
    for line in (
        'dragonpost_commands_total{command="make_move",outcome="accepted"} 1.0',
        'dragonpost_commands_total{command="make_move",outcome="decision_closed"} 1.0',
        "dragonpost_append_conflicts_total 1.0",
        'dragonpost_feed_delay_seconds_bucket{group="projector",le="0.025"} 1.0',
        'dragonpost_feed_lag_seconds{group="projector"} 1.5',
        'dragonpost_bot_turn_seconds_sum{level="greedy"} 0.3',
        "dragonpost_bot_queue_depth 3.0",
        "dragonpost_open_streams 7.0",
        "process_resident_memory_bytes",
    ):
        assert line in text


def test_a_process_shows_no_gauge_of_what_it_does_not_have() -> None:
    """A queue of 0 turns would be a lie where nobody looked."""
    assert not re.search("^dragonpost_(bot_queue_depth|open_streams|feed_lag)", shown(Metrics()), re.MULTILINE)


async def test_commands_count_by_outcome_and_no_label_comes_from_outside(web: Web) -> None:
    """Neither who played, nor where, nor what a request said."""
    anna, ben = await web.guest("Anna"), await web.guest("Ben")
    game_id = await open_table([anna, ben], "hidden_hoards", key="the-key")
    body = {"decision": "0.77", "move": {"type": "choose_card", "card": 1}}
    assert (await anna.post(f"/games/{game_id}/moves", body)).status_code == 409
    assert (await move_once(game_id, anna)).status_code == 200
    again = await anna.post(f"/games/{game_id}/start", key="start")
    assert again.status_code == 409
    await play_to_the_end(game_id, [anna, ben], random.Random(1))
    text = shown(web.parts.metrics)
    labels = dict(
        re.findall(r'^dragonpost_commands_total{command="make_move",outcome="(\w+)"} ([0-9.]+)', text, re.MULTILINE)
    )
    assert labels["decision_closed"] == "1.0"
    assert float(labels["accepted"]) > 1
    for outside in (game_id, anna.id, anna.token, "Anna", "the-key", "choose_card", "hidden_hoards"):
        assert outside not in text


async def test_a_group_owes_since_its_oldest_pointer(store_clients: StoreClients) -> None:
    """Delivered or not, until it is acknowledged; a group that was never there owes all."""
    keys = Keys(4)
    feed = RedisFeed(store_clients, keys)
    assert await feed.owed_since_ms("projector", keys.partitions) is None
    for partition, ms in ((1, 2_000), (2, 1_000), (2, 3_000)):
        entry = {"game": "g", "version": 1}
        await store_clients.commands.xadd(keys.feed(partition), entry, f"{ms}-0")  # type: ignore[arg-type]
    assert await feed.owed_since_ms("projector", keys.partitions) == 1_000
    group = feed.group("projector", "test", keys.partitions)
    deliveries: list[Delivery] = []
    give_up_at = time.monotonic() + 20
    while len(deliveries) < 3:
        assert time.monotonic() < give_up_at
        deliveries += await group.read()
    assert await feed.owed_since_ms("projector", keys.partitions) == 1_000
    await group.acknowledge([one for one in deliveries if one.pointer.appended_ms < 3_000])
    assert await feed.owed_since_ms("projector", keys.partitions) == 3_000
    await group.acknowledge(deliveries)
    assert await feed.owed_since_ms("projector", keys.partitions) is None
    await group.aclose()


def test_they_are_read_on_a_port_of_their_own_and_nowhere_else() -> None:
    port = free_port()
    metrics = Metrics()
    metrics.conflict()
    with serving_metrics(metrics, Settings(metrics_port=port)):
        with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            assert b"dragonpost_append_conflicts_total 1.0" in answer.read()
        with serving_metrics(Metrics(), Settings(metrics_port=port)):
            pass  # whoever replaces the process may begin before it has ended
    with pytest.raises(URLError):
        urlopen(f"http://127.0.0.1:{port}/metrics")


def test_a_host_that_this_machine_is_not_is_named() -> None:
    settings = Settings(metrics_port=free_port(), metrics_host="192.0.2.1")
    sentence = "^DRAGONPOST_METRICS_HOST is '192.0.2.1', on which this machine cannot listen: "
    with pytest.raises(WrongHost, match=sentence), serving_metrics(Metrics(), settings):
        pass


def test_a_port_that_another_takes_alone_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        settings = Settings(metrics_port=taken.getsockname()[1])
        sentence = (
            r"^The metrics cannot be served on port \d+ of 127.0.0.1: Address already in use\. Choose another with "
        )
        with pytest.raises(CannotListen, match=sentence), serving_metrics(Metrics(), settings):
            pass


def test_each_process_has_a_port() -> None:
    """``serve`` counts ports upward: the last one has to be a port, too."""
    check_metrics_place(Settings(metrics_port=65_531), processes=5)
    with pytest.raises(SettingsError, match=r"^DRAGONPOST_METRICS_PORT is '65532'; it must be 65531 or less, because "):
        check_metrics_place(Settings(metrics_port=65_532), processes=5)


async def test_the_players_address_shows_none(web: Web) -> None:
    assert (await web.client().get("/metrics")).status_code == 404
