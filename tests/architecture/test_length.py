"""A file holds one idea, and at most 300 lines."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
SUFFIXES = {".py", ".cpp", ".h", ".hpp"}
MOST = 300
#: Files that may be longer, and why.
LONGER: dict[str, str] = {}


def lengths() -> dict[str, int]:
    """Return the number of lines of each of the project's own files."""
    return {
        path.relative_to(ROOT).as_posix(): path.read_bytes().count(b"\n")
        for folder in ("porter", "tests")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in SUFFIXES and path.is_file()
    }


def test_no_file_is_longer() -> None:
    found = lengths()
    assert len(found) > 1000
    too_long = {path: lines for path, lines in found.items() if lines > MOST}
    assert too_long.keys() <= LONGER.keys(), too_long


def test_an_exception_is_needed() -> None:
    found = lengths()
    assert [path for path in LONGER if found.get(path, 0) <= MOST] == []
