"""The lock says the same after it was written and read, whatever files are called."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from porter.files.paths import is_inside
from porter.sync.lock import lockfile
from porter.sync.lock.lines import FileLine, PortLock, text_of
from porter.sync.lock.states import State

# Names are bytes to the system; what is no UTF-8 in them becomes lone surrogates.
_names = st.one_of(
    st.text(st.characters(blacklist_categories=("Cs",)), min_size=1),
    st.binary(min_size=1, max_size=12).map(os.fsdecode),
).filter(is_inside)
_states = st.builds(
    State, st.text("0123456789abcdef", min_size=32, max_size=32),
    st.sampled_from(["file", "exec", "link"]),
)  # fmt: skip


@st.composite
def _lines(draw: st.DrawFn) -> FileLine:
    path, upstream = draw(_names), draw(st.none() | _states)
    source = None if upstream is None else draw(st.just(path) | _names)
    is_open = draw(st.booleans())
    port = None if is_open else draw(st.none() | _states)
    todo = draw(st.integers(0, 99))
    return FileLine(path, source, todo, upstream, draw(st.none() | _states), port, is_open)


@settings(deadline=None)
@given(st.lists(_lines()), _names, _names)
def test_what_is_written_is_what_is_read(lines: list[FileLine], port: str, upstream: str) -> None:
    files = dict(_beside_one_another(lines))
    section = PortLock(port, upstream, f"tree {'0' * 32}", "0.0.1", "0" * 32, "{}", files)
    with tempfile.TemporaryDirectory() as folder:
        lockfile.write(Path(folder), {port: section})
        assert lockfile.read(Path(folder)) == {port: section}


def _beside_one_another(lines: list[FileLine]) -> Iterator[tuple[str, FileLine]]:
    """Leave out what cannot lie in one folder with what came before."""
    folders, files = set[str](), set[str]()
    for line in lines:
        paths = {line.path, line.source or line.path}
        above = {folder for path in paths for folder in _above(path)}
        if not (paths & (folders | files) or above & files or paths & above):
            folders |= above
            files |= paths
            yield line.path, line


def _above(path: str) -> Iterator[str]:
    while path := path.rpartition("/")[0]:
        yield path


def test_branches_that_touch_different_files_differ_in_different_lines() -> None:
    def text(**digests: str) -> list[str]:
        files = {
            name: FileLine(name, name, 0, State(digest * 32, "file"))
            for name, digest in digests.items()
        }
        return text_of(PortLock("p", "u", "tree 0", "0.0.1", "0", "{}", files)).split("\n")

    base, ours, theirs = text(a="0", b="0"), text(a="1", b="0"), text(a="0", b="1")
    assert [mine != line for mine, line in zip(ours, base, strict=True)].count(True) == 1
    assert [line != mine for line, mine in zip(theirs, base, strict=True)].count(True) == 1
