"""Whole builds with the real compiler."""

from __future__ import annotations

import json
import subprocess
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli.build import command
from porter.compile.driver import build
from porter.compile.report import BuildReport
from porter.errors import PorterError
from porter.toolchain.discovery import find

from .tree import write_tree

KERNELS = """\
#include <hip/hip_runtime.h>
#include "lib/twice.h"

namespace ns {
template <typename T>
__global__ void swap(const T* x, T* y) {
  __shared__ T tile[256];
  tile[threadIdx.x] = twice(x[threadIdx.x]);
  __syncthreads();
  y[threadIdx.x] = tile[threadIdx.x ^ 1];
}
}  // namespace ns

void launch(float* x) { ns::swap<float><<<1, 256>>>(x, x); }
"""
HOST = """\
#include <hip/hip_runtime_api.h>
int devices() { int n = 0; return hipGetDeviceCount(&n) == hipSuccess ? n : VALUE; }
"""
PORT = {
    "src/kernels.hip": KERNELS,
    "include/lib/twice.h": "template <typename T>\n__device__ T twice(T x) { return x + x; }\n",
    "src/host.cpp": HOST,
    "Makefile": "CXXFLAGS = -DVALUE=3\nhost.o: src/host.cpp\n\t$(CXX) $(CXXFLAGS) -c $<\n",
}
BROKEN = "#include <hip/hip_runtime.h>\n__global__ void k(float* x) { x[0] = missing; }\n"

pytestmark = pytest.mark.toolchain


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> BuildReport:
    root = write_tree(tmp_path_factory.mktemp("port"), {**PORT, "src/bad.cu": BROKEN})
    return build(root, ["gfx942", "gfx1100"], folder=tmp_path_factory.mktemp("objects"), jobs=2)


def test_units_are_reported_one_by_one(built: BuildReport) -> None:
    assert {unit.source: unit.ok for unit in built.units} == {
        "src/bad.cu": False,
        "src/host.cpp": True,
        "src/kernels.hip": True,
    }
    bad, host, kernels = built.units
    assert str(bad.error) == "src/bad.cu:2: use of undeclared identifier 'missing'"
    assert [target.target for target in bad.targets] == ["gfx942", "gfx1100"]
    assert [target.target for target in host.targets] == ["host"]
    assert [target.target for target in kernels.targets] == ["gfx942", "gfx1100", "host"]
    assert all(target.seconds > 0 for unit in built.units for target in unit.targets)
    assert not built.ok


def test_resources_of_both_wave_sizes(built: BuildReport) -> None:
    wide, narrow = built.units[2].kernels
    assert wide.name == narrow.name == "void ns::swap<float>(float const*, float*)"
    assert (wide.arch, wide.wavefront, narrow.arch, narrow.wavefront) == (
        "gfx942", 64, "gfx1100", 32,
    )  # fmt: skip
    for kernel in (wide, narrow):
        assert kernel.lds == 1024
        assert kernel.vgprs > 0
        assert kernel.sgprs > 0
        assert kernel.occupancy
        assert kernel.vgpr_spills == kernel.scratch == 0
        assert kernel.place.endswith("src/kernels.hip:6")


@pytest.mark.slow
def test_the_object_links_and_holds_both_code_objects(built: BuildReport, tmp_path: Path) -> None:
    toolchain = find()
    target = built.units[2].object
    assert target is not None
    bundle = target.with_name(target.name.replace("host.o", "devices.hipfb"))
    listing = [str(toolchain.tool("clang-offload-bundler")), "-list", "-type=o", f"-input={bundle}"]
    listed = subprocess.run(listing, capture_output=True, text=True, check=True).stdout
    assert "gfx942" in listed
    assert "gfx1100" in listed
    assert bundle.read_bytes() in target.read_bytes()
    # Two objects in one library: what each defines for its code objects must not clash.
    root = write_tree(tmp_path / "two", {"a.hip": KERNELS.replace("launch", "a"), "b.hip": KERNELS})
    write_tree(root, {"lib/twice.h": PORT["include/lib/twice.h"]})
    report = build(root, ["gfx1100"], folder=tmp_path / "objects", jobs=2)
    objects = [str(unit.object) for unit in report.units]
    link = [str(toolchain.clang), "-shared", "-fuse-ld=lld", *toolchain.host_flags()]
    subprocess.run([*link, *objects, "-o", str(tmp_path / "lib.so")], check=True)


