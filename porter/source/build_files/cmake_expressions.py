"""CMake's generator expressions among the words of a list.

Source: CMake's manual, cmake-generator-expressions(7), "Whitespace And Quoting".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def whole(words: Iterable[str]) -> Iterator[str]:
    """Yield words, an expression whole that a `;` parts: CMake reads the text of the list.

    Args:
        words: of a list.
    """
    held: list[str] = []
    for word in words:
        held.append(word)
        if "$<" not in held[0] or sum(map(_depth, held)) <= 0:
            yield ";".join(held)
            held = []
    yield from held


def _depth(word: str) -> int:
    """Return how many expressions a word begins more than it ends."""
    return word.count("$<") - word.count(">")
