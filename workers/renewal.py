"""Renewing the processes of ``serve`` while it serves: one after the other, from the code that is installed by then.

The new process comes first. When it is ready, the old one is asked to go: an API process then takes no new connections,
answers what comes on those that it has, ends its streams, and is gone within seconds; both hold the same listening socket,
so no connection is ever refused. If a new process does not get ready, the old ones stay.
"""

import logging
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final, Literal

from workers.children import Child
from workers.draining import DRAIN_SECONDS
from workers.renewal_record import RenewalRecord, Step

START_SECONDS: Final = 60.0
"""What is not ready by then is not going to be."""

LEAVE_SECONDS: Final = DRAIN_SECONDS + 30.0
"""What has not ended by then, a bot's turn included, is killed; what was begun is done again."""

log = logging.getLogger(__name__)


class Post:
    """One process that there should be. ``is_fresh``: it is started from the code on disk, not by forking the supervisor."""

    def __init__(self, role: str, name: str) -> None:
        self.role = role
        self.name = name
        self.child: Child | None = None
        self.is_fresh = False


class Renewal:
    """The processes that come and go meanwhile."""

    def __init__(self, start_fresh: Callable[[Post], Child], record: RenewalRecord) -> None:
        """``start_fresh`` starts a process for a post from the code on disk. Every step is noted in ``record``."""
        self._start_fresh = start_fresh
        self._record = record
        self._waiting: deque[Post] = deque()
        self._post: Post | None = None
        self._coming: Child | None = None
        self._leaving: Child | None = None
        self._give_up_at = 0.0

    @property
    def children(self) -> list[Child]:
        """The processes that hold no post: one that is to take it, one that has left it."""
        return [child for child in (self._coming, self._leaving) if child is not None]

    @property
    def wake_at(self) -> float | None:
        """When something has to be done, if nothing happens before; None: nothing."""
        return self._give_up_at if self.children else None

    def ask(self, posts: Iterable[Post]) -> None:
        """Renew these, after those that wait already, the projector last: what a new one packs may be new to the others."""
        added = sorted((post for post in posts if post not in self._waiting), key=lambda post: post.role == "projector")
        self._waiting.extend(added)
        self._record.begin(len(added))

    def step(self) -> None:
        """See to what has happened, and go on with the next."""
        if self._coming is not None and self._post is not None:
            self._look_after_coming(self._post, self._coming)
        if self._leaving is not None and self._post is not None:
            self._look_after_leaving(self._post, self._leaving)
        if self._waiting and not self.children:
            self._post = self._waiting.popleft()
            self._coming = self._start_fresh(self._post)
            self._give_up_at = time.monotonic() + START_SECONDS
            self._note(self._post, "starts", self._coming)

    def _look_after_coming(self, post: Post, coming: Child) -> None:
        if coming.has_ended() or time.monotonic() > self._give_up_at:
            coming.kill()
            log.error("process_not_renewed", extra={"process_name": post.name, "fault": coming.fault})
            self._coming = None
            self._waiting.clear()
            self._note(post, "failed", coming)
            self._record.end()
        elif coming.is_ready:
            self._coming, self._leaving = None, post.child
            post.child, post.is_fresh = coming, True
            self._give_up_at = time.monotonic() + LEAVE_SECONDS
            log.info("process_renewed", extra={"process_name": post.name, "pid": coming.pid})
            self._note(post, "serves", coming)
            if self._leaving is None:  # it had ended by itself, and nothing was started in its place yet
                self._finish(post, coming)
            else:
                self._leaving.tell(signal.SIGHUP if post.role == "api" else signal.SIGTERM)

    def _look_after_leaving(self, post: Post, leaving: Child) -> None:
        if not leaving.has_ended() and time.monotonic() > self._give_up_at:
            log.warning("process_killed", extra={"pid": leaving.pid})
            leaving.kill()
        if leaving.exit_code is not None:
            self._leaving = None
            self._finish(post, leaving)

    def _finish(self, post: Post, child: Child) -> None:
        self._note(post, "renewed", child)
        if not self._waiting:
            self._record.end()

    def _note(self, post: Post, what: Literal["starts", "serves", "renewed", "failed"], child: Child) -> None:
        self._record.add(Step(process_name=post.name, what=what, pid=child.pid, fault=child.fault))
