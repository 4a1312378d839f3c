"""Scripts that build extensions, converted: text, units, Python running them, and PyTorch's say."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from porter.compile.units import find_units
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from tests.fixers.conftest import Convert

SETUP = """\
import os

from setuptools import setup
from torch.utils.cpp_extension import CUDA_HOME, BuildExtension, CUDAExtension

os.environ.setdefault("TORCH_CUDA_ARCH_LIST", "8.0;9.0")
if CUDA_HOME is None:
    raise RuntimeError("no toolkit")

nvcc_flags = [
    "-O3",
    "--expt-relaxed-constexpr",  # for constexpr functions
    "--use_fast_math",
    "-gencode",
    "arch=compute_80,code=sm_80",
    "-Xcompiler=-fPIC", "-lineinfo"
]
if os.getenv("WITH_SM90"):
    nvcc_flags.append("-gencode")
    nvcc_flags.append("arch=compute_90,code=sm_90")

setup(
    name="one",
    version="1.2.3",
    ext_modules=[
        CUDAExtension(
            "one._C",
            ["one.cu", "bind.cpp"],
            library_dirs=[os.path.join(CUDA_HOME, "lib64")],
            libraries=["cublas", "cudart"],
            extra_compile_args={"cxx": ["-O2"], "nvcc": nvcc_flags + ["-std=c++17", "-t", "4"]},
        )
    ],
    cmdclass={"build_ext": BuildExtension},
)
"""
CONVERTED = """\
import os

from setuptools import setup
from torch.utils.cpp_extension import ROCM_HOME as CUDA_HOME, BuildExtension, CUDAExtension

os.environ.setdefault("PYTORCH_ROCM_ARCH", "gfx90a;gfx942;gfx1100")
if CUDA_HOME is None:
    raise RuntimeError("no toolkit")

nvcc_flags = [
    "-O3",
    # for constexpr functions
    "-fPIC", "-gline-tables-only"
]
if os.getenv("WITH_SM90"):
    pass

setup(
    name="one",
    version="1.2.3",
    ext_modules=[
        CUDAExtension(
            "one._C",
            ["one.cu", "bind.cpp"],
            library_dirs=[os.path.join(CUDA_HOME, "lib")],
            libraries=["hipblas", "amdhip64"],
            extra_compile_args={"cxx": ["-O2"], "nvcc": nvcc_flags + ["-std=c++17"]},
        )
    ],
    cmdclass={"build_ext": BuildExtension},
)
"""
KERNEL = """\
#include <torch/extension.h>
#include <cuda_runtime.h>
__global__ void fill(float* x) { x[threadIdx.x] = __shfl_sync(0xffffffffu, 1.0f, 0); }
void one(torch::Tensor x) { fill<<<1, 32>>>(x.data_ptr<float>()); cudaDeviceSynchronize(); }
"""
STUB = """\
from setuptools import Extension
from setuptools.command.build_ext import build_ext as BuildExtension

ROCM_HOME = "/opt/rocm"


def CUDAExtension(name, sources, extra_compile_args, **options):
    print(extra_compile_args["nvcc"], options["libraries"], options["library_dirs"])
    return Extension(name, sources)
