"""Finds a toolchain: a real ROCm first, then what porter installed, then the system's own."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from porter.errors import PorterError
from porter.listing import listed
from porter.toolchain import home
from porter.toolchain.architectures import clang_for, lacks, those_like, those_that_know
from porter.toolchain.composable_kernel import composable_kernel
from porter.toolchain.cuda import cuda_headers, cuda_include_dirs, library_headers, parsable_cuda
from porter.toolchain.home import Prefix, porter_home
from porter.toolchain.machine import expect_compiler
from porter.toolchain.manifest import read_manifest
from porter.toolchain.model import Toolchain
from porter.toolchain.rocm import (
    device_libraries,
    headers,
    headers_of,
    hip_runtime,
    rocm_clang,
    rocm_roots,
)

_HINT = "run `porter toolchain install`"
#: The compilers that porter can install, the one that is used by default first.
OWN_COMPILERS = ("compiler", "compiler-22")
_CLANG_VERSION = re.compile(r"clang version (\d+\.\d+\.\d+)")


@dataclass(frozen=True)
class Compiler:
    """A clang with its companions.

    Args:
        clang: the C++ driver.
        version: such as "19.1.7".
        bin: directory of the companions.
        suffix: what their names end with.
        origin: "rocm", "porter" or "system".
        sysroot: libraries for host code, None for the system's.
        library: `libLLVM`, None when not found.
        root: the ROCm that it is of, None when of none.
    """

    clang: Path
    version: str
    bin: Path
    suffix: str
    origin: str
    sysroot: Path | None = None
    library: Path | None = None
    root: Path | None = None

    @property
    def major(self) -> int:
        """The first number of the version."""
        return int(self.version.split(".")[0])


def find(
    prefix: Prefix | None = None,
    archs: Sequence[str] = (),
    rocm_version: str | None = None,
    *,
    for_executor: bool = False,
) -> Toolchain:
    """Find a complete toolchain.

    Args:
        prefix: where porter's components are; the user's own by default.
        archs: what it has to compile for; a newer compiler is taken where one of them takes it.
        rocm_version: of the headers, as "7" or "6.4"; any by default.
        for_executor: take a compiler whose LLVM the cpu executor can be built with, where there is
            one: ROCm comes without LLVM's headers.

    Returns:
        The best there is: a ROCm that the environment names or `/opt/rocm`, then what
        `porter toolchain install` installed, then the system's packages.

    Raises:
        PorterError: a part is missing, or cannot be had here; the message says which.
    """
    expect_compiler()
    prefix = prefix or Prefix(porter_home())
    found = list(compilers(prefix))
    if not found:
        raise PorterError("no clang with the amdgcn back end found", hint=_HINT)
    knowing = [found[index] for index in those_that_know([one.major for one in found], archs)]
    if for_executor:
        knowing = [one for one in knowing if _has_llvm(prefix, one)] or knowing
    rocm = headers_of(prefix, rocm_version)
    if rocm is None and rocm_version is not None:
        there = listed(sorted({one.version for one in headers(prefix)}), 4) or "none"
        raise PorterError(
            f"no headers of ROCm {rocm_version} found; there are: {there}",
            hint="ROCM_PATH=… names an installed ROCm; `porter toolchain install rocm-7`",
        )
    if rocm is None:
        raise PorterError("no ROCm headers found (hip/hip_runtime.h)", hint=_HINT)
    written_by = {one.root: one.major for one in found if one.root is not None}
    compiler, device_libs = _with_device_libraries(prefix, knowing, archs, written_by)
    return Toolchain(
        clang=compiler.clang,
        llvm_version=compiler.version,
        llvm_bin=compiler.bin,
        tool_suffix=compiler.suffix,
        rocm_path=rocm.root,
        rocm_version=rocm.version,
        device_lib_path=device_libs,
        sysroot=compiler.sysroot,
        llvm_include_dirs=llvm_headers(prefix, compiler.version),
        llvm_library=compiler.library,
        cuda_path=next(cuda_headers(prefix), None),
        parsable_cuda_path=parsable_cuda(prefix),
        cuda_include_dirs=cuda_include_dirs(prefix),
        cuda_library_headers=library_headers(prefix),
        host_blas=host_blas(prefix),
        hipify_perl=hipify_perl(prefix),
        hip_runtime=hip_runtime(prefix),
        ck_path=composable_kernel(prefix),
    )


def _with_device_libraries(
    prefix: Prefix,
    compilers: Sequence[Compiler],
    archs: Sequence[str],
    written_by: Mapping[Path, int],
) -> tuple[Compiler, Path]:
    """Return the first compiler that can read device libraries for all architectures, and these.

    Raises:
        PorterError: there are none.
    """
    missing: tuple[Path, str] | None = None
    for compiler in compilers:
        for folder in device_libraries(prefix, compiler.major, written_by):
            lacking = lacks(folder, archs)
            if not lacking:
                return compiler, folder
            missing = missing or (folder, lacking)
    if missing is None:
        raise PorterError("no ROCm device libraries found (ockl.bc)", hint=_HINT)
    # Those of clang 21 come with clang 22, and no older one reads them.
    component = "device-libs-21" if compilers[-1].major >= 21 else "compiler-22"
    folder, arch = missing
    raise PorterError(
        f"these ROCm device libraries have nothing for {arch}",
        path=folder,
        hint=f"run `porter toolchain install {component}`"
        if clang_for(arch)
        else those_like(folder, arch),
    )


def compilers(prefix: Prefix) -> Iterator[Compiler]:
    """Yield the compilers with an amdgcn back end, best first."""
    for root in rocm_roots():
        clang = rocm_clang(root)
        if clang is None or (clang.parent == root / "bin" and not _has_amdgcn(clang)):
            continue  # conda's clang may be for this machine alone
        if version := clang_version(clang):
            library = next((clang.parents[1] / "lib").glob("libLLVM.so*"), None)
            yield Compiler(clang, version, clang.parent, "", "rocm", library=library, root=root)
    for name in OWN_COMPILERS:
        yield from _own_compiler(prefix, name)
    yield from system_compilers()


def _own_compiler(prefix: Prefix, component: str) -> Iterator[Compiler]:
    root = prefix.component(component)
    manifest = None if root is None else read_manifest(root)
    if root is None or manifest is None:
        return
    packages = {a.name for a in manifest.artifacts}
    name = next(p for p in sorted(packages) if re.fullmatch(r"clang-\d+", p))
    version = (manifest.version_of(name) or "").split("-")[0]
    library = next(root.glob("usr/lib/*/libLLVM.so.*"), None)
    yield Compiler(
        root / "bin" / "clang++", version, root / "bin", "", "porter",
        prefix.component("host"), library,
    )  # fmt: skip


def system_compilers() -> Iterator[Compiler]:
    """Yield the machine's own compilers that have an amdgcn back end, lld and the bundler.

    Distributions package the three apart, and an object with device code takes all of them.
    """
    for suffix in ("-19", "-20", "-21", "-22", "-18", "-17", ""):
        clang = shutil.which(f"clang++{suffix}")
        if clang is None or shutil.which(f"ld.lld{suffix}") is None:
            continue
        version = clang_version(Path(clang))
        if version is None or int(version.split(".")[0]) < 17 or not _has_amdgcn(Path(clang)):
            continue
        major = version.split(".")[0]
        own = home.SYSTEM / "lib" / f"llvm-{major}"
        bin_dir, tool_suffix = (own / "bin", "") if own.is_dir() else (Path(clang).parent, suffix)
        if not (bin_dir / f"clang-offload-bundler{tool_suffix}").exists():
            continue
        library = next(own.glob("lib/libLLVM.so.*"), None)
        yield Compiler(Path(clang), version, bin_dir, tool_suffix, "system", library=library)


def llvm_headers(prefix: Prefix, version: str) -> tuple[Path, ...]:
    """Return the include directories of LLVM's own headers for clang `version`."""
    major = version.split(".")[0]
    own = prefix.component("llvm-dev")
    for root in (home.SYSTEM,) if own is None else (own / "usr", home.SYSTEM):
        # Debian splits LLVM's C++ and C headers into two trees.
        pair = (root / "include" / f"llvm-{major}", root / "include" / f"llvm-c-{major}")
        if (pair[0] / "llvm" / "IR" / "Module.h").is_file():
            return tuple(p for p in pair if p.is_dir())
    return ()


