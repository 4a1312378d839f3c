"""The two command lines of clang, for HIP and for CUDA, and the libraries of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from porter.errors import PorterError
from porter.execute.cpu import nudged_functions, rocm_random
from porter.execute.cpu.architecture import Architecture
from porter.execute.cpu.native_build import SOURCES, Native
from porter.execute.cpu.supplied_headers import supplied_headers
from porter.toolchain import as_nvcc
from porter.toolchain.cuda import cuda_version
from porter.toolchain.model import Toolchain
from porter.toolchain.stand_in_headers import stand_in_headers

#: Device libraries and the switches that correspond to hipcc's defaults (IEEE division and
#: square root, denormals kept, no unsafe mathematics).
_DEVICE_LIBRARIES = (
    "ocml", "ockl", "oclc_abi_version_500", "oclc_daz_opt_off", "oclc_correctly_rounded_sqrt_on",
    "oclc_finite_only_off", "oclc_unsafe_math_off", "oclc_wavefrontsize64_{wave64}",
)  # fmt: skip


#: nvcc converts constants as the GPU converts numbers: what does not fit becomes the nearest that
#: does. clang leaves that undefined when it is not told.
_CONSTANTS_AS_NVCC = ("-Xarch_device", "-fno-strict-float-cast-overflow")


#: clang compiles atomics of unsigned numbers as signed ones where they have a scope, which makes no
#: difference here.
_UNSIGNED_ATOMICS = tuple(
    f"-D__nvvm_atom_{scope}_{operation}_gen_{kind}=__nvvm_atom_{operation}_gen_{kind}"
    for scope in ("cta", "sys")
    for operation in ("max", "min")
    for kind in ("ui", "ul", "ull")
)


class Dialect(Protocol):
    """A language with device code."""

    def command(self, source: Path, flags: Sequence[str]) -> list[str]:
        """Return clang's command line for a source, up to what is to be made of it.

        Args:
            source: the file.
            flags: the user's own.
        """

    def host_includes(self) -> list[Path]:
        """Return where plain C++ finds the API's headers, besides the toolchain's own folders."""

    def device_libraries(self) -> list[Path]:
        """Return the bitcode that device code may call."""

    def runtimes(self, native: Native) -> list[Path]:
        """Return the libraries that programs are linked with.

        Args:
            native: the executor's native parts.
        """


def dialect_of(architecture: Architecture, toolchain: Toolchain) -> Dialect:
    """Return the dialect that code for an architecture is written in.

    Args:
        architecture: one of AMD's or NVIDIA's.
        toolchain: clang and the headers.
    """
    dialect = Cuda if architecture.is_cuda else Hip
    return dialect(architecture, toolchain)


@dataclass(frozen=True)
class Hip:
    """HIP, against ROCm's headers."""

    architecture: Architecture
    toolchain: Toolchain

    def command(self, source: Path, flags: Sequence[str]) -> list[str]:
        """See `Dialect`."""
        toolchain = self.toolchain
        words = [str(toolchain.clang), "-x", "hip", str(source)]
        words += self.architecture.compiler_flags(int(toolchain.llvm_version.split(".")[0]))
        words += [f"--rocm-path={toolchain.rocm_path}"]
        words += [f"--hip-path={toolchain.rocm_path}", "-D__HIP_PLATFORM_AMD__", "-w"]
        words += [f"--rocm-device-lib-path={toolchain.device_lib_path}"]
        words += ["-std=gnu++17", *flags]
        folders = (*toolchain.include_dirs, *self.host_includes())
        words += [word for path in folders for word in ("-isystem", str(path))]
        return [*words, *toolchain.host_flags()]

    def host_includes(self) -> list[Path]:
        """See `Dialect`."""
        return stand_in_headers(self.toolchain)

    def device_libraries(self) -> list[Path]:
        """See `Dialect`."""
        wave64 = "on" if self.architecture.wave_size == 64 else "off"
        folder = self.toolchain.device_lib_path
        return [folder / f"{name.format(wave64=wave64)}.bc" for name in _DEVICE_LIBRARIES]

    def runtimes(self, native: Native) -> list[Path]:
        """See `Dialect`."""
        return [native.runtime]


@dataclass(frozen=True)
class Cuda:
    """CUDA, against its own headers."""

    architecture: Architecture
    toolchain: Toolchain

    def command(self, source: Path, flags: Sequence[str]) -> list[str]:
        """See `Dialect`."""
        path = cuda_path(self.toolchain)
        words = [str(self.toolchain.clang), "-x", "cuda", str(source), "-w", "-std=gnu++17"]
        words += ["-Wno-register"]  # nvcc warns of the keyword in C++17, and clang refuses it
        words += [*as_nvcc.OPTIONS, *_CONSTANTS_AS_NVCC, *_UNSIGNED_ATOMICS, *flags]
        words += [f"--cuda-path={path}", f"--offload-arch={self.architecture.name}"]
        words += ["-nogpulib", "-Xclang", f"-target-sdk-version={cuda_version(path)}"]
        words += ["-include", str(SOURCES / "include" / "porter_cuda.h")]
        folders = (SOURCES / "include" / "cuda_headers", *self._random(), *self._more_headers())
        words += [word for folder in folders for word in ("-isystem", str(folder))]
        return [*words, *self.toolchain.host_flags()]

    def host_includes(self) -> list[Path]:
        """See `Dialect`."""
        return [*self._random(), cuda_path(self.toolchain) / "include", *self._more_headers()]

    def device_libraries(self) -> list[Path]:
        """See `Dialect`."""
        library = cuda_path(self.toolchain) / "nvvm" / "libdevice" / "libdevice.10.bc"
        if draw := nudged_functions.wanted():
            return [nudged_functions.nudged_library(self.toolchain.clang, library, draw)]
        return [library]

    def runtimes(self, native: Native) -> list[Path]:
        """See `Dialect`."""
        return [native.runtime, native.cuda_runtime]

    def _random(self) -> list[Path]:
        """Return the headers that draw as ROCm's do, where that is asked for."""
        if not rocm_random.is_wanted():
            return []
        ours = self.toolchain.rocm_path / "include"
        return rocm_random.headers(cuda_path(self.toolchain) / "include", ours)

    def _more_headers(self) -> list[Path]:
        folder = self.toolchain.cuda_library_headers
        ours = SOURCES / "include"
        libraries = [] if folder is None else [ours / "cuda_additions", folder]
        supplied = supplied_headers(cuda_path(self.toolchain) / "include")
        return [*libraries, ours / "cuda_stand_ins", *supplied]


def cuda_path(toolchain: Toolchain) -> Path:
    """Return the root of CUDA's headers.

    Args:
        toolchain: where they may be.

    Raises:
        PorterError: there are none that clang can parse.
    """
    if toolchain.parsable_cuda_path is None:
        raise PorterError(
            "no CUDA headers that clang can compile (CUDA 12)",
            hint="run `porter toolchain install cuda-headers`",
        )
    return toolchain.parsable_cuda_path
