"""`linear_texture.hpp`: texture references to linear memory, in a program of two files."""

from pathlib import Path

import pytest

from porter.execute import cpu
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

pytestmark = pytest.mark.toolchain

KERNELS = """\
texture<float, 1, cudaReadModeElementType> line;
static texture<int2> pairs;
texture<float, 1, cudaReadModeElementType> never_read;

__global__ void read(float *y) {
    int i = threadIdx.x;
    y[i] = tex1Dfetch(line, i - 1) + tex1Dfetch(pairs, i).y;
}
"""
MAIN = """\
#include <cstdio>
#include "kernels.cu"

static void show(float *y) {
    float host[6];
    read<<<1, 6>>>(y);
    cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost);
    for (float one : host) printf("%g ", one);
}

int main() {
    float line_host[4] = {1, 2, 3, 4}, *line_device, *y;
    int2 pairs_host[2] = {{0, 10}, {0, 20}}, *pairs_device;
    size_t offset = 1;
    cudaMalloc(&line_device, sizeof line_host);
    cudaMalloc(&pairs_device, sizeof pairs_host);
    cudaMalloc(&y, 6 * sizeof *y);
    cudaMemcpy(line_device, line_host, sizeof line_host, cudaMemcpyHostToDevice);
    cudaMemcpy(pairs_device, pairs_host, sizeof pairs_host, cudaMemcpyHostToDevice);
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    line.filterMode = cudaFilterModePoint;
    line.normalized = false;
    line.channelDesc = desc;
    if (cudaBindTexture(&offset, &line, line_device, &desc, sizeof line_host)) return 1;
    if (cudaBindTexture(NULL, pairs, pairs_device, sizeof pairs_host)) return 1;
    if (cudaBindTexture(NULL, never_read, line_device)) return 1;
    show(y);
    cudaUnbindTexture(line);
    show(y);
    printf("%zu\\n", offset);
}
"""


@pytest.mark.parametrize("arch", ["gfx942", "gfx1100"])
def test_fetches_read_what_is_bound_and_zeros_outside(tmp_path: Path, arch: str) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "kernels.cu").write_text(KERNELS)
    (source / "main.cu").write_text(MAIN)
    port = tmp_path / "port"
    result = write_port([source], Options(), Destination(OutputMode.OUT, port))
    assert [one.message for file in result.files.values() for one in file.findings] == []
    run = cpu.build(port / "main.cu", arch=arch).run()
    assert run.stdout == "10 21 2 3 4 0 10 20 0 0 0 0 0\n"
