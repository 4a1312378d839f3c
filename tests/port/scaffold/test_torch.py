"""PyTorch projects: what is in them, and that PyTorch's own builder makes them without hipify."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from porter.compile import units
from porter.convert.emission import Kind
from porter.errors import PorterError

from .trees import BINDING, KERNEL, TORCH, TORCH_KERNEL, port, write_tree

LOADER = """\
from torch.utils.cpp_extension import load


def kernels(folder):
    return load("jit_kernels", [f"{folder}/bind.cpp", f"{folder}/one.cu"])
"""
#: A module in Python's own terms: PyTorch's headers would take a minute.
PLAIN_BINDING = """\
#include <Python.h>
#define INIT2(name) PyInit_##name
#define INIT(name) INIT2(name)
int warps();
static PyObject* call(PyObject*, PyObject*) { return PyLong_FromLong(warps()); }
static PyMethodDef methods[] = {{"warps", call, METH_NOARGS, nullptr}, {}};
static PyModuleDef definition = {PyModuleDef_HEAD_INIT, "m", nullptr, -1, methods};
PyMODINIT_FUNC INIT(TORCH_EXTENSION_NAME)() { return PyModule_Create(&definition); }
"""
PLAIN_KERNEL = """\
#include <cuda_runtime.h>
__global__ void fill(float* x) { x[threadIdx.x] = __shfl_sync(0xffffffff, x[threadIdx.x], 0); }
#ifndef FLAGS_WERE_GIVEN
#error no flags
#endif
int warps() { fill<<<1, 32>>>(nullptr); return 32; }
"""


def test_setup_takes_the_ports_own_extension(tmp_path: Path) -> None:
    out, summary = port(tmp_path, TORCH, Kind.TORCH)
    setup = (out / "setup.py").read_text()
    ast.parse(setup)
    assert "from hip_extension import HIPExtension\n" in setup
    assert "from torch.utils.cpp_extension import BuildExtension\n" in setup
    assert 'ext_modules=[HIPExtension("pkg._C"' in setup
    assert 'setdefault("PYTORCH_ROCM_ARCH", "gfx90a;gfx942;gfx1100")' in setup
    builder = (out / "hip_extension.py").read_text()
    ast.parse(builder)
    assert "def load(" not in builder
    assert "import torch, pkg._C" in (out / "compile.sh").read_text()
    assert summary.notes == []
    readme = (out / "README.md").read_text()
    assert "- `setup.py` is the port's own version of upstream's." in readme


def test_the_builder_leaves_out_standards_that_pytorch_refuses(tmp_path: Path) -> None:
    out, _ = port(tmp_path, TORCH, Kind.TORCH)
    tree = ast.parse((out / "hip_extension.py").read_text())
    wanted = ("_TOO_OLD", "_IN_CLANGS_WORDS", "_NVCC_ONLY", "_NVCC_ONLY_WITH_VALUE", "_for_clang")
    parts = [
        node
        for node in tree.body
        if getattr(node, "name", "") in wanted
        or (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in wanted)
    ]
    names: dict[str, Any] = {"Iterable": Iterable, "Iterator": Iterator}
    exec(compile(ast.Module(parts, []), "builder", "exec"), names)
    given = ["-std=c++14", "-std=c++20", "-O3", "-std=c++11"]
    assert [*names["_for_clang"](given)] == ["-std=c++20", "-O3"]


def test_porter_build_reads_the_extension(tmp_path: Path) -> None:
    out, _ = port(tmp_path, TORCH, Kind.TORCH)
    found = {unit.source: unit for unit in units.find_units(out)}
    assert found["csrc/one.cu"].torch_extension == "_C"
    assert found["csrc/one.cu"].origin.startswith("setup.py:")
    line_info = "-gline-tables-only"
    assert found["csrc/one.cu"].flags == ("-O3", "-fgpu-flush-denormals-to-zero", line_info)
    assert found["csrc/one.cu"].left_out == ()


def test_a_package_that_compiles_at_first_use_gets_its_own_builder(tmp_path: Path) -> None:
    files = {**TORCH, "pkg/loader.py": LOADER}
    files["csrc/one.cu"] += "__device__ int f(int x) { return __shfl_sync(0xffffffff, x, 0); }\n"
    out, _ = port(tmp_path, files, Kind.TORCH)
    assert "from pkg.hip_extension import load\n" in (out / "pkg/loader.py").read_text()
    assert "def load(" in (out / "pkg/hip_extension.py").read_text()
    # Each helper file is there once; what csrc includes is installed beside it.
    assert [*out.rglob("hip_extension.py")] == [out / "pkg/hip_extension.py"]
    assert [*out.rglob("warp.hpp")] == [out / "porter_compat/warp.hpp"]
    setup = (out / "setup.py").read_text()
    assert 'package_dir={"pkg.porter_compat": "porter_compat"}' in setup
    assert 'abspath(__file__)), "pkg"))\nfrom hip_extension import HIPExtension' in setup
    assert "`pkg` compiles at first use" in (out / "README.md").read_text()


@pytest.mark.parametrize(("loader", "home", "seen"), [
    ({}, "hip_extension.py", '".."))'),
    ({"pkg/loader.py": LOADER}, "pkg/hip_extension.py", '"..", "pkg"))'),
])  # fmt: skip
def test_scripts_outside_of_packages_take_the_one_builder(
    tmp_path: Path, loader: dict[str, str], home: str, seen: str
) -> None:
    files = {**TORCH, **loader, "examples/jit.py": LOADER}
    out, _ = port(tmp_path, files, Kind.TORCH)
    assert [*out.rglob("hip_extension.py")] == [out / home]
    assert "def load(" in (out / home).read_text()
    script = (out / "examples/jit.py").read_text()
    ast.parse(script)
    assert f"{seen}\nfrom hip_extension import load\n" in script


def test_folders_without_an_init_file_are_imported_as_packages_too(tmp_path: Path) -> None:
    files = {path: text for path, text in TORCH.items() if path != "setup.py"}
    out, _ = port(tmp_path, {**files, "op/jit.py": LOADER}, Kind.TORCH)
    script = (out / "op/jit.py").read_text()
    ast.parse(script)
    seen = "sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))\n"
    assert f"{seen}from hip_extension import load\n" in script


def test_scripts_without_a_setup_py_have_a_builder_of_their_own(tmp_path: Path) -> None:
    files = {"csrc/one.cu": TORCH_KERNEL, "tool/jit.py": LOADER}
    out, _ = port(tmp_path, files, Kind.TORCH)
    assert (out / "tool/hip_extension.py").is_file()


def test_without_setup_py_one_is_written(tmp_path: Path) -> None:
    files = {"csrc/bind.cpp": BINDING, "csrc/one.cu": TORCH_KERNEL, "pkg/__init__.py": ""}
    out, _ = port(tmp_path, files, Kind.TORCH)
    setup = (out / "setup.py").read_text()
    ast.parse(setup)
    found = {unit.source: unit.torch_extension for unit in units.find_units(out)}
    assert found == {"csrc/bind.cpp": "up_hip", "csrc/one.cu": "up_hip"}
    assert "packages=['pkg']" in setup


def test_upstreams_pyproject_is_kept(tmp_path: Path) -> None:
    out, _ = port(tmp_path, {**TORCH, "pyproject.toml": "[tool.x]\n"}, Kind.TORCH)
    assert (out / "pyproject.toml").read_text() == "[tool.x]\n"


def test_a_setup_without_cuda_is_told(tmp_path: Path) -> None:
    files = {**TORCH, "setup.py": "from setuptools import setup\nsetup()\n"}
    out, summary = port(tmp_path, files, Kind.TORCH)
    assert (out / "setup.py").read_text() == files["setup.py"]
    assert summary.notes == ["setup.py has no CUDAExtension; it is as it was"]


def test_sources_without_torch_want_another_kind(tmp_path: Path) -> None:
    with pytest.raises(PorterError, match="none of these sources") as caught:
        port(tmp_path, {"fill.cu": KERNEL}, Kind.TORCH)
    assert "--project cmake" in str(caught.value.hint)


RUN = """\
import sys
import torch
from torch.utils import cpp_extension
from torch.utils.hipify import hipify_python

