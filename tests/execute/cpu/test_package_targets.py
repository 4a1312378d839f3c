"""The executor's CMake packages define the targets that ROCm's own packages define."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from porter.execute.cpu.compilation import Compiler
from porter.execute.cpu.rocm_prefix import rocm_prefix
from porter.toolchain.discovery import find

pytestmark = pytest.mark.toolchain

#: What hipBLASLt is made of, which nobody links by name.
_PARTS = {"roc::origami", "roc::origami-headers"}
_TARGET = re.compile(r"add_library\(((?:hip|roc|hip-lang|hiprtc)::[\w-]+)")


def test_each_target_of_rocms_packages_is_there() -> None:
    root = rocm_prefix(Compiler.default("gfx942")) / "lib/cmake"
    lacking = {}
    compared = 0
    for ours in sorted(root.glob("*/*-config.cmake")):
        text = ours.read_text()
        if "does not offer" in text:
            continue
        wanted = set()
        for path in find().rocm_path.glob(f"lib/**/cmake/{ours.parent.name}/*-targets.cmake"):
            wanted |= set(_TARGET.findall(path.read_text()))
        wanted -= _PARTS
        compared += len(wanted)
        if absent := {one for one in wanted if not re.search(rf"{one}(?![\w-])", text)}:
            lacking[ours.parent.name] = absent
    assert lacking == {}
    assert compared > 10


SCRIPT = """\
cmake_minimum_required(VERSION 3.21)
project(app CXX)
find_package(hip REQUIRED)
find_package(amd_smi REQUIRED)
add_library(ranges OBJECT ranges.cpp)
target_link_libraries(ranges hip::host)
add_library(power OBJECT power.cpp)
target_link_libraries(power amd_smi)
"""


@pytest.mark.skipif(shutil.which("cmake") is None, reason="cmake is not installed")
def test_a_host_compiler_finds_headers_that_porter_has_in_place_of_rocms(tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(SCRIPT)
    (tmp_path / "ranges.cpp").write_text("#include <roctracer/roctx.h>\n")
    (tmp_path / "power.cpp").write_text("#include <amd_smi/amdsmi.h>\n")
    prefix = rocm_prefix(Compiler.default("gfx942"))
    for command in (
        ["cmake", "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={prefix}"],
        ["cmake", "--build", "build"],
    ):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
