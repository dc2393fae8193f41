"""A verifier written from ``services/auditing/format.md`` alone, with nothing of ours but the log."""

import hashlib
import hmac
import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from domain.ids import viewers
from tests.domain.game.table import GAMES
from tests.domain.game.whole_games import TableStart
from tests.services.auditing.logs import played, written

FREES = ("seat_left", "bot_unseated", "player_removed", "bot_seated")


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


def framed(part: bytes, width: int) -> bytes:
    return len(part).to_bytes(width, "big") + part


def draw_again(seed: bytes, draw: dict[str, Any]) -> list[int]:
    key, blocks = mac(seed, f"draw {draw['number']}"), iter(range(10**6))

    def below(limit: int) -> int:
        while True:
            value = int.from_bytes(mac(key, str(next(blocks)))[:8], "big")
            if value < limit * (2**64 // limit):
                return value % limit

    if draw["kind"] == "below":
        return [below(draw["size"])]
    order = list(range(draw["size"]))
    for last in range(len(order) - 1, 0, -1):
        place = below(last + 1)
        order[last], order[place] = order[place], order[last]
    return order


def check(log: bytes, receipts: bytes) -> int:
    """Check all that can be checked without the rules; gives how many draws there were."""
    entries = [json.loads(line) for line in log.decode().splitlines()]
    head, of = (
        entries[0],
        {kind: [e for e in entries if e["kind"] == kind] for kind in ("told", "data", "secret", "full")},
    )
    game_id, secret = head["game_id"], bytes.fromhex(of["secret"][0]["secret"])
    assert sha(b"dragonpost secret", game_id.encode(), secret).hex() == head["commitment"]
    names = [*(str(seat) for seat in range(head["seat_count"])), "spectator"]
    nonces, seed, draw_count, before = [""] * head["seat_count"], b"", 0, bytes(32)
    hashes = [""] * head["seat_count"]
    places: dict[int, list[dict[str, Any]]] = {viewer: [] for viewer in viewers(head["seat_count"])}
    for version, entry in enumerate(of["full"], start=1):
        line = json.loads(entry["line"])
        assert line["version"] == entry["version"] == version
        assert sha(mac(secret, f"leaf {version} full"), entry["line"].encode()).hex() == entry["leaf_full"]
        assert sha(mac(secret, f"seal {version}"), before).hex() == entry["seal"]
        assert (
            sha(*(bytes.fromhex(e) for e in (entry["seal"], entry["leaf_full"], *entry["leaves"]))).hex()
            == entry["root"]
        )
        before = sha(before, bytes.fromhex(entry["root"]))
        assert before.hex() == entry["head"]
        for place, viewer in enumerate(viewers(head["seat_count"])):
            if viewer not in line["hidden_from"]:
                places[viewer].append(entry)
            else:
                assert sha(mac(secret, f"leaf {version} {names[place]}")).hex() == entry["leaves"][place]
        for event in line["events"]:
            if event["type"] == "seat_taken":
                assert event["nonce"] == line["command"].get("nonce", "")
                nonces[event["seat"]], hashes[event["seat"]] = event["nonce"], event.get("nonce_hash", "")
            elif event["type"] == "nonce_opened":
                assert sha(event["nonce"].encode()).hex() == hashes[event["seat"]]
                nonces[event["seat"]] = event["nonce"]
            elif event["type"] in FREES:
                nonces[event["seat"]] = ""
        for draw in line["draws"]:
            parts = [game_id.encode(), secret, *(nonce.encode() for nonce in nonces)]
            seed = seed or sha(b"dragonpost seed", *(framed(part, 4) for part in parts))
            assert draw["number"] == draw_count
            assert draw_again(seed, draw) == draw["result"]
            draw_count += 1
    for number, entry in enumerate(of["told"], start=1):
        shown, own = places[head["viewer"]][number - 1], viewers(head["seat_count"]).index(head["viewer"])
        assert (entry["position"], entry["root"]) == (number, shown["root"])
        assert entry["salt"] == mac(secret, f"leaf {shown['version']} {names[own]}").hex()
        assert sha(bytes.fromhex(entry["salt"]), entry["line"].encode()).hex() == entry["leaves"][own]
    for data in of["data"]:
        texts = [framed(part.encode(), 8) for name in sorted(data["texts"]) for part in (name, data["texts"][name])]
        assert sha(b"dragonpost data set", *texts).hex() == data["data_hash"]
    for receipt in map(json.loads, receipts.decode().splitlines()):
        text = [receipt[name] for name in ("game_id", "viewer", "position", "root", "head")]
        signed = "\n".join(["dragonpost receipt", *map(str, text)]).encode()
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(head["receipt_key"])).verify(
            bytes.fromhex(receipt["signature"]), signed
        )
        assert places[receipt["viewer"]][receipt["position"] - 1]["root"] == receipt["root"]
    return draw_count


@pytest.mark.parametrize("name", GAMES)
def test_a_verifier_that_knows_only_the_format_verifies(name: str) -> None:
    for seed in range(4):
        game = played(GAMES[name], TableStart(seed=seed, is_restless=bool(seed % 2)))
        for viewer in viewers(game.seat_count):
            count = check(written(game.export(viewer)), written(game.receipts(viewer)))
            assert count == sum(len(commit.commit.draws) for commit in game.commits)
