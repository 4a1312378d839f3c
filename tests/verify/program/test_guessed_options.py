"""Options that make a program's work small are tried where what is known takes too long."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.program.guessed_options import guessed_options
from tests.verify.program.unprepared import verdict

PROGRAM = """\
#include <cstdio>
#include <cstdlib>
#include <cstring>
__global__ void add(int *x) { x[threadIdx.x] += 1; }
int main(int argc, char **argv) {
  int iterations = 1000000000, seed = 3;
  for (int i = 1; i < argc; ++i) {
    if (!strcmp(argv[i], "--iterations")) iterations = atoi(argv[++i]);
    else if (!strcmp(argv[i], "--seed")) seed = atoi(argv[++i]);
  }
  int *x;
  cudaMallocManaged(&x, 32 * sizeof(int));
  for (int i = 0; i < iterations; ++i) { add<<<1, 32>>>(x); cudaDeviceSynchronize(); }
  std::printf("%d\\n", x[3] + seed);
}
"""


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ('if (arg == "--iter" && i + 1 < argc) it = std::stoi(argv[++i]);', "--iter 2"),
        ('case: if (!strcmp(*a, "-n")) n = strtol(*++a, 0, 10);', "-n 64"),
        ('if (s == "--steps") a = atoi(argv[i + 1]); if (s == "--width") b = atoi(argv[2]);',
         "--steps 2 --width 64"),
        ('if (s == "--device") a = atoi(argv[2]); if (s == "--items") name = argv[3];', ""),
        ('const int n = get<int>(argv, argv + argc, "-niter", 1000), '
         'nx = get<int>(argv, argv + argc, "-nx", 16384); bool is = get(argv, end, "-csv");',
         "-niter 2 -nx 64"),
        ('w = getCmdLineArgumentInt(argc, (const char **)argv, "width"); '
         'getCmdLineArgumentString(argc, argv, "file", &name);', "-width=64"),
        ('DEFINE_int32(num_steps, 100, "how many"); DEFINE_string(size, "a", "");',
         "--num_steps=2"),
        ('("n,items", "how many", cxxopts::value<int>()->default_value("9")) '
         '("rows", "of what", cxxopts::value<std::string>())', "--items 64"),
        ('puts("--iter N"); run(atoi(argv[1]));', ""),
        ("case 'i': iters = std::stoi(optarg); break; case 'b': block_size = atoi(optarg); break; "
         "case 'n': in->items = (int)atol(optarg); break; case 'h': usage();", "-i 2 -n 64"),
        ('I.segs = 50000000; I.egs = 12; if (!strcmp(arg, "-s")) in->segs = atoi(argv[i]); '
         'else if (!strcmp(arg, "-e")) in->egs = atoi(argv[i]);', "-s 64"),
        ('long t = 1L << 24; if (!strcmp(arg, "-x")) t = atol(argv[i]); '
         'if (!strcmp(arg, "-s")) seed = atol(argv[i]);', "-x 64"),
    ],
)  # fmt: skip
def test_options_are_those_behind_which_a_number_is_read(code: str, words: str) -> None:
    found = guessed_options([("a.cpp", code.encode())], "build")
    assert [" ".join(one.args) for one in found] == ([words] if words else [])


def test_the_source_is_the_one_whose_options_the_program_has() -> None:
    sources = [("old.cu", b'"-n") atoi(argv[1]) "--rows") atoi(argv[2])'),
               ("main.cpp", b'"--steps") atoi(argv[1])')]  # fmt: skip
    (found,) = guessed_options(sources, ".", b"\0--steps\0-n\0")
    assert found.args == ("--steps", "2") and found.origin.startswith("guessed: main.cpp reads")


@pytest.mark.toolchain
def test_a_program_that_takes_too_long_by_itself_is_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("porter.verify.program.choice.UNKNOWN_LIMIT", 2.0)
    found = verdict(tmp_path, monkeypatch, {"add.cu": PROGRAM})
    assert found["passed"] and found["numbers"] == 1
    assert found["remarks"] == [
        "arguments --iterations 2 (guessed: add.cu reads numbers behind --iterations)"
    ]
