"""Words of a target's kind that FindCUDA takes anywhere among sources, and CMake behind the name.

Source: CMake's FindCUDA.cmake, `CUDA_GET_SOURCES_AND_OPTIONS`; CMake's manual, `add_library`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.source.build_files.cmake import Command
from porter.source.text.spans import Span

_KINDS = frozenset(
    (b"STATIC", b"SHARED", b"MODULE", b"WIN32", b"MACOSX_BUNDLE", b"EXCLUDE_FROM_ALL")
)


def kinds_in_front(command: Command) -> Iterator[tuple[Span, bytes]]:
    """Yield spans, and what takes their place, so that no word of a kind is behind a source.

    Args:
        command: one that adds a target.
    """
    arguments = command.arguments
    words = command.words
    end = words.index(b"OPTIONS", 1) if b"OPTIONS" in words[1:] else len(words)
    first = next((at for at in range(1, end) if words[at] not in _KINDS), end)
    late = [at for at in range(first, end) if words[at] in _KINDS]
    if not late:
        return
    place = arguments[0].end
    yield (place, place), b"".join(b" " + words[at] for at in late)
    for at in late:
        yield (arguments[at - 1].end, arguments[at].end), b""
