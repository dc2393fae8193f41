"""The install key: what is derived from it, and the file that holds it."""

import base64
import hmac
import os
import re
import stat
import threading
from pathlib import Path

import pytest

from domain.binding import game_secret
from services.install import InstallKey, load_or_make_install_key

KEY = bytes(range(32))
INSTALL = InstallKey(KEY)


def by_hand(*parts: str) -> bytes:
    message = b"".join(len(part.encode()).to_bytes(4, "big") + part.encode() for part in parts)
    return hmac.digest(KEY, message, "sha256")


def name_by_hand(*parts: str) -> str:
    return base64.b32encode(by_hand(*parts)[:16]).decode().lower()[:26]


def test_names_are_derived_and_stay_what_they_are() -> None:
    """Tables are found, and people known again, by these for as long as an install lives."""
    assert INSTALL.game_id("player", "key") == name_by_hand("game", "player", "key")
    assert INSTALL.rematch_id("old") == name_by_hand("rematch", "old")
    assert INSTALL.pseudonym("player", "game") == name_by_hand("pseudonym", "player", "game")
    assert INSTALL.invite_code("game") == name_by_hand("invite", "game")
    assert INSTALL.nonce("player", "game") == name_by_hand("nonce", "player", "game")


def test_secrets_are_derived_and_stay_what_they_are() -> None:
    assert INSTALL.secret("game") == game_secret(KEY, "game")
    assert INSTALL.signing_key("cookies") == by_hand("signing", "cookies")
    assert INSTALL.bot_seed("game", "0.3") == by_hand("bot", "game", "0.3")


def test_names_are_26_letters_and_digits() -> None:
    names = {INSTALL.game_id("player", str(number)) for number in range(300)}
    assert len(names) == 300
    assert all(re.fullmatch(r"[a-z2-7]{26}", name) for name in names)


def test_no_two_uses_give_the_same() -> None:
    """Not even where the parts are the same letters cut otherwise."""
    given = [
        INSTALL.game_id("ab", "c"),
        INSTALL.game_id("a", "bc"),
        INSTALL.pseudonym("ab", "c"),
        INSTALL.nonce("ab", "c"),
        INSTALL.rematch_id("abc"),
        INSTALL.invite_code("abc"),
        INSTALL.game_id("abc", ""),
        INSTALL.game_id("", "abc"),
    ]
    assert len(set(given)) == len(given)
    secrets = [INSTALL.secret("x"), INSTALL.signing_key("x"), INSTALL.bot_seed("x", ""), INSTALL.bot_seed("", "x")]
    assert len(set(secrets)) == len(secrets)


def test_another_install_names_everything_otherwise() -> None:
    other = InstallKey(KEY[::-1])
    assert other.pseudonym("player", "game") != INSTALL.pseudonym("player", "game")
    assert other.secret("game") != INSTALL.secret("game")


def test_two_games_cannot_be_linked_by_a_pseudonym() -> None:
    assert INSTALL.pseudonym("player", "one") != INSTALL.pseudonym("player", "two")


def test_the_key_does_not_show() -> None:
    for text in (repr(INSTALL), str(INSTALL)):
        assert KEY.hex() not in text
        assert repr(KEY) not in text


# The file


def test_the_first_start_makes_a_file_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "install.key"
    made = load_or_make_install_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(path.read_bytes()) == 32
    assert list(tmp_path.iterdir()) == [path]
    assert load_or_make_install_key(path).secret("g") == made.secret("g")


def test_the_mode_does_not_hang_on_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        load_or_make_install_key(tmp_path / "install.key")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "install.key").stat().st_mode) == 0o600


def test_every_install_has_its_own(tmp_path: Path) -> None:
    keys = [load_or_make_install_key(tmp_path / name).secret("g") for name in ("one", "two")]
    assert keys[0] != keys[1]


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_key_of_another_size_is_not_replaced(tmp_path: Path, size: int) -> None:
    path = tmp_path / "install.key"
    path.write_bytes(bytes(size))
    with pytest.raises(ValueError, match=f"{size} bytes instead of 32"):
        load_or_make_install_key(path)
    assert path.read_bytes() == bytes(size)


def test_processes_that_start_at_once_get_the_same_key(tmp_path: Path) -> None:
    """Once the later one found the file of the first before it was filled."""
    path, found, start = tmp_path / "install.key", [], threading.Barrier(8)

    def begin() -> None:
        start.wait()
        found.append(load_or_make_install_key(path).secret("g"))

    threads = [threading.Thread(target=begin) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1
    assert list(tmp_path.iterdir()) == [path]


def test_a_crash_before_the_key_is_written_leaves_no_half_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "install.key"

    def crash(descriptor: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", crash)
        with pytest.raises(KeyboardInterrupt):
            load_or_make_install_key(path)
    assert not path.exists()
    load_or_make_install_key(path)
    assert list(tmp_path.iterdir()) == [path]
