"""Libraries of what CMake tries: HIP's are targets, which its own word hands on."""

from __future__ import annotations

from pathlib import Path

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

SCRIPT = """\
project(card CXX)
find_package(CUDA REQUIRED)
try_run(RUN BUILT ${CMAKE_BINARY_DIR} ${PROJECT_SOURCE_DIR}/card.cpp
  CMAKE_FLAGS -DINCLUDE_DIRECTORIES:STRING=${CUDA_INCLUDE_DIRS}
  -DLINK_LIBRARIES:STRING=${CUDA_CUDART_LIBRARY} -DSHOW=ON)
cuda_add_executable(run k.cu)
"""


def ported(source: Path, folder: Path) -> str:
    write_port([source], Options(), Destination(OutputMode.OUT, folder))
    return (folder / "CMakeLists.txt").read_text()


def test_the_target_is_behind_cmakes_own_word(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src/CMakeLists.txt").write_text(SCRIPT)
    (tmp_path / "src/k.cu").write_text("__global__ void k() {}\n")
    text = ported(tmp_path / "src", tmp_path / "hip")
    assert "\n  LINK_LIBRARIES hip::host CMAKE_FLAGS -DSHOW=ON)\n" in text
    assert "-DINCLUDE_DIRECTORIES:STRING=${hip_INCLUDE_DIRS}\n" in text
    assert ported(tmp_path / "hip", tmp_path / "again") == text
