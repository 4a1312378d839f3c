"""Two conversions of a file as one: the bytes are those of both, and every edit keeps its rule."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from porter.convert.composition import composed
from porter.convert.result import NO_INPUTS, FileResult, LocatedEdit, LocatedFinding, Place
from porter.source import Edit, Finding, Severity, SourceFile

TEXT = b"one two three\nfour five six\n"


def result(*edits: Edit, findings: tuple[Finding, ...] = (), data: bytes = TEXT) -> FileResult:
    file = SourceFile("a.cu", data)
    located = tuple(LocatedFinding(one, Place(*file.position(one.start))) for one in findings)
    lines = [LocatedEdit(one, file.position(one.start)[0]) for one in edits]
    return FileResult("a.cu", "digest", inputs=NO_INPUTS).with_changes(lines, located, frozenset())


def together(first: FileResult, second: FileResult) -> FileResult:
    return composed(first, second, SourceFile("a.cu", TEXT), first.apply(TEXT))


def told(found: FileResult) -> list[tuple[int, int, bytes, str, str]]:
    return [one.edit[:5] for one in found.edits]


def test_edits_of_different_places_stay_apart() -> None:
    first = result(Edit(0, 3, b"first", "A1", "row"))
    second = result(Edit(6, 9, b"2", "B1", "name"), data=first.apply(TEXT))
    found = together(first, second)
    assert told(found) == [(0, 3, b"first", "A1", "row"), (4, 7, b"2", "B1", "name")]
    assert found.counts == {("A1", "row"): 1, ("B1", "name"): 1}
    assert found.apply(TEXT) == b"first 2 three\nfour five six\n"


def test_an_edit_of_what_the_first_conversion_wrote_names_both_rules() -> None:
    first = result(Edit(4, 7, b"hipcub", "A1", "runtime"))
    second = result(Edit(7, 10, b"kit", "B1", "cub \u2192 kit"), data=first.apply(TEXT))
    found = together(first, second)
    assert told(found) == [(4, 7, b"hipkit", "A1", "runtime, then B1 cub \u2192 kit")]


def test_an_edit_that_spans_what_was_written_and_what_stood_there() -> None:
    first = result(Edit(4, 4, b"new ", "A1"), Edit(8, 8, b"x", "A2"))
    middle = first.apply(TEXT)
    assert middle.startswith(b"one new two xthree")
    second = result(Edit(2, 14, b"_", "B1"), data=middle)
    found = together(first, second)
    assert told(found) == [(2, 9, b"_", "A1", "then B1")]
    assert found.apply(TEXT) == second.apply(middle)


def test_findings_of_the_second_are_at_places_of_the_file_as_it_was() -> None:
    first = result(
        Edit(0, 0, b"#include <x>\n", "A1"), findings=(Finding("A2", Severity.NOTE, "a", 8, 9),)
    )
    middle = first.apply(TEXT)
    at = middle.index(b"five")
    notes = (
        Finding("B1", Severity.WARNING, "written", 3, 5),
        Finding("B1", Severity.NOTE, "b", at, at + 4),
    )
    found = together(first, result(findings=notes, data=middle))
    assert [(one.finding.rule, one.finding.start, one.finding.end) for one in found.findings] == [
        ("B1", 0, 0),
        ("A2", 8, 9),
        ("B1", 19, 23),
    ]
    assert [tuple(one.place) for one in found.findings] == [(1, 1), (1, 9), (2, 6)]


@st.composite
def edits_of(draw: st.DrawFn, data: bytes, rule: str) -> tuple[Edit, ...]:
    """Edits in order that do not overlap, two insertions at one place among them."""
    count = draw(st.integers(0, 5))
    places = sorted(
        draw(st.lists(st.integers(0, len(data)), min_size=2 * count, max_size=2 * count))
    )
    text = st.binary(max_size=3)
    pairs = zip(places[::2], places[1::2], strict=True)
    return tuple(Edit(low, high, draw(text), rule) for low, high in pairs)


@given(data=st.data())
@example(data=None)
def test_one_conversion_gives_the_bytes_of_both(data: st.DataObject | None) -> None:
    if data is None:  # a deletion with a change on both sides of it
        first = result(Edit(4, 8, b"", "A"))
        second = result(Edit(3, 5, b"-", "B"), data=first.apply(TEXT))
    else:
        first = result(*data.draw(edits_of(TEXT, "A")))
        middle = first.apply(TEXT)
        second = result(*data.draw(edits_of(middle, "B")), data=middle)
    found = together(first, second)
    assert found.apply(TEXT) == second.apply(first.apply(TEXT))
    spans = [(one.edit.start, one.edit.end) for one in found.edits]
    assert all(low <= high for low, high in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
