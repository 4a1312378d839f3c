"""What any extension's `setup.py` says, kept where kernels go into architectures' folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.extensions import torch_extensions
from porter.convert.emission import Kind
from porter.errors import PorterError

from .trees import BINDING, TORCH_KERNEL, port

#: Extensions by what PyTorch was built for, as torch-scatter has them.
SETUP = """\
import os
import torch
from setuptools import find_packages, setup
from torch.utils.cpp_extension import CUDA_HOME, BuildExtension, CppExtension, CUDAExtension

WITH_CUDA = os.environ.get("FORCE_CUDA") == "1" or (
    torch.version.cuda is not None and CUDA_HOME is not None
)


def extension(name, suffix):
    sources = [f"csrc/{name}.cpp"]
    macros, flags = [("WITH_PYTHON", None)], {"cxx": ["-O3", "-fopenmp"]}
    if suffix == "cuda":
        macros += [("WITH_CUDA", None)]
        sources += [f"csrc/cuda/{name}.cu"]
        flags["nvcc"] = ["-O3", "--expt-relaxed-constexpr"]
    kind = CUDAExtension if suffix == "cuda" else CppExtension
    return kind(f"two._{name}_{suffix}", sources, define_macros=macros, include_dirs=["csrc"],
                extra_compile_args=flags, extra_link_args=["-fopenmp"], libraries=["cublas"])


kinds = ["cpu", "cuda"] if WITH_CUDA else ["cpu"]
with open("two/_built_with.py", "w") as file:
    file.write(f"TORCH = '{torch.__version__}'\\n")
setup(
    name="two",
    packages=find_packages(exclude=["tests"]),
    ext_modules=[extension(name, kind) for name in ("sum", "max") for kind in kinds],
    cmdclass={"build_ext": BuildExtension.with_options(no_python_abi_suffix=True), "sdist": Own},
)
"""
TWO = {
    "setup.py": SETUP,
    "two/__init__.py": 'for name in ("sum", "max"):\n    load(f"_{name}_cuda")\n',
    **{f"csrc/{name}.cpp": BINDING for name in ("sum", "max")},
    **{f"csrc/cuda/{name}.cu": TORCH_KERNEL for name in ("sum", "max")},
}


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return port(tmp_path_factory.mktemp("two"), TWO, Kind.MULTIARCH)[0]


def test_what_upstream_builds_with_cuda_is_built_with_rocm(two: Path) -> None:
    extensions = torch_extensions(two, arch="gfx942")
    folder = "lib/rocm/gfx942/csrc"
    units = {unit.source for units in extensions.values() for unit in units}
    assert {f"{folder}/cuda/{name}.cu" for name in ("sum", "max")} <= units
    setup = (two / "setup.py").read_text()
    assert '"nvcc": ["-DWITH_PYTHON", "-DWITH_CUDA", "-O3", f"-DPORT_ARCH={arch}"]' in setup


@pytest.mark.parametrize("name", ["sums_torch", "torch_sums", "pytorch_sums"])
def test_a_package_may_be_called_after_pytorch(tmp_path: Path, name: str) -> None:
    files = {path.replace("two/", f"{name}/"): text for path, text in TWO.items()}
    files["setup.py"] = SETUP.replace('f"two.', f'f"{name}.').replace(
        'name="two"', f'name="{name}"'
    )
    out, _ = port(tmp_path, files, Kind.MULTIARCH)
    assert f"{name.upper()}_ROCM_ARCH" in (out / "setup.py").read_text()
    units = torch_extensions(out, arch="gfx942")[f"{name}._sum_cuda"]
    assert "lib/rocm/gfx942/csrc/cuda/sum.cu" in {unit.source for unit in units}


def test_each_extension_is_there_with_what_it_links(two: Path) -> None:
    setup = (two / "setup.py").read_text()
    for name in ("sum", "max"):
        for kind in ("cpu", "cuda"):
            assert f'name="two._{name}_{kind}",' in setup
    assert setup.count('extra_link_args=["-fopenmp"],') == 4
    assert setup.count("libraries=[") == 4
    assert "TWO_ROCM_ARCH" in setup, "the package's name, not an extension's"
    script = (two / "compile.sh").read_text()
    assert "import torch, two._max_cuda" in script and "import torch, two._sum_cpu" in script


def test_the_readme_says_what_can_be_added(two: Path) -> None:
    text = (two / "README.md").read_text()
    assert "porter new arch gfx1201 --from gfx1100" in text
    assert "porter new operator" not in text, "which of four extensions would it go to?"


def test_a_name_that_python_puts_together_stays(two: Path) -> None:
    assert "_rocm" not in (two / "two/__init__.py").read_text()


def test_packages_are_found_where_the_port_is_built(two: Path) -> None:
    setup = (two / "setup.py").read_text()
    assert "from setuptools import find_packages, setup\n" in setup
    assert "    packages=find_packages(exclude=['tests']),\n" in setup


def test_what_else_the_script_does_is_said(tmp_path: Path) -> None:
    _, result = port(tmp_path, TWO, Kind.MULTIARCH)
    line = 1 + SETUP[: SETUP.index('with open("two')].count("\n")
    said = f"setup.py: line {line} writes files; the port's does not, add it by hand"
    assert said in result.notes
    assert any("cmdclass 'sdist' is left out" in note for note in result.notes)
    assert not any("build_ext" in note for note in result.notes)


def test_a_script_that_names_nothing_to_build_is_refused(tmp_path: Path) -> None:
    files = {**TWO, "setup.py": "from setuptools import setup\nsetup(ext_modules=read())\n"}
    with pytest.raises(PorterError, match="names no extensions that can be read"):
        port(tmp_path, files, Kind.MULTIARCH)


def test_where_a_script_lies_that_does_is_said(tmp_path: Path) -> None:
    below = {f"ops/{name}": text for name, text in TWO.items()}
    with pytest.raises(PorterError) as caught:
        port(
            tmp_path,
            {**below, "setup.py": "from setuptools import setup\nsetup()\n"},
            Kind.MULTIARCH,
        )
    assert caught.value.hint == "ops has such a script: convert that folder"


@pytest.mark.parametrize(("setup", "pyproject", "prefix"), [
    ('name="fast-ops", ', "", "FAST_OPS"),
    ("", '[project]\nname = "fastops"\n', "FASTOPS"),
    ("", "[project\n", "FASTOPS_C"),
    ("", "", "FASTOPS_C"),
])  # fmt: skip
def test_the_variable_is_named_for_the_package_where_the_extension_has_none(
    tmp_path: Path, setup: str, pyproject: str, prefix: str
) -> None:
    text = f"""\
