"""What pages say of a strict start, to a browser without scripts too."""

from collections.abc import Awaitable, Callable

from domain.chance import nonce_hash_of
from tests.services.http.pages.conftest import path_of, set_up
from tests.support.page_reader import Visitor

Guest = Callable[[str], Awaitable[Visitor]]


async def test_without_scripts_the_form_says_what_a_strict_start_needs(guest: Guest) -> None:
    anna = await guest("Anna")
    page = await set_up(anna, "dragon_overload", strict_start="on")
    assert page.status == 422
    assert "This table starts strictly: give the SHA-256 of your nonce" in page.text
    assert "A strict start needs scripts, and https or an address on this machine; or the API." in page.text
    page = await set_up(anna, "dragon_overload", nonce_hash=nonce_hash_of("unused"))
    assert page.status == 200, "what the script has made is passed over where nobody asks for it"
    assert "strictly" not in page.text


async def test_who_is_waited_for_is_said_at_the_table_and_in_the_list(guest: Guest) -> None:
    anna, bert = await guest("Anna"), await guest("Bert")
    table = await set_up(
        anna, "dragon_overload", strict_start="on", listing="listed", nonce_hash=nonce_hash_of("anna's")
    )
    path = path_of(table)
    assert "It starts strictly" in table.text
    await bert.send((await bert.open(path)).form("/join"), nonce_hash=nonce_hash_of("bert's"))
    assert "open your part of the shuffle" in (await bert.open("/")).text
    page = await anna.open(path)
    assert "it waits for Anna and Bert to open their part of the shuffle" in page.text
    assert [form for form in page.forms if form.action.endswith(("/start", "/bots/remove"))] == []
    assert "Remove…" not in page.text
    digest = nonce_hash_of("anna's")
    assert f'data-opens="{digest}"' in page.html
    assert "To close it now is counted" in page.text
    assert "to close the table now is counted" in (await anna.open(f"{path}/close")).text
    await anna.send(page.form("/nonce"), nonce="anna's")
    page = await bert.open(path)
    assert "it waits for Bert to open their part of the shuffle" in page.text
    assert page.form("/leave").buttons == ["Drop the table"]
    began = await bert.send(page.form("/nonce"), nonce="bert's")
    assert "The lot falls to" in began.text
    again = await bert.send(page.form("/nonce"), nonce="bert's")
    assert again.status == 200, "a second tab is shown the game"
