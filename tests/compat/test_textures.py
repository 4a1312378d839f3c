"""`textures.hpp`: every kind of read, with texture units and without, beside NumPy."""

from __future__ import annotations

import subprocess
from operator import itemgetter
from pathlib import Path

import numpy as np
import pytest

from porter.execute import cpu
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.toolchain.discovery import find
from tests.compat.texture_formulas import colours, expected, gathered, pattern

pytestmark = pytest.mark.toolchain

PROGRAM = Path(__file__).parent / "programs" / "textures.cu"
#: What the program printed on an NVIDIA H200 (nvcc 13.0, sm_90).
RECORDING = Path(__file__).parent / "recordings" / "textures_h200.txt"
#: cudaErrorNotSupported, and HIP's.
NOT_SUPPORTED = 801


def lines(text: str) -> list[tuple[str, list[float]]]:
    """Return the cases that the program printed."""
    split = (line.split() for line in text.splitlines())
    return [(name, [float(value) for value in values]) for name, *values in split]


@pytest.fixture(scope="module", params=["sm_80", "gfx942", "gfx1100"])
def read(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    """What the program prints: as CUDA, and its port without texture units and with them."""
    arch, source = request.param, PROGRAM
    if arch != "sm_80":
        port = tmp_path_factory.mktemp("port")
        write_port([PROGRAM.parent], Options(), Destination(OutputMode.OUT, port / "hip"))
        source = port / "hip" / PROGRAM.name
    run = cpu.build(source, arch=arch).run(timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    return lines(run.stdout)


def test_shapes_filters_and_address_modes(read: list[tuple[str, list[float]]]) -> None:
    cases = [(name, values) for name, values in read if name.count(",") == 3]
    assert len(cases) == 5 * 12 + 2 * 2 + 1
    for name, values in cases:
        assert values == pytest.approx(expected(name), abs=2e-5), name


def test_integers_normalised_gathered_and_fetched(read: list[tuple[str, list[float]]]) -> None:
    found = dict(read)
    assert found["colours,0"] == pytest.approx(list(colours(linear=False)), abs=1e-6)
    assert found["colours,1"] == pytest.approx(list(colours(linear=True)), abs=1e-6)
    assert found["shorts"] == expected("plane,0,0,clamp")
    assert found["gather"] == list(gathered())
    assert found["fetch"] == [0, 0, *range(-10, -18, -1), 0, 0]


def test_surfaces(read: list[tuple[str, list[float]]]) -> None:
    found = dict(read)
    plane, box, layers = pattern(5, 4, 1), pattern(5, 4, 3), pattern(5, 4, 3)
    row = plane[0, 1].copy()
    plane[0, 0] = row + 100
    box[1, 1] = row + 200
    layers[1, 0] = row + 300
    assert found["surface-plane"] == plane.ravel().tolist()
    assert found["surface-box"] == box.ravel().tolist()
    assert found["surface-layers"] == layers.ravel().tolist()


def test_mipmaps_are_refused(read: list[tuple[str, list[float]]]) -> None:
    assert dict(read)["mipmaps"] == [NOT_SUPPORTED]


RECORDED = [case for case in lines(RECORDING.read_text("ascii")) if case[0].count(",") == 3]


@pytest.mark.parametrize("name, values", RECORDED, ids=itemgetter(0))
def test_an_h200_reads_what_the_formulas_say(name: str, values: list[float]) -> None:
    """It rounds the weights of a linear read once more, to parts of 256."""
    shape, _, linear, mode = name.split(",")
    formula = np.array(expected(name))
    if shape == "line" and linear == "1" and mode == "border":
        formula /= 2  # a line is a plane of one row there, with border above it
    unit = 1 / 256 if linear == "1" else 0
    assert values == pytest.approx(formula.tolist(), abs=unit * np.abs(pattern(5, 4, 3)).max())


HOST_UNIT = """
#include <cuda_runtime.h>

int made(cudaTextureObject_t *texture, const cudaTextureDesc *how) {
  cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  cudaResourceDesc what = {};
  what.resType = cudaResourceTypeArray;
  if (cudaMallocArray(&what.res.array.array, &format, 8, 8)) return 1;
  return cudaCreateTextureObject(texture, &what, how, nullptr);
}
"""


def test_a_host_unit_makes_textures(tmp_path: Path) -> None:
    (tmp_path / "made.cpp").write_text(HOST_UNIT)
    write_port([tmp_path], Options(), Destination(OutputMode.OUT, tmp_path / "hip"))
    source = tmp_path / "hip" / "made.cpp"
    assert "porter::hipMallocArray" in source.read_text()
    command = ["c++", "-std=c++17", "-fsyntax-only", "-D__HIP_PLATFORM_AMD__"]
    command += [word for path in find().include_dirs for word in ("-isystem", str(path))]
    run = subprocess.run([*command, str(source)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
