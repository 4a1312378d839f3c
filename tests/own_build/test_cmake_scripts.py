"""A `setup.py` that runs CMake is what its project is built by."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from porter.cli.build import command
from porter.own_build.cmake_cache import forget_stale_inside
from porter.own_build.cmake_scripts import drives_cmake
from porter.own_build.installation import Against, Rocm
from porter.own_build.systems import Order, System, targets

CMAKE = "cmake_minimum_required(VERSION 3.21)\nproject(x LANGUAGES NONE)\n"
SCRIPT = """\
import os, pathlib, subprocess, sys
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        out = pathlib.Path(self.get_ext_fullpath(extension.name)).parent.absolute()
        words = ["-DCMAKE_LIBRARY_OUTPUT_DIRECTORY=" + str(out), *os.environ["CMAKE_ARGS"].split()]
        subprocess.check_call(["cmake", "-S", ".", "-B", self.build_temp, *words])


setup(name="x", ext_modules=[Extension("x", [])], cmdclass={"build_ext": CMakeBuild})
"""
SHOWS = 'file(WRITE "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/x.txt" "${CMAKE_HIP_ARCHITECTURES} ${KIND}")'


def native(port: Path, *options: str) -> Result:
    return CliRunner().invoke(command, ["--native", *options, str(port)])


@pytest.fixture
def port(tmp_path: Path) -> Path:
    folder = tmp_path / "port"
    folder.mkdir()
    (folder / "CMakeLists.txt").write_text(f"{CMAKE}{SHOWS}\n")
    (folder / "setup.py").write_text(SCRIPT)
    return folder


@pytest.mark.skipif(shutil.which("cmake") is None, reason="needs cmake")
def test_pip_installs_what_cmake_makes(port: Path, rocm: Path, tmp_path: Path) -> None:
    done = native(port, "--folder", str(tmp_path / "made"), "--arch", "gfx942,gfx1100")
    assert done.exit_code == 0, done.output
    assert "python in" in done.output
    assert (tmp_path / "made/out/x.txt").read_text() == "gfx942;gfx1100 "


def test_a_cache_of_another_compiler_is_forgotten(tmp_path: Path) -> None:
    rocm = Rocm(tmp_path, tmp_path / "new/clang++", Against.CPU, "gfx942")
    port, elsewhere = tmp_path / "port", tmp_path / "elsewhere"
    for folder in (port / "build/cp311", port / "build/temp/x", elsewhere / "x"):
        folder.mkdir(parents=True)
        (folder / "CMakeCache.txt").write_text("CMAKE_HIP_COMPILER:PATH=/old/clang++\n")
    (port / "build/link").symlink_to(elsewhere)
    forget_stale_inside(port, rocm)
    assert not list((port / "build").glob("[ct]*/**/CMakeCache.txt"))
    assert (elsewhere / "x/CMakeCache.txt").is_file()


def test_what_cmake_alone_takes_is_cmakes(port: Path) -> None:
    assert [one.system for one in targets(port)] == [System.PYTHON]
    assert [one.system for one in targets(port, order=Order(("A=B",)))] == [System.CMAKE]
    assert [one.system for one in targets(port, System.CMAKE)] == [System.CMAKE]


@pytest.mark.parametrize(
    "script",
    [
        "from setuptools import setup\nsetup(name='x', packages=['x'])  # see CMakeLists.txt\n",
        "from setuptools import setup\nprint('run cmake first')\nsetup(name='x')\n",
        "# cmake builds the library\nsetup(name='x', ext_modules=[e])\n",
    ],
)
def test_a_script_that_speaks_of_cmake_alone_does_not_run_it(port: Path, script: str) -> None:
    (port / "setup.py").write_text(script)
    assert not drives_cmake(port)


@pytest.mark.parametrize("is_installed", [True, False])
def test_scikit_build_core_builds_where_it_is_installed(
    port: Path, monkeypatch: pytest.MonkeyPatch, is_installed: bool
) -> None:
    (port / "setup.py").unlink()
    (port / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["scikit-build-core"]\n'
        'build-backend = "scikit_build_core.build"\n'
    )
    found = object() if is_installed else None
    monkeypatch.setattr("porter.own_build.cmake_scripts.find_spec", lambda name: found)
    wanted = System.PYTHON if is_installed else System.CMAKE
    assert [one.system for one in targets(port)] == [wanted]


@pytest.mark.toolchain
@pytest.mark.slow
def test_a_library_that_the_hosts_compiler_links_has_the_runtime(tmp_path: Path) -> None:
    port = tmp_path / "port"
    port.mkdir()
    (port / "k.hip").write_text(
        "#include <hip/hip_runtime.h>\n__global__ void k(int *p) { *p = 42; }\n"
        'extern "C" int answer() {\n  int *p, x;\n  (void)hipMallocManaged(&p, 4);\n'
        "  k<<<1, 1>>>(p);\n  (void)hipDeviceSynchronize();\n  x = *p;\n  (void)hipFree(p);\n"
        "  return x;\n}\n"
    )
    (port / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.21)\nproject(x LANGUAGES CXX HIP)\n"
        "add_library(k SHARED k.hip)\nset_target_properties(k PROPERTIES LINKER_LANGUAGE CXX)\n"
        "install(TARGETS k DESTINATION ${CMAKE_BINARY_DIR}/installed)\n"
    )
    made = tmp_path / "made"
    done = native(port, "--on", "cpu", "--arch", "gfx942", "--folder", str(made))
    assert done.exit_code == 0, done.output
    subprocess.run(["cmake", "--install", made / "out"], check=True)
    assert ctypes.CDLL(str(made / "out/installed/libk.so")).answer() == 42
