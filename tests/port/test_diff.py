"""Diffs that `patch` applies."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from porter.port.diff import unified_diff
from porter.source import Edit, apply_edits
from tests.thorough import amount


def diff(data: bytes, *edits: tuple[int, int, bytes]) -> bytes:
    return unified_diff(
        "a/x", "b/x", data, [Edit(low, high, text, "T") for low, high, text in edits]
    )


def patched(data: bytes, text: bytes) -> bytes:
    """Apply a diff, checking every line that it names."""
    old = re.findall(rb"[^\n]*\n|[^\n]+\Z", data)
    new: list[bytes] = []
    at = 0
    for hunk in re.split(rb"^(?=@@ )", text, flags=re.MULTILINE)[1:]:
        head, *lines = re.findall(rb"[^\n]*\n", hunk)
        start, length, new_start, new_length = (
            int(part or b"1")
            for part in re.match(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", head).groups()
        )
        first = start - (length > 0)
        new += old[at:first]
        at = first
        assert len(new) == new_start - (new_length > 0)
        counted = [0, 0]
        for number, line in enumerate(lines):
            if line.startswith(b"\\"):
                continue
            ends = number + 1 < len(lines) and lines[number + 1].startswith(b"\\")
            body = line[1:-1] if ends else line[1:]
            if line[:1] in b" -":
                assert old[at] == body
                at += 1
                counted[0] += 1
            if line[:1] in b" +":
                new.append(body)
                counted[1] += 1
        assert counted == [length, new_length]
    new += old[at:]
    assert all(line.endswith(b"\n") for line in new[:-1])
    return b"".join(new)


@st.composite
def texts_and_edits(draw: st.DrawFn) -> tuple[bytes, list[Edit]]:
    pieces = st.sampled_from([b"a", b"b", b"\n", b"\n\n", b"\r\n", b"\r", b"line\n"])
    data = b"".join(draw(st.lists(pieces, max_size=40)))
    offset = st.integers(0, len(data))
    new = st.lists(pieces, max_size=3).map(b"".join)
    edits = [
        Edit(min(low, high), max(low, high), text, "T")
        for low, high, text in draw(st.lists(st.tuples(offset, offset, new), max_size=6))
    ]
    return data, apply_edits(data, edits)[1]


@given(texts_and_edits())
@settings(max_examples=amount(100, 400))
def test_applying_the_diff_gives_what_the_edits_give(case) -> None:
    data, edits = case
    text = unified_diff("a/x", "b/x", data, edits)
    after = apply_edits(data, edits)[0]
    assert (patched(data, text) if text else data) == after


def test_a_hunk_reads_as_usual() -> None:
    data = b"".join(b"line %d\n" % number for number in range(1, 10))
    assert diff(data, (28, 34, b"LINE 5")) == (
        b"--- a/x\n+++ b/x\n@@ -2,7 +2,7 @@\n line 2\n line 3\n line 4\n-line 5\n+LINE 5\n line 6\n"
        b" line 7\n line 8\n"
    )


def test_a_new_line_is_an_addition_alone() -> None:
    assert diff(b"a\nb\n", (2, 2, b"new\n")) == (
        b"--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n a\n+new\n b\n"
    )


def test_files_without_a_last_newline() -> None:
    assert diff(b"a", (0, 1, b"b")) == (
        b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n"
        b"+b\n\\ No newline at end of file\n"
    )


def test_edits_that_change_nothing_make_no_diff() -> None:
    assert diff(b"a\nb\n") == b""
    assert diff(b"a\nb\n", (0, 1, b"a")) == b""


def test_a_million_changed_lines_take_no_time() -> None:
    line = b"cudaMalloc\n"
    data = line * 200_000
    edits = [Edit(at, at + 10, b"hipMalloc", "T") for at in range(0, len(data), len(line))]
    assert unified_diff("a/x", "b/x", data, edits).count(b"\n+hip") == 200_000


@pytest.mark.skipif(shutil.which("patch") is None, reason="patch is not there")
def test_patch_takes_it(tmp_path: Path) -> None:
    data = b"".join(b"line %d\r\n" % number for number in range(40))
    (tmp_path / "x").write_bytes(data)
    text = diff(data, (0, 0, b"first\n"), (30, 34, b""), (200, 260, b"z"))
    subprocess.run(["patch", "-p1", "--binary", "-s"], input=text, cwd=tmp_path, check=True)
    assert (tmp_path / "x").read_bytes() == data[:0] + b"first\n" + data[:30] + data[34:200] + (
        b"z" + data[260:]
    )
