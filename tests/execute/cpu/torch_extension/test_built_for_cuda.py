"""A PyTorch built for CUDA: libraries of the same names take the place of its own for GPUs."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from porter.execute.cpu.compilation import Compiler
from porter.execute.cpu.torch_extension.built_for_cuda import (
    NAMES,
    is_built_for_cuda,
    stand_in_source,
)

#: What PyTorch's library for CUDA has; that it was loaded would show.
GPU = """
#include <cstdio>
struct Base { virtual ~Base(); };
Base::~Base() { std::puts("a real destructor"); }
namespace c10::cuda { int device_count() { return -1; } int reset(int) { return -1; } }
static bool loaded = std::puts("the real library") > 0;
"""
CALLER = """
#include <exception>
#include <typeinfo>
#include <cstdio>
struct Base { virtual ~Base(); };
namespace c10::cuda { int device_count(); int reset(int); }
extern "C" void run() {
  std::printf("%d devices, %s\\n", c10::cuda::device_count(), typeid(Base).name());
  try {
    c10::cuda::reset(1);
  } catch (const std::exception& error) {
    std::puts(error.what());
  }
  std::fflush(stdout);
}
"""
OFFERED = "namespace c10::cuda { int device_count() { return 1; } }"

LOAD = """
import ctypes, sys
for path in sys.argv[1:]:
    last = ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
last.run()
"""


@pytest.fixture
def compiler() -> Compiler:
    return Compiler.default("gfx942")


def _library(compiler: Compiler, path: Path, text: str, *needed: Path) -> Path:
    source = path.with_suffix(".cpp")
    source.write_text(text)
    flags = ["-shared", f"-Wl,-soname,{path.name}", *map(str, needed)]
    compiler.linker.link([compiler.cpp_object(source)], path, flags)
    return path


@pytest.mark.toolchain
def test_what_is_offered_is_called_and_the_rest_is_refused_by_name(
    tmp_path: Path, compiler: Compiler
) -> None:
    own, stood_in = tmp_path / "own", tmp_path / "stood_in"
    own.mkdir()
    stood_in.mkdir()
    gpu = _library(compiler, own / "libtorch_cuda.so", GPU)
    caller = _library(compiler, own / "libtorch_python.so", CALLER, gpu)
    offered = _library(compiler, stood_in / "libporter-torch.so", OFFERED)
    assert is_built_for_cuda(own) and not is_built_for_cuda(stood_in)

    text = stand_in_source(own, offered, compiler.toolchain)
    assert "reset" in text and "device_count" not in text
    made = _library(compiler, stood_in / gpu.name, text)
    done = subprocess.run(
        [sys.executable, "-c", LOAD, str(made), str(offered), str(caller)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LD_LIBRARY_PATH": str(own)},
    )
    assert done.stdout.splitlines() == [
        "1 devices, 4Base",
        "the cpu executor does not imitate PyTorch's c10::cuda::reset(int)",
    ], done.stderr


@pytest.mark.slow
@pytest.mark.toolchain
def test_pytorch_from_the_index_runs_an_extension(tmp_path: Path) -> None:
    """As a newcomer has it: without settings of pip, PyTorch for Linux is the one for CUDA."""
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    plain = {key: value for key, value in os.environ.items() if not key.startswith("PIP_")}
    plain["PIP_CONFIG_FILE"] = os.devnull
    certificates = os.environ.get("PIP_CERT")
    if certificates:
        plain["PIP_CERT"] = certificates
    root = Path(__file__).parents[4]
    for what in (["torch", "setuptools"], ["--editable", str(root)]):
        subprocess.run([python, "-m", "pip", "install", "--quiet", *what], env=plain, check=True)
    libraries = next((tmp_path / "venv").glob("lib/python*/site-packages/torch/lib"))
    if not is_built_for_cuda(libraries):
        pytest.skip("this machine's index has PyTorch for CPUs")
    assert all((libraries / name).is_file() for name in NAMES[:2])
    command = ["verify", "--ref", "cuda", "--on", "hip:cpu:gfx1100", "efficient_kernels"]
    environment = {**os.environ, "PORTER_CPU_OPTIMIZE": "0"}
    done = subprocess.run(
        [python, "-m", "porter", *command], cwd=root, env=environment,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0 and "same" in done.stdout, done.stdout + done.stderr
