"""A program without a build file gets the flags and libraries that its compiler asks for."""

from __future__ import annotations

import pytest

from porter.execute.asked_for import asked_for


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("a.cu(4): error: __host__ or __device__ annotation on lambda requires --extended-lambda "
         "nvcc flag", ["--extended-lambda"]),
        ("ptxas fatal   : Unresolved extern function '_Z7doubledi'", ["-rdc=true"]),
        ("a.cu:(.text+0x1): undefined reference to `cublasCreate_v2'\n"
         "a.cu:(.text+0x2): undefined reference to `cublasLtMatmul'\n"
         "a.cu:(.text+0x3): undefined reference to `cublasSgemm_v2'", ["-lcublas", "-lcublasLt"]),
        ("undefined reference to `cuLaunchKernel'", ["-lcuda"]),
        ("undefined reference to `cusolverDnCreate'", ["-lcusolver"]),
        ("ld.lld: error: undefined symbol: hipblasLtCreate", ["-lhipblaslt"]),
        ("undefined reference to `custom(int)'\nundefined reference to `run()'", []),
    ],
)  # fmt: skip
def test_arguments(said: str, arguments: list[str]) -> None:
    assert asked_for(said, is_nvcc=True) == arguments


def test_hipcc_has_none_of_nvccs_flags() -> None:
    assert asked_for("Unresolved extern function", is_nvcc=False) == []