def test_only_what_changed_is_compiled_again(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "port", PORT)
    seen: list[list[tuple[int, int]]] = []
    for _ in range(2):
        seen.append([])
        report = build(
            root, ["gfx942"], True, 2, folder=tmp_path / "out",
            progress=lambda *step: seen[-1].append(step),
        )  # fmt: skip
        assert report.ok
    assert seen[0][-1] == (3, 3)
    assert seen[1] == []
    header = root / "include/lib/twice.h"
    header.write_text(header.read_text() + "int broken = nothing;\n")
    report = build(root, ["gfx942"], True, 2, folder=tmp_path / "out")
    assert [unit.source for unit in report.failed] == ["src/kernels.hip"]
    assert report.failed[0].error is not None
    assert report.failed[0].error.file == "include/lib/twice.h"


def test_command_exit_status_json_and_table(tmp_path: Path) -> None:
    root = write_tree(
        tmp_path / "port", {"a.hip": KERNELS, "lib/twice.h": PORT["include/lib/twice.h"]}
    )
    arguments = [str(root), "--arch", "gfx942", "--folder", str(tmp_path / "out")]
    runner = CliRunner()
    good = runner.invoke(command, [*arguments, "--json"])
    assert good.exit_code == 0, good.output
    document = json.loads(good.output)
    (unit,) = document["units"]
    assert (document["ok"], unit["ok"], unit["kernels"][0]["wavefront"]) == (True, True, 64)
    table = runner.invoke(command, arguments).output
    assert "void ns::swap<float>(float const*, float*)" in table
    assert "1 of 1 units compile for gfx942" in table
    write_tree(root, {"b.cu": BROKEN})
    bad = runner.invoke(command, [*arguments, "--syntax-only"])
    assert bad.exit_code == 1
    assert "b.cu:2: use of undeclared identifier 'missing'" in bad.output
    assert "1 of 2 units type-check" in bad.output


def test_launcher_starts_every_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    launcher = tmp_path / "bin" / "mycache"
    launcher.parent.mkdir()
    launcher.write_text(f'#!/bin/sh\necho "$1" >> {tmp_path}/log\nexec "$@"\n')
    launcher.chmod(0o755)
    monkeypatch.setenv("PATH", f"{launcher.parent}:/usr/bin:/bin")
    root = write_tree(tmp_path / "port", {"host.cpp": HOST.replace("VALUE", "1")})
    report = build(root, ["gfx942"], True, folder=tmp_path / "out", launcher=["mycache"])
    assert report.ok
    assert (tmp_path / "log").read_text().splitlines() == [str(find().clang)]


@pytest.mark.parametrize(
    ("archs", "launcher", "message"),
    [
        (["sm_80"], [], "'sm_80' is not an AMD architecture"),
        ([], [], "no architecture"),
        (["gfx942"], ["no-such-cache"], "no-such-cache is not installed"),
    ],
)
def test_requests_without_sense(
    tmp_path: Path, archs: list[str], launcher: list[str], message: str
) -> None:
    with pytest.raises(PorterError, match=message):
        build(tmp_path, archs, launcher=launcher)


def test_a_rocm_that_is_not_there_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.hip").write_text("int a;\n")
    with pytest.raises(PorterError, match="no headers of ROCm 3 found; there are: ") as told:
        build(tmp_path, ["gfx942"], rocm="3")
    assert "porter toolchain install rocm-7" in (told.value.hint or "")


