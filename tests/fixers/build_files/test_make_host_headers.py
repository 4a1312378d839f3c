"""Host compilers that found CUDA's headers without a folder are told where HIP's are."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from tests.fixers.conftest import EVERYWHERE

FILES = {
    "main.cpp": '#include "types.h"\nint main() {}\n',
    "types.h": "#include <cuda_runtime.h>\n",
    "plain.cpp": "#include <vector>\n",
    "sums.cc": "#include <cuda_runtime.h>\n#include <thrust/host_vector.h>\n",
    "c.c": "#include <cublas_v2.h>\n",
}
ADDED = " -I$(or $(ROCM_PATH),/opt/rocm)/include -D__HIP_PLATFORM_AMD__"


def ported(folder: Path, makefile: str, name: str = "src") -> str:
    for path, text in {**FILES, "Makefile": makefile}.items():
        (folder / name / path).parent.mkdir(exist_ok=True, parents=True)
        (folder / name / path).write_text(text)
    out = folder / f"{name}_hip"
    write_port([folder / name], Options(skip=EVERYWHERE), Destination(OutputMode.OUT, out))
    return (out / "Makefile").read_text()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("main.o: main.cpp\n\tg++ -c main.cpp\n", f"main.o: main.cpp\n\tg++{ADDED} -c main.cpp\n"),
        ("%.o: %.cpp\n\t@$(CXX) -c $<\n", f"%.o: %.cpp\n\t@$(CXX){ADDED} -c $<\n"),
        (
            "S = $(wildcard *.cpp)\nO = $(S:.cpp=.o)\n$(O): $(S)\n\tg++ -c $^\n",
            f"S = $(wildcard *.cpp)\nO = $(S:.cpp=.o)\n$(O): $(S)\n\tg++{ADDED} -c $^\n",
        ),
        (
            "S = c.c\nall: $(S)\n\tfor one in $(S); do gcc -c $$one; done\n",
            f"S = c.c\nall: $(S)\n\tfor one in $(S); do gcc{ADDED} -c $$one; done\n",
        ),
        ("c.o: c.c\n\tgcc -c $< -o $@\n", f"c.o: c.c\n\tgcc{ADDED} -c $< -o $@\n"),
    ],
)
def test_the_folder_stands_behind_the_compiler(tmp_path: Path, before: str, after: str) -> None:
    assert ported(tmp_path, before) == after
    assert ported(tmp_path, after, "again") == after


@pytest.mark.parametrize(
    "makefile",
    [
        "plain.o: plain.cpp\n\tg++ -c plain.cpp\n",
        "app: main.o\n\tg++ main.o -o app\n",
        "F = $(shell pkg-config --cflags cuda)\nmain.o: main.cpp\n\tg++ $(F) -c main.cpp\n",
        "export CPATH = /sw/include\nmain.o: main.cpp\n\tg++ -c main.cpp\n",
    ],
)
def test_others_are_left_alone(tmp_path: Path, makefile: str) -> None:
    assert ported(tmp_path, makefile) == makefile


def test_thrust_is_hipccs(tmp_path: Path) -> None:
    assert "\thipcc -c sums.cc" in ported(tmp_path, "sums.o: sums.cc\n\tg++ -c sums.cc\n")


def test_a_value_that_another_takes_the_place_of_does_not_count(tmp_path: Path) -> None:
    recipe = "main.o: main.cpp\n\t$(CXX) $(F) -c main.cpp\n"
    folder = "F = -I/usr/local/cuda/include\n"
    assert "$(CXX) $(F)" in ported(tmp_path, folder + recipe)
    assert "$(CXX) $(F)" in ported(tmp_path, f"{folder}F += -O3\n{recipe}", "more")
    text = ported(tmp_path, f"{folder}F = -O3\n{recipe}", "other")
    assert "\t$(CXX) -I$(ROCM_PATH)/include -D__HIP_PLATFORM_AMD__ $(F) -c" in text
    branch = f"ifdef MORE\nF = -O3\nendif\n{recipe}"
    assert "$(CXX) $(F)" in ported(tmp_path, folder + branch, "branch")
