"""Receipts: signed, true, the same for the same position, and telling nothing of what is hidden."""

import random

from services.receipts import Receipt, ReceiptSigner, fingerprint_of, is_signed
from tests.services.http.test_log import of_kind, read_log
from tests.support.web import INSTALL, Person, Web, move_once, open_table, play_to_the_end

SIGNER = ReceiptSigner(INSTALL)


async def receipt_of(person: Person, game_id: str) -> Receipt:
    response = await person.get(f"/games/{game_id}/receipt")
    assert response.status_code == 200, response.text
    return Receipt(**response.json())


async def test_a_receipt_is_for_the_latest_line_that_its_viewer_was_told(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "hidden_hoards")
    for mover in (anna, bert):
        for person in (anna, bert):
            receipt = await receipt_of(person, game_id)
            entries = await read_log(person, game_id)
            latest = of_kind(entries, "told")[-1]
            assert (receipt.game_id, receipt.viewer) == (game_id, entries[0]["viewer"])
            assert (receipt.position, receipt.root, receipt.head) == (latest["position"], latest["root"], "")
            assert receipt.key == entries[0]["receipt_key"] == SIGNER.public_key
            assert entries[0]["receipt_key_fingerprint"] == fingerprint_of(receipt.key)
            assert is_signed(receipt, receipt.key)
        await move_once(game_id, mover)


async def test_what_is_hidden_does_not_change_a_receipt(web: Web) -> None:
    """Anna chooses unseen: Bert's receipt stays the same to the byte, and there is no head in it."""
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "hidden_hoards")
    before = await bert.get(f"/games/{game_id}/receipt")
    assert (await move_once(game_id, anna)).status_code == 200
    after = await bert.get(f"/games/{game_id}/receipt")
    assert before.content == after.content


async def test_once_the_game_is_over_a_receipt_names_the_head(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "hidden_hoards")
    await play_to_the_end(game_id, [anna, bert], random.Random(1))
    receipt = await receipt_of(anna, game_id)
    latest = of_kind(await read_log(anna, game_id), "full")[-1]
    assert (receipt.root, receipt.head) == (latest["root"], latest["head"])
    assert is_signed(receipt, SIGNER.public_key)


async def test_any_change_breaks_the_signature(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "hidden_hoards")
    receipt = (await anna.get(f"/games/{game_id}/receipt")).json()
    changes = {"game_id": "b" * 26, "viewer": 1, "position": 9, "root": "0" * 64, "head": "1" * 64}
    for name, value in changes.items():
        assert not is_signed(Receipt(**{**receipt, name: value}), SIGNER.public_key), name
    assert not is_signed(Receipt(**receipt), "00" * 32)


async def test_a_stranger_gets_no_receipt(web: Web) -> None:
    anna, bert, eve = await web.guest("Anna"), await web.guest("Bert"), await web.guest("Eve")
    game_id = await open_table([anna, bert], "hidden_hoards", watchable=False)
    assert (await eve.get(f"/games/{game_id}/receipt")).status_code == 404


async def test_the_fingerprint_is_on_the_first_page_and_where_a_game_is_checked(web: Web) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    game_id = await open_table([anna, bert], "hidden_hoards")
    for path in ("/welcome", f"/tables/{game_id}/verify"):
        page = await web.client(accept="text/html").get(path)
        assert page.status_code == 200
        assert SIGNER.fingerprint in page.text
