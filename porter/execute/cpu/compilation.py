"""Compiles a source file to objects: host code by clang, device code through the retargeter."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from porter.errors import PorterError
from porter.execute.cpu import nudged_functions, prelude, relocatable
from porter.execute.cpu.architecture import Architecture
from porter.execute.cpu.command_line import RELOCATABLE
from porter.execute.cpu.device_link import device_code
from porter.execute.cpu.dialects import Dialect, dialect_of
from porter.execute.cpu.instrumentation import Instrumentation
from porter.execute.cpu.lenient_compilation import compile_leniently
from porter.execute.cpu.linking import Linker
from porter.execute.cpu.native_build import Native, native
from porter.execute.cpu.object_cache import cached_object
from porter.execute.cpu.plain_cpp import PlainCpp
from porter.execute.cpu.prelude import Prelude
from porter.execute.cpu.retargeting import Retargeter, effort
from porter.files.real_path import real_path
from porter.files.regular import LARGEST_SOURCE, read_regular_text
from porter.toolchain.discovery import find
from porter.toolchain.machine import expect_executor
from porter.toolchain.model import Toolchain

_HOST_ONLY_FLAGS = re.compile(r"-f?openmp.*|-pthread")


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
        expect_executor()
        return native(self.toolchain)

    @property
    def is_relocatable(self) -> bool:
        """Whether device code is linked with that of other files."""
        return RELOCATABLE in self.flags

    @cached_property
    def dialect(self) -> Dialect:
        """The language that the architecture's device code is written in."""
        return dialect_of(self.architecture, self.toolchain)

    @cached_property
    def linker(self) -> Linker:
        """What links the objects."""
        runtimes = tuple(self.dialect.runtimes(self.native))
        return Linker(self.toolchain, self.native, runtimes)

    @property
    def retargeter(self) -> Retargeter:
        """What makes objects for the host of device code."""
        return Retargeter(self.toolchain, self.native, self.dialect, self.architecture)

    @classmethod
    def default(cls, arch: str, flags: Sequence[str] = ()) -> Compiler:
        """Return a compiler that uses the toolchain that porter finds.

        Raises:
            PorterError: it does not run here, there is no toolchain, or `arch` is none of AMD's.
        """
        expect_executor()
        return cls(find(for_executor=True), Architecture(arch), tuple(flags))

    def image_key(self, source: Path) -> str:
        """Return the name under which host code finds the device code of `source`."""
        words = (str(real_path(source)), self.architecture.name, *self.flags)
        return hashlib.sha256("\0".join(words).encode()).hexdigest()[:20]

    def host_object(self, source: Path) -> Path:
        """Compile the host code of a HIP source; the object names its image instead of holding it.

        Raises:
            PorterError: the source does not compile.
        """
        key, added = self.image_key(source), Instrumentation.wanted()
        # Fast, yet with what sums that overflow give where nobody asked for optimisation.
        side = ["--cuda-host-only", "-O2", "-fwrapv", "-fPIC", *added.host_flags]
        command = [*self.dialect.command(source, self.flags), *side, "-c"]

        def make(work: Path) -> None:
            stand_in = work / "image.key"
            stand_in.write_bytes(key.encode() + b"\0")
            unit = ["-fuse-cuid=none", "-Xclang", f"-cuid={key}"]
            unit += ["-Xclang", "-fcuda-include-gpubinary", "-Xclang", str(stand_in)]
            begin = self._prelude(source, self.flags, side)
            compile_leniently([*command, *unit, *_into(work)], begin)
            if self.is_relocatable and self.architecture.is_cuda:
                relocatable.register_linked(self.toolchain, work / "object")

        return self._cached(source, ["host", *command], make)

    def device_object(self, source: Path) -> Path:
        """Compile the device code of a HIP source and retarget it to the host.

        Of relocatable device code the object carries the bitcode, which is retargeted when it is
        linked.

        Raises:
            PorterError: the source does not compile, or uses what the executor cannot run.
        """
        flags = self._device_flags
        key, is_cuda = self.image_key(source), self.architecture.is_cuda
        added = Instrumentation.wanted().device_flags(is_cuda=is_cuda)

        def make(work: Path) -> None:
            bitcode = work / "device.bc"
            side = ["--cuda-device-only", "-nogpulib", "-O3", *added]
            command = [*self.dialect.command(source, flags), *side]
            command += ["-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c"]
            command += ["-fuse-cuid=none", "-Xclang", f"-cuid={key}"]
            command += ["-MD", "-MF", str(work / "depends"), "-o", str(bitcode)]
            compile_leniently(command, self._prelude(source, flags, side))
            if self.is_relocatable:
                name = self.architecture.name
                relocatable.carry(self.toolchain, bitcode, key, name, work / "object")
            else:
                self.retargeter.run([bitcode], work / "object", [key])

        identity = ["device", self.native.device_compiler, *added, *effort()]
        identity += self.dialect.command(source, flags)
        if is_cuda and nudged_functions.wanted():
            identity += [str(path) for path in self.dialect.device_libraries()]
        return self._cached(source, identity, make)

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
                self.linker.link([device], made, ["-shared"])
                made.replace(library)
        return library

    def link(
        self,
        objects: Sequence[Path],
        output: Path,
        flags: Sequence[str] = (),
        elsewhere: re.Pattern[str] | None = None,
        *,
        finds_libraries: bool = False,
    ) -> None:
        """Link as `Linker.link` does, and before that the device code that files share.

        Raises:
            PorterError: something is missing, or the device code uses what the executor cannot run.
        """
        with tempfile.TemporaryDirectory(prefix="porter-device-link-") as folder:
            made = Path(folder) / "device.o"
            more = [made] if self.device_link(objects, flags, made) else []
            self.linker.link(
                [*objects, *more], output, flags, elsewhere, finds_libraries=finds_libraries
            )

    def device_link(self, objects: Sequence[Path], flags: Sequence[str], output: Path) -> bool:
        """Link device code alone.

        Args:
            objects: what is linked.
            flags: for the linker.
            output: the object to write, with all of the device code.

        Returns:
            Whether there was device code to link.

        Raises:
            PorterError: device code is missing, or uses what the executor cannot run.
        """
        code = device_code(objects, flags, self.linker.command(objects, Path(os.devnull), flags))
        if not code.units:
            return False
        if not self.is_relocatable and not self.architecture.is_cuda:
            raise PorterError(
                "the objects hold device code that is still to be linked",
                hint=f"link with {RELOCATABLE} --hip-link",
            )
        linking = replace(self, architecture=Architecture(code.architecture))
        linking.retargeter.link(code, output)
        return True

    def device_ir(self, source: Path) -> str:
        """Return the LLVM IR of a source's device code as clang makes it.

        Raises:
            PorterError: the source does not compile.
        """
        command = [
            *self.dialect.command(source, self._device_flags),
            "--cuda-device-only",
            "-nogpulib",
            "-emit-llvm",
        ]
        return compile_leniently([*command, "-Xclang", "-disable-llvm-passes", "-S", "-o", "-"])

    def cpp_object(self, source: Path, *, is_c: bool = False) -> Path:
        """Compile a source without device code, as C++ or C that may use HIP's host API.

        Raises:
            PorterError: the source does not compile.
        """
        language = self._plain(is_c=is_c)
        command = language.command(source, self.flags)

        def make(work: Path) -> None:
            begin = None if is_c else self._plain_prelude(language, source)
            compile_leniently([*command, *_into(work)], begin)

        return self._cached(source, ["c" if is_c else "c++", *command], make)

    def check_syntax(self, source: Path, *, is_device: bool, is_c: bool) -> None:
        """Compile a source as far as its errors are found, and make nothing.

        Args:
            source: the file.
            is_device: it may hold device code, and both of its sides are looked at.
            is_c: it is C, not C++.

        Raises:
            PorterError: the source does not compile.
        """
        command = self._plain(is_c=is_c).command(source, self.flags)
        if is_device:
            command = [*self.dialect.command(source, self._device_flags), "-nogpulib"]
            compile_leniently([*command, "--cuda-device-only", "-fsyntax-only"])
            command = [*self.dialect.command(source, self.flags), "--cuda-host-only"]
        compile_leniently([*command, "-fsyntax-only"])

    @staticmethod
    def files_behind(made: Path) -> list[str]:
        """Return the source and the headers that an object of this compiler was made from."""
        return read_regular_text(made.with_suffix(".files"), LARGEST_SOURCE).splitlines()

    def _prelude(self, source: Path, flags: Sequence[str], side: Sequence[str]) -> Prelude | None:
        with suppress(OSError):  # a unit compiles without it, too
            return prelude.find(self.dialect, side, flags, source, " ".join(self._versions))
        return None

    def _plain_prelude(self, language: PlainCpp, source: Path) -> Prelude | None:
        with suppress(OSError):
            return prelude.find_pytorch(language, self.flags, source, " ".join(self._versions))
        return None

    def _cached(self, source: Path, identity: list[str], make: Callable[[Path], None]) -> Path:
        """Return the object that `make` makes, from the cache when nothing it depends on changed.

        Args:
            source: the main file.
            identity: words that determine the result, besides the content of files.
            make: given a working directory, writes `object` and `depends`.
        """
        return cached_object([*identity, str(real_path(source)), *self._versions], make)

    def _plain(self, *, is_c: bool) -> PlainCpp:
        return PlainCpp(self.toolchain, self.dialect, self.architecture.is_cuda, is_c)

    @property
    def _versions(self) -> tuple[str, str]:
        return self.toolchain.llvm_version, self.toolchain.rocm_version

    @property
    def _device_flags(self) -> list[str]:
        return [flag for flag in self.flags if not _HOST_ONLY_FLAGS.fullmatch(flag)]


def _into(work: Path) -> list[str]:
    return ["-MD", "-MF", str(work / "depends"), "-o", str(work / "object")]
