"""``dragonpost serve``: store, API, projector, turn caller and bots on one machine, started, watched and stopped together.

The supervisor itself does nothing but that: it opens no connection but to ask the API whether it is ready, and has no
threads. The listening socket is its own, so that connections wait while the API restarts. A process that ends is started
again, the store too, after a pause that grows while it keeps ending early. SIGUSR1 (``dragonpost restart``) renews all
processes but the store and the supervisor, one after the other, while all is served (``workers/renewal.py``).
"""

import http.client
import logging
import os
import select
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from typing import ClassVar, Final

from msgspec.structs import replace

from services.logs import set_up_logging
from services.network import ANY_ADDRESS, network_address
from services.settings import Settings
from services.stream.embedded import EmbeddedStore, EmbeddedStoreError
from services.wiring import read_install_key
from workers.children import Child, Reports, start_child
from workers.fresh_process import become
from workers.instance import only_instance
from workers.listening import CannotListen, WrongHost, listen, url_of
from workers.metrics_server import check_metrics_place
from workers.renewal import START_SECONDS, Post, Renewal
from workers.renewal_record import RenewalRecord
from workers.roles import Start, run_role

GRACE_SECONDS: Final = 1.5
"""How long the processes get to finish when all stops; the API cuts what is open after 1 s."""

STORE_GRACE_SECONDS: Final = 0.8
FIRST_PAUSE_SECONDS: Final = 0.1
LONGEST_PAUSE_SECONDS: Final = 10.0
STEADY_SECONDS: Final = 10.0
"""What ran so long did not end early."""

PREDECESSOR_SECONDS: Final = 0.5
"""How long the port may still be held by processes of a supervisor that was just killed."""

PROBE_SECONDS: Final = 2.0
STOP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

log = logging.getLogger(__name__)


class StartFailed(Exception):
    """A process ended before it was ready; the text is what it said."""

    code: ClassVar[str] = "start_failed"


class _Pauses:
    """How long to wait before something is started again."""

    def __init__(self) -> None:
        self._count = 0
        self.next_start_at = 0.0

    def ended(self, lived_seconds: float) -> None:
        """Note that it ended."""
        self._count = 0 if lived_seconds >= STEADY_SECONDS else self._count + 1
        pause = min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** max(0, self._count - 1))
        self.next_start_at = time.monotonic() + pause


def serve(settings: Settings, say: Callable[[str], None]) -> None:
    """Run everything until a signal asks to stop. ``say`` is told the one line with the address, once all is ready.

    Raises ``AlreadyRunning``, ``CannotListen``, ``EmbeddedStoreError``, ``SettingsError`` or ``StartFailed`` before that.
    """
    check_metrics_place(settings, processes=len(_posts_of(settings)))
    with only_instance(settings.data_dir) as lock, closing(_listen(settings)) as listener:
        if settings.install_key_path.exists():  # else the first process makes it, if the store has none yet
            read_install_key(settings.install_key_path)
        store = None if settings.store_url else EmbeddedStore(settings.data_dir, fsync=settings.fsync)
        Supervisor(settings, listener, store, lock).run(say)


def _listen(settings: Settings) -> socket.socket:
    give_up_at = time.monotonic() + PREDECESSOR_SECONDS
    while True:
        try:
            return listen(settings.host, settings.port)
        except WrongHost:
            raise
        except CannotListen:
            if time.monotonic() > give_up_at:
                raise
            time.sleep(0.02)


