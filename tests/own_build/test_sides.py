"""A build that an nvcc made is no port: the project's own HIP side is built, or it is said."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from porter.own_build.sides import Sides, sides
from porter.own_build.systems import System, Target
from tests.own_build.conftest import HIPCC
from tests.own_build.test_native import native, write

BOTH = "ifeq ($(USE_HIP),1)\na:\n\thipcc own -o a\nelse\na:\n\tnvcc -arch=sm_80 k.cu -o a\nendif\n"
NO_PORT = "no port: nvcc compiled it, for NVIDIA's GPUs"


@pytest.fixture(autouse=True)
def nvcc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "toolkit/bin/nvcc"
    program.parent.mkdir(parents=True)
    program.write_text(HIPCC.replace("-arch*)", "never)"))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")


def test_the_projects_own_hip_side_is_built(tmp_path: Path, rocm: Path) -> None:
    port = write(tmp_path / "port", BOTH)
    done = native(port)
    assert done.exit_code == 0, done.output
    said = "nvcc compiled that, for NVIDIA's GPUs; the project's own HIP side is built: USE_HIP=1"
    assert said in done.output
    assert "hipcc own" in (port / "a").read_text()
    assert NO_PORT not in done.output


def test_a_build_of_cudas_is_no_port_however_often_it_runs(tmp_path: Path, rocm: Path) -> None:
    port = write(tmp_path / "port", "a:\n\tnvcc -arch=sm_80 k.cu -o a\n")
    for _ in range(2):
        done = native(port)
        assert done.exit_code == 1
        assert NO_PORT in done.output
        assert "0 of 1 build" in done.output
    chosen = native(write(tmp_path / "both", BOTH), "--variable", "USE_HIP=0")
    assert chosen.exit_code == 1 and NO_PORT in chosen.output


def test_a_part_of_cudas_is_told(tmp_path: Path, rocm: Path) -> None:
    port = write(tmp_path / "port", "a: b\n\thipcc x.hip -o a\nb:\n\tnvcc k.cu -o b\n")
    done = native(port)
    assert done.exit_code == 0, done.output
    assert "nvcc compiled a part of it, for NVIDIA's GPUs" in done.output


@pytest.mark.parametrize(
    ("said", "cuda", "hip"),
    [
        ("nvcc -O3 -c k.cu -o k.o", True, False),
        ("cd sub && /usr/local/cuda/bin/nvcc k.o -o app", True, False),
        ("hipcc -O3 -c k.cu -o k.o", False, True),
        ("/opt/rocm/llvm/bin/clang++ -x hip k.cpp -o k.o", False, True),
        ("g++ -DHIP -c a.cpp -o a.o", False, False),
        ("nvcc --version", False, False),
        ("which nvcc", False, False),
        ("echo nvcc -c k.cu", False, False),
        ("make: 'nvcc -c' is up to date.", False, False),
    ],
)
def test_what_make_says(tmp_path: Path, said: str, cuda: bool, hip: bool) -> None:
    (tmp_path / "log").write_text(f"make: Entering\n{said}\n")
    target = Target(tmp_path, System.MAKE)
    assert sides(target, tmp_path, tmp_path / "log") == Sides(cuda, hip)


@pytest.mark.parametrize(
    ("system", "name", "text", "cuda", "hip"),
    [
        (System.CMAKE, "flags.make", "# compile CUDA with /usr/bin/nvcc\n", True, False),
        (System.CMAKE, "flags.make", "# compile HIP with /opt/rocm/bin/clang++\n", False, True),
        (System.CMAKE, "build.make", "\techo Building NVCC (Device) object a.o\n", True, False),
        (System.CMAKE, "flags.make", "# compile CXX with /usr/bin/c++\n", False, False),
        (System.PYTHON, "_C.so", "\0__cudaRegisterFatBinary\0", True, False),
        (System.PYTHON, "_C.so", "\0__hipRegisterFatBinary\0", False, True),
    ],
)
def test_what_a_folder_shows(
    tmp_path: Path, system: System, name: str, text: str, cuda: bool, hip: bool
) -> None:
    target = Target(tmp_path, system)
    assert sides(target, tmp_path / "out", tmp_path / "log") == Sides(cuda=False, hip=False)
    (tmp_path / "out/a.dir").mkdir(parents=True)
    (tmp_path / "out/a.dir" / name).write_text(text)
    assert sides(target, tmp_path / "out", tmp_path / "log") == Sides(cuda, hip)
