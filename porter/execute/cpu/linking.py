"""Links objects and the runtime to a program or a shared library."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from porter.errors import PorterError
from porter.execute.cpu.libraries.catalogue import VendorLibrary, defining, linked_as, stood_for
from porter.execute.cpu.native_build import Native
from porter.files.real_path import real_path
from porter.toolchain.model import Toolchain

#: What builds name for code that another compiler made; clang's calls its own.
_OPENMP = ("-lgomp", "-liomp5", "-lomp")
_UNDEFINED = re.compile(r"(?:error|warning): undefined (?:hidden |protected )?symbol: (.+)")


class NotOffered(PorterError):
    """Functions are missing, and the executor has them not either.

    Args:
        names: as the linker says them.
    """

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(f"not defined, and not offered here: {', '.join(names)}")
        self.names = tuple(names)


@dataclass(frozen=True)
class Linker:
    """Links for the executor.

    Args:
        toolchain: clang and lld.
        native: the executor's native parts.
        runtimes: those of them that every program is linked with.
    """

    toolchain: Toolchain
    native: Native
    runtimes: tuple[Path, ...]

    def link(
        self,
        objects: Sequence[Path],
        output: Path,
        flags: Sequence[str] = (),
        elsewhere: re.Pattern[str] | None = None,
        *,
        finds_libraries: bool = False,
    ) -> None:
        """Link objects with the runtime into a program, or with "-shared" into a library.

        Args:
            objects: what is linked.
            output: the file to write.
            flags: for the linker.
            elsewhere: names that whoever loads a library will have.
            finds_libraries: link the vendors' libraries whose functions are called, too, where no
                flag names them.

        Raises:
            PorterError: a function is missing, for instance one of HIP's that is not offered.
        """
        command = [
            *self.command(objects, output, flags),
            "-Wl,--error-limit=0",
        ]  # all that is missing
        if elsewhere is not None:
            command.append("-Wl,--warn-unresolved-symbols")
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, errors="replace"
        )
        names = set(_UNDEFINED.findall(done.stderr))
        names = {name for name in names if not (elsewhere and elsewhere.fullmatch(name))}
        if names and finds_libraries:
            found = sorted({f"-l{one.links[0]}" for name in names if (one := defining(name))})
            if not set(found) <= set(flags):
                self.link(objects, output, [*flags, *found], elsewhere, finds_libraries=True)
                return
        if names:
            raise NotOffered(sorted(map(_offered_name, names)))
        if done.returncode:
            raise PorterError(f"cannot link for the cpu executor\n{done.stderr.strip()}")

    def command(
        self, objects: Sequence[Path], output: Path, flags: Sequence[str] = ()
    ) -> list[str]:
        """Return the command that `link` runs; see there."""
        command = [str(self.toolchain.clang), *self.toolchain.host_flags(), "-fuse-ld=lld"]
        for path in objects:  # a script for a library that is not built yet
            if (library := stood_for(path, self.native)) is not None:
                self._built(library)
        command += [*map(str, (*objects, *self.runtimes)), "-lm", "-lpthread"]
        command += [str(self.library(flag) or flag) for flag in flags]
        command += self._found_while_running(objects)
        if any(flag.startswith("-fopenmp") or flag in _OPENMP for flag in flags):
            command += ["-fopenmp", f"-Wl,-rpath,{self.openmp_library.parent}"]
        # Libraries are named on the command line; other linkers know no other way either.
        return [*command, "-Wl,-z,defs", "-Wl,--no-dependent-libraries", "-o", str(output)]

    def library(self, flag: str) -> Path | None:
        """Return the vendor's library that a flag asks for, built; None for any other flag."""
        library = linked_as(flag)
        return None if library is None else self._built(library)

    def _found_while_running(self, objects: Sequence[Path]) -> list[str]:
        """Return flags with which a program finds the libraries that it opens by name."""
        from porter.execute.cpu.libraries.opened import opened

        folder = self.native.root / "opened"
        libraries = opened(objects)
        for name, library in libraries.items():
            folder.mkdir(exist_ok=True)
            with suppress(FileExistsError):
                (folder / name).symlink_to(self._built(library))
        return [f"-Wl,-rpath,{folder}"] if libraries else []

    def _built(self, library: VendorLibrary) -> Path:
        from porter.execute.cpu.libraries.build import built

        return built(library, self.toolchain, self.native)

    @property
    def openmp_library(self) -> Path:
        """Clang's OpenMP runtime, which need not be where the system looks."""
        command = [str(self.toolchain.clang), *self.toolchain.host_flags()]
        done = subprocess.run(
            [*command, "-print-file-name=libomp.so"], capture_output=True, text=True, check=True
        )
        return real_path(Path(done.stdout.strip()))


def _offered_name(symbol: str) -> str:
    """Say what a symbol stands for: the retargeter calls `porter_NAME` for an instruction."""
    return re.sub(r"^porter_(?:nv_)?", "the instruction ", symbol)
