"""Runs compared launch by launch: the first departure, its worst element, how it grew."""

import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from porter.errors import PorterError
from porter.project.settings.program_cases import ProgramCase
from porter.project.settings.settings import ProjectSettings
from porter.verify.comparison.departures import error_cells
from porter.verify.comparison.launch_trace import Buffer, Launch, read
from porter.verify.comparison.launches import compare_launches
from porter.verify.options import Options, Ref
from porter.verify.program.kind import checks


def buffer(values: np.ndarray, place: str = "0") -> Buffer:
    raw = np.frombuffer(values.tobytes(), np.uint8)
    bag = str(sorted(raw.view(np.uint32).tolist()))
    return Buffer(place, len(raw), 0, raw.tobytes().hex(), bag, raw, len(raw), len(raw))


def launch(
    index: int, values: np.ndarray, kernel: str = "void scale<float>(float*, int)"
) -> Launch:
    return Launch(index, kernel, (1, 1, 1), (64, 1, 1), 0, (None, "40000000"), (buffer(values),))


ONE = np.linspace(1, 2, 64, dtype=np.float32)


def test_a_launch_knows_its_kernel() -> None:
    text = "void (anonymous namespace)::f<float, 2>(float2 const*, std::pair<int, int>, __half*)"
    kernel = launch(1, ONE, text)
    assert kernel.name == "f"
    assert kernel.parameters == ("float2 const*", "std::pair<int, int>", "__half*")
    dtypes = [kernel.dtype(buffer(ONE, place)) for place in ("0", "1", "2", "1+8", "total")]
    assert dtypes == ["float32", "", "float16", "", ""]
    hip = launch(1, ONE, "k(HIP_vector_type<float, 2u> const*, __hip_bfloat16*, unsigned int*)")
    assert [hip.dtype(buffer(ONE, p)) for p in "012"] == ["float32", "bfloat16", "uint32"]


def test_launches_that_agree() -> None:
    near = np.nextafter(ONE, np.float32(9))
    (line,) = compare_launches(
        [launch(1, ONE), launch(2, ONE)], [launch(1, ONE), launch(2, near)]
    ).lines
    assert line == "2 launches agree; 1 of 2 buffers after them are the same to the bit"


def test_the_first_departure_is_named_and_how_it_grew() -> None:
    wrong = ONE.copy()
    wrong[5] = 7
    runs = [launch(1, ONE), launch(2, ONE), launch(3, ONE)]
    port = [launch(1, ONE), launch(2, wrong), launch(3, wrong * 3)]
    port[1] = replace(port[1], grid=(2, 1, 1), values=(None, "3f000000"))
    lines = compare_launches(runs, port).lines
    assert lines[0].startswith(
        "parts from CUDA first after launch 2, scale, in argument 0 (float*): "
        "1 of 64 elements differ; the worst, [5] is 7 instead of 1.07936513"
    )
    assert lines[1] == "  that launch has a grid of (2, 1, 1) instead of (1, 1, 1)"
    assert "argument 1 = 0x3f000000 instead of 0x40000000" in lines[2]
    assert lines[3] == "  and then in 1 more buffers:"
    assert lines[4].startswith("    launch 3, scale, argument 0 (float*): 2")


def test_one_departure_is_enough_where_that_is_asked_for() -> None:
    wrong = ONE * 2
    runs = [launch(1, ONE), launch(2, ONE), launch(3, ONE)]
    port = [launch(1, ONE), launch(2, wrong), launch(3, wrong)]
    found = compare_launches(runs, port, is_first_enough=True)
    assert len(found.lines) == 1 and "after launch 2, scale" in found.lines[0]
    assert not found.agrees and found.is_alike and found.parts_at == 2


@pytest.mark.parametrize(
    "state", ["curandStateXORWOW", "hiprandState", "rocrand_state_xorwow", "curandState_t"]
)
def test_states_of_random_numbers_are_no_results(state: str) -> None:
    """A state is copied as a whole, with what nobody writes in it."""
    kernel = f"setup({state}*, float*)"
    found = buffer(ONE, "1")
    sides = [
        replace(launch(1, ONE, kernel), buffers=(buffer(values), found))
        for values in (ONE, ONE * 2)
    ]
    assert compare_launches(sides[:1], sides[1:]).agrees
    alone = [replace(one, buffers=one.buffers[:1]) for one in sides]
    assert not compare_launches(alone[:1], alone[1:]).agrees


