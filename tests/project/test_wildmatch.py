"""Patterns of `.gitignore` mean to porter what they mean to git, and cost little."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from porter.project.ignored import Rules
from porter.project.wildmatch import parse
from tests.thorough import amount


def is_ignored(rules: Rules, path: str) -> bool:
    """Tell whether the file or a folder that it lies in is ignored."""
    parts = path.split("/")
    folders = ("/".join(parts[:count]) + "/" for count in range(1, len(parts)))
    return any(rules.verdict(one) for one in (*folders, path))


def ignored(patterns: bytes, paths: Iterable[str]) -> set[str]:
    rules = Rules(".gitignore", "", "", tuple(reversed(parse(patterns))))
    return {path for path in paths if is_ignored(rules, path)}


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    return root


def ignored_by_git(root: Path, patterns: bytes, paths: Iterable[str]) -> set[str]:
    (root / ".gitignore").write_bytes(patterns)
    given = b"".join(path.encode() + b"\0" for path in paths)
    command = ["git", "-C", str(root), "check-ignore", "--no-index", "--stdin", "-z"]
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return {path.decode() for path in done.stdout.split(b"\0") if path}


_PARTS = (
    r"a b ab * ** / /**/ **/ ? ! # \ - . é [ ] [ab] [!a] [^b] [a-b] [z-a] []a] [[:alpha:] [a "
    r"[[:digit:][:punct:]] [[:no:]] [\]] [a- [!] [--a] *.a [[:a]"
)
_PATTERNS = st.lists(
    st.lists(st.sampled_from([" ", "\r", *_PARTS.split()]), max_size=7).map("".join), max_size=4
).map("\n".join)
_PATHS = st.lists(
    st.lists(
        st.sampled_from(
            ["a", "b", "ab", "ba", "a.a", "a-b", "#a", "!b", "é", "a b", "[", "]", "\\"]
        ),
        min_size=1,
        max_size=4,
    ).map("/".join),
    min_size=1,
    max_size=12,
    unique=True,
)


@settings(
    max_examples=amount(80, 250),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(patterns=_PATTERNS, paths=_PATHS)
def test_as_git(repository: Path, patterns: str, paths: list[str]) -> None:
    given_bytes = patterns.encode()
    assert ignored(given_bytes, paths) == ignored_by_git(repository, given_bytes, paths)


@pytest.mark.parametrize(
    ("patterns", "expected"),
    [
        ("*.a\n!a.a\n", {"a/b.a"}),
        ("/a.a\n", {"a.a"}),
        ("a/\n", {"a/b.a", "a/b/c"}),
        ("a/**/c\n", {"a/b/c"}),
        ("**/b.*", {"a/b.a"}),
        ("a**/**//\n", {"a/b.a", "a/b/c"}),
        ("\ufeffb*\r\n", {"a/b.a", "a/b/c"}),
        ("a.a \n", {"a.a"}),
        ("a.a\\ \n[z-a]\n[a\n\\\n!\n/\n", set()),
        ("a\x0cb\n# a\n", set()),
    ],
)
def test_what_patterns_mean(repository: Path, patterns: str, expected: set[str]) -> None:
    paths = ["a.a", "a/b.a", "a/b/c"]
    assert ignored(patterns.encode(), paths) == expected
    assert ignored_by_git(repository, patterns.encode(), paths) == expected


@pytest.mark.parametrize(
    "pattern",
    [
        "*a" * 100 + "b",
        "a*" * 100 + "b",
        "**/a" * 50 + "/b",
        "*?" * 100 + "b",
        "[a-z]*" * 100 + "1",
    ],
)
def test_a_path_is_read_once_whatever_the_pattern(pattern: str) -> None:
    paths = ["a" * 250, "/".join(["a" * 15] * 250)]
    assert ignored(pattern.encode() + b"\n", paths) == set()