def _has_llvm(prefix: Prefix, compiler: Compiler) -> bool:
    """Tell whether programs can be built with the LLVM of a compiler."""
    return compiler.library is not None and bool(llvm_headers(prefix, compiler.version))


def host_blas(prefix: Prefix) -> Path | None:
    """Return OpenBLAS as a shared library, None when it is not installed."""
    own = prefix.component("host-blas")
    return None if own is None else next((own / "lib").glob("libscipy_openblas64_.so"), None)


def hipify_perl(prefix: Prefix) -> Path | None:
    """Return the path of hipify-perl, None when it is not installed."""
    found = shutil.which("hipify-perl")
    candidates = [root / "bin" / "hipify-perl" for root in rocm_roots()]
    own = prefix.component("peers")
    candidates += [own / "usr" / "bin" / "hipify-perl"] if own else []
    candidates += [Path(found)] if found else []
    return next((path for path in candidates if path.is_file()), None)


def clang_version(clang: Path) -> str | None:
    """Return the version of a clang, None when it does not run."""
    match = _CLANG_VERSION.search(_output(str(clang), "--version"))
    return match[1] if match else None


def _has_amdgcn(clang: Path) -> bool:
    return "amdgcn" in _output(str(clang), "--print-targets")


def _output(*command: str) -> str:
    import subprocess  # most of what is found needs no program to be started

    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout
