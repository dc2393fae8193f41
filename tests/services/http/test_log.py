"""The log: what was told, provable line by line; everything once the table is closed."""

import hmac
import json
import random
from hashlib import sha256
from typing import Any

from tests.support.web import Person, Web, move_once, open_table, play_to_the_end

Entry = dict[str, Any]


async def read_log(person: Person, game_id: str, **parameters: Any) -> list[Entry]:
    response = await person.get(f"/games/{game_id}/log", params=parameters)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"].startswith("application/x-ndjson")
    return [json.loads(line) for line in response.text.splitlines()]


def of_kind(entries: list[Entry], kind: str) -> list[Entry]:
    return [entry for entry in entries if entry["kind"] == kind]


def hashed(*parts: bytes) -> str:
    return sha256(b"".join(parts)).hexdigest()


def check_told(entries: list[Entry]) -> None:
    """Prove each line that was told, from nothing but what stands in the log."""
    head = entries[0]
    for entry in of_kind(entries, "told"):
        leaves = [bytes.fromhex(leaf) for leaf in entry["leaves"]]
        assert len(leaves) == head["seat_count"] + 1
        assert hashed(bytes.fromhex(entry["salt"]), entry["line"].encode()) == leaves[head["viewer"]].hex()
        assert hashed(*(bytes.fromhex(entry[part]) for part in ("seal", "leaf_full")), *leaves) == entry["root"]
        told = json.loads(entry["line"])
        assert (told["position"], told["time_ms"]) == (entry["position"], entry["time_ms"])


async def test_each_told_line_can_be_proved_at_once(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "hidden_hoards")
    await move_once(game_id, anna)
    for person, positions in ((anna, [1, 2, 3, 4]), (bert, [1, 2, 3])):
        entries = await read_log(person, game_id)
        assert (entries[0]["kind"], entries[0]["position"]) == ("table", len(positions))
        assert [entry["position"] for entry in of_kind(entries, "told")] == positions
        check_told(entries)
        assert not of_kind(entries, "full")
        assert not of_kind(entries, "secret")
        assert not any("head" in entry for entry in entries)


async def test_only_what_came_after_a_position(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "dragon_overload")
    told = of_kind(await read_log(anna, game_id), "told")
    assert of_kind(await read_log(anna, game_id, after=2), "told") == told[2:]
    assert of_kind(await read_log(anna, game_id, after=999), "told") == []
    assert told[0]["sentences"] == ["Anna sets up the table.", "Anna sits down on seat 1."]
    assert told[2]["sentences"][0] == "The game begins."


async def test_a_closed_game_is_told_in_full_and_every_binding_opens(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "hidden_hoards")
    during = of_kind(await read_log(bert, game_id), "told")
    await play_to_the_end(game_id, [anna, bert], random.Random(1))
    entries = await read_log(bert, game_id)
    check_told(entries)
    assert of_kind(entries, "told")[: len(during)] == during
    (shown,) = of_kind(entries, "secret")
    secret = bytes.fromhex(shown["secret"])
    assert hashed(b"dragonpost secret", game_id.encode(), secret) == entries[0]["commitment"]
    head = bytes(32)
    full = of_kind(entries, "full")
    assert [entry["version"] for entry in full] == list(range(1, len(full) + 1))
    assert len(full) > len(of_kind(entries, "told"))
    for entry in full:
        salt = hmac.digest(secret, f"leaf {entry['version']} full".encode(), "sha256")
        assert hashed(salt, entry["line"].encode()) == entry["leaf_full"]
        seal_salt = hmac.digest(secret, f"seal {entry['version']}".encode(), "sha256")
        assert hashed(seal_salt, head) == entry["seal"]
        parts = [bytes.fromhex(part) for part in (entry["seal"], entry["leaf_full"], *entry["leaves"])]
        assert hashed(*parts) == entry["root"]
        assert hashed(head, bytes.fromhex(entry["root"])) == entry["head"]
        head = bytes.fromhex(entry["head"])
    assert {entry["root"] for entry in of_kind(entries, "told")} <= {entry["root"] for entry in full}


async def test_a_spectator_reads_its_own_log_and_an_invited_one_too(web: Web) -> None:
    anna, bert, eve = await web.guest("Anna"), await web.guest("Bert"), await web.guest("Eve")
    game_id = await open_table([anna, bert], "hidden_hoards", watchable=False)
    code = (await anna.post(f"/games/{game_id}/invite")).json()["code"]
    assert (await eve.get(f"/games/{game_id}/log")).status_code == 404
    entries = await read_log(eve, game_id, invite=code)
    assert entries[0]["viewer"] == -1
    check_told(entries)
