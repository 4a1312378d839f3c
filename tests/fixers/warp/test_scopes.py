"""Names of the global scope: what stands in front of `::` and is no scope stays."""

from __future__ import annotations

import pytest

from porter.testing import apply


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return ::cub::LaneId();", "return porter::lane_id();"),
        ("x = c ? 1 : ::cub::LaneId();", "x = c ? 1 : porter::lane_id();"),
        ("return ::at::cuda::warp_size();", "return porter::warp_size;"),
    ],
)
def test_a_keyword_in_front_of_a_global_name_stays(before: str, after: str) -> None:
    text = f"#include <ATen/cuda/CUDAContext.h>\n__device__ int f() {{ {before} }}\n"
    converted = apply(text, "WRP22", "WRP23").data
    assert after.encode() in converted
