"""What compiling said is kept for as long as it holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.derive.verdict_cache import VerdictCache

HOST = (False, ())
PIECES = ["int a;", "int b = c;", "int a;"]


def test_what_was_learnt_is_known_to_the_next_run(tmp_path: Path) -> None:
    first = VerdictCache(tmp_path, ("headers", "gfx942"))
    assert first.unknown(HOST, PIECES) == ["int a;", "int b = c;"]
    first.store(HOST, ["int a;", "int b = c;"], {1: "no c"})
    first.save()
    second = VerdictCache(tmp_path, ("headers", "gfx942"))
    assert second.unknown(HOST, [*PIECES, "int d;"]) == ["int d;"]
    assert second.refused(HOST, PIECES) == {1: "no c"}


def test_other_headers_macros_and_sides_know_nothing_of_it(tmp_path: Path) -> None:
    first = VerdictCache(tmp_path, ("headers",))
    first.store(HOST, ["int a;"], {})
    first.save()
    assert VerdictCache(tmp_path, ("newer headers",)).unknown(HOST, ["int a;"]) == ["int a;"]
    assert first.unknown((True, ()), ["int a;"]) == ["int a;"]
    assert first.unknown((False, ("MACRO",)), ["int a;"]) == ["int a;"]


@pytest.mark.parametrize(
    "content",
    [
        b"\x80damaged",
        b"",
        b"3",
        b"{}x",
        b"[1]",
        b"[[[0, []], {}]]",
        b'[[[false, [3]], {"a": ""}]]',
        b'[[[false, []], {"a": 3}]]',
        b'[[[false, []], ["a"]]]',
        b"[" * 100_000,
    ],
)
def test_a_file_of_another_form_is_compiled_anew(tmp_path: Path, content: bytes) -> None:
    first = VerdictCache(tmp_path, ("headers",))
    first.store(HOST, ["int a;"], {})
    first.save()
    (file,) = tmp_path.iterdir()
    file.write_bytes(content)
    assert VerdictCache(tmp_path, ("headers",)).unknown(HOST, ["int a;"]) == ["int a;"]


def test_nothing_is_written_without_a_folder(tmp_path: Path) -> None:
    cache = VerdictCache()
    cache.store(HOST, ["int a;"], {0: "wrong"})
    cache.save()
    assert cache.refused(HOST, ["int a;"]) == {0: "wrong"}
    assert not list(tmp_path.iterdir())
