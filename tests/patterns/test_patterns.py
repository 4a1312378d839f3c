"""No pattern of porter's goes back over a text again and again: its time is that of the text."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest

from tests.patterns.ambiguity import Growth, Machine, growth
from tests.patterns.collected import ANYWHERE, Place, places
from tests.patterns.positions import NONE, parsed

_ONCE = frozenset({"match", "fullmatch"})
#: Positions of a pattern that is looked at in seconds and not in a minute.
_SMALL = 30
#: Patterns that may take longer, and why no stranger can make use of it.
_KNOWN = {
    "porter.derive.": "the headers of installed toolkits, when tables are made",
    "porter.execute.cpu.compiler_wrappers:": "names of symbols, matched whole",
    "porter.fixers.api._differences:": "porter's own tables",
    "porter.fixers.build_files._cmake_flag_words:": "a `$` that opens nothing is a word",
    "porter.fixers.build_files._make:": "a `$` that opens nothing is a word: no search fails",
    "porter.report.rocm_upgrade:": "porter's own tables",
    "porter.source.cpp.arithmetic_types:": "no type begins at a qualifier that was gone through",
    "porter.tables.ptx:": "porter's own tables",
    "porter.packs.spelling:": "an alternative always matches where the search begins",
}


def _known(place: Place) -> bool:
    return place.where.startswith(tuple(_KNOWN))


def _growths(place: Place) -> Iterator[Growth | None]:
    """Yield how the time of each kind of use may grow."""
    assert place.pattern is not None
    uses = place.uses
    if not uses or (ANYWHERE in uses and uses - _ONCE - {ANYWHERE}):
        yield growth(place.pattern, place.flags, is_search=True)
    is_whole = not uses or "fullmatch" in uses
    yield growth(place.pattern, place.flags, is_search=False, is_whole=is_whole)


def _check(*, small: bool) -> None:
    found = []
    for place in places():
        if place.pattern is None or _known(place):
            continue
        machine = _machine(place)
        if (machine.start <= _SMALL) is small:
            found += [f"{place.where}: {one.value}" for one in _growths(place) if one]
    assert found == []


def _machine(place: Place) -> Machine:
    tree, flags = parsed(place.pattern or "", place.flags)
    return Machine(tree, flags, is_committed=False, is_search=False, is_whole=True)


def test_no_pattern_shares_a_text_out_in_many_ways() -> None:
    _check(small=True)


@pytest.mark.slow
def test_no_large_pattern_shares_a_text_out_in_many_ways() -> None:
    _check(small=False)


def test_all_patterns_are_collected() -> None:
    found = places()
    assert len(found) > 500
    assert (
        sum(place.pattern is None for place in found) < len(found) / 10
    )  # made of names when they are known
    uses = {place.where.partition(":")[0]: place.uses for place in found}
    assert uses["porter.project.vendored"] == {"findall", ANYWHERE}


@pytest.mark.parametrize(
    ("pattern", "is_search", "expected"),
    [
        (r"(a+)+b", False, Growth.EXPONENTIAL),
        (r"(?:a|a)*b", False, Growth.EXPONENTIAL),
        (r"(a*)*b", False, Growth.EXPONENTIAL),
        (r'"(?:\\.|[^"])*"', False, Growth.EXPONENTIAL),
        (r"(?:\w+\s*)*=", False, Growth.EXPONENTIAL),
        (r"a*a*b", False, Growth.POLYNOMIAL),
        (r"x*y*x*z", False, Growth.POLYNOMIAL),
        (r"\w+\s*\(", True, Growth.POLYNOMIAL),
        (r"[ \t]+\Z", True, Growth.POLYNOMIAL),
        (r"[ \t]++\Z", True, Growth.POLYNOMIAL),
        (r"a(?=.*b)c", True, Growth.POLYNOMIAL),
        (r"ab(?=,[^\s]*+\.c)", True, Growth.POLYNOMIAL),
        (r"ab(?![^\s]*+\.c)", True, Growth.POLYNOMIAL),
        (r"(?m)^\s*#", True, Growth.POLYNOMIAL),
        (r"(?m)^[ \t]*#", True, None),
        (r"(?<![ \t])[ \t]++\Z", True, None),
        (r"\b\w+\s*\(", True, None),
        (r"a*+a*b", False, None),
        (r"(?:a+)*+b", False, None),
        (r"\w+", True, None),
        (r"(\w|-)+x", False, None),
        (r"^\s*#", True, None),
    ],
)
def test_what_is_told_of_a_pattern(pattern: str, is_search: bool, expected: Growth | None) -> None:
    assert growth(pattern, is_search=is_search) is expected


def _attacks(machine: Machine, size: int) -> Iterator[bytes]:
    """Yield long texts that lead into each loop of a pattern and at last to nothing."""
    ways = _ways(machine, machine.start, b"", NONE)
    for at in machine.in_loops():
        if at not in ways:
            continue
        way = ways[at]
        turn = _ways(machine, at, b"", way[-1] if way else NONE).get(at, b"")
        for once in {turn, way + turn, way}:
            yield way + once * (size // max(1, len(once))) + b"\0"


def _ways(machine: Machine, start: int, text: bytes, before: int) -> dict[int, bytes]:
    """Return a short text that leads to each position, from one of them."""
    found: dict[int, bytes] = {}
    left = [(start, text, before)]
    while left:
        later = []
        for at, way, last in left:
            for letter in machine.letters:
                for to in machine.steps(at, last, letter):
                    if to not in found:
                        found[to] = way + bytes((letter,))
                        later.append((to, found[to], letter))
        left = later
    return found


def _seconds(pattern: re.Pattern[bytes], uses: frozenset[str], text: bytes) -> float:
    start = time.process_time()
    if uses & _ONCE:
        pattern.fullmatch(text)
    if ANYWHERE in uses and uses - _ONCE - {ANYWHERE}:
        for _ in pattern.finditer(text):
            pass
    return time.process_time() - start


@pytest.mark.slow
def test_time_grows_with_the_text() -> None:
    short, long = 4_000, 32_000
    found = []
    for place in places():
        if not isinstance(place.pattern, bytes) or _known(place):
            continue
        pattern = re.compile(place.pattern, place.flags)
        machine = _machine(place)
        for one, other in zip(_attacks(machine, short), _attacks(machine, long), strict=True):
            taken = _seconds(pattern, place.uses, other)
            if taken > 0.05 and taken > 24 * _seconds(pattern, place.uses, one):
                found.append((place.where, other[:60]))
    assert found == []
