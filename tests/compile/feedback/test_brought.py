"""What a port inside upstream has, and what make was to make itself, is not upstream's."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.feedback.causes import Causes, Kind
from porter.compile.feedback.output import cause_of
from porter.compile.feedback.record import ConversionRecord, ConvertedFile


def causes(up: Path, port: Path, path: str) -> Causes:
    return Causes(ConversionRecord(up, {path: ConvertedFile(path, ())}), port)


@pytest.fixture
def trees(tmp_path: Path) -> tuple[Path, Path]:
    for name in ("up", "port"):
        (tmp_path / name / "a").mkdir(parents=True)
        (tmp_path / name / "a" / "k.cu").write_text("one;\ntwo;\nthree;\n")
        (tmp_path / name / "a" / "own.h").touch()
    return tmp_path / "up", tmp_path / "port"


def test_what_make_cannot_make_itself_is_not_what_is_missing(trees: tuple[Path, Path]) -> None:
    up, port = trees
    output = (
        "a/k.cu:3:10: fatal error: 'gone.h' file not found\n"
        "gpu.mk:86: a/own.h: No such file or directory\n"
        "make: *** [gpu.mk:84: a/own.h] Error 1\nmake: Failed to remake makefile 'a/own.h'.\n"
    )
    assert cause_of(output, port, port, causes(up, port, "a/k.cu")).kind is Kind.ABSENT


def test_what_a_port_inside_upstream_has_upstream_has_not(trees: tuple[Path, Path]) -> None:
    up, _ = trees
    port = up / "hip"
    port.mkdir()
    (port / "made.cmake").touch()
    known = causes(up, port, "CMakeLists.txt")
    assert known.of("", 0, "made.cmake: No such file").kind is Kind.ABSENT
    (up / "made.cmake").touch()
    assert known.of("", 0, "made.cmake: No such file").kind is Kind.UNREPORTED
