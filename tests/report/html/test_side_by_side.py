"""Side-by-side differences: each side is what it was, and each edit is marked."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from porter.report.html.side_by_side import LONGEST, Hunk, hunks
from porter.source import Edit


def told(data: bytes, *edits: tuple[int, int, bytes], shown: tuple[int, ...] = ()) -> list[Hunk]:
    made = [Edit(start, end, text, "API01") for start, end, text in edits]
    return hunks(data, made, shown, lambda _: 7)


def test_a_renamed_word_is_marked_on_both_sides() -> None:
    (hunk,) = told(b"int a;\ncudaFree(p);\nint b;\n", (7, 15, b"hipFree"))
    assert hunk.rows == [
        "int a;",
        ([("cudaFree", 7), "(p);"], [("hipFree", 7), "(p);"]),
        "int b;",
    ]
    assert (hunk.old, hunk.new) == (1, 1)


def test_lines_that_are_inserted_stand_on_the_right_alone() -> None:
    (hunk,) = told(b"int a;\n", (0, 0, b"#include <x>\n"))
    assert hunk.rows == [(None, [("#include <x>", 7)]), "int a;"]


def test_lines_that_go_stand_on_the_left_alone() -> None:
    (hunk,) = told(b"a\nb\nc\n", (2, 4, b""))
    assert hunk.rows == ["a", ([("b", 7)], None), "c"]


def test_lines_that_become_one() -> None:
    (hunk,) = told(b"f(a,\n  b);\nc\n", (4, 7, b" "))
    assert hunk.rows == [
        (["f(a,"], ["f(a,", (" ", 7), "b);"]),
        ([("  ", 7), "b);"], None),
        "c",
    ]


def test_distant_edits_are_apart_and_lines_are_counted_on_both_sides() -> None:
    data = b"".join(b"line %d\n" % number for number in range(1, 41))
    first, last = told(data, (0, 0, b"one\ntwo\n"), (len(data) - 8, len(data) - 1, b"LINE"))
    assert (first.old, first.new) == (1, 1)
    assert (last.old, last.new) == (37, 39)


def test_a_line_is_shown_for_a_finding() -> None:
    data = b"".join(b"line %d\n" % number for number in range(1, 41))
    (hunk,) = told(data, shown=(20,))
    assert hunk.rows == [f"line {number}" for number in range(17, 24)]


def test_what_no_terminal_shows_and_endless_lines_are_made_visible() -> None:
    (hunk,) = told("a‮b\x1b[0m\n".encode() + b"x" * 5000 + b"\n", shown=(1, 2))
    assert hunk.rows[0] == "a\\u202eb\\x1b[0m"
    assert len(hunk.rows[1]) == LONGEST + 2


def test_bytes_that_are_no_text_are_shown_all_the_same() -> None:
    (hunk,) = told(b"caf\xe9 cudaFree\n", (5, 13, b"hipFree"))
    assert hunk.rows == [(["caf� ", ("cudaFree", 7)], ["caf� ", ("hipFree", 7)])]


def plain(line: object) -> str:
    assert isinstance(line, list)
    return "".join(piece if isinstance(piece, str) else piece[0] for piece in line)


@st.composite
def edited(draw: st.DrawFn) -> tuple[bytes, list[tuple[int, int, bytes]]]:
    text = st.text("ab\n", max_size=6).map(str.encode)
    data = draw(st.text("ab\n", max_size=40)).encode()
    cuts = sorted(draw(st.lists(st.integers(0, len(data)), max_size=8)))
    spans = zip(cuts[::2], cuts[1::2], strict=False)
    edits = [(start, end, draw(text)) for start, end in spans]
    return data, [one for one in edits if one[0] < one[1] or one[2]]


@given(edited())
def test_each_side_is_the_whole_file(case: tuple[bytes, list[tuple[int, int, bytes]]]) -> None:
    data, edits = case
    after, at = b"", 0
    for start, end, text in edits:
        after, at = after + data[at:start] + text, end
    after += data[at:]
    lines = data.count(b"\n") + 1
    found = told(data, *edits, shown=tuple(range(1, lines + 1)))
    left = [row if isinstance(row, str) else row[0] for hunk in found for row in hunk.rows]
    right = [row if isinstance(row, str) else row[1] for hunk in found for row in hunk.rows]
    for side, whole in ((left, data), (right, after)):
        texts = [one if isinstance(one, str) else plain(one) for one in side if one is not None]
        assert texts == [line.decode() for line in whole.removesuffix(b"\n").split(b"\n")] or (
            not whole and texts in ([], [""])
        )
