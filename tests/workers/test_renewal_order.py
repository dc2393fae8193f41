"""In which order the processes of ``serve`` are renewed."""

from pathlib import Path
from typing import Any

from workers.renewal import Post, Renewal
from workers.renewal_record import RenewalRecord


class Ready:
    """A process that is ready at once, and has ended when it is told to."""

    is_ready, exit_code, fault, pid = True, 0, "", 1

    def has_ended(self) -> bool:
        return False

    def tell(self, number: int) -> None: ...


def test_the_projector_comes_last(tmp_path: Path) -> None:
    """What it packs, the processes of an earlier build might not read."""
    renewed: list[str] = []

    def start_fresh(post: Post) -> Any:
        renewed.append(post.name)
        return Ready()

    renewal = Renewal(start_fresh, RenewalRecord(tmp_path))
    posts = [
        Post("api", "api"),
        Post("projector", "projector"),
        Post("turn-caller", "turn-caller"),
        Post("bots", "bots-1"),
    ]
    for post in posts:
        child: Any = Ready()
        post.child = child
    renewal.ask(posts)
    renewal.ask(posts)
    for _ in range(12):
        renewal.step()
    assert renewed == ["api", "turn-caller", "bots-1", "projector"]
