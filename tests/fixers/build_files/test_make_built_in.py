"""Flags that make's own rules hand to host compilers, beside recipes that hand them to nvcc."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from tests.fixers.conftest import EVERYWHERE

FILES = {
    "main.cpp": "#include <cuda_runtime.h>\nint main() {}\n",
    "c.c": "#include <cuda_runtime.h>\n",
    "k.cu": "__global__ void k() {}\n",
    "src/deep.cpp": "#include <cuda_runtime.h>\n",
}
LINK = "\n\tnvcc -o $@ $^\n"
DEVICE = "%.o: %.cu\n\tnvcc $(CPPFLAGS) $(CXXFLAGS) $(CFLAGS) -c -o $@ $<\n"
FOLDER = "-I$(CUDA_HOME)/include"
MACRO = "-D__HIP_PLATFORM_AMD__"


def ported(folder: Path, makefile: str) -> str:
    for path, text in {**FILES, "Makefile": makefile}.items():
        (folder / "src" / path).parent.mkdir(exist_ok=True, parents=True)
        (folder / "src" / path).write_text(text)
    out = folder / "out"
    write_port([folder / "src"], Options(skip=EVERYWHERE), Destination(OutputMode.OUT, out))
    return (out / "Makefile").read_text()


@pytest.mark.parametrize(
    "makefile",
    [
        f"CPPFLAGS += {FOLDER}\napp: main.o k.o\n\t$(CXX) -o $@ $^\n{DEVICE}",
        f"CXXFLAGS = {FOLDER}\napp: main.o k.o\n\t$(CXX) -o $@ $^\n{DEVICE}",
        f"CFLAGS = {FOLDER}\napp: c.o k.o\n\t$(CC) -o $@ $^\n{DEVICE}",
        f"INC = {FOLDER}\nCPPFLAGS = $(INC)\napp: c.o\n\t$(CC) -o $@ $^\n{DEVICE}",
        f"CPPFLAGS = {FOLDER}\nO := $(patsubst %.cpp,%.o,$(wildcard *.cpp))\n"
        f"app: $(O) k.o\n\t$(CXX) -o $@ $^\n{DEVICE}",
        f"CPPFLAGS = {FOLDER}\nS = main.cpp\napp: $(S:.cpp=.o) k.o\n\tg++ -o $@ $^\n{DEVICE}",
        f"CPPFLAGS = {FOLDER}\nall: main k.o\n{DEVICE}",
        f"CPPFLAGS = {FOLDER}\nVPATH = src\napp: deep.o k.o\n\tg++ -o $@ $^\n{DEVICE}",
        f"CPPFLAGS = {FOLDER}\nobj/%.o: %.cpp\n\ttouch $@\napp: main.o\n\tg++ -o $@ $^\n{DEVICE}",
    ],
)
def test_what_make_compiles_itself_is_told_of_the_platform(tmp_path: Path, makefile: str) -> None:
    wanted = makefile.replace(FOLDER, f"{FOLDER} {MACRO}").replace("CUDA_HOME", "ROCM_PATH")
    assert ported(tmp_path, makefile).endswith(wanted.replace("nvcc", "hipcc"))


@pytest.mark.parametrize(
    "makefile",
    [
        f"CPPFLAGS = {FOLDER}\napp: k.o\n\tnvcc -o $@ $^\n{DEVICE}",
        f"CFLAGS = {FOLDER}\napp: main.o k.o\n\tg++ -o $@ $^\n{DEVICE}",
        f"CPPFLAGS = {FOLDER}\napp: main.o k.o{LINK}%.o: %.cpp\n\tnvcc -c $<\n{DEVICE}",
        f"CPPFLAGS = {FOLDER}\napp: main.o{LINK}.cpp.o:\n\tnvcc -c $<\n{DEVICE}",
        f"CPPFLAGS = {FOLDER}\napp: main.o{LINK}main.o: k.cu\n\tnvcc -c $<\n{DEVICE}",
        f"CXX = nvcc\nCPPFLAGS = {FOLDER}\napp: main.o{LINK}{DEVICE}",
        f"CPPFLAGS = {FOLDER}\napp: gone.o\n\tnvcc -o $@ $^\n{DEVICE}",
    ],
)
def test_what_nvcc_alone_is_given_stays(tmp_path: Path, makefile: str) -> None:
    assert MACRO not in ported(tmp_path, makefile)
