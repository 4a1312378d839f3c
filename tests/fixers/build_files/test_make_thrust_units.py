"""C++ sources that include Thrust: hipcc reads them where a Makefile had a C++ compiler do it."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from tests.fixers.conftest import EVERYWHERE

FILES = {
    "main.cpp": '#include "sums.h"\nint main() {}\n',
    "sums.h": "#include <thrust/host_vector.h>\n",
    "other.cpp": "#include <vector>\n",
    "src/deep.cpp": "#include <cub/cub.cuh>\n",
    "k.cu": "__global__ void k() {}\n",
}


def ported(folder: Path, makefile: str, name: str = "src") -> str:
    for path, text in {**FILES, "Makefile": makefile}.items():
        (folder / name / path).parent.mkdir(exist_ok=True, parents=True)
        (folder / name / path).write_text(text)
    out = folder / f"{name}_hip"
    write_port([folder / name], Options(skip=EVERYWHERE), Destination(OutputMode.OUT, out))
    return (out / "Makefile").read_text()


@pytest.mark.parametrize(
    ("recipe", "after"),
    [
        ("main.o: main.cpp\n\tg++ -c main.cpp\n", "main.o: main.cpp\n\thipcc -c main.cpp\n"),
        (
            "main.o: main.cpp sums.h\n\t@$(CXX) -c $< -o $@\n",
            "main.o: main.cpp sums.h\n\t@hipcc -c $< -o $@\n",
        ),
        (
            "%.o: %.cpp\n\t$(CXX) -c $< -o $@\n",
            "%.o: %.cpp\n\t$(if $(filter deep.cpp %/deep.cpp main.cpp %/main.cpp,$<),hipcc,$(CXX))"
            " -c $< -o $@\n",
        ),
        (
            "CC = g++\n.cpp.o:\n\t$(CC) -c $<\n",
            "CC = g++\n.cpp.o:\n\t$(if $(filter deep.cpp %/deep.cpp main.cpp %/main.cpp,$<)"
            ",hipcc,$(CC)) -c $<\n",
        ),
        (
            "F = -std=c++11\nmain.o: main.cpp\n\tg++ $(F) -c main.cpp\n",
            "F = -std=c++11\nmain.o: main.cpp\n\thipcc $(F) -std=c++17 -c main.cpp\n",
        ),
        (
            "F = -std=c++11\n%.o: %.cpp\n\tg++ $(F) -c $< -o $@\n",
            "F = -std=c++11\n%.o: %.cpp\n"
            "\t$(if $(filter deep.cpp %/deep.cpp main.cpp %/main.cpp,$<),hipcc,g++) $(F)"
            " $(if $(filter deep.cpp %/deep.cpp main.cpp %/main.cpp,$<),-std=c++17)"
            " -c $< -o $@\n",
        ),
    ],
    ids=["by its name", "by its rule", "among many", "by its suffix", "older", "many older"],
)
def test_a_source_that_includes_thrust_is_read_by_hipcc(
    tmp_path: Path, recipe: str, after: str
) -> None:
    assert ported(tmp_path, recipe) == after


@pytest.mark.parametrize(
    "recipe",
    [
        "other.o: other.cpp\n\tg++ -c other.cpp\n",
        "%.o: %.c\n\t$(CC) -c $< -o $@\n",
        "main: main.o other.o\n\tg++ main.o other.o -o $@\n",
    ],
    ids=["another source", "C", "a link"],
)
def test_other_recipes_stay(tmp_path: Path, recipe: str) -> None:
    assert ported(tmp_path, recipe) == recipe


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    once = ported(tmp_path, "%.o: %.cpp\n\t$(CXX) -c $< -o $@\n")
    assert ported(tmp_path, once, "again") == once
