"""Builds that name GPUs which the toolkit no longer knows are for the GPU that is there."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from porter.execute.nvidia.old_architectures import in_front_of, without_old

KNOWN = frozenset(("75", "80", "90"))


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("-O3 -arch=sm_35 -c a.cu", "-O3 -c a.cu -arch=sm_90"),
        ("-arch sm_35 a.cu", "a.cu -arch=sm_90"),
        ("-arch=compute_35 -code=sm_35,compute_35 a.cu", "a.cu -arch=sm_90"),
        ("-gencode arch=compute_60,code=sm_60 -gencode=arch=compute_80,code=sm_80 a.cu",
         "a.cu -arch=sm_90"),
        ("-gencode arch=compute_60,code=sm_60 -gencode=arch=compute_80,code=compute_80 a.cu",
         "-gencode=arch=compute_80,code=compute_80 a.cu"),
        ("-gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 a.cu",
         "-gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 a.cu"),
        ("-gencode arch=compute_80,code=[sm_80,compute_80] a.cu",
         "-gencode arch=compute_80,code=[sm_80,compute_80] a.cu"),
        ("-arch=sm_80 a.cu", "-arch=sm_80 a.cu"),
        ("-arch=compute_80 -code=sm_80 a.cu", "a.cu -arch=sm_90"),
        ("-arch compute_80 -code compute_80,sm_80 a.cu",
         "-arch compute_80 -code compute_80,sm_80 a.cu"),
        ("-arch=sm_80a a.cu", "a.cu -arch=sm_90"),
        ("--generate-code=arch=compute_52,code=[compute_52,sm_52] a.cu", "a.cu -arch=sm_90"),
        ("-arch=sm_90a a.cu", "-arch=sm_90a a.cu"),
        ("-arch=native -DARCH=sm_35 sm_35.cu", "-arch=native -DARCH=sm_35 sm_35.cu"),
        ("-O2 a.cu", "-O2 a.cu"),
    ],
)  # fmt: skip
def test_arguments(words: str, left: str) -> None:
    assert without_old(words.split(), KNOWN, "sm_90") == left.split()


def test_the_toolkits_compiler_gets_the_rest(tmp_path: Path) -> None:
    toolkit = tmp_path / "toolkit"
    for name in ("bin", "nvvm", "lib64"):
        (toolkit / name).mkdir(parents=True)
    (toolkit / "bin" / "ptxas").touch()
    (toolkit / "lib64" / "libcudart.so").touch()
    real = toolkit / "bin" / "nvcc"
    real.write_text(
        '#!/bin/sh\n[ "$1" = --list-gpu-arch ] && echo compute_75 compute_80 && exit\n'
        'printf "[%s]" "$@"\nexit 3\n'
    )
    real.chmod(0o755)
    shim = in_front_of(real, "sm_80", tmp_path / "own")
    done = subprocess.run(
        [shim, "-gencode", "arch=compute_35,code=sm_35", "-DS=a b", "x.cu"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (3, "[-DS=a b][x.cu][-arch=sm_80]"), done.stderr
    assert (tmp_path / "own" / "lib64" / "libcudart.so").is_file()
    assert (tmp_path / "own" / "bin" / "ptxas").is_file()
    assert in_front_of(real, "sm_80", tmp_path / "own") == shim  # a build that is told more
