"""Functions of headers in which warps shuffle or blocks meet, called on different ways."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.run import analyze

HEADERS = {
    "inc/sums.cuh": """
        #pragma once
        __device__ inline int sum(int v) {
          for (int o = 16; o; o /= 2) v += __shfl_xor_sync(0xffffffff, v, o);
          return v;
        }
        __device__ inline int of_some(unsigned m, int v) { return __shfl_sync(m, v, 0); }
        __device__ inline void meet() { __syncthreads(); }
        """,
    "far.cuh": """
        #include "inc/sums.cuh"
        __device__ inline int twice(int v) { return sum(v) * 2; }
        """,
}


def found(folder: Path, code: str) -> list[tuple[str, int]]:
    """Return rule and line of what is reported of warps and blocks in a source with headers."""
    files = {**HEADERS, "k.cu": '#include "far.cuh"\n' + code}
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    conversion = analyze([folder], Options())
    return [
        (one.finding.rule, one.place.line)
        for path, one in conversion.findings
        if path == "k.cu" and one.finding.rule.startswith("WRP")
    ]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (
            "__global__ void k(int *x) { x[0] = threadIdx.x & 1\n ? sum(1)\n : twice(2); }",
            [("WRP30", 3), ("WRP30", 4)],
        ),
        (
            "__global__ void k(int *x) {\n if (threadIdx.x % 32 < 4) x[0] = sum(1);\n"
            " else x[0] = twice(2);\n}",
            [("WRP30", 3), ("WRP30", 4)],
        ),
        (
            "__device__ int own(int v) { return twice(v); }\n"
            "__global__ void k(int *x) { int lane = threadIdx.x & 31;\n"
            " if (lane == 0) x[0] = own(1);\n}",
            [("WRP30", 4)],
        ),
        (
            "__global__ void k(int *x) {\n int warp = threadIdx.x / 32;\n"
            " if (warp == 0) { x[0] = 1; meet(); } else { __syncthreads(); x[1] = 2; }\n}",
            [("WRP30", 4)],
        ),
        (
            "__global__ void k(int *x, int n) {\n if (n) x[0] = sum(1);\n"
            " if (threadIdx.x < 32) x[1] = sum(2);\n"
            " if (threadIdx.x % 32 < 4) x[2] = of_some(15, 3);\n"
            " if (threadIdx.x < 128) meet(); else meet();\n"
            " if (threadIdx.x / 32 == 0) meet();\n}",
            [],
        ),
    ],
)
def test_calls_of_header_functions(
    tmp_path: Path, code: str, expected: list[tuple[str, int]]
) -> None:
    assert found(tmp_path, code) == expected


def test_a_branch_that_splits_by_its_own_barriers_is_reported_once(tmp_path: Path) -> None:
    code = (
        "__global__ void k() {\n if (threadIdx.x / 32) { __syncthreads(); meet(); }\n"
        " else { meet(); __syncthreads(); }\n}"
    )
    assert found(tmp_path, code) == [("WRP26", 3)]
