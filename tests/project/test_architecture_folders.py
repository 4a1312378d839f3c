"""Folders that hold the code of one architecture."""

from __future__ import annotations

import pytest

from porter.project.architecture_folders import architecture_of, folder_for, is_for

CUDA = [
    "lib/cuda/common/a.cuh",
    "lib/cuda/sm100/a.cu",
    "lib/cuda/sm90a/a.cu",
    "lib/cuda/sm120/a.cu",
]


@pytest.mark.parametrize(("path", "arch"), [
    ("lib/rocm/gfx942/gemm.cu", "gfx942"), ("lib/cuda/sm90a/gemm.cu", "sm90a"),
    ("gfx90a/x/gfx942/a.cu", "gfx942"), ("gfx11/a.cu", ""), ("a/gfx942.cu", ""),
    ("my_sm90/a.cu", ""),
])  # fmt: skip
def test_the_innermost_folder_names_it(path: str, arch: str) -> None:
    assert architecture_of(path) == arch


def test_a_file_is_for_its_own_architecture_of_amds() -> None:
    assert is_for("lib/gfx942/a.cu", "gfx942:sramecc+")
    assert not is_for("lib/gfx942/a.cu", "gfx90a")
    assert is_for("lib/sm80/a.cu", "gfx90a"), "that folder's code became HIP"


@pytest.mark.parametrize(("arch", "folder"), [
    ("sm_90", "sm90a"), ("sm_100", "sm100"), ("sm_80", "sm90a"), ("gfx942", ""),
])  # fmt: skip
def test_what_an_nvidia_gpu_is_built_from(arch: str, folder: str) -> None:
    assert folder_for(CUDA, arch) == folder


def test_amds_have_their_own_folder_or_none() -> None:
    paths = ["lib/gfx90a/a.cu", "lib/gfx942/a.cu"]
    assert folder_for(paths, "gfx942") == "gfx942"
    assert folder_for(paths, "gfx1100") == ""
