"""What Python loads is no program, whatever else is in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verify.program.test_other_makefiles import KERNEL, found

MAIN = KERNEL + "int main() { return 0; }\n"
LOAD = "from torch.utils.cpp_extension import load\nkit = load(name='kit', sources=['k.cu'])\n"
CMAKE = (
    "project(kit LANGUAGES CXX CUDA)\nfind_package(Torch REQUIRED)\n"
    "pybind11_add_module(kit k.cu)\ntarget_link_libraries(kit PRIVATE ${TORCH_LIBRARIES})\n"
)


@pytest.mark.parametrize("files", [{"use.py": LOAD}, {"CMakeLists.txt": CMAKE}])
def test_a_source_of_an_extension_makes_no_program(tmp_path: Path, files: dict[str, str]) -> None:
    assert found(tmp_path, {**files, "k.cu": MAIN, "README.md": "    ./k 64\n"}) == []


def test_another_source_beside_it_does(tmp_path: Path) -> None:
    assert found(tmp_path, {"use.py": LOAD, "k.cu": MAIN, "alone.cu": MAIN}) == ["alone.cu"]
