"""Times, rates, addresses, seeds and devices are left out of what is compared; results are not."""

from __future__ import annotations

import pytest

from porter.verify.comparison.time_words import is_of_times
from porter.verify.comparison.volatile import described, masked, without_changes


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("# Average Performance : 4.30 +- 0.57", "# Average Performance : <time> +- <time>"),
        ("step 1.25 ms ± 0.1", "step <time> ms ± <time>"),
        ("energy 1.25 +- 0.1", "energy 1.25 +- 0.1"),
        ("Average kernel execution time 12.345 (us)", "Average kernel execution time <time> (us)"),
        ("Launching kernel...0.000123 s", "Launching kernel...<time> s"),
        ("of 1.2.3 s and x.5 s", "of 1.2.3 s and x.5 s"),
        ("100 iterations in 3 ms", "100 iterations in <time> ms"),
        ("Time: 0.5, E = 3.25", "Time: <time>, E = 3.25"),
        ("took 3 ms sum 5", "took <time> ms sum 5"),
        ("Speedup: 0.000001x", "Speedup: <time>x"),
        ("Speedup: 12.3x over 4 cores", "Speedup: <time>x over 4 cores"),
        ("the GPU is 12.5x faster than 1 core", "the GPU is <time>x faster than 1 core"),
        (
            "8x8: 1 GPU: 0.03 s, speedup: 1.00, efficiency: 100.36",
            "8x8: 1 GPU: <time> s, speedup: <time>, efficiency: <time>",
        ),
        ("mass 3, efficiency: 0.36", "mass 3, efficiency: 0.36"),
        ("3.2 times slower", "<time> times slower"),
        ("took a time of 3x3 blocks", "took a time of 3x3 blocks"),
        ("a step is 2x larger", "a step is 2x larger"),
        ("bandwidth = 12.5 GB/s", "bandwidth = <rate> GB/s"),
        ("time (sec):0.000374, BW:3.501051", "time (sec):<time>, BW:<time>"),
        ("kbw: 3, BW 3", "kbw: 3, BW 3"),
        ("pointer 0x7fffabcd1234", "pointer <address>"),
        ("seed = 12345", "seed = <seed>"),
        ("Device 0: NVIDIA H200", "Device 0: <device>"),
        (
            "global mem: -246644736B; compute v8.0; clock: 1410000 kHz",
            "global mem: <device>B; compute v<device>; clock: <rate> kHz",
        ),
        ("global mem: 12 of 14, compute 8 values", "global mem: 12 of 14, compute 8 values"),
        ("Device 0: porter cpu executor (gfx942)", "Device 0: <device>"),
        (
            "Time for sequential transfer and all that is executed (ms): 1.24",
            "Time for sequential transfer and all that is executed (ms): <time>",
        ),
        ("copied (GB/s) = 472.13", "copied (GB/s) = <rate>"),
        ("x (mm): 4.5", "x (mm): 4.5"),
        ("run at 12:30:01", "run at <date>"),
        (
            "Shared memory available per block \t - 48 KB",
            "Shared memory available per block \t - <device> KB",
        ),
        (
            "Number of registers per thread block - 65536",
            "Number of registers per thread block - <device>",
        ),
        (
            "Maximum Thread Dimension (block) - 1024 1024 64",
            "Maximum Thread Dimension (block) - <device>",
        ),
        ("GEMM Time (seconds): 0.003 0.0005 0.88", "GEMM Time (seconds): <time>"),
        ("GFLOPS: 62.1 181.6 156", "GFLOPS: <time>"),
        (
            ">> Max threads dimension: (1024, 1024, 64)",
            ">> Max threads dimension: (<device>)",
        ),
        (
            "Number of Multi processors \t\t - 108",
            "Number of Multi processors \t\t - <device>",
        ),
        (
            "Maximum number of threads per block:  1024",
            "Maximum number of threads per block:  <device>",
        ),
        ("CUDA ver \t - 8.0", "CUDA ver \t - <device>"),
        ("sharedMemPerBlock: 49152", "sharedMemPerBlock: <device>"),
        ("  major-minor: 9-0", "  major-minor: <device>"),
        ("  Warp-size: 64", "  Warp-size: <device>"),
        ("L2 cache size (Kbytes): 40960.0", "L2 cache size (Kbytes): <device>"),
        # NVIDIA's deviceQuery, which many programs repeat
        (
            "  Memory Bus Width:                              5120-bit",
            "  Memory Bus Width:                              <device>-bit",
        ),
        (
            "  L2 Cache Size:                                 41943040 bytes",
            "  L2 Cache Size:                                 <device> bytes",
        ),
        (
            "  Maximum sizes of each dimension of a block:    1024 x 1024 x 64",
            "  Maximum sizes of each dimension of a block:    <device>",
        ),
        (
            "  Max Texture Dimension Size (x,y,z)             1D=(131072), 2D=(131072,65536)",
            "  Max Texture Dimension Size (x,y,z)             <device>",
        ),
    ],
)
def test_what_says_nothing_about_results_is_left_out(line: str, kept: str) -> None:
    assert masked(line).text == kept


