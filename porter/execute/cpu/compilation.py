"""One source file becomes objects: host code by clang, device code by clang and the retargeter."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from porter.errors import PorterError
from porter.execute.cpu.architecture import Architecture
from porter.execute.cpu.native_build import SOURCES, Native, native
from porter.execute.cpu.object_cache import cached_object
from porter.files.real_path import real_path
from porter.files.regular import LARGEST_SOURCE, read_regular_text
from porter.toolchain.cuda import cuda_version
from porter.toolchain.discovery import find
from porter.toolchain.model import Toolchain

#: Device libraries and the switches that correspond to hipcc's defaults (IEEE division and
#: square root, denormals kept, no unsafe mathematics).
_DEVICE_LIBRARIES = (
    "ocml", "ockl", "oclc_abi_version_500", "oclc_daz_opt_off", "oclc_correctly_rounded_sqrt_on",
    "oclc_finite_only_off", "oclc_unsafe_math_off", "oclc_wavefrontsize64_{wave64}",
)  # fmt: skip
#: Flags that choose a C++ standard, which C is not compiled by.
_CPP_STANDARD = ("-std=c++", "-std=gnu++", "--std=c++", "--std=gnu++")
_HOST_ONLY_FLAGS = re.compile(r"-f?openmp.*|-pthread")
_UNDEFINED = re.compile(r"(?:error|warning): undefined (?:hidden |protected )?symbol: (.+)")


def _offered_name(symbol: str) -> str:
    """Say what a symbol stands for: the retargeter calls `porter_NAME` for an instruction."""
    return re.sub(r"^porter_(?:nv_)?", "the instruction ", symbol)


def _effort() -> list[str]:
    """Return what the retargeter is told when code is to be compiled fast rather than run fast."""
    return ["--optimize", "0"] if os.environ.get("PORTER_CPU_OPTIMIZE") == "0" else []


@dataclass(frozen=True)
class Compiler:
    """Compiles for the executor.

    Args:
        toolchain: clang and the headers.
        architecture: whose device code is run.
        flags: the user's own flags (`-I`, `-D`, `-std=`, ...), for host and device code.
    """

    toolchain: Toolchain
    architecture: Architecture
    flags: tuple[str, ...] = ()

    @cached_property
    def native(self) -> Native:
        """The executor's native parts, built on first use."""
        return native(self.toolchain)

    @classmethod
    def default(cls, arch: str, flags: Sequence[str] = ()) -> Compiler:
        """Return a compiler that uses the toolchain that porter finds.

        Raises:
            PorterError: there is no toolchain, or `arch` is none of AMD's.
        """
        return cls(find(), Architecture(arch), tuple(flags))

    def image_key(self, source: Path) -> str:
        """Return the name under which host code finds the device code of `source`."""
        words = (str(real_path(source)), self.architecture.name, *self.flags)
        return hashlib.sha256("\0".join(words).encode()).hexdigest()[:20]

    def host_object(self, source: Path) -> Path:
        """Compile the host code of a HIP source; the object names its image instead of holding it.

        Raises:
            PorterError: the source does not compile.
        """
        key = self.image_key(source)

        def steps(work: Path) -> list[list[str]]:
            stand_in = work / "image.key"
            stand_in.write_bytes(key.encode() + b"\0")
            command = self._clang(source, self.flags)
            command += ["--cuda-host-only", "-O2", "-fPIC", "-c", f"-Xclang=-cuid={key}"]
            command += ["-Xclang", "-fcuda-include-gpubinary", "-Xclang", str(stand_in)]
            return [[*command, "-MD", "-MF", str(work / "depends"), "-o", str(work / "object")]]

        return self._cached(source, ["host", *self._clang(source, self.flags)], steps)

    def device_object(self, source: Path) -> Path:
        """Compile the device code of a HIP source and retarget it to the host.

        Raises:
            PorterError: the source does not compile, or uses what the executor cannot run.
        """
        flags = [flag for flag in self.flags if not _HOST_ONLY_FLAGS.fullmatch(flag)]

        def steps(work: Path) -> list[list[str]]:
            bitcode = work / "device.bc"
            command = self._clang(source, flags)
            command += ["--cuda-device-only", "-nogpulib", "-O3", "-Xclang", "-disable-llvm-passes"]
            command += ["-emit-llvm", "-c", f"-Xclang=-cuid={self.image_key(source)}"]
            command += ["-MD", "-MF", str(work / "depends"), "-o", str(bitcode)]
            return [command, self._retarget(bitcode, work / "object", self.image_key(source))]

        identity = ["device", self.native.device_compiler, *_effort()]
        identity += self._clang(source, flags)
        return self._cached(source, identity, steps)

    def code_object(self, source: Path) -> Path:
        """Compile device code alone, into a shared library that the module API loads.

        Raises:
            PorterError: the source does not compile, or uses what the executor cannot run.
        """
        device = self.device_object(source)
        library = device.with_name(f"{device.stem}.{self.native.root.name}.so")
        if not library.is_file():
            with tempfile.TemporaryDirectory(dir=library.parent, prefix="link-") as directory:
                made = Path(directory) / library.name
                self.link([device], made, ["-shared"])
                made.replace(library)
        return library

    def device_ir(self, source: Path) -> str:
        """Return the LLVM IR of a source's device code as clang makes it.

        Raises:
            PorterError: the source does not compile.
        """
        flags = [flag for flag in self.flags if not _HOST_ONLY_FLAGS.fullmatch(flag)]
        command = [*self._clang(source, flags), "--cuda-device-only", "-nogpulib", "-emit-llvm"]
        return self._run([*command, "-Xclang", "-disable-llvm-passes", "-S", "-o", "-"])

    def cpp_object(self, source: Path, *, is_c: bool = False) -> Path:
        """Compile a source without device code, as C++ or C that may use HIP's host API.

        Raises:
            PorterError: the source does not compile.
        """
        includes = [self.cuda_path / "include"] if self.architecture.is_cuda else []
        given = [flag for flag in self.flags if not (is_c and flag.startswith(_CPP_STANDARD))]
        command = self.toolchain.cpp_command(
            source,
            std="gnu17" if is_c else "c++17",
            includes=includes,
            flags=["-w", "-fPIC", *given],
        )

        def steps(work: Path) -> list[list[str]]:
            return [[*command, "-MD", "-MF", str(work / "depends"), "-o", str(work / "object")]]

        return self._cached(source, ["c" if is_c else "c++", *command], steps)

    @staticmethod
    def files_behind(made: Path) -> list[str]:
        """Return the source and the headers that an object of this compiler was made from."""
        return read_regular_text(made.with_suffix(".files"), LARGEST_SOURCE).splitlines()

    def link(
        self,
        objects: Sequence[Path],
        output: Path,
        flags: Sequence[str] = (),
        elsewhere: re.Pattern[str] | None = None,
    ) -> None:
        """Link objects with the runtime into a program, or with "-shared" into a library.

        Args:
            objects: what is linked.
            output: the file to write.
            flags: for the linker.
            elsewhere: names that whoever loads a library will have.

        Raises:
            PorterError: a function is missing, for instance one of HIP's that is not offered.
        """
        command = self.link_command(objects, output, flags)
        if elsewhere is not None:
            command += ["-Wl,--warn-unresolved-symbols", "-Wl,--error-limit=0"]
        self._run(command, elsewhere)

    def link_command(
        self, objects: Sequence[Path], output: Path, flags: Sequence[str] = ()
    ) -> list[str]:
        """Return the command that `link` runs; see there."""
        command = [str(self.toolchain.clang), *self.toolchain.host_flags(), "-fuse-ld=lld"]
        command += [*map(str, objects), str(self.native.runtime), "-lm", "-lpthread", *flags]
        if self.architecture.is_cuda:
            command.append(str(self.native.cuda_runtime))
        if any(flag.startswith("-fopenmp") for flag in flags):
            command.append(f"-Wl,-rpath,{self._openmp_library()}")
        return [*command, "-Wl,-z,defs", "-o", str(output)]

    def _openmp_library(self) -> Path:
        """The directory of clang's OpenMP runtime, which need not be where the system looks."""
        command = [str(self.toolchain.clang), *self.toolchain.host_flags()]
        done = subprocess.run(
            [*command, "-print-file-name=libomp.so"], capture_output=True, text=True, check=True
        )
        return real_path(Path(done.stdout.strip())).parent

    @property
    def cuda_path(self) -> Path:
        """The root of CUDA's headers.

        Raises:
            PorterError: there are none that clang can parse.
        """
        if self.toolchain.parsable_cuda_path is None:
            raise PorterError(
                "no CUDA headers that clang can compile (CUDA 12)",
                hint="run `porter toolchain install cuda-headers`",
            )
        return self.toolchain.parsable_cuda_path

    def _clang(self, source: Path, flags: Sequence[str]) -> list[str]:
        toolchain = self.toolchain
        if self.architecture.is_cuda:
            version = cuda_version(self.cuda_path)
            words = [str(toolchain.clang), "-x", "cuda", str(source), "-w", "-std=c++17", *flags]
            words += [f"--cuda-path={self.cuda_path}", f"--offload-arch={self.architecture.name}"]
            words += ["-nogpulib", "-Xclang", f"-target-sdk-version={version}"]
            words += ["-include", str(SOURCES / "include" / "porter_cuda.h")]
            return [*words, *toolchain.host_flags()]
        words = [str(toolchain.clang), "-x", "hip", str(source)]
        words += [f"--offload-arch={self.architecture.name}", f"--rocm-path={toolchain.rocm_path}"]
        words += [f"--hip-path={toolchain.rocm_path}", "-D__HIP_PLATFORM_AMD__", "-w"]
        words += [f"--rocm-device-lib-path={toolchain.device_lib_path}"]
        words += ["-std=c++17", *flags]
        words += [word for path in toolchain.include_dirs for word in ("-isystem", str(path))]
        return [*words, *toolchain.host_flags()]

    def _retarget(self, bitcode: Path, output: Path, key: str) -> list[str]:
        architecture = self.architecture
        command = [str(self.native.retargeter), str(bitcode), "-o", str(output), "--key", key]
        command += ["--builtins", str(self.native.builtins), "--arch", architecture.name]
        command += ["--wave", str(architecture.wave_size), *_effort()]
        if architecture.is_cuda:
            return [*command, "--library", str(self.cuda_path / "nvvm/libdevice/libdevice.10.bc")]
        wave64 = "on" if architecture.wave_size == 64 else "off"
        for pattern in _DEVICE_LIBRARIES:
            path = self.toolchain.device_lib_path / f"{pattern.format(wave64=wave64)}.bc"
            command += ["--library", str(path)]
        return command

    def _run(self, command: list[str], elsewhere: re.Pattern[str] | None = None) -> str:
        environment = self.native.environment()
        retargeting = command[0] == str(self.native.retargeter)
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            errors="replace",
            env=environment if retargeting else None,
        )
        names = set(_UNDEFINED.findall(done.stderr))
        names = {name for name in names if not (elsewhere and elsewhere.fullmatch(name))}
        if names:
            missing = sorted(map(_offered_name, names))
            raise PorterError(f"not defined, and not offered here: {', '.join(missing)}")
        if done.returncode:
            raise PorterError(f"cannot build for the cpu executor\n{done.stderr.strip()}")
        return done.stdout

    def _cached(
        self, source: Path, identity: list[str], steps: Callable[[Path], list[list[str]]]
    ) -> Path:
        """Return the object that `steps` make, from the cache when nothing it depends on changed.

        Args:
            source: the main file.
            identity: words that determine the result, besides the content of files.
            steps: given a working directory, the commands; they write `object` and `depends`.
        """

        def make(work: Path) -> None:
            for command in steps(work):
                self._run(command)

        versions = (self.toolchain.llvm_version, self.toolchain.rocm_version)
        return cached_object([*identity, str(real_path(source)), *versions], make)