from setuptools import setup
from torch.utils.cpp_extension import CUDAExtension
setup({setup}ext_modules=[CUDAExtension("_fastops_c", ["src/bind.cpp", "src/one.cu"])])
"""
    files = {"setup.py": text, "src/bind.cpp": BINDING, "src/one.cu": "__global__ void k() {}\n"}
    out, _ = port(tmp_path, files | ({"pyproject.toml": pyproject} if pyproject else {}),
                  Kind.MULTIARCH)  # fmt: skip
    assert f'os.environ.get("{prefix}_ROCM_ARCH", "")' in (out / "setup.py").read_text()


CAPABILITY = """\
import torch
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension
found = set()
for index in range(torch.cuda.device_count()):
    major, minor = torch.cuda.get_device_capability(index)
    found.add(f"{major}.{minor}")
has_sm80 = has_sm90 = False
for each in found:
    if each.startswith("8.0"):
        has_sm80 = True
    elif each.startswith("9.0"):
        has_sm90 = True
extensions = [CUDAExtension("p._fused", ["src/bind.cpp", "src/fused.cu"])]
if has_sm80 or has_sm90:
    extensions.append(CUDAExtension("p._sm80", ["src/bind.cpp", "src/old.cu"]))
if has_sm90:
    extensions.append(CUDAExtension("p._sm90", ["src/bind.cpp", "src/new.cu"]))
setup(name="p", packages=["p"], ext_modules=extensions, cmdclass={"build_ext": BuildExtension})
"""


def test_what_is_built_for_the_capability_that_the_port_counts_as_is_there(tmp_path: Path) -> None:
    one = "#include <cuda_runtime.h>\n__global__ void k() {}\nvoid run() { k<<<1, 1>>>(); }\n"
    sources = {f"src/{name}.cu": one for name in ("fused", "old", "new")}
    files = {"setup.py": CAPABILITY, "p/__init__.py": "", "src/bind.cpp": BINDING, **sources}
    out, result = port(tmp_path, files, Kind.MULTIARCH)
    assert sorted(torch_extensions(out, arch="gfx942")) == ["p._fused", "p._sm80"]
    line = 1 + CAPABILITY[: CAPABILITY.index('CUDAExtension("p._sm90"')].count("\n")
    said = f"setup.py: line {line}: p._sm90 is left out: the script builds it under a condition"
    assert next(note for note in result.notes if "left out" in note).startswith(said)


def test_one_library_for_several_architectures_is_refused_with_the_reason(tmp_path: Path) -> None:
    one = "#include <cuda_runtime.h>\n__global__ void k() {}\nvoid run() { k<<<1, 1>>>(); }\n"
    setup = """\
from setuptools import setup
from torch.utils.cpp_extension import CUDAExtension
setup(name="p", ext_modules=[CUDAExtension("p._all", ["src/sm80/k.cu", "src/sm90/k.cu"])])
"""
    files = {"setup.py": setup, "src/sm80/k.cu": one, "src/sm90/k.cu": one.replace("run", "go")}
    with pytest.raises(PorterError, match=r"p\._all: one library has the kernels of several arch"):
        port(tmp_path, files, Kind.MULTIARCH)


def test_a_script_that_is_not_python_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PorterError, match="is not Python"):
        port(tmp_path, {**TWO, "setup.py": "print 'two'\n"}, Kind.MULTIARCH)


def test_an_extension_for_another_architecture_is_left_out_and_named(tmp_path: Path) -> None:
    one = "#include <cuda_runtime.h>\n__global__ void k() {}\nvoid run() { k<<<1, 1>>>(); }\n"
    setup = """\
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension
setup(name="p", packages=["p"], ext_modules=[
    CUDAExtension(f"p._{arch}", ["src/bind.cpp", f"src/kernels/{arch}/k.cu"])
    for arch in ("sm80", "sm90")
], cmdclass={"build_ext": BuildExtension})
"""
    kernels = {f"src/kernels/{arch}/k.cu": one for arch in ("sm80", "sm90")}
    files = {"setup.py": setup, "p/__init__.py": "", "src/bind.cpp": BINDING, **kernels}
    out, result = port(tmp_path, files, Kind.MULTIARCH)
    (units,) = torch_extensions(out, arch="gfx942").values()
    assert {unit.source for unit in units} == {"src/bind.cpp", "src/kernels/gfx942/k.cu"}
    assert "sm90" not in (out / "setup.py").read_text()
    assert any(note.startswith("p._sm90 is left out: its kernels are") for note in result.notes)
