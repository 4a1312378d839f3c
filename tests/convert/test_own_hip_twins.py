"""A CUDA side beside which the project has the same for HIP is left as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.own_build.systems import targets
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.port.tree_result import TreeResult
from porter.report.blocks import blocks

CUDA = "#include <cuda_runtime.h>\nvoid f(void **p) { cudaMalloc(p, 4); }\n"
HIP = "#include <hip/hip_runtime.h>\nvoid f(void **p) { hipMalloc(p, 4); }\n"
SWITCH = 'option(USE_CUDA "" ON)\noption(USE_HIP "" OFF)\nadd_subdirectory(src)\n'
FOLDERS = {
    "cuda/Makefile": "a: a.cu\n\tnvcc a.cu -o a\n",
    "cuda/a.cu": CUDA,
    "hip/Makefile": "a: a.cpp\n\thipcc a.cpp -o a\n",
    "hip/a.cpp": HIP,
}


def ported(folder: Path, files: dict[str, str], *, vendored: bool = False) -> TreeResult:
    for name, text in files.items():
        path = folder / "up" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    destination = Destination(OutputMode.OUT, folder / "out")
    return write_port([folder / "up"], Options(), destination, include_vendored=vendored)


def is_left(folder: Path, path: str) -> bool:
    return (folder / "out" / path).read_bytes() == (folder / "up" / path).read_bytes()


def test_a_folder_with_a_build_file_beside_one(tmp_path: Path) -> None:
    result = ported(tmp_path, FOLDERS)
    assert is_left(tmp_path, "cuda/a.cu") and is_left(tmp_path, "cuda/Makefile")
    assert [one.folder for one in targets(tmp_path / "out")] == [tmp_path / "out" / "hip"]
    said = [row.cells[-1] for row in next(blocks(result)).rows]
    assert said[0] == "hip: beside what is for CUDA"
    assert any("not converted: the project has the same for HIP in hip/" in row.cells[-1]
               for block in blocks(result) for row in block.rows)  # fmt: skip


def test_an_option_converts_it_all_the_same(tmp_path: Path) -> None:
    ported(tmp_path, FOLDERS, vendored=True)
    assert "hipMalloc" in (tmp_path / "out/cuda/a.cu").read_text()
    assert len(targets(tmp_path / "out")) == 2


@pytest.mark.parametrize("switch", [True, False])
def test_the_build_around_both_has_a_setting_for_hip(tmp_path: Path, switch: bool) -> None:
    files = {
        "CMakeLists.txt": SWITCH if switch else "project(a CUDA)\nadd_subdirectory(src)\n",
        "src/cuda/solve_cuda.cu": CUDA,
        "src/hip/solve_hip.hip.cpp": HIP,
    }
    ported(tmp_path, files)
    assert is_left(tmp_path, "src/cuda/solve_cuda.cu") is switch


@pytest.mark.parametrize(
    "change",
    [
        {"cuda/b.cu": CUDA},  # of which HIP has none
        {"hip/a.cpp": CUDA},  # CUDA's again
        {"cuda/a.cu": HIP + CUDA},
        {"Makefile": "all:\n\tmake -C cuda\n"},  # which builds CUDA's
    ],
)
def test_others_are_converted(tmp_path: Path, change: dict[str, str]) -> None:
    ported(tmp_path, {**FOLDERS, **change})
    assert not is_left(tmp_path, "cuda/a.cu")