def refuse(*args, **options):
    raise AssertionError("hipify ran")

hipify_python.hipify = refuse
root = sys.argv[1]
torch.version.hip = "6.4.43484"
cpp_extension.IS_HIP_EXTENSION = True
cpp_extension.ROCM_HOME = root
cpp_extension.HIP_HOME = None
cpp_extension.ROCM_VERSION = (6, 4)
"""
BUILD = """\
import runpy
sys.argv = ["setup.py", "build_ext", "--inplace"]
runpy.run_path("setup.py", run_name="__main__")
"""
INSTALL = BUILD.replace('"build_ext", "--inplace"', '"build_py", "--build-lib=built"')
USE = "import pkg._C\nprint(pkg._C.warps())\n"
JIT = """\
from pkg.loader import kernels
first, second = kernels("csrc"), kernels("csrc")
print(first.warps(), first.__file__ == second.__file__)
"""
#: As much of HIP's runtime as importing a module takes, where the real one cannot be loaded.
RUNTIME = """\
extern "C" {
void* __hipRegisterFatBinary(const void*) { return nullptr; }
void __hipUnregisterFatBinary(void**) {}
void __hipRegisterFunction() {}
int __hipPushCallConfiguration() { return 1; }
int __hipPopCallConfiguration() { return 0; }
int hipLaunchKernel() { return 0; }
}
"""


@pytest.fixture(scope="module")
def rocm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ROCm that PyTorch's builder takes for one: hipcc, and libraries to link with."""
    pytest.importorskip("torch")
    if shutil.which("c++") is None:
        pytest.skip("PyTorch's builder links with the machine's own c++, which is not installed")
    from porter.toolchain.discovery import find
    from porter.toolchain.torch_headers import torch_headers

    tools = find()
    root = tmp_path_factory.mktemp("rocm")
    write_tree(root, {"runtime.cpp": RUNTIME, "empty.cpp": ""})
    include = [f"-I{path}" for path in torch_headers().include_dirs]
    hipcc = f"""#!/bin/sh
exec {tools.clang} --rocm-path={tools.rocm_path} --rocm-device-lib-path={tools.device_lib_path} \\
    -D__HIP_PLATFORM_AMD__ -isystem {tools.rocm_path}/include {" ".join(include)} -x hip "$@"
"""
    write_tree(root, {"bin/hipcc": hipcc})
    (root / "bin/hipcc").chmod(0o755)
    (root / "lib").mkdir()
    for name in ("amdhip64", "c10_hip", "torch_hip"):
        source = root / ("runtime.cpp" if name == "amdhip64" else "empty.cpp")
        library = root / "lib" / f"lib{name}.so"
        command = [str(tools.clang), "-shared", "-fPIC", str(source), "-o", str(library)]
        subprocess.run([*command, *tools.host_flags()], check=True)
    return root


