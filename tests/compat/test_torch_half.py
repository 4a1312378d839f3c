"""PyTorch's 16-bit types in functions that HIP has for its own types alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.driver import build
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

KERNEL = """\
#include <c10/util/BFloat16.h>
#include <c10/util/Half.h>
{own}
template <typename scalar_t>
__global__ void k(const scalar_t* x, scalar_t* y) {{
  y[0] = __ldg(x) + scalar_t(1);
}}
template __global__ void k<at::Half>(const at::Half*, at::Half*);
template __global__ void k<at::BFloat16>(const at::BFloat16*, at::BFloat16*);
template __global__ void k<float>(const float*, float*);
template __global__ void k<int64_t>(const int64_t*, int64_t*);
"""
OWN = "__device__ at::Half __ldg(const at::Half* x) { return x[0]; }"


@pytest.mark.slow
@pytest.mark.toolchain
@pytest.mark.parametrize("own", ["", OWN], ids=["PyTorch's alone", "one of the project"])
def test_read_only_loads_of_half(tmp_path: Path, own: str) -> None:
    pytest.importorskip("torch")
    upstream, port = tmp_path / "upstream", tmp_path / "port"
    upstream.mkdir()
    (upstream / "k.cu").write_text(KERNEL.format(own=own))
    write_port([upstream], Options(), Destination(OutputMode.OUT, port))
    report = build(port, ["gfx942"], syntax_only=True, folder=tmp_path / "objects")
    assert report.ok, report.failed[0].error