def test_the_headers_of_a_version_are_those_that_are_compiled_with(tmp_path: Path) -> None:
    (tmp_path / "a.hip").write_text(
        "#include <hip/hip_version.h>\nstatic_assert(HIP_VERSION_MAJOR == 6);\n"
    )
    report = build(tmp_path, ["gfx942"], True, folder=tmp_path / "out", rocm="6")
    assert report.ok
    assert report.rocm_version.startswith("6.")


@pytest.mark.slow
def test_a_torch_extension_with_its_setup_py(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    kernel = """\
#include <torch/extension.h>
#include <ATen/hip/HIPContext.h>
__global__ void fill(float* x) { x[threadIdx.x] = 1.0f; }
void run(torch::Tensor x) {
  fill<<<1, 64, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>());
}
"""
    setup = """\
from setuptools import setup
from torch.utils.cpp_extension import CUDAExtension
flags = {"nvcc": ["--maxrregcount=64"]}
setup(ext_modules=[CUDAExtension("pkg._C", ["k.hip"], extra_compile_args=flags)])
"""
    root = write_tree(tmp_path / "port", {"setup.py": setup, "k.hip": kernel})
    report = build(root, ["gfx942"], True, 2, folder=tmp_path / "out")
    (unit,) = report.units
    assert unit.ok, unit.error
    assert unit.std == "c++20"
    assert unit.left_out == ("--maxrregcount=64",)
    assert report.torch.startswith(version("torch"))


def test_one_file(tmp_path: Path) -> None:
    root = write_tree(
        tmp_path / "port", {"a.hip": '#include "b.h"\n' + BROKEN, "b.h": "", "c.cu": "x"}
    )
    report = build(root / "a.hip", ["gfx942"], True, folder=tmp_path / "out")
    assert [unit.source for unit in report.units] == ["a.hip"]
    assert str(report.units[0].error).startswith("a.hip:3: use of undeclared")


def test_spaces_and_dollars_in_paths(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "a port $x", {"sub dir/host.cpp": HOST.replace("VALUE", "1")})
    report = build(root, ["gfx942"], True, folder=tmp_path / "out dir")
    assert report.ok, report.units[0].error


@pytest.mark.slow
def test_each_architecture_is_built_from_its_own_folder(tmp_path: Path) -> None:
    kernel = "#include <hip/hip_runtime.h>\n__global__ void of_{0}(float* x) {{ x[0] = 1; }}\n"
    files = {f"lib/{arch}/a.hip": kernel.format(arch) for arch in ("gfx90a", "gfx942", "gfx1100")}
    root = write_tree(tmp_path / "port", {**files, "lib/all.hip": kernel.format("all")})
    report = build(root, ["gfx942", "gfx1100"], folder=tmp_path / "objects", jobs=2)
    assert report.ok
    built = {(kernel.name, kernel.arch) for unit in report.units for kernel in unit.kernels}
    of_all = {("of_all(float*)", "gfx942"), ("of_all(float*)", "gfx1100")}
    assert built == {("of_gfx942(float*)", "gfx942"), ("of_gfx1100(float*)", "gfx1100"), *of_all}


def test_an_architecture_without_kernels_is_refused_before_anything_is_built(
    tmp_path: Path,
) -> None:
    kernel = "#include <hip/hip_runtime.h>\n__global__ void k() {}\n"
    files = {f"lib/{arch}/a.hip": kernel for arch in ("gfx90a", "gfx1100")}
    root = write_tree(tmp_path / "port", {**files, "bind.cpp": "#include <hip/hip_runtime.h>\n"})
    with pytest.raises(PorterError, match="no folder of kernels for gfx1201, but for gfx90a, gfx"):
        build(root, ["gfx90a", "gfx1201"], folder=tmp_path / "objects")
    assert not (tmp_path / "objects").exists()
