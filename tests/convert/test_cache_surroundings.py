"""A result for which a rule read other files is made again when these change, and only then."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from porter.convert.engine import convert_file
from porter.fixers import Context, Rule
from porter.fixers.conversion import Conversion
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.source import SourceFile

CUDA = b"#include <cuda_runtime.h>\ncudaError_t e = cudaFree(p);\n"
OLD = time.time_ns() - 3_600_000_000_000


def write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, ns=(OLD, OLD))


def cached(src: Path) -> int:
    """Convert `src` and return how many files were known."""
    destination = Destination(OutputMode.OUT, src.parent / "out")
    return write_port([src], Options(), destination, cache=src.parent / "cache").conversion.cached


def test_a_result_that_read_a_header_is_kept_when_others_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reading(file: SourceFile, context: Context, rules: tuple[Rule, ...]) -> Conversion:
        if file.path == "a.cu":
            file.beside.add("h.h")
        return convert_file(file, context, rules)

    monkeypatch.setattr("porter.convert.worker.convert_file", reading)
    src = tmp_path / "src"
    for name in ("a.cu", "b.cu"):
        write(src / name, CUDA)
    write(src / "h.h", b"int h;\n")
    assert cached(src) == 0
    assert cached(src) == 3
    write(src / "b.cu", CUDA + b"cudaFree(q);\n")
    assert cached(src) == 2
    write(src / "h.h", b"long h;\n")
    assert cached(src) == 1
    write(src / "new.h", b"int h;\n")
    assert cached(src) == 2
    (src / "new.h").unlink()
    assert cached(src) == 2
    assert cached(src) == 3
