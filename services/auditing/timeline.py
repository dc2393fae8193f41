"""Where on the chain a viewer's position lies, as far as a log tells."""

from domain.ids import Viewer
from services.auditing.stored_line import StoredLine


class Timeline:
    """The chain that a log shows. In the log of a closed table places are versions, and every viewer's positions are known.

    In a viewer's own log of a running game places are that viewer's positions, and it knows no other's.
    """

    def __init__(self, seat_count: int, own_viewer: Viewer | None) -> None:
        """``own_viewer``: whose log it is while the game goes on; None for a whole log."""
        self.own_viewer = own_viewer
        self._seat_count = seat_count
        self._places: dict[Viewer, list[int]] = {}
        self._roots: dict[int, bytes] = {}
        self._heads: dict[int, bytes] = {}
        self._by_root: dict[bytes, int] = {}

    def add(self, place: int, stored: StoredLine) -> None:
        """Note whom a commit tells something."""
        for viewer in stored.told_viewers(self._seat_count):
            self._places.setdefault(viewer, []).append(place)

    def add_own(self, viewer: Viewer, position: int, root: bytes) -> None:
        """Note the next line of the viewer's own."""
        self._places.setdefault(viewer, []).append(position)
        self.bind(position, root, b"")

    def bind(self, place: int, root: bytes, head: bytes) -> None:
        """Note the hashes of a place."""
        self._roots[place], self._heads[place] = root, head
        self._by_root[root] = place

    def knows(self, viewer: Viewer) -> bool:
        """Whether the viewer's positions can be told from this log."""
        return self.own_viewer in (None, viewer)

    def count(self, viewer: Viewer) -> int:
        """Count what the viewer was told."""
        return len(self._places.get(viewer, ()))

    def place_of(self, viewer: Viewer, position: int) -> int | None:
        """Give the place of a position; None if there is none."""
        places = self._places.get(viewer, [])
        return places[position - 1] if 1 <= position <= len(places) else None

    def root_at(self, place: int) -> bytes | None:
        """Give the root of a place; None if it could not be worked out."""
        return self._roots.get(place)

    def head_at(self, place: int) -> bytes:
        """Give the head of a place; empty where it is not shown."""
        return self._heads.get(place, b"")

    def find(self, root: bytes) -> int | None:
        """Give the place of a root; None if it is not on the chain."""
        return self._by_root.get(root)

    def version_at(self, place: int | None) -> int | None:
        """Give the version of a place, where places are versions."""
        return place if self.own_viewer is None else None
