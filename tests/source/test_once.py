"""What is found out about a file is found out once, and holds no file after its conversion."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest

from porter.convert import worker
from porter.convert.project_index import ProjectIndex
from porter.convert.targets import chosen
from porter.options import Options
from porter.project.discover import Entry
from porter.source import SourceFile
from porter.source.once import once_for_each_file
from porter.source.text.languages import language_of

SOURCES = Path(__file__).parents[2] / "csrc_cuda" / "warp_kit"


def test_a_function_is_computed_once_for_each_file_and_argument() -> None:
    asked = []

    @once_for_each_file
    def length(file: SourceFile, factor: int) -> int:
        asked.append((file.path, factor))
        return len(file.data) * factor

    one, other = SourceFile("a.cu", b"abc"), SourceFile("b.cu", b"abcd")
    assert [length(one, 2), length(one, 2), length(other, 2), length(one, 3)] == [6, 6, 8, 9]
    assert asked == [("a.cu", 2), ("b.cu", 2), ("a.cu", 3)]


def test_no_file_outlives_its_conversion(monkeypatch: pytest.MonkeyPatch) -> None:
    alive: weakref.WeakSet[SourceFile] = weakref.WeakSet()

    class Watched(SourceFile):
        def __init__(self, *arguments: object, **named: object) -> None:
            super().__init__(*arguments, **named)  # type: ignore[arg-type]
            alive.add(self)

    monkeypatch.setattr(worker, "SourceFile", Watched)
    options = Options(rocm=(6, 4))
    target = chosen(None, None, reverse=False)
    converter = worker.FileConverter(
        SOURCES, options, ProjectIndex(options, []).views, target.rules
    )
    gc.disable()  # a file in a circle of references would wait for it, with its syntax tree
    try:
        for path in sorted(SOURCES.glob("*.cu*")):
            converter.convert_data(Entry(path.name, language_of(path.name)), path.read_bytes())
            assert not list(alive), path
    finally:
        gc.enable()
