"""Numbers are tried where a source reads numbers of `argv` and nobody wrote any down."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.project.settings.settings import ProjectSettings
from porter.verify.options import Ref
from porter.verify.program.discovery import found_programs
from porter.verify.program.guessed_arguments import guessed_arguments
from tests.verify.program.unprepared import verdict

PROGRAM = """\
#include <cstdio>
#include <cstdlib>
__global__ void add(int *x, int by) { x[threadIdx.x] = threadIdx.x + by; }
int main(int argc, char **argv) {
  int n = atoi(argv[1]), by = std::atoi(argv[2]);
  int *x;
  cudaMallocManaged(&x, n * sizeof(int));
  add<<<1, n>>>(x, by);
  cudaDeviceSynchronize();
  std::printf("%d\\n", x[n - 1]);
}
"""


@pytest.mark.parametrize("code", [
    "int q = atoi(argv[2]); n = atoi(argv[1]); int all = 1 << q;",
    "n = atoi(argv[1]); q = (int)atoi(argv[2]); all = pow(2, q) * n;",
    "q = strtoul(argv[2], 0, 10); all = 1ULL << (q - 1); n = atoi(argv[1]);",
])  # fmt: skip
def test_an_exponent_is_smaller(tmp_path: Path, code: str) -> None:
    (tmp_path / "a.cu").write_text(f"int main(int argc, char **argv) {{\n{code}\n}}\n")
    (found,) = guessed_arguments(tmp_path, "a.cu")
    assert found.args == ("64", "12")


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("n = atoi(argv[1]);", 1),
        ("n = std::stoi( argv[1] ); m = strtol(argv[2], NULL, 10);", 2),
        ("n = atoi(argv[1]); puts(argv[0]);", 1),
        ("n = atoi(argv[2]);", 0),
        ("n = atoi(argv[1]); open(argv[2]);", 0),
        ("// atoi(argv[1])", 0),
        ("run(argc, argv);", 0),
    ],
)
def test_numbers_alone_are_guessed(tmp_path: Path, code: str, count: int) -> None:
    (tmp_path / "a.cu").write_text(f"int main(int argc, char **argv) {{\n{code}\n}}\n")
    found = guessed_arguments(tmp_path, "a.cu")
    assert [one.args for one in found] == ([("64",) * count] if count else [])


@pytest.mark.parametrize("compared", [
    'strcmp(argv[1], "map") && strcmp(argv[1], "--help") && !strcmp(argv[1], "plot")',
    'std::string(argv[1]) == "map" || std::string(argv[1]) == "plot"',
    'string_equals(argv[1], "map") || string_equals(argv[1], "plot") /* same(argv[1], "x") */',
])  # fmt: skip
def test_a_word_is_one_that_it_is_compared_with(tmp_path: Path, compared: str) -> None:
    code = f"if ({compared}) {{}} n = atoi(argv[2]);"
    (tmp_path / "a.cu").write_text(f"int main(int argc, char **argv) {{\n{code}\n}}\n")
    found = guessed_arguments(tmp_path, "a.cu")
    assert [one.args for one in found] == [("map", "64"), ("plot", "64")]


def test_a_number_may_have_a_fraction(tmp_path: Path) -> None:
    code = "p.steps = std::stod(argv[1]); p.T = atof(argv[2]); seed = stoull(argv[3]);"
    (tmp_path / "a.cu").write_text(f"int main(int argc, char **argv) {{\n{code}\n}}\n")
    (found,) = guessed_arguments(tmp_path, "a.cu")
    assert found.args == ("64", "0.5", "64")


@pytest.mark.toolchain
@pytest.mark.parametrize("makefile", ["", "add: add.cu\n\tnvcc add.cu -o add\n"])
def test_a_program_that_wants_numbers_is_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, makefile: str
) -> None:
    files = {"add.cu": PROGRAM} | ({"Makefile": makefile} if makefile else {})
    found = verdict(tmp_path, monkeypatch, files)
    assert found["passed"] and found["numbers"] == 1
    assert found["remarks"] == ["arguments 64 64 (guessed: add.cu reads numbers of argv)"]


VERSIONS = """\
V0:
\tnvcc -IV0 main.cu -o V0/add
V1:
\tnvcc -IV1 main.cu -o V1/add
run:
\t./V0/add $(n) $(m)
.PHONY: help V0 V1 run
"""


@pytest.mark.toolchain
def test_versions_of_a_program_want_what_its_only_source_reads(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    for version in ("V0", "V1"):
        (tree / version).mkdir(parents=True)
        (tree / version / "own.h").write_text("")
    (tree / "main.cu").write_text(f'#include "own.h"\n{PROGRAM}')
    (tree / "Makefile").write_text(f"help:\n\t@echo make V0\n{VERSIONS}")
    found = [*found_programs(ProjectSettings(tree, tmp_path / "port"), Ref.CPU)]
    assert [one.run for one in found] == ["V0/add", "V1/add"]
    assert {one.candidates[-1].args for one in found} == {("64", "64")}