def test_departures_in_numbers_say_where_and_how_much() -> None:
    wrong = ONE.copy()
    wrong[5] = 7
    port = [launch(1, ONE), launch(2, wrong), launch(3, wrong * 3)]
    found = compare_launches([launch(1, ONE), launch(2, ONE), launch(3, ONE)], port).errors
    assert found is not None
    assert found.where == "launch 2, scale, argument 0 (float*)"
    assert [where for where, _ in found.errors] == [
        "launch 2, scale, argument 0 (float*)",
        "launch 3, scale, argument 0 (float*)",
    ]
    assert found.errors[0][1] < found.errors[1][1]
    cells = [cell for row in found.cells for cell in row]
    assert len(cells) == 64
    assert cells[5] == pytest.approx(7 - ONE[5])
    assert sum(cell > 0 for cell in cells) == 1


def test_a_large_array_is_told_in_few_cells_that_lose_no_error() -> None:
    left = np.zeros(100_000, np.float32)
    right = left.copy()
    right[70_001], right[99_999] = np.nan, 3
    cells = error_cells("float32", left.view(np.uint8), right.view(np.uint8))
    assert sum(map(len, cells)) <= 24 * 48
    assert sorted(cell for row in cells for cell in row if cell) == [3.0, 1e300]


def test_runs_that_agree_have_no_errors_to_show() -> None:
    assert compare_launches([launch(1, ONE)], [launch(1, ONE)]).errors is None


def test_another_order_and_other_addresses_are_no_departure() -> None:
    kernel = "f(int*)"
    one, other = np.arange(9, dtype=np.int32), np.arange(9, dtype=np.int32)[::-1]
    (line,) = compare_launches([launch(1, one, kernel)], [launch(1, other, kernel)]).lines
    assert line == (
        "1 launches agree; 0 of 1 buffers after them are the same to the bit, 1 in another order"
    )
    table = [np.array([0x7F0012340000 + i, 5]) for i in (0, 64)]
    runs = [[launch(1, values, "f(Node**)")] for values in table]
    assert "agree" in compare_launches(*runs).lines[0]
    table[1][1] = 6
    (line,) = compare_launches(runs[0], [launch(1, table[1], "f(Node**)")]).lines
    assert "1 of 16 bytes differ, the first at byte 8" in line


def test_bits_of_numbers_kept_as_integers_may_be_rounded() -> None:
    sums = np.array([0.4375])
    near = np.nextafter(sums, 1)
    kernel = "product(unsigned long long*)"
    runs = [[launch(1, values.view(np.uint64), kernel)] for values in (sums, near, sums * 1.5)]
    assert "agree" in compare_launches(runs[0], runs[1]).lines[0]
    assert "1 of 1 elements differ" in compare_launches(runs[0], runs[2]).lines[0]


def test_numbers_behind_a_pointer_without_a_type() -> None:
    kernel = "f(Parameters)"
    sums = np.arange(1, 46, dtype=np.float32) / 32  # could be float16 by their bits
    near = np.nextafter(sums, np.float32(9))
    runs = [[launch(1, values, kernel)] for values in (sums, near, sums * 2)]
    assert "agree" in compare_launches(runs[0], runs[1]).lines[0]
    assert "elements differ" in compare_launches(runs[0], runs[2]).lines[0]


def test_launches_of_one_side_alone_are_named() -> None:
    extra = launch(2, ONE, "fill(float*)")
    lines = compare_launches(
        [launch(1, ONE), launch(2, ONE)], [launch(1, ONE), extra, launch(3, ONE)]
    ).lines
    assert lines[0].startswith("2 launches agree")
    assert lines[1] == "1 launches of the port have no counterpart: fill"
    assert (
        compare_launches([launch(1, ONE)], [extra])
        .lines[0]
        .startswith("no launch has a counterpart")
    )


