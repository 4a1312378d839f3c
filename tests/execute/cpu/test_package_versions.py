"""`find_package(hip 6.0)` asks the executor's packages for a version: it is ROCm's."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from porter.toolchain.discovery import find
from tests.stand_ins import stand_in

pytestmark = [
    pytest.mark.toolchain,
    pytest.mark.skipif(shutil.which("cmake") is None, reason="cmake is not installed"),
]


def configured(tmp_path: Path, *packages: str) -> str:
    """Return what CMake says where a project asks for packages."""
    compiler = stand_in(tmp_path / "bin", "porter-hipcc")
    prefix = subprocess.run(
        [compiler, "-print-cmake-prefix"], capture_output=True, text=True, check=True
    ).stdout.strip()
    asked = "".join(f"find_package({one} REQUIRED CONFIG)\n" for one in packages)
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.21)\nproject(app LANGUAGES CXX)\n" + asked +
        'message(STATUS "HIP is ${hip_VERSION}")\n'
    )  # fmt: skip
    done = subprocess.run(
        ["cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout + done.stderr


def version(header: str, name: str) -> str:
    """Return a part of a version, as a header of ROCm has it."""
    text = (find().rocm_path / "include" / header).read_text()
    found = re.search(rf"define {name}[ ]+(\d+)", text)
    assert found is not None
    return found[1]


def test_a_version_that_rocm_has_is_found(tmp_path: Path) -> None:
    major, minor = (version("hip/hip_version.h", f"HIP_VERSION_{it}") for it in ("MAJOR", "MINOR"))
    blas = version("hipblas/hipblas-version.h", "hipblasVersionMajor")
    said = configured(tmp_path, f"hip {major}.{minor}", f"hipblas {blas}", "hiprtc", "rocprim 3")
    assert f"HIP is {major}.{minor}." in said and "Configuring done" in said


def test_a_newer_one_is_not(tmp_path: Path) -> None:
    said = " ".join(configured(tmp_path, "hip 99.0").split())
    assert 'compatible with requested version "99.0"' in said