@pytest.mark.parametrize(
    "line",
    [
        "sum 4.5",
        "4 s-values",
        "10 x 10 matrix",
        "timestep 5 energy 3.2",
        "0xff",
        "device sum: 7",
        "Total time for 100 iterations",
        "error rate 0.05",
        "maximum 3.5 per block",
        "Threads per block: 256",
        "max dimension: 7",
        "minor axis: 3, major axis: 5",
        "cache size 64, hits 12",
    ],
)
def test_results_are_kept(line: str) -> None:
    assert masked(line).text == line


def test_lines_are_named_by_kind() -> None:
    found = masked("a 1\ntook 3 ms\n0x7fffabcd1234\ntook 4 ms\n")
    assert dict(found.lines) == {"time": [2, 4], "address": [3]}
    assert described("time", found.lines["time"]) == "time in lines 2, 4"


def test_what_changes_from_run_to_run_is_left_out_word_by_word() -> None:
    texts, lines = without_changes(["a 1\nb 2 3", "a 5\nb 9 3"], ["a 1\nb 4 3"])
    assert lines == [2]
    assert texts == ["a 1\nb <changes> 3", "a 5\nb <changes> 3"]


@pytest.mark.parametrize(
    ("others", "left", "numbers"),
    [
        (["b 2 3", "b 4 3", "b 2 7"], "b <changes> <changes>", [1]),
        (["b 2 3", "b 2 3 4"], "<changes>", [1]),
        (["b 2 3", ""], "b 2 3", []),
    ],
)
def test_what_changes_in_any_run_is_left_out(
    others: list[str], left: str, numbers: list[int]
) -> None:
    assert without_changes(["b 2 3"], others) == ([left], numbers)


@pytest.mark.parametrize(
    ("path", "is_measured"),
    [
        ("benchmarks/exec_time_ms_cuda.txt", True), ("timings.csv", True), ("GPU-time.txt", True),
        ("gflops.dat", True), ("out/speedup_2.txt", True), ("run_times.txt", True),
        ("time_ms.txt", True), ("time_series.txt", False), ("time.txt", False),
        ("times/out.txt", False), ("runtime_error.txt", False), ("sum.txt", False),
    ],
)  # fmt: skip
def test_files_of_what_was_measured(path: str, is_measured: bool) -> None:
    assert is_of_times(path) is is_measured


@pytest.mark.parametrize(("line", "is_left_out"), [
    ("1.5 -2e-3,\t.5;7 | 3.", False), ("", False), ("2026-11-29", True), ("12:30:05 1", True),
    ("1.5 ms", True), ("(nil)", True), ("0x7ffe12345678", True),
])  # fmt: skip
def test_numbers_alone_are_results(line: str, is_left_out: bool) -> None:
    assert (masked(line).text != line) == is_left_out