"""


def convert_tree(folder: Path) -> Path:
    source = folder / "up"
    source.mkdir()
    (source / "setup.py").write_text(SETUP)
    (source / "one.cu").write_text(KERNEL)
    (source / "bind.cpp").write_text("#include <torch/extension.h>\n")
    write_port(
        [source], Options(), Destination(OutputMode.IN_PLACE)
    )  # which keeps PyTorch's builder
    return source


def test_a_script(converted: Convert) -> None:
    assert converted(SETUP, path="setup.py").data.decode() == CONVERTED
    assert converted(CONVERTED, path="setup.py").data.decode() == CONVERTED


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('f = ["-Xcompiler", x, "-lineinfo"]', 'f = ["-Xcompiler", x, "-gline-tables-only"]'),
        ('f = ["-O3", f"-gencode=arch=compute_{cc},code=sm_{cc}"]', 'f = ["-O3"]'),
        ('nvcc = ["-gencode", "arch=" + cc]', "nvcc = []"),
        ('nvcc += ["-t", str(n), "-O3"]', 'nvcc += ["-O3"]'),
        ("nvcc = ['-O3 -lineinfo --extended-lambda']", "nvcc = ['-O3 -gline-tables-only']"),
        ('f = ("--extended-lambda",)', "f = ()"),
        ('f.append("-lineinfo")', 'f.append("-gline-tables-only")'),
    ],
)
def test_forms(converted: Convert, before: str, after: str) -> None:
    after_text = converted(before + "\n", path="setup.py").data.decode()
    ast.parse(after_text)
    assert after_text == after + "\n"
    assert converted(after_text, path="setup.py").data.decode() == after_text


def test_porter_build_reads_the_converted_script(tmp_path: Path) -> None:
    units = {unit.source: unit for unit in find_units(convert_tree(tmp_path))}
    assert units["one.cu"].language.value == "hip"
    assert units["one.cu"].flags == ("-O3", "-fPIC", "-gline-tables-only")
    assert (units["one.cu"].std, units["one.cu"].left_out) == ("c++17", ())
    assert units["one.cu"].torch_extension == "_C"


def test_python_runs_the_converted_script(tmp_path: Path) -> None:
    out = convert_tree(tmp_path)
    stub = tmp_path / "stub" / "torch" / "utils"
    stub.mkdir(parents=True)
    for package in (stub, stub.parent):
        (package / "__init__.py").touch()
    (stub / "cpp_extension.py").write_text(STUB)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "stub"), "WITH_SM90": "1"}
    done = subprocess.run(
        [sys.executable, "setup.py", "--version"],
        cwd=out, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if "No module named 'setuptools'" in done.stderr:
        pytest.skip("setuptools is not installed")
    assert done.returncode == 0, done.stderr
    flags = ["-O3", "-fPIC", "-gline-tables-only", "-std=c++17"]
    assert done.stdout.splitlines()[-2:] == [
        f"{flags} ['hipblas', 'amdhip64'] ['/opt/rocm/lib']",
        "1.2.3",
    ]


@pytest.mark.parametrize(
    "text", [SETUP + "print(\n", "from torch.utils.cpp_extension import CUDAExtension\nsetup(\n"]
)
def test_a_script_that_is_no_python_is_left_alone(converted: Convert, text: str) -> None:
    result = converted(text, path="setup.py")
    assert result.data.decode() == text
    assert [finding.severity.value for finding in result.findings] == ["warning"]


def test_pytorchs_own_converter_changes_launches_and_no_more(tmp_path: Path) -> None:
    """What a `CUDAExtension` of PyTorch for ROCm does to the sources before it compiles them."""
    hipify = pytest.importorskip("torch.utils.hipify.hipify_python")
    out = convert_tree(tmp_path)
    source = out / "one.cu"
    before = source.read_text()
    found = hipify.hipify(
        project_directory=str(out), output_directory=str(out), header_include_dirs=[],
        includes=[str(out / "*")], extra_files=[str(source)], show_detailed=False,
        is_pytorch_extension=True, hipify_extra_files_only=True,
    )  # fmt: skip
    compiled = Path(found[str(source)].hipified_path).read_text().splitlines()
    changed = set(compiled) - set(before.splitlines())
    assert source.read_text() == before
    assert all("hipLaunchKernelGGL" in line or "by hipify" in line for line in changed), changed


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('("-O3", "--extended-lambda")', ("-O3",)),
        ('("--extended-lambda", "-O3")', ("-O3",)),
        ('("--extended-lambda", "-dlto")', ()),
        ('("-O3", "--extended-lambda", "-DX")', ("-O3", "-DX")),
        ('("--extended-lambda", "-O3",)', ("-O3",)),
        ('("--extended-lambda",)', ()),
    ],
)
def test_a_tuple_stays_one(converted: Convert, before: str, after: tuple[str, ...]) -> None:
    text = converted(f"g = {before}\n", path="setup.py").data.decode()
    assert ast.literal_eval(text[4:]) == after
