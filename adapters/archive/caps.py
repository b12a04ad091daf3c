"""Caps on what an archive may hold."""

from dataclasses import dataclass

from adapters.settings import Settings


@dataclass(frozen=True)
class Caps:
    """Sizes in bytes, unpacked. `ratio` (unpacked to packed) holds for members, and all of them together, of over
    `ratio_from` bytes: what is small does no harm, and ten equal answers to each sample pack well. Deflate reaches 1032.
    """

    entries: int = 2_000
    member_bytes: int = 1024**3
    total_bytes: int = 4 * 1024**3
    ratio: int = 200
    ratio_from: int = 16 * 1024**2

    @property
    def directory_bytes(self) -> int:
        """Cap on the archive's table of contents: 46 bytes, a name, and what packers add to it, per entry."""
        return 128 * 1024 + 512 * self.entries

    @classmethod
    def from_settings(cls, settings: Settings) -> "Caps":
        return cls(entries=settings.max_entries, member_bytes=settings.max_member_bytes,
                   total_bytes=settings.max_unpacked_bytes)
