"""What an edit repeats of a file changes with what it repeats."""

from __future__ import annotations

from porter.source import Edit, apply_edits
from porter.source.text.copies import composed, with_copies_changed

_DATA = b"use(old -flag)\n"


def _applied(pieces: list[bytes | tuple[int, int]], *others: Edit) -> bytes:
    text, copies = composed(_DATA, pieces)
    edits = with_copies_changed(_DATA, [Edit(0, 0, text, "A", copies=copies), *others])
    assert not any(edit.copies for edit in edits)
    return apply_edits(_DATA, edits)[0]


def test_a_copy_changes_as_the_original_does() -> None:
    renamed = Edit(4, 7, b"renamed", "B")
    assert _applied([b"of(", (4, 7), b", ", (4, 7), b")\n"], renamed) == (
        b"of(renamed, renamed)\nuse(renamed -flag)\n"
    )


def test_of_what_is_taken_out_a_copy_loses_its_part() -> None:
    removed = Edit(7, 13, b"", "B")
    assert _applied([(8, 13), b"|", (4, 7), b"\n"], removed) == b"|old\nuse(old)\n"


def test_text_that_crosses_two_copies_stands_in_the_first() -> None:
    joined = Edit(6, 10, b"X", "B")
    assert _applied([(4, 7), b"|", (8, 13), b"\n"], joined) == b"olX|lag\nuse(olXlag)\n"


def test_without_other_edits_a_copy_is_what_stands_there() -> None:
    assert _applied([(4, 7), b"\n"]) == b"old\n" + _DATA
