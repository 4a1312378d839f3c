"""LNG16: conditions that compute with a version of CUDA's; HIP counts as CUDA 12.7."""

from __future__ import annotations

import pytest

from porter.testing import apply


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("CUDA_VERSION / 1000 >= 12", "defined(HIP_VERSION)"),
        ("CUDA_VERSION/1000 > 12", "!defined(HIP_VERSION)"),
        ("(CUDART_VERSION / 1000) < 11", "!defined(HIP_VERSION)"),
        ("(__CUDACC_VER_MAJOR__ * 10 + __CUDACC_VER_MINOR__) >= 102", "defined(__HIPCC__)"),
        ("__CUDACC_VER_MAJOR__ * 10 + __CUDACC_VER_MINOR__ >= 128", "!defined(__HIPCC__)"),
        (
            "(CUDNN_MAJOR*10 + CUDNN_MINOR) >= 72 && defined(A)",
            "defined(MIOPEN_GUARD_MIOPEN_H_) && defined(A)",
        ),
    ],
)
def test_what_is_computed_is_answered(asked: str, answer: str) -> None:
    text = f"#include <cudnn.h>\n#include <cuda_runtime.h>\n#if {asked}\nint x;\n#endif\n"
    made = apply(text, path="a.cpp").data.decode()
    assert f"#if {answer}\n" in made


@pytest.mark.parametrize(
    "asked", ["n * CUDA_VERSION / 1000 >= 12", "n + CUDA_VERSION >= 12", "CUDA_VERSION % 7 > 3"]
)
def test_what_cannot_be_computed_stays(asked: str) -> None:
    text = f"#include <cuda_runtime.h>\n#if {asked}\nint x;\n#endif\n"
    made = apply(text, path="a.cpp")
    assert f"#if {asked}\n" in made.data.decode()
    assert [finding.rule for finding in made.findings] == ["LNG16"]
