"""Compiles a source file to objects: host code by clang, device code through the retargeter."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from porter.errors import PorterError
from porter.execute.cpu import relocatable
from porter.execute.cpu.architecture import Architecture
from porter.execute.cpu.command_line import RELOCATABLE
from porter.execute.cpu.device_link import DeviceCode, device_code
from porter.execute.cpu.dialects import Dialect, dialect_of
from porter.execute.cpu.lenient import Refusals
from porter.execute.cpu.linking import Linker
from porter.execute.cpu.native_build import Native, native
from porter.execute.cpu.object_cache import cached_object
from porter.execute.cpu.single_percent import overlay
from porter.files.real_path import real_path
from porter.files.regular import LARGEST_SOURCE, read_regular, read_regular_text
from porter.toolchain.discovery import find
from porter.toolchain.model import Toolchain

#: Flags that choose a C++ standard, which C is not compiled by.
_CPP_STANDARD = ("-std=c++", "-std=gnu++", "--std=c++", "--std=gnu++")
#: Headers of CUDA's libraries, which are a component of their own.
_LIBRARY_HEADER = re.compile(r"'cu(blas|fft|sparse|solver)\w*\.h' file not found")
_LIBRARY_HINT = "run `porter toolchain install cuda-library-headers`"
_HOST_ONLY_FLAGS = re.compile(r"-f?openmp.*|-pthread")
_CALLS_ANOTHER_FILE = "device code of another file is called"
_RELOCATABLE_HINT = f"compile and link with {RELOCATABLE}, or nvcc's -rdc=true"


class CallsAnotherFile(PorterError):
    """Device code that was not compiled to be linked with that of other files calls it."""


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

        def make(work: Path) -> None:
            stand_in = work / "image.key"
            stand_in.write_bytes(key.encode() + b"\0")
            command = self.dialect.command(source, self.flags)
            command += ["--cuda-host-only", "-O2", "-fPIC", "-c"]
            command += ["-fuse-cuid=none", "-Xclang", f"-cuid={key}"]
            command += ["-Xclang", "-fcuda-include-gpubinary", "-Xclang", str(stand_in)]
            self._compile([*command, *_into(work)])
            if self.is_relocatable and self.architecture.is_cuda:
                relocatable.register_linked(self.toolchain, work / "object")

        return self._cached(source, ["host", *self.dialect.command(source, self.flags)], make)

    def device_object(self, source: Path) -> Path:
        """Compile the device code of a HIP source and retarget it to the host.

        Of relocatable device code the object carries the bitcode, which is retargeted when it is
        linked.

        Raises:
            PorterError: the source does not compile, or uses what the executor cannot run.
        """
        flags = [flag for flag in self.flags if not _HOST_ONLY_FLAGS.fullmatch(flag)]
        key = self.image_key(source)

        def make(work: Path) -> None:
            bitcode = work / "device.bc"
            command = self.dialect.command(source, flags)
            command += ["--cuda-device-only", "-nogpulib", "-O3", "-Xclang", "-disable-llvm-passes"]
            command += ["-emit-llvm", "-c"]
            command += ["-fuse-cuid=none", "-Xclang", f"-cuid={key}"]
            command += ["-MD", "-MF", str(work / "depends"), "-o", str(bitcode)]
            self._compile(command)
            if self.is_relocatable:
                name = self.architecture.name
                relocatable.carry(self.toolchain, bitcode, key, name, work / "object")
            else:
                self._retarget([bitcode], work / "object", [key])

        identity = ["device", self.native.device_compiler, *_effort()]
        identity += self.dialect.command(source, flags)
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
        linking._retarget_units(code, output)
        return True

    def _retarget_units(self, code: DeviceCode, output: Path) -> None:
        with tempfile.TemporaryDirectory(dir=output.parent) as directory:
            folder = Path(directory)
            for unit in (*code.units.values(), *code.members.values()):
                (folder / f"{unit.key}.bc").write_bytes(unit.bitcode)
            files = [folder / f"{key}.bc" for key in code.units]
            members = [folder / f"{key}.bc" for key in code.members]
            self._retarget(files, folder / "code.o", [*code.units], members, is_linked=True)
            relocatable.mark_linked(self.toolchain, code.units, folder / "marks.o")
            merge(self.toolchain, [folder / "code.o", folder / "marks.o"], output)

    def device_ir(self, source: Path) -> str:
        """Return the LLVM IR of a source's device code as clang makes it.

        Raises:
            PorterError: the source does not compile.
        """
        flags = [flag for flag in self.flags if not _HOST_ONLY_FLAGS.fullmatch(flag)]
        command = [
            *self.dialect.command(source, flags),
            "--cuda-device-only",
            "-nogpulib",
            "-emit-llvm",
        ]
        return self._compile([*command, "-Xclang", "-disable-llvm-passes", "-S", "-o", "-"])

    def cpp_object(self, source: Path, *, is_c: bool = False) -> Path:
        """Compile a source without device code, as C++ or C that may use HIP's host API.

        Raises:
            PorterError: the source does not compile.
        """
        given = [flag for flag in self.flags if flag != RELOCATABLE]
        given = [flag for flag in given if not (is_c and flag.startswith(_CPP_STANDARD))]
        command = self.toolchain.cpp_command(
            source,
            std="gnu17" if is_c else "c++17",
            includes=self.dialect.host_includes(),
            flags=["-w", "-fPIC", *given],
        )

        def make(work: Path) -> None:
            self._compile([*command, *_into(work)])

        return self._cached(source, ["c" if is_c else "c++", *command], make)

    @staticmethod
    def files_behind(made: Path) -> list[str]:
        """Return the source and the headers that an object of this compiler was made from."""
        return read_regular_text(made.with_suffix(".files"), LARGEST_SOURCE).splitlines()

    def _retarget(
        self,
        bitcode: Sequence[Path],
        output: Path,
        keys: Sequence[str],
        members: Sequence[Path] = (),
        *,
        is_linked: bool = False,
    ) -> None:
        architecture = self.architecture
        command = [str(self.native.retargeter), *map(str, bitcode), "-o", str(output)]
        command += [f"--key={key}" for key in keys] + [f"--member={path}" for path in members]
        command += ["--linked"] if is_linked else []
        command += ["--builtins", str(self.native.builtins), "--arch", architecture.name]
        command += ["--wave", str(architecture.wave_size), *_effort()]
        for library in self.dialect.device_libraries():
            command += ["--library", str(library)]
        done = _run(command, self.native.environment())
        if done.returncode and _CALLS_ANOTHER_FILE in done.stderr:
            raise CallsAnotherFile(done.stderr.strip(), hint=_RELOCATABLE_HINT)
        _output(done)

    def _compile(self, command: list[str]) -> str:
        """Run clang; what it would refuse of inline PTX that nvcc takes, it gets as it wants it."""
        done = _run(command)
        mended: dict[Path, bytes] = {}
        with tempfile.TemporaryDirectory() as folder:
            while done.returncode:
                refusals = Refusals(done.stderr)
                files = refusals.files - mended.keys()
                if not files:
                    break
                mended |= {path: refusals.mended(path, read_regular(path)) for path in files}
                done = _run([*command, "-ivfsoverlay", str(overlay(mended, Path(folder)))])
        return _output(done)

    def _cached(self, source: Path, identity: list[str], make: Callable[[Path], None]) -> Path:
        """Return the object that `make` makes, from the cache when nothing it depends on changed.

        Args:
            source: the main file.
            identity: words that determine the result, besides the content of files.
            make: given a working directory, writes `object` and `depends`.
        """
        versions = (self.toolchain.llvm_version, self.toolchain.rocm_version)
        return cached_object([*identity, str(real_path(source)), *versions], make)


def merge(toolchain: Toolchain, objects: Sequence[Path], output: Path) -> None:
    """Write several objects as one.

    Raises:
        PorterError: the linker does not take them.
    """
    with tempfile.TemporaryDirectory(dir=output.absolute().parent) as directory:
        made = Path(directory) / "merged.o"
        command = [str(toolchain.lld), "-r", *map(str, objects), "-o", str(made)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise PorterError(f"cannot merge objects\n{done.stderr}", path=output)
        made.replace(output)


def _into(work: Path) -> list[str]:
    return ["-MD", "-MF", str(work / "depends"), "-o", str(work / "object")]


def _run(
    command: list[str], environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, capture_output=True, text=True, check=False, errors="replace", env=environment
    )


def _output(done: subprocess.CompletedProcess[str]) -> str:
    if done.returncode:
        hint = _LIBRARY_HINT if _LIBRARY_HEADER.search(done.stderr) else None
        raise PorterError(f"cannot build for the cpu executor\n{done.stderr.strip()}", hint=hint)
    return done.stdout
