"""Finds a toolchain: a real ROCm first, then what porter installed, then the system's own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from porter.errors import PorterError
from porter.toolchain.architectures import first_that_knows, require_device_library
from porter.toolchain.home import Prefix, porter_home
from porter.toolchain.manifest import read_manifest
from porter.toolchain.model import Toolchain

#: The oldest HIP whose headers a port is written for.
MINIMUM_HIP = (6, 0)
#: Where things are when nothing in the environment says otherwise.
DEFAULT_ROCM = Path("/opt/rocm")
DEFAULT_CUDA = Path("/usr/local/cuda")
SYSTEM = Path("/usr")
_HINT = "run `porter toolchain install`"
#: The compilers that porter can install, the one that is used by default first.
OWN_COMPILERS = ("compiler", "compiler-22")
_HIP_PARTS = ("MAJOR", "MINOR", "PATCH")
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
    """

    clang: Path
    version: str
    bin: Path
    suffix: str
    origin: str
    sysroot: Path | None = None
    library: Path | None = None

    @property
    def major(self) -> int:
        """The first number of the version."""
        return int(self.version.split(".")[0])


@dataclass(frozen=True)
class Headers:
    """ROCm's headers.

    Args:
        root: the directory that holds `include/`.
        version: HIP's version.
        origin: "rocm", "porter" or "system".
    """

    root: Path
    version: str
    origin: str


def find(prefix: Prefix | None = None, archs: Sequence[str] = ()) -> Toolchain:
    """Find a complete toolchain.

    Args:
        prefix: where porter's components are; the user's own by default.
        archs: what it has to compile for; a newer compiler is taken where one of them takes it.

    Returns:
        The best there is: a ROCm that the environment names or `/opt/rocm`, then what
        `porter toolchain install` installed, then the system's packages.

    Raises:
        PorterError: a part is missing; the message says which.
    """
    prefix = prefix or Prefix(porter_home())
    found = list(compilers(prefix))
    if not found:
        raise PorterError("no clang with the amdgcn back end found", hint=_HINT)
    compiler = found[first_that_knows([one.major for one in found], archs)]
    rocm = next(headers(prefix), None)
    if rocm is None:
        raise PorterError("no ROCm headers found (hip/hip_runtime.h)", hint=_HINT)
    device_libs = next(device_libraries(prefix, compiler.major), None)
    if device_libs is None:
        raise PorterError("no ROCm device libraries found (ockl.bc)", hint=_HINT)
    for arch in archs:
        require_device_library(device_libs, arch)
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
        hipify_perl=hipify_perl(prefix),
        hip_runtime=hip_runtime(prefix),
    )


def rocm_roots() -> Iterator[Path]:
    """Yield the roots of real ROCm installations, those that the environment names first."""
    named = (os.environ.get(name) for name in ("ROCM_PATH", "HIP_PATH", "ROCM_HOME"))
    seen = set()
    for text in (*named, str(DEFAULT_ROCM)):
        if text and (root := Path(text).absolute()) not in seen and root.is_dir():
            seen.add(root)
            yield root


def compilers(prefix: Prefix) -> Iterator[Compiler]:
    """Yield the compilers with an amdgcn back end, best first."""
    for root in rocm_roots():
        clang = root / "llvm" / "bin" / "clang++"
        if clang.is_file() and (version := clang_version(clang)):
            library = next((root / "llvm" / "lib").glob("libLLVM.so*"), None)
            yield Compiler(clang, version, clang.parent, "", "rocm", library=library)
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
        own = SYSTEM / "lib" / f"llvm-{major}"
        bin_dir, tool_suffix = (own / "bin", "") if own.is_dir() else (Path(clang).parent, suffix)
        if not (bin_dir / f"clang-offload-bundler{tool_suffix}").exists():
            continue
        library = next(own.glob("lib/libLLVM.so.*"), None)
        yield Compiler(Path(clang), version, bin_dir, tool_suffix, "system", library=library)


def headers(prefix: Prefix) -> Iterator[Headers]:
    """Yield the trees of ROCm headers that are new enough, best first."""
    for root, origin in _header_roots(prefix):
        version = hip_version(root)
        if version and tuple(int(n) for n in version.split(".")[:2]) >= MINIMUM_HIP:
            yield Headers(root, version, origin)


def _header_roots(prefix: Prefix) -> Iterator[tuple[Path, str]]:
    for root in rocm_roots():
        yield root, "rocm"
    own = prefix.component("rocm")
    if own is not None:
        yield own / "usr", "porter"
    yield SYSTEM, "system"


def device_libraries(prefix: Prefix, clang: int = 0) -> Iterator[Path]:
    """Yield the directories that hold the device libraries' bitcode, best first.

    Args:
        prefix: where porter's components are.
        clang: the compiler that is to read them; none reads what a newer one has written.
    """
    newer = prefix.component("device-libs-21") if clang >= 21 else None
    roots = [root for root, _ in _header_roots(prefix)]
    for root in (*([] if newer is None else [newer / "usr"]), *roots):
        yield from (p for p in (root / "amdgcn" / "bitcode",) if (p / "ockl.bc").is_file())
        pattern = "lib/llvm-*/lib/clang/*/amdgcn/bitcode"
        yield from (p for p in sorted(root.glob(pattern)) if (p / "ockl.bc").is_file())


def hip_runtime(prefix: Prefix) -> Path | None:
    """Return `libamdhip64`, which HIP's host code is linked with; None when it is not there."""
    own = prefix.component("hip-runtime")
    roots = [*rocm_roots(), *([] if own is None else [own / "usr"]), SYSTEM]
    for root in roots:
        for pattern in ("lib/libamdhip64.so*", "lib/*-linux-gnu/libamdhip64.so*"):
            for path in sorted(root.glob(pattern)):
                if path.is_file():
                    return path
    return None


def cuda_roots() -> Iterator[Path]:
    """Yield the roots of CUDA toolkits on the machine."""
    named = (os.environ.get(name) for name in ("CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"))
    nvcc = shutil.which("nvcc")
    on_path = str(Path(nvcc).resolve().parent.parent) if nvcc else None
    seen = set()
    for text in (*named, str(DEFAULT_CUDA), on_path):
        if text and (root := Path(text).absolute()) not in seen and root.is_dir():
            seen.add(root)
            yield root


def cuda_headers(prefix: Prefix) -> Iterator[Path]:
    """Yield the roots of CUDA headers: toolkits first, then the component of wheels."""
    for root in cuda_roots():
        if (root / "include" / "cuda_runtime_api.h").is_file():
            yield root
    own = prefix.component("cuda-headers")
    if own is not None:
        yield own


def parsable_cuda(prefix: Prefix) -> Path | None:
    """Return the root of CUDA headers that clang can parse as CUDA, None when there are none.

    clang's wrapper headers include `texture_fetch_functions.h`, which CUDA 13 does not have.
    """
    for root in cuda_headers(prefix):
        if (root / "include" / "texture_fetch_functions.h").is_file():
            return root
    return None


def cuda_include_dirs(prefix: Prefix) -> tuple[Path, ...]:
    """Return the folders with CUDA's headers: a toolkit's, or those of both components."""
    root = next(cuda_headers(prefix), None)
    if root is None:
        return ()
    libraries = prefix.component("cuda-library-headers")
    if libraries is None or root != prefix.component("cuda-headers"):
        return (root / "include",)
    return (root / "include", libraries / "include")


def cuda_version(root: Path) -> str:
    """Return the version that `cuda.h` or the runtime's header states, such as "12.4"."""
    for name, macro in (("cuda.h", "CUDA_VERSION"), ("cuda_runtime_api.h", "CUDART_VERSION")):
        path = root / "include" / name
        if path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            if match := re.search(rf"#define\s+{macro}\s+(\d+)", text):
                number = int(match[1])
                return f"{number // 1000}.{number % 1000 // 10}"
    return ""


def llvm_headers(prefix: Prefix, version: str) -> tuple[Path, ...]:
    """Return the include directories of LLVM's own headers for clang `version`."""
    major = version.split(".")[0]
    own = prefix.component("llvm-dev")
    for root in (SYSTEM,) if own is None else (own / "usr", SYSTEM):
        # Debian splits LLVM's C++ and C headers into two trees.
        pair = (root / "include" / f"llvm-{major}", root / "include" / f"llvm-c-{major}")
        if (pair[0] / "llvm" / "IR" / "Module.h").is_file():
            return tuple(p for p in pair if p.is_dir())
    return ()


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


def hip_version(root: Path) -> str | None:
    """Return the version of the HIP headers below `root`, None when there are none.

    Source: the macros of `hip/hip_version.h`.
    """
    path = root / "include" / "hip" / "hip_version.h"
    if not path.is_file():
        return None
    text = path.read_text(encoding="utf-8", errors="replace")
    parts = [re.search(rf"define\s+HIP_VERSION_{n}\s+(\d+)", text) for n in _HIP_PARTS]
    return ".".join(m[1] for m in parts if m) or None


def _has_amdgcn(clang: Path) -> bool:
    return "amdgcn" in _output(str(clang), "--print-targets")


def _output(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout
