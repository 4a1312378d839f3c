"""A build that names the toolkit by its path is handled as one that finds nvcc on PATH."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute import nvidia
from porter.own_build.systems import System
from porter.verify.program.cuda_folder import point_to
from porter.verify.program.own_build import built_tree

#: A compiler that knows no GPU of before, and "makes" a program of any source.
NVCC = """#!/bin/sh
[ "$1" = --list-gpu-arch ] && echo compute_75 compute_90 && exit
case "$*" in *compute_52*) echo "nvcc fatal : Unsupported gpu architecture 'compute_52'" >&2; exit 1
esac
cp /bin/true app
"""
MAKEFILE = """CUDA_PATH = /usr/local/cuda
app: app.cu
\t$(CUDA_PATH)/bin/nvcc -gencode arch=compute_52,code=sm_52 app.cu -o app
"""


def test_architectures_that_nvcc_no_longer_knows_are_left_out(tmp_path: Path) -> None:
    toolkit, tree = tmp_path / "toolkit", tmp_path / "tree"
    for folder in (toolkit / "bin", toolkit / "nvvm", toolkit / "include", tree):
        folder.mkdir(parents=True)
    nvcc = toolkit / "bin" / "nvcc"
    nvcc.write_text(NVCC)
    nvcc.chmod(0o755)
    (tree / "Makefile").write_text(MAKEFILE)
    (tree / "app.cu").write_text("int main() {}\n")
    gpu = nvidia.Device("a GPU", "580", "90", "13.0", nvcc)
    built = built_tree(tree, ".", System.MAKE, gpu, 60)
    assert (built.programs, built.problem) == (("app",), "")
    assert (tree / "Makefile").read_text() == MAKEFILE


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("CUDA = /usr/local/cuda-11.2\n", "CUDA = /here\n"),
        ("CUDA_HOME = /Soft/cuda/9.0.176\n", "CUDA_HOME = /here\n"),
        ("NVCC=/apps/nvidia/cuda-10.1/bin/nvcc\n", "NVCC=/here/bin/nvcc\n"),
        ("\t/usr/local/apps/cuda/cuda-10.1/bin/nvcc\n", "\t/here/bin/nvcc\n"),
        ("\tg++ -I/sw/cuda/include -L/sw/cuda/lib64\n", "\tg++ -I/here/include -L/here/lib64\n"),
        ("I = $(ROOT)/src/cuda src/cuda ../lib/cuda ~/cuda /sw/cuda_kernels\n", None),
        ("# https://example.com/docs/cuda\n", None),
        ("I = {tree}/cuda/include\n", None),
    ],
)
def test_toolkits_of_other_machines(tmp_path: Path, text: str, changed: str | None) -> None:
    (tmp_path / "cuda").mkdir()
    makefile = tmp_path / "Makefile"
    text = text.replace("{tree}", str(tmp_path))
    makefile.write_text(text)
    point_to(Path("/here"), tmp_path)
    assert makefile.read_text() == (changed or text)
