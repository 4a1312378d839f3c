"""A toolchain: its parts, and the command lines that compile with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from porter.errors import PorterError
from porter.toolchain.composable_kernel import ck_include_dirs

_WAVEFRONT = "-D__AMDGCN_WAVEFRONT_SIZE"
#: Processors whose waves have 32 lanes unless asked otherwise.
_WAVE32 = re.compile(r"gfx1\d{3}")


class Emit(Enum):
    """What a compilation makes."""

    #: Nothing: types are checked for the host and every architecture.
    SYNTAX = ("-fsyntax-only",)
    #: An object with host code and the device code of every architecture.
    OBJECT = ("-c",)
    #: The linked code object of one architecture, an ELF file.
    DEVICE_ELF = ("--cuda-device-only", "--no-gpu-bundle-output")
    #: Assembly of one architecture.
    DEVICE_ASM = ("--cuda-device-only", "-S")
    #: LLVM IR of one architecture, as text.
    DEVICE_IR = ("--cuda-device-only", "-S", "-emit-llvm")
    #: LLVM IR of one architecture, as bitcode.
    DEVICE_BITCODE = ("--cuda-device-only", "-c", "-emit-llvm")
    #: An object with host code alone.
    HOST_OBJECT = ("--cuda-host-only", "-c")
    #: LLVM IR of the host code alone, as text.
    HOST_IR = ("--cuda-host-only", "-S", "-emit-llvm")

    @property
    def for_one_arch(self) -> bool:
        """Whether clang writes one file an architecture, so that only one can be asked for."""
        return self.name.startswith("DEVICE_")


@dataclass(frozen=True)
class Toolchain:
    """A compiler for HIP, its headers, and what else was found beside them.

    Args:
        clang: the C++ driver (`clang++`), one executable.
        llvm_version: clang's version, such as "19.1.7".
        llvm_bin: directory of clang's companions.
        tool_suffix: what their names end with there ("-19" or "").
        rocm_path: root of ROCm's headers; they lie in `include/`.
        rocm_version: HIP's version, such as "6.4.43484".
        device_lib_path: directory of the device libraries' bitcode.
        sysroot: the C and C++ libraries for host code; None when the system's are used.
        llvm_include_dirs: LLVM's own headers; empty when not installed.
        llvm_library: `libLLVM` as a shared library; None when not found.
        cuda_path: root of a CUDA toolkit, or of its headers laid out as one; None when absent.
        parsable_cuda_path: the same, of a version that clang can parse as CUDA; None when absent.
        cuda_include_dirs: folders with CUDA's headers; empty when absent.
        cuda_library_headers: folder with cuBLAS's headers and others that belong to
            `parsable_cuda_path` and are not in it; None when absent.
        host_blas: OpenBLAS with 64-bit sizes, a shared library; None when absent.
        hipify_perl: the program; None when absent.
        hip_runtime: `libamdhip64`; None when absent.
        ck_path: Composable Kernel, which holds `include/ck`; None when absent.
    """

    clang: Path
    llvm_version: str
    llvm_bin: Path
    tool_suffix: str
    rocm_path: Path
    rocm_version: str
    device_lib_path: Path
    sysroot: Path | None = None
    llvm_include_dirs: tuple[Path, ...] = ()
    llvm_library: Path | None = None
    cuda_path: Path | None = None
    parsable_cuda_path: Path | None = None
    cuda_include_dirs: tuple[Path, ...] = ()
    cuda_library_headers: Path | None = None
    host_blas: Path | None = None
    hipify_perl: Path | None = None
    hip_runtime: Path | None = None
    ck_path: Path | None = None

    @property
    def include_dirs(self) -> tuple[Path, ...]:
        """Directories that every HIP compilation searches."""
        ck = () if self.ck_path in (None, self.rocm_path) else ck_include_dirs(self.ck_path)
        return (*ck, *self.rocm_include_dirs)

    @property
    def rocm_include_dirs(self) -> tuple[Path, ...]:
        """Directories of ROCm's own headers, to be named to a compiler."""
        if self.rocm_path == Path("/usr"):  # searched anyway, and naming it breaks #include_next
            return ()
        return (self.rocm_path / "include",)

    @property
    def lld(self) -> Path:
        """The linker, as `ld.lld`."""
        return self.tool("ld.lld")

    def tool(self, name: str) -> Path:
        """Return one of LLVM's programs, such as "llvm-link" or "opt".

        Raises:
            PorterError: it is not installed.
        """
        path = self.llvm_bin / f"{name}{self.tool_suffix}"
        if not path.exists():
            raise PorterError(
                f"{name} is not installed beside clang",
                path=path,
                hint="run `porter toolchain install compiler --force`",
            )
        return path

    def hip_command(
        self,
        source: Path | str,
        arch: str | Sequence[str],
        *,
        emit: Emit = Emit.OBJECT,
        output: Path | str | None = None,
        std: str = "gnu++17",
        optimise: str = "-O3",
        defines: Iterable[str] = (),
        includes: Iterable[Path | str] = (),
        flags: Iterable[str] = (),
    ) -> list[str]:
        """Return the command that compiles `source` as HIP.

        Args:
            source: the file, whatever its suffix.
            arch: one architecture, or several ("gfx942", "gfx1100").
            emit: what to make.
            output: the file to write; clang's default name when None.
            std: the C++ standard; by default that of hipcc and of GCC.
            optimise: clang's optimisation flag.
            defines: macros, `NAME` or `NAME=VALUE`.
            includes: directories to search before ROCm's.
            flags: anything else, placed last.

        Returns:
            The words of the command.

        Raises:
            ValueError: several architectures with an `emit` that makes a file for each.
        """
        archs = [arch] if isinstance(arch, str) else list(arch)
        if emit.for_one_arch and len(archs) != 1:
            raise ValueError(f"{emit} makes one file an architecture; asked for {archs}")
        words = [str(self.clang), "-x", "hip", str(source), f"-std={std}", optimise]
        words += [f"--offload-arch={name}" for name in archs]
        words += [
            f"--rocm-path={self.rocm_path}",
            f"--hip-path={self.rocm_path}",
            f"--rocm-device-lib-path={self.device_lib_path}",
            "-D__HIP_PLATFORM_AMD__",
        ]
        words += self._bridged(archs)
        words += [f"-D{name}" for name in defines]
        words += [word for path in includes for word in ("-I", str(path))]
        words += [word for path in self.include_dirs for word in ("-isystem", str(path))]
        return [*words, *self.host_flags(), *emit.value, *_output(output), *flags]

    def _bridged(self, archs: Sequence[str]) -> list[str]:
        """Return the macros that ROCm's headers before 7 expect and a newer clang does not define.

        HIP's read the wavefront's size off a macro that clang 22 dropped; on the host it was 64.
        rocPRIM's know the family of gfx950 (LLVM: gfx9-4-generic) but not gfx950.
        """
        if int(self.llvm_version.split(".")[0]) < 22 or int(self.rocm_version.split(".")[0]) >= 7:
            return []
        words = ["-Xarch_host", f"{_WAVEFRONT}=64"]
        for arch in archs:
            processor = arch.partition(":")[0]
            size = 32 if _WAVE32.match(processor) else 64
            words += [f"-Xarch_{processor}", f"{_WAVEFRONT}={size}"]
            if processor == "gfx950":
                words += ["-Xarch_gfx950", "-D__gfx9_4_generic__=1"]
        return words

    def cpp_command(
        self,
        source: Path | str,
        *,
        emit: Emit = Emit.OBJECT,
        output: Path | str | None = None,
        std: str = "gnu++17",
        optimise: str = "-O2",
        defines: Iterable[str] = (),
        includes: Iterable[Path | str] = (),
        flags: Iterable[str] = (),
    ) -> list[str]:
        """Return the command that compiles `source` as C or C++ which may use HIP's host API.

        Arguments are those of `hip_command`; `std` tells the language, `emit` is `SYNTAX` or
        `OBJECT`.
        """
        language = "c++" if "++" in std else "c"
        words = [str(self.clang), "-x", language, str(source), f"-std={std}", optimise]
        words += ["-D__HIP_PLATFORM_AMD__", *(f"-D{name}" for name in defines)]
        words += [word for path in includes for word in ("-I", str(path))]
        words += [word for path in self.include_dirs for word in ("-isystem", str(path))]
        return [*words, *self.host_flags(), *emit.value, *_output(output), *flags]

    def link_command(
        self,
        objects: Sequence[Path],
        output: Path,
        *,
        libraries: Sequence[Path] = (),
        shared: bool = False,
    ) -> list[str]:
        """Return the command that links objects into a program or a shared library.

        Every symbol of a program has to be there; a shared library may leave some to whatever
        loads it, as Python's extensions do. Nothing that a source names (`#pragma comment(lib,
        …)`) is linked.

        Args:
            objects: what is linked.
            output: the file to write.
            libraries: shared libraries beside HIP's runtime; what they lack themselves is not
                looked into.
            shared: make a shared library.
        """
        words = [str(self.clang), *(["-shared"] if shared else []), *map(str, objects)]
        words += [f"--ld-path={self.lld}", "-Wl,--allow-shlib-undefined", *self.host_flags()]
        words.append("-Wl,--no-dependent-libraries")
        runtime = () if self.hip_runtime is None else (self.hip_runtime,)
        return [*words, *map(str, (*libraries, *runtime)), "-o", str(output)]

    def host_flags(self) -> list[str]:
        """Return the flags that make clang find the C and C++ libraries and its linker."""
        return [] if self.sysroot is None else [f"--sysroot={self.sysroot}"]


def _output(path: Path | str | None) -> list[str]:
    return [] if path is None else ["-o", str(path)]
