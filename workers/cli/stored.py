"""Reaching the stored games from a command, whether the server runs or not."""

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from services.settings import Settings
from services.stream.embedded import EmbeddedStore, find_url
from workers.cli.choices import InvalidChoice


@contextmanager
def reachable_store(settings: Settings, *, may_be_new: bool = False) -> Iterator[Settings]:
    """Give settings that name a store which runs: the one they name, the server's own, or the bundled one started here.

    Raises ``InvalidChoice`` where the data directory holds no games, unless it ``may_be_new``, and what ``EmbeddedStore.start`` raises.
    """
    url = settings.store_url or find_url(settings.data_dir)
    if url is not None:
        yield replace(settings, store_url=url)
        return
    if not may_be_new and not (settings.data_dir / "appendonlydir").is_dir():
        raise InvalidChoice(
            f"There are no games in the data directory {settings.data_dir}. Name another with --data, or set "
            "DRAGONPOST_STORE_URL."
        )
    with EmbeddedStore(settings.data_dir, fsync=settings.fsync) as store:
        yield replace(settings, store_url=store.url)