def test_a_launch_more_in_a_long_loop_is_found_in_time() -> None:
    def run(names: list[str]) -> list[Launch]:
        return [replace(bare, index=i, signature=name) for i, name in enumerate(names, 1)]

    bare = replace(launch(1, ONE), buffers=())
    loop = ["step()", "scale()"] * 2500
    start = time.monotonic()
    lines = compare_launches(run([*loop, *loop]), run([*loop, "fill()", *loop])).lines
    assert time.monotonic() - start < 10
    assert lines[0].startswith("10000 launches agree")
    assert lines[1:] == ("1 launches of the port have no counterpart: fill",)


def test_runs_without_launches_are_said_to_be_that() -> None:
    assert compare_launches([], []).lines[0].startswith("no launches to compare")


def test_hashes_alone_say_where_bits_part() -> None:
    runs = [
        [replace(launch(1, v), buffers=(replace(buffer(v), stored=None),))] for v in (ONE, -ONE)
    ]
    assert "its bits differ" in compare_launches(*runs).lines[0]


def test_a_sample_knows_its_place() -> None:
    sampled = Buffer("0", 10240, 0, "", "", np.zeros(512, np.uint8), sample=256, step=5120)
    assert [sampled.element(i, 4) for i in (0, 63, 64, 65)] == [0, 63, 1280, 1281]


def test_a_trace_may_end_in_the_middle_of_a_launch_of_a_run_that_was_stopped(
    tmp_path: Path,
) -> None:
    launch = '{"kernel": "f()", "grid": [1, 1, 1], "block": [1, 1, 1], "lds": 0, "values": [], '
    path = tmp_path / "launches-1.jsonl"
    path.write_text(f'{launch}"buffers": []}}\n{launch}"buff')
    assert len(read(tmp_path, is_stopped=True).launches) == 1
    path.write_text(f'{launch}"buff\n{launch}"buffers": []}}\n')  # that is damage
    with pytest.raises(PorterError, match="is not a trace"):
        read(tmp_path, is_stopped=True)


def test_a_damaged_trace_is_named(tmp_path: Path) -> None:
    (tmp_path / "launches-1.jsonl").write_text('{"kernel": "f()", "gr')
    with pytest.raises(PorterError, match="is not a trace"):
        read(tmp_path)
    assert read(tmp_path / "nowhere").launches == ()


CUDA = """
#include <cuda_runtime.h>
#include <cstdio>
__device__ int calls;
__global__ void fill(float *x) { x[threadIdx.x] = threadIdx.x; if (threadIdx.x == 0) ++calls; }
__global__ void scale(float *x, float by) { x[threadIdx.x] *= by; }
__global__ void add(const float *x, float *y) { y[threadIdx.x] += x[threadIdx.x]; }
int main() {
    float *x, *y, sum = 0, host[64];
    cudaMalloc(&x, sizeof host);
    cudaMalloc(&y, sizeof host);
    cudaMemset(y, 0, sizeof host);
    fill<<<1, 64>>>(x);
    scale<<<1, 64>>>(x, 0.5f);
    for (int i = 0; i < 3; ++i) add<<<1, 64>>>(x, y);
    cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost);
    for (float value : host) sum += value;
    std::printf("sum %.1f\\n", sum);
}
"""


@pytest.mark.toolchain
def test_a_broken_port_is_traced_to_its_launch(tmp_path: Path) -> None:
    port = CUDA.replace("cuda_runtime", "hip/hip_runtime").replace("cuda", "hip")
    port = port.replace("*= by;", "*= threadIdx.x < 32 ? by : 1.0f;")
    for side, text in (("cuda", CUDA), ("hip", port)):
        (tmp_path / side).mkdir()
        (tmp_path / side / "p.cu").write_text(text)
    settings = ProjectSettings(
        tmp_path / "cuda", tmp_path / "hip", arch=("gfx942",), programs=(ProgramCase("p.cu"),)
    )
    (check,) = checks(settings)
    verdict = check.run(Options(ref=Ref.CPU, trace="full"))
    assert not verdict.passed
    assert verdict.trace[0].startswith(
        "parts from CUDA first after launch 2, scale, in argument 0 (float*): "
        "32 of 64 elements differ; the worst, [63] is 63 instead of 31.5"
    )
    assert "launch 5, add, argument 1 (float*)" in " ".join(verdict.trace)
    (line, *_) = check.run(Options(ref=Ref.CPU, trace="hash")).trace
    assert "launch 2, scale" in line and "its bits differ" in line
