"""Patches of all kinds of files and names, applied by git."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from porter.sync.edits.patches import patch
from porter.sync.lock.states import EXECUTABLE, FILE, LINK, Content, content_of

_bytes = st.one_of(
    st.lists(st.sampled_from([b"a\n", b"b\n", b"\r\n", b"\n", b"no end"]), max_size=8).map(
        b"".join
    ),
    st.binary(max_size=40),
)
_contents = st.one_of(
    st.builds(Content, st.sampled_from([FILE, EXECUTABLE]), _bytes),
    st.builds(Content, st.just(LINK), st.sampled_from([b"there", b"a/b c", "\u00e9".encode()])),
)


def put(path: Path, content: Content | None) -> None:
    if content is None:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    if content.kind == LINK:
        path.symlink_to(os.fsdecode(content.data))
    else:
        path.write_bytes(content.data)
        path.chmod(0o755 if content.kind == EXECUTABLE else 0o644)


def applied(path: str, old: Content | None, new: Content | None) -> None:
    data = patch(path, old, new)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / path
        put(place, old)
        if old == new:
            assert data == b""
            return
        result = subprocess.run(
            ["git", "apply", "--whitespace=nowarn", "-"], cwd=folder, input=data,
            capture_output=True, check=False,
        )  # fmt: skip
        assert result.returncode == 0, (data, result.stderr)
        found = content_of(place) if os.path.lexists(place) else None
        assert found == new, data


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.none() | _contents, st.none() | _contents)
def test_git_makes_one_of_the_other(old: Content | None, new: Content | None) -> None:
    applied("k/a.cu", old, new)


@pytest.mark.parametrize(
    "path",
    ["a b.cu", 'q"u.cu', "back\\slash", "tab\tend", "\u00e9/x.cu", os.fsdecode(b"\xff"), " a"],
)
@pytest.mark.parametrize("kind", [FILE, EXECUTABLE])
def test_odd_names(path: str, kind: str) -> None:
    old, new = Content(FILE, b"1\n"), Content(kind, b"2\n")
    for pair in ((old, new), (None, new), (new, None)):
        applied(path, *pair)