def _python(rocm: Path, folder: Path, code: str, cache: Path) -> str:
    from porter.toolchain.torch_headers import torch_headers

    environment = {
        **os.environ,
        "PYTORCH_ROCM_ARCH": "gfx942",
        "TORCH_EXTENSIONS_DIR": str(cache),
        "CPATH": ":".join(str(path) for path in torch_headers().include_dirs),
        "LD_LIBRARY_PATH": str(rocm / "lib"),
        "PYTHONPATH": str(folder),
    }
    done = subprocess.run(
        [sys.executable, "-c", RUN + code, str(rocm)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.toolchain
def test_pytorchs_builder_compiles_it_without_hipify(tmp_path: Path, rocm: Path) -> None:
    """PyTorch's own BuildExtension, both ways, and the module is imported and called."""
    files = {
        **TORCH,
        "setup.py": TORCH["setup.py"].replace('"-lineinfo"', '"-lineinfo", "-DFLAGS_WERE_GIVEN"'),
        "pkg/loader.py": LOADER.replace("])\n", '], extra_cuda_cflags=["-DFLAGS_WERE_GIVEN"])\n'),
        "csrc/bind.cpp": PLAIN_BINDING,
        "csrc/one.cu": PLAIN_KERNEL,
    }
    out, _ = port(tmp_path, files, Kind.TORCH)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    _python(rocm, out, BUILD, tmp_path / "cache")
    library = next((out / "pkg").glob("_C*.so"))
    assert b"amdgcn-amd-amdhsa--gfx942" in library.read_bytes()
    assert _python(rocm, out, USE, tmp_path / "cache") == "32\n"
    assert _python(rocm, out, JIT, tmp_path / "cache").splitlines()[-1] == "32 True"
    built = next((tmp_path / "cache").rglob("jit_kernels*.so"))
    assert b"amdgcn-amd-amdhsa--gfx942" in built.read_bytes()
    assert {path: path.read_bytes() for path in before} == before
    _python(rocm, out, INSTALL, tmp_path / "cache")
    assert (out / "built/pkg/porter_compat/warp.hpp").is_file()


def test_what_a_rule_changes_in_a_redirected_file_stays_changed(tmp_path: Path) -> None:
    loader = "import os\n" + LOADER + "\n\nhome = os.environ['CUDA_HOME']\n"
    out, _ = port(tmp_path, {**TORCH, "jit.py": loader}, Kind.TORCH)
    text = (out / "jit.py").read_text()
    assert "from hip_extension import load\n" in text
    assert "os.environ['ROCM_PATH']" in text
