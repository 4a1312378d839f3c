"""Calls are read from usage texts: what is optional is left out, of alternatives each is tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.program.candidates import to_try
from porter.verify.program.found import Command
from porter.verify.program.usage_texts import allowed, usage
from tests.verify.program.unprepared import verdict


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Usage: %s [-a | -b]", ("%s", "[-a | -b]")),
        ("  usage: ./main <n>", ("./main", "<n>")),
        ("usage main", ("main", "")),
        ("memory usage: 5 MB", None),
    ],
)
def test_a_usage_text_names_the_program(line: str, found: tuple[str, str] | None) -> None:
    assert usage(line) == found


@pytest.mark.parametrize(
    ("synopsis", "ways"),
    [
        ("filename", [("a.txt",)]),
        ("<input file> <n>", [("a.txt", "64")]),
        ("[-v] <path> <output>", [("a.txt", "written.out")]),
        ("<input, of a run before>", []),
        ("<my file>", []),
        ("<source>", []),
    ],
)
def test_the_file_that_is_read_may_be_known(synopsis: str, ways: list[tuple[str, ...]]) -> None:
    assert [args for args, _ in allowed(synopsis, "a.txt")] == ways
    assert all(is_guess for _, is_guess in allowed(synopsis, "a.txt"))


@pytest.mark.parametrize(
    ("synopsis", "ways"),
    [
        ("-a | -b", [("-a",), ("-b",)]),
        ("[-a | -b]", [(), ("-a",), ("-b",)]),
        ("(cpu|gpu) [-q]", [("cpu",), ("gpu",)]),
        ("{fast|exact} <size>", [("fast", "64"), ("exact", "64")]),
        ("<n> <m>", [("64", "64")]),
        ("<i, where n = 2^i>", [("10",)]),
        ("<n: the number of elements>", [("64",)]),
        ("<i, an index>", []),
        ("N [iterations]", [("64",)]),
        ("matrix_size", [("64",)]),
        ("<start vertex> <number of vertices> <number of edges>", [("0", "64", "64")]),
        ("<source>", []),
        ("<start-offset> <shared memory size>", [("64", "64")]),
        ("<my file>", []),
        ("nx Ne", [("64", "64")]),
        ("-n 5 [options]", [("-n", "5")]),
        ("[-h|--help]", [()]),
        ("", [()]),
        ("N num_steps output_dir", [("64", "64", ".")]),
        ("<n> <output file>", [("64", "written.out")]),
        ("<output, of a run before>", []),
        ("<input file> <n>", []),
        ("matrixA matrixB", []),
        ("(a.txt | b.txt)", []),
        ("-f <file>", []),
        ("-s", [("-s",)]),
        ("((", []),
    ],
)
def test_a_synopsis_allows_calls(synopsis: str, ways: list[tuple[str, ...]]) -> None:
    assert [words for words, _ in allowed(synopsis)] == ways


@pytest.mark.parametrize(
    ("synopsis", "ways"),
    [
        ("<exponent of 2>", [("10",)]),
        ("[amount of random nums to make] [seed value for rand]", [("64", "1")]),
        ("[1 to print the array, 0 otherwise]", [("1",)]),
        ("N [iterations] [--quiet]", [("64", "64")]),
        ("[-v] <0 or 1>", [("0",)]),
        ("[-a | -b]", [(), ("-a",), ("-b",)]),
        ("[file]", [()]),
    ],
)
def test_what_is_in_brackets_may_be_asked_for(synopsis: str, ways: list[tuple[str, ...]]) -> None:
    assert [words for words, _ in allowed(synopsis, is_all_given=True)] == ways


def test_a_size_is_a_guess() -> None:
    assert [*allowed("<n>")] == [(("64",), True)]
    assert [*allowed("-n 5")] == [(("-n", "5"), False)]


PROGRAM = """\
#include <cstring>
#include <iostream>
__global__ void add(int *x, int by) { x[threadIdx.x] = threadIdx.x + by; }
int main(int argc, char **argv) {
  if (argc != 2 || (std::strcmp(argv[1], "--one") && std::strcmp(argv[1], "--two"))) {
    std::cerr << "Usage: " << argv[0] << " (--one | --two)" << std::endl;
    return 1;
  }
  int *x;
  cudaMallocManaged(&x, 64 * sizeof(int));
  add<<<1, 64>>>(x, argv[1][2] == 'o' ? 1 : 2);
  cudaDeviceSynchronize();
  std::cout << x[63] << std::endl;
}
"""


@pytest.mark.toolchain
def test_a_program_is_run_with_one_of_its_alternatives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = verdict(tmp_path, monkeypatch, {"add.cu": PROGRAM})
    assert found["passed"] and found["numbers"] == 1
    assert found["remarks"] == ["arguments --one (add.cu)"]


@pytest.mark.toolchain
def test_the_usage_text_may_be_in_a_folder_of_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = PROGRAM.replace('"Usage: " << argv[0] << "', '"Usage: ./app')
    files = {"Makefile": "app: src/a.cu\n\tnvcc -o app src/a.cu\n", "src/a.cu": program}
    found = verdict(tmp_path, monkeypatch, files)
    assert found["passed"] and found["numbers"] == 1
    assert found["remarks"] == ["arguments --one (src/a.cu)"]


@pytest.mark.parametrize("words", [("help",), ("-h",), ("--help", "-?")])
def test_a_call_that_asks_for_help_is_none(tmp_path: Path, words: tuple[str, ...]) -> None:
    tried = to_try(tmp_path, "a", [Command(".", words, "README.md"), Command(".", ("-h", "8"))])
    assert [one.args for one in tried] == [("-h", "8"), ()]
