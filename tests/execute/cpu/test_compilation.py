"""Compiled device code is kept: what makes it stale, and what does not."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from porter.execute.cpu import Module, compilation
from porter.execute.cpu.compilation import Compiler
from porter.execute.cpu.native_build import Native
from porter.toolchain.model import Toolchain

pytestmark = pytest.mark.toolchain

KERNEL = '#include "factor.h"\nextern "C" __global__ void scale(float *x) { *x *= FACTOR; }\n'


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "factor.h").write_text("#define FACTOR 2\n")
    path = tmp_path / "scale.hip"
    path.write_text("#include <hip/hip_runtime.h>\n" + KERNEL)
    return path


def compiler_with(
    parts: Native, changed: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Compiler:
    """A compiler whose native part `changed` is another one than that of `parts`."""
    shutil.copytree(parts.root, folder, symlinks=True)
    with (folder / changed).open("ab") as file:
        file.write(b"\0\0\0\0")

    def native(_: Toolchain) -> Native:
        return Native(folder, parts.libraries)

    monkeypatch.setattr(compilation, "native", native)
    return Compiler.default("gfx1100")


@pytest.mark.parametrize(
    ("changed", "kept"),
    [("libporter-hip.so", True), ("porter-retarget", False), ("builtins.bc", False)],
)
def test_device_code_depends_on_what_compiles_it(
    changed: str, kept: bool, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = Compiler.default("gfx1100")
    before = compiler.device_object(source)
    other = compiler_with(compiler.native, changed, tmp_path / "native", monkeypatch)
    assert (other.device_object(source) == before) == kept


def test_a_header_that_changes_is_compiled_again(source: Path) -> None:
    compiler = Compiler.default("gfx1100")
    before = compiler.device_object(source)
    assert compiler.device_object(source) == before
    (source.parent / "factor.h").write_text("#define FACTOR 3\n")
    assert compiler.device_object(source) != before


def test_the_dialect_is_that_of_hipcc(tmp_path: Path) -> None:
    source = tmp_path / "gnu.hip"
    source.write_text(
        '#include <hip/hip_runtime.h>\nextern "C" __global__ void put(int *x) {\n'
        "  typeof(*x) one = 1;\n  *x = one + __cplusplus / 100;\n}\n"
    )
    out = np.zeros(1, np.int32)
    Module.load(source, arch="gfx942").kernel("put")[1, 1](out)
    assert out[0] == 1 + 2017