class Supervisor:
    """Keeps all processes of one machine running."""

    def __init__(self, settings: Settings, listener: socket.socket, store: EmbeddedStore | None, lock: int) -> None:
        """``store`` is None where the settings name one that somebody else runs. ``lock`` is a descriptor of ours alone."""
        self._settings = settings
        self._listener = listener
        self._store = store
        self._store_pauses = _Pauses()
        self._store_began_at = 0.0
        self._lock = lock
        self._posts = _posts_of(settings)
        self._pauses = {post.name: _Pauses() for post in self._posts}
        self._renewal = Renewal(self._start_fresh, RenewalRecord(settings.data_dir))
        self._stops_asked = 0
        self._renewals_asked = 0
        self._wake_reading, self._wake_writing = os.pipe()

    def run(self, say: Callable[[str], None]) -> None:
        """Start all, say so, keep it running until asked to stop, stop all."""
        with self._signals():
            try:
                self._start_store()
                for post in self._posts:
                    self._start(post)
                if self._await_ready():
                    say(f"Dragonpost is ready: {self._address()}  (Ctrl-C stops it)")
                while not self._stops_asked:
                    self._step()
            finally:
                self._stop_all()

    # Starting

    def _start_store(self) -> None:
        if self._store is None:
            return
        self._store.start()
        self._store_began_at = time.monotonic()
        before, self._settings = self._settings, replace(self._settings, store_url=self._store.url)
        if before.store_url not in {None, self._store.url}:
            self._restart_all()

    def _restart_all(self) -> None:
        """End every process, as the store has moved. At once: none can finish anything with a store that is gone."""
        for child in self._children():
            child.tell(signal.SIGKILL)

    def _start(self, post: Post) -> None:
        post.child = self._start_fresh(post) if post.is_fresh else self._start_child(post, _be)
        log.info("process_started", extra={"process_name": post.name, "pid": post.child.pid})

    def _start_fresh(self, post: Post) -> Child:
        return self._start_child(post, become)

    def _start_child(self, post: Post, be: Callable[..., None]) -> Child:
        close = [self._wake_reading, self._wake_writing, self._lock]
        close += [child.reports for child in self._children() if child.exit_code is None]
        listener = self._listener if post.role == "api" else None
        if listener is None:
            close.append(self._listener.fileno())
        settings = replace(self._settings, metrics_port=self._metrics_port(post))
        return start_child(post.name, partial(be, post.name, post.role, settings, listener), close=close)

    def _metrics_port(self, post: Post) -> int:
        """Give each process a port of its own, or 0 where none is wanted."""
        first = self._settings.metrics_port
        return first and first + self._posts.index(post)

    def _children(self) -> list[Child]:
        return [post.child for post in self._posts if post.child is not None] + self._renewal.children

    def _await_ready(self) -> bool:
        """Wait until every process and the API are ready; False if asked to stop meanwhile. Raises ``StartFailed``."""
        give_up_at = time.monotonic() + START_SECONDS
        while not self._stops_asked:
            self._step(is_starting=True)
            if time.monotonic() > give_up_at:
                raise StartFailed(
                    f"Not everything was ready after {START_SECONDS:.0f} s. DRAGONPOST_LOG_LEVEL=info tells more."
                )
            if all(post.child is not None and post.child.is_ready for post in self._posts) and self._is_serving():
                return True
        return False

    def _is_serving(self) -> bool:
        """Ask the API whether it is ready."""
        family_address = self._listener.getsockname()
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(family_address[0], family_address[0])  # noqa: S104
        connection = http.client.HTTPConnection(host, family_address[1], timeout=PROBE_SECONDS)
        with closing(connection), suppress(OSError, http.client.HTTPException):
            connection.request("GET", "/ready")
            return connection.getresponse().status == http.client.OK
        return False

    def _address(self) -> str:
        """Say where it is, for this machine and for others."""
        if self._settings.base_url is not None:
            return self._settings.base_url
        own = url_of(self._settings.host, self._settings.port)
        others = network_address() if self._settings.host in ANY_ADDRESS else None
        return own if others is None else f"{own}, for others {url_of(others, self._settings.port)}"

    # Watching

    def _step(self, *, is_starting: bool = False) -> None:
        """Wait for news or until something is to be started again, and see to it."""
        unready = {child.reports: child for child in self._children() if child.exit_code is None and not child.is_ready}
        readable, _, _ = select.select(
            [self._wake_reading, *unready], [], [], 0.05 if is_starting else self._patience()
        )
        for descriptor in readable:
            if descriptor == self._wake_reading:
                os.read(self._wake_reading, 4096)
            elif not unready[descriptor].hear():
                time.sleep(0.005)  # it is ending; a moment later that can be seen
        self._look_after_store(is_starting=is_starting)
        for post in self._posts:
            self._look_after(post, is_starting=is_starting)
        if not is_starting:
            self._renew()

    def _renew(self) -> None:
        if self._renewals_asked:
            self._renewals_asked = 0
            self._renewal.ask(self._posts)
        if not self._stops_asked:
            self._renewal.step()

    def _patience(self) -> float | None:
        """How long nothing has to be done, if nothing happens; None: for ever."""
        due = [self._pauses[post.name].next_start_at for post in self._posts if post.child is None]
        if self._renewal.wake_at is not None:
            due.append(self._renewal.wake_at)
        if self._store is not None and not self._store.is_running:
            due.append(self._store_pauses.next_start_at)
        return max(0.0, min(due) - time.monotonic()) if due else None

    def _look_after(self, post: Post, *, is_starting: bool) -> None:
        child, pauses = post.child, self._pauses[post.name]
        if child is not None and child.has_ended():
            if is_starting:
                raise StartFailed(child.fault or f"The process {post.name} ended at once, with code {child.exit_code}.")
            log.warning(
                "process_ended", extra={"process_name": post.name, "exit_code": child.exit_code, "fault": child.fault}
            )
            post.child = None
            pauses.ended(time.monotonic() - child.began_at)
        if post.child is None and time.monotonic() >= pauses.next_start_at and not self._stops_asked:
            self._start(post)

    def _look_after_store(self, *, is_starting: bool) -> None:
        if self._store is None or self._store.is_running or self._stops_asked:
            return
        if is_starting:
            raise StartFailed("The store ended at once.")
        if self._store_began_at:
            log.warning("store_ended", extra={"pid": self._store.pid})
            self._store_pauses.ended(time.monotonic() - self._store_began_at)
            self._store_began_at = 0.0
        if time.monotonic() >= self._store_pauses.next_start_at:
            try:
                self._start_store()
            except EmbeddedStoreError as error:
                log.warning("store_not_started", extra={"code": error.code, "fault": str(error)})
                self._store_pauses.ended(0.0)

    # Stopping

    def _stop_all(self) -> None:
        """End all, the store last, within 3 s: what does not end in time is killed, at once on a second signal."""
        children = self._children()
        for child in children:
            child.tell(signal.SIGTERM)
        give_up_at, asked = time.monotonic() + GRACE_SECONDS, self._stops_asked
        while not all([child.has_ended() for child in children]):  # noqa: C419  every one is asked, and so reaped
            if time.monotonic() > give_up_at or self._stops_asked > asked:
                break
            time.sleep(0.01)
        for child in children:
            if not child.has_ended():
                log.warning("process_killed", extra={"pid": child.pid})
                child.kill()
        if self._store is not None:
            self._store.stop(STORE_GRACE_SECONDS)

    @contextmanager
    def _signals(self) -> Iterator[None]:
        """Have signals wake ``_step``, and count those that ask to stop."""
        os.set_blocking(self._wake_writing, False)
        before_fd = signal.set_wakeup_fd(self._wake_writing, warn_on_full_buffer=False)
        before = {number: signal.signal(number, self._ask_to_stop) for number in STOP_SIGNALS}
        before[signal.SIGUSR1] = signal.signal(signal.SIGUSR1, self._ask_to_renew)
        before[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda *_: None)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(before_fd)
            os.close(self._wake_reading)
            os.close(self._wake_writing)

    def _ask_to_stop(self, *_: object) -> None:
        self._stops_asked += 1

    def _ask_to_renew(self, *_: object) -> None:
        self._renewals_asked += 1


def _posts_of(settings: Settings) -> list[Post]:
    apis = ["api"] if settings.api_workers == 1 else [f"api-{number}" for number in range(settings.api_workers)]
    return [
        *(Post("api", name) for name in apis),
        *(Post(role, role) for role in ("projector", "turn-caller")),
        *(Post("bots", f"bots-{number}") for number in range(settings.bots)),
    ]


def _be(name: str, role: str, settings: Settings, listener: socket.socket | None, reports: Reports) -> None:
    """What a forked process does."""
    set_up_logging(name, level=settings.log_level, style=settings.log_format)
    run_role(role, Start(settings=settings, listener=listener, is_ready=reports))
