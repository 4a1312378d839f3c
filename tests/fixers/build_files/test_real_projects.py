"""Build files of packages on PyPI, converted: CMake configures them, Python runs them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from sysconfig import get_path

import pytest

from benchmarks.corpora import Archive, fetch
from porter.errors import PorterError
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from tests.rocm_root import hipcc, rocm_root, run
from tests.stand_ins import stand_in

from .test_setup import STUB

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
LIGHTGBM = Archive(
    "lightgbm",
    "4.3.0",
    "006f5784a9bcee43e5a7e943dc4f02de1ba2ee7a7af1ee5f190d383f3b6c9ebe",
    isolated=True,
    note="before it was ported to ROCm",
)
TORCH_SCATTER = Archive(
    "torch-scatter", "2.0.5", "148fbe634fb9e9465dbde2ab337138f63650ed8abbac42bb3f565e3fe92e9b2f"
)
CUVEC = Archive(
    "cuvec",
    "6.0.1",
    "bd6c1e4f3704372e9e60fa9234e9c420620bef1376e774903ded004959ae0e29",
    isolated=True,
    note="three libraries by CMake, one of them a Python extension; CUDA where it is found",
)


def archive(wanted: Archive, folder: Path) -> Path:
    try:
        place = fetch(wanted)
    except PorterError as error:
        pytest.skip(f"{wanted.label} cannot be had: {error.message}")
    return Path(shutil.copytree(place, folder / wanted.name))


def converted_in_place(path: Path) -> None:
    write_port([path], Options(), Destination(OutputMode.IN_PLACE))
    once = path.read_bytes()
    write_port([path], Options(), Destination(OutputMode.IN_PLACE))
    assert path.read_bytes() == once


@pytest.mark.toolchain
def test_cmake_configures_lightgbm_for_hip(tmp_path: Path) -> None:
    options = rocm_root(tmp_path / "rocm")
    root = archive(LIGHTGBM, tmp_path)
    converted_in_place(root / "CMakeLists.txt")
    run(["cmake", "-S", ".", "-B", "build", "-DUSE_CUDA=ON", *options], root)
    rules = "".join(path.read_text() for path in (root / "build").rglob("build.make"))
    built = set(re.findall(r"Building HIP object \S*?(src/\S+\.cu)\.o", rules))
    assert built == {path.relative_to(root).as_posix() for path in (root / "src").rglob("*.cu")}
    assert "Building CUDA object" not in rules
    flags = "".join(path.read_text() for path in (root / "build").rglob("flags.make"))
    assert "-gline-tables-only" in flags
    assert "-Xcompiler" not in flags


@pytest.mark.toolchain
def test_cmake_builds_and_links_cuvec_for_hip(tmp_path: Path) -> None:
    options = rocm_root(tmp_path / "rocm")
    port = tmp_path / "port"
    write_port([archive(CUVEC, tmp_path)], Options(), Destination(OutputMode.OUT, port))
    configured = run(["cmake", "-S", "cuvec", "-B", "build", *options], port).stdout
    assert "The HIP compiler identification is Clang" in configured
    assert "CUDA compiler" not in configured
    run(["cmake", "--build", "build"], port)
    libraries = [path for path in (port / "build").rglob("*.so") if not path.is_symlink()]
    assert {path.name for path in libraries} == {"libexample_cpython.so", "libexample_swig.so"}
    for library in (*libraries, port / "build" / "libcuvec_cpython.so"):
        assert b"libamdhip64.so" in library.read_bytes()
        kernels = library.name != "libcuvec_cpython.so"
        assert (b"amdgcn-amd-amdhsa--gfx942" in library.read_bytes()) == kernels


@pytest.mark.toolchain
def test_cuvec_runs_on_the_cpu_executor(tmp_path: Path) -> None:
    """The package's own CMake builds its Python extensions with a stand-in for the compiler."""
    if shutil.which("cmake") is None or not Path(get_path("include"), "Python.h").is_file():
        pytest.skip("needs cmake and Python's headers")
    port, compiler = tmp_path / "port", stand_in(tmp_path, "porter-clang++")
    write_port([archive(CUVEC, tmp_path)], Options(), Destination(OutputMode.OUT, port))
    prefix = run([str(compiler), "-print-cmake-prefix"], port).stdout.strip()
    options = [f"-DCMAKE_HIP_COMPILER={compiler}", f"-DCMAKE_PREFIX_PATH={prefix}", "-DSKBUILD=ON"]
    options += ["-DCMAKE_HIP_ARCHITECTURES=gfx942", f"-DPython_EXECUTABLE={sys.executable}"]
    run(["cmake", "-S", "cuvec", "-B", "build", *options], port)
    run(["cmake", "--build", "build"], port)
    for extension in (port / "build").rglob("*cpython*.so"):
        shutil.copy(extension, port / "cuvec")
    program = port / "increment.py"
    program.write_text(
        "import numpy as np\n"
        "from cuvec import cpython, example_cpython\n"
        "given = np.random.default_rng(0).random((1337, 42), dtype=np.float32)\n"
        "made = cpython.asarray(example_cpython.increment2d_f(cpython.asarray(given).cuvec))\n"
        "assert np.array_equal(made, given + np.float32(1))\n"
    )
    run([sys.executable, str(program)], port)


@pytest.mark.toolchain
def test_make_builds_and_links_warp_kits_programs_for_hip(tmp_path: Path) -> None:
    if shutil.which("make") is None:
        pytest.skip("needs make")
    rocm_root(tmp_path / "rocm")
    hipcc(tmp_path / "rocm")
    port, compiler = tmp_path / "port", tmp_path / "rocm" / "bin" / "hipcc"
    write_port([ROOT / "csrc_cuda" / "warp_kit"], Options(), Destination(OutputMode.OUT, port))
    # Three of the fifteen: shuffles, shared memory with atomics, streams and events.
    programs = [f"build/{name}" for name in ("softmax", "histogram", "streams_events")]
    runtime = f"-L{tmp_path}/rocm/lib -Wl,--allow-shlib-undefined -lamdhip64"
    said = run(["make", "ARCH=gfx942", f"NVCC={compiler} {runtime}", *programs], port).stdout
    assert said.count("--offload-arch=gfx942") == len(programs)
    for program in programs:
        data = (port / program).read_bytes()
        assert b"amdgcn-amd-amdhsa--gfx942" in data and b"libamdhip64.so" in data


def test_python_runs_torch_scatters_script(tmp_path: Path) -> None:
    root = archive(TORCH_SCATTER, tmp_path)
    converted_in_place(root / "setup.py")
    text = (root / "setup.py").read_text()
    assert "-arch=sm_35" not in text and "--expt" not in text
    stub = tmp_path / "stub" / "torch"
    (stub / "utils").mkdir(parents=True)
    (stub / "__init__.py").write_text("class cuda:\n    is_available = lambda: True\n")
    (stub / "__config__.py").write_text("def parallel_info():\n    return ''\n")
    (stub / "utils" / "__init__.py").touch()
    (stub / "utils" / "cpp_extension.py").write_text(
        STUB.replace('options["libraries"], options["library_dirs"]', '"built"')
        + "CppExtension = CUDAExtension\n"
        + "BuildExtension.with_options = classmethod(lambda cls, **options: cls)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "stub")}
    done = subprocess.run(
        [sys.executable, "setup.py", "--version"],
        cwd=root, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "[] built" in done.stdout and done.stdout.splitlines()[-1] == "2.0.5"
