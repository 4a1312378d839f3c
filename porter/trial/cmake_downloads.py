"""What a build fetches from elsewhere while CMake runs, or make does.

Source: CMake's manual, `FetchContent`, `ExternalProject`, `file(DOWNLOAD)`; CPM's manual.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from porter.source.build_files.cmake import Command

#: What names a place elsewhere.
_ELSEWHERE = re.compile(r"(?:[a-z+]{2,8}://|git@|(?:gh|gl|bb|github|gitlab):)\S{1,500}")
_DECLARES = b"fetchcontent_declare"
_MAKES = frozenset({b"fetchcontent_makeavailable", b"fetchcontent_populate"})
_ADDS = frozenset({b"externalproject_add", b"cpmaddpackage", b"cpmfindpackage"})
_HINT = "without a network, give the folder: see CMake's FETCHCONTENT_SOURCE_DIR_<NAME>"


class Downloads:
    """What the scripts declare, so that it can be said where it is fetched."""

    def __init__(self) -> None:
        self._declared: dict[str, str] = {}

    def of(self, one: Command, words: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield what a command fetches, and what helps where there is no network.

        Args:
            one: a command that is reached.
            words: its words, with their variables' values.
        """
        places = [match[0].strip('"') for word in words if (match := _ELSEWHERE.search(word))]
        if one.name == _DECLARES and words and places:
            self._declared[words[0].lower()] = places[0]
        elif one.name in _MAKES:
            for word in words:
                if place := self._declared.pop(word.lower(), ""):
                    yield f"this build downloads {word} from {place}", _HINT
        elif places and (one.name in _ADDS or (one.name == b"file" and words[0] == "DOWNLOAD")):
            yield f"this build downloads {places[0]}", "see that the machine has a network"
