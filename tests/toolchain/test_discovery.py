"""What is preferred over what, from fake installations on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.toolchain import cuda, discovery, home, rocm
from porter.toolchain.home import Prefix, porter_home
from porter.toolchain.manifest import Artifact, Manifest


def fake_program(path: Path, output: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{output}'\n")
    path.chmod(0o755)


def fake_rocm(root: Path, version: tuple[int, int, int]) -> Path:
    header = root / "include" / "hip" / "hip_version.h"
    header.parent.mkdir(parents=True)
    names = ("MAJOR", "MINOR", "PATCH")
    lines = [f"#define HIP_VERSION_{n} {v}" for n, v in zip(names, version, strict=True)]
    header.write_text("\n".join(lines))
    return root


def fake_bitcode(directory: Path) -> None:
    directory.mkdir(parents=True)
    (directory / "ockl.bc").write_bytes(b"BC")
    for processor in ("90a", "942", "1100"):
        (directory / f"oclc_isa_version_{processor}.bc").touch()


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in (
        "ROCM_PATH",
        "HIP_PATH",
        "ROCM_HOME",
        "CUDA_HOME",
        "CUDA_PATH",
        "CUDA_ROOT",
        "CONDA_PREFIX",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(rocm, "DEFAULT_ROCM", tmp_path / "opt" / "rocm")
    monkeypatch.setattr(cuda, "DEFAULT_CUDA", tmp_path / "opt" / "cuda")
    monkeypatch.setattr(home, "SYSTEM", tmp_path / "usr")


@pytest.fixture
def prefix(tmp_path: Path) -> Prefix:
    prefix = Prefix(tmp_path / "home")
    compiler = prefix.place("compiler")
    (compiler / "usr/lib/x86_64-linux-gnu").mkdir(parents=True)
    (compiler / "usr/lib/x86_64-linux-gnu/libLLVM.so.19.1").touch()
    clang = Artifact("clang-19", "1:19.1.7-3~deb12u1", "bookworm", "c.deb", "", 1)
    Manifest("compiler", "x", (clang,)).write(compiler)
    rocm = prefix.place("rocm")
    fake_rocm(rocm / "usr", (6, 4, 43484))
    fake_bitcode(rocm / "usr/lib/llvm-17/lib/clang/17/amdgcn/bitcode")
    Manifest("rocm", "x", ()).write(rocm)
    return prefix


def test_what_porter_installed(prefix: Prefix) -> None:
    toolchain = discovery.find(prefix)
    assert toolchain.clang == prefix.place("compiler") / "bin" / "clang++"
    assert (toolchain.llvm_version, toolchain.rocm_version) == ("19.1.7", "6.4.43484")
    assert toolchain.llvm_library is not None
    assert toolchain.sysroot is None


def test_a_host_component_becomes_the_sysroot(prefix: Prefix) -> None:
    host = prefix.place("host")
    host.mkdir()
    Manifest("host", "x", ()).write(host)
    assert discovery.find(prefix).host_flags() == [f"--sysroot={host}"]


@pytest.mark.parametrize("variable", ["ROCM_PATH", "HIP_PATH", None])
def test_a_real_rocm_is_preferred(
    prefix: Prefix, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str | None
) -> None:
    root = tmp_path / ("opt/rocm" if variable is None else "elsewhere")
    if variable is not None:
        monkeypatch.setenv(variable, str(root))
    fake_rocm(root, (7, 1, 5))
    fake_bitcode(root / "amdgcn" / "bitcode")
    fake_program(root / "llvm" / "bin" / "clang++", "AMD clang version 20.0.1 (roc)")
    toolchain = discovery.find(prefix)
    assert toolchain.rocm_path == root
    assert toolchain.clang == root / "llvm" / "bin" / "clang++"
    assert (toolchain.llvm_version, toolchain.rocm_version) == ("20.0.1", "7.1.5")
    assert toolchain.device_lib_path == root / "amdgcn" / "bitcode"


def test_system_headers_that_are_too_old_are_passed_over(tmp_path: Path) -> None:
    fake_rocm(tmp_path / "usr", (5, 2, 3))
    assert list(rocm.headers(Prefix(tmp_path / "home"))) == []


def test_system_compiler_needs_amdgcn_lld_and_the_bundler(tmp_path: Path) -> None:
    bin_dir = tmp_path / "bin"
    fake_program(bin_dir / "clang++-19", "clang version 19.1.7 amdgcn")
    for companion in ("ld.lld-19", "clang-offload-bundler-19"):
        assert list(discovery.system_compilers()) == []
        fake_program(bin_dir / companion, "")
    (compiler,) = discovery.system_compilers()
    assert (compiler.version, compiler.origin) == ("19.1.7", "system")
    fake_program(bin_dir / "clang++-19", "clang version 19.1.7 x86")
    assert list(discovery.system_compilers()) == []


@pytest.mark.parametrize(
    ("absent", "message"), [("compiler", "no clang"), ("rocm", "no ROCm headers")]
)
def test_what_is_missing_is_named_with_the_remedy(
    prefix: Prefix, absent: str, message: str
) -> None:
    (prefix.place(absent) / "manifest.json").unlink()
    with pytest.raises(PorterError, match=message) as raised:
        discovery.find(prefix)
    assert raised.value.hint == "run `porter toolchain install`"


def test_cuda_13_is_found_but_not_for_clang(prefix: Prefix, tmp_path: Path) -> None:
    toolkit = tmp_path / "opt/cuda/include"
    toolkit.mkdir(parents=True)
    (toolkit / "cuda_runtime_api.h").write_text("#define CUDART_VERSION  13000\n")
    wheels = prefix.place("cuda-headers")
    (wheels / "include").mkdir(parents=True)
    (wheels / "include" / "cuda_runtime_api.h").touch()
    (wheels / "include" / "cuda.h").write_text("#define CUDA_VERSION 12040\n")
    (wheels / "include" / "texture_fetch_functions.h").touch()
    Manifest("cuda-headers", "x", ()).write(wheels)
    toolchain = discovery.find(prefix)
    assert toolchain.cuda_path == toolkit.parent
    assert toolchain.parsable_cuda_path == wheels
    assert cuda.cuda_version(toolkit.parent) == "13.0"
    assert cuda.cuda_version(wheels) == "12.4"


def test_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORTER_HOME", "/a/b")
    assert porter_home() == Path("/a/b")
    monkeypatch.delenv("PORTER_HOME")
    monkeypatch.setenv("XDG_CACHE_HOME", "/c")
    assert porter_home() == Path("/c/porter")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert porter_home() == Path.home() / ".cache" / "porter"


def newer(prefix: Prefix) -> None:
    """Add what `porter toolchain install compiler-22` does."""
    compiler = prefix.place("compiler-22")
    (compiler / "usr").mkdir(parents=True)
    clang = Artifact("clang-22", "1:22.1.8-1~deb12u1", "bookworm-security", "c.deb", "", 1)
    Manifest("compiler-22", "x", (clang,)).write(compiler)


def newer_bitcode(prefix: Prefix) -> Path:
    folder = prefix.place("device-libs-21") / "usr/lib/llvm-21/lib/clang/21/amdgcn/bitcode"
    fake_bitcode(folder)
    for number in ("950", "1201"):
        (folder / f"oclc_isa_version_{number}.bc").touch()
    Manifest("device-libs-21", "x", ()).write(prefix.place("device-libs-21"))
    return folder


def test_a_newer_compiler_is_taken_only_where_an_architecture_takes_it(prefix: Prefix) -> None:
    newer(prefix)
    folder = newer_bitcode(prefix)
    usual = discovery.find(prefix, ["gfx942", "gfx1100"])
    assert (usual.llvm_version, usual.device_lib_path.parts[-3]) == ("19.1.7", "17")
    both = discovery.find(prefix, ["gfx942", "gfx950:xnack+"])
    assert both.clang == prefix.place("compiler-22") / "bin" / "clang++"
    assert (both.llvm_version, both.device_lib_path) == ("22.1.8", folder)
    # Both compilers know gfx1201, and the usual one's device libraries do not.
    assert discovery.find(prefix, ["gfx1201"]).device_lib_path == folder


def test_an_architecture_that_no_compiler_knows_is_an_error(prefix: Prefix) -> None:
    with pytest.raises(PorterError, match="clang 19 does not know gfx950; clang 20 does") as said:
        discovery.find(prefix, ["gfx90a", "gfx950"])
    assert said.value.hint == "run `porter toolchain install compiler-22`"


def test_an_architecture_that_no_device_libraries_know_is_an_error(prefix: Prefix) -> None:
    with pytest.raises(PorterError, match="nothing for gfx1201") as said:
        discovery.find(prefix, ["gfx1201"])
    assert said.value.hint == "run `porter toolchain install compiler-22`"


def test_an_architecture_that_there_is_not_is_told_before_anything_is_compiled(
    prefix: Prefix,
) -> None:
    with pytest.raises(PorterError, match="nothing for gfx943") as said:
        discovery.find(prefix, ["gfx943"])
    assert said.value.hint == "did you mean gfx942 or gfx90a?"


def test_device_libraries_without_an_architecture_are_an_error(prefix: Prefix) -> None:
    newer(prefix)
    with pytest.raises(PorterError, match="nothing for gfx950") as said:
        discovery.find(prefix, ["gfx950"])
    assert said.value.hint == "run `porter toolchain install device-libs-21`"


@pytest.mark.parametrize(
    ("variable", "programs", "bitcode"),
    [
        pytest.param("ROCM_PATH", "lib/llvm/bin", "lib/llvm/amdgcn/bitcode", id="archive"),
        pytest.param("CONDA_PREFIX", "bin", "lib/amdgcn/bitcode", id="conda-forge"),
        pytest.param("wheels", "lib/llvm/bin", "lib/llvm/amdgcn/bitcode", id="wheels"),
    ],
)
def test_each_layout_of_rocm_is_found(
    prefix: Prefix, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    variable: str, programs: str, bitcode: str,
) -> None:  # fmt: skip
    root = tmp_path / "site" / "_rocm_sdk_devel"
    fake_rocm(root, (7, 14, 0))
    fake_bitcode(root / bitcode)
    fake_program(root / programs / "clang++", "AMD clang version 22.0.0 amdgcn")
    if variable == "wheels":
        monkeypatch.syspath_prepend(str(root.parent))
    else:
        monkeypatch.setenv(variable, str(root))
    toolchain = discovery.find(prefix)
    assert toolchain.rocm_path == root
    assert toolchain.clang == root / programs / "clang++"
    assert toolchain.device_lib_path == root / bitcode


def test_a_conda_environment_without_rocm_is_none(
    prefix: Prefix, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_program(tmp_path / "conda" / "bin" / "clang++", "clang version 20.0.0 amdgcn")
    monkeypatch.setenv("CONDA_PREFIX", str(tmp_path / "conda"))
    assert discovery.find(prefix).llvm_version == "19.1.7"


def test_the_executor_takes_a_compiler_whose_llvm_there_is(
    prefix: Prefix, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ROCm comes without LLVM's headers, and its device libraries are for its own clang."""
    root = fake_rocm(tmp_path / "rocm", (7, 1, 5))
    monkeypatch.setenv("ROCM_PATH", str(root))
    fake_bitcode(root / "amdgcn" / "bitcode")
    fake_program(root / "llvm" / "bin" / "clang++", "AMD clang version 22.0.0")
    assert discovery.find(prefix, for_executor=True).llvm_version == "22.0.0"
    headers = prefix.place("llvm-dev") / "usr/include/llvm-19/llvm/IR"
    headers.mkdir(parents=True)
    (headers / "Module.h").touch()
    Manifest("llvm-dev", "x", ()).write(prefix.place("llvm-dev"))
    tools = discovery.find(prefix, for_executor=True)
    assert (tools.llvm_version, tools.rocm_path) == ("19.1.7", root)
    assert tools.device_lib_path.parts[-3] == "17"
    assert discovery.find(prefix).llvm_version == "22.0.0"
