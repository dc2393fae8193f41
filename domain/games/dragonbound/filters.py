"""Which dragons an effect or an orb is about: by size and nature."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from domain.games.dragonbound.cards import Nature

_ALL_SIZES: Final = 6


class Filter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """``sizes``: these only, all if empty. ``nature``: this only, any if None."""

    sizes: tuple[Annotated[int, Meta(ge=1, le=6)], ...] = ()
    nature: Nature | None = None

    def fits(self, size: int, nature: Nature | None) -> bool:
        """Whether a dragon is meant. An egg has size 0, and never is."""
        if size == 0 or (self.sizes and size not in self.sizes):
            return False
        return self.nature is None or nature == self.nature

    def words(self, count: int = 1) -> str:
        """Give "a dragon", "2 magical dragons of size 2 or less" and so on."""
        return f"a {self._nature_words()}dragon{self._size_words()}" if count == 1 else f"{count} {self.all_words()}"

    def all_words(self) -> str:
        """Give "dragons", "magical dragons of size 2 or less" and so on."""
        return f"{self._nature_words()}dragons{self._size_words()}"

    def _nature_words(self) -> str:
        return f"{self.nature} " if self.nature else ""

    def _size_words(self) -> str:
        sizes = sorted(set(self.sizes))
        if not sizes or len(sizes) == _ALL_SIZES:
            return ""
        if len(sizes) == 1:
            return f" of size {sizes[0]}"
        if sizes == list(range(1, sizes[-1] + 1)):
            return f" of size {sizes[-1]} or less"
        if sizes == list(range(sizes[0], _ALL_SIZES + 1)):
            return f" of size {sizes[0]} or more"
        return f" of size {', '.join(map(str, sizes[:-1]))} or {sizes[-1]}"


ANY_DRAGON: Final = Filter()
