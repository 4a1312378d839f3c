"""Links the objects of a port: Python extensions, programs, and a library of the rest."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from porter.compile.read.unit import Unit
from porter.errors import PorterError
from porter.toolchain.model import Toolchain

_ERROR = re.compile(r"(?:^|: )error: (.*)")


@dataclass(frozen=True)
class LinkReport:
    """One program or library.

    Args:
        name: what it is called.
        kind: "extension", "program" or "library".
        units: the sources it is made of.
        path: the file.
        error: the linker's first complaint; empty when it linked.
    """

    name: str
    kind: str
    units: tuple[str, ...]
    path: Path
    error: str = ""

    @property
    def ok(self) -> bool:
        """Whether it linked."""
        return not self.error


def link(
    units: Sequence[Unit],
    objects: Mapping[str, Path],
    toolchain: Toolchain,
    folder: Path,
    name: str,
    libraries: Sequence[Path] = (),
) -> tuple[LinkReport, ...]:
    """Link what the units of a port make together.

    Units of one Python extension make a shared library. Of the others, each with a `main` makes
    a program together with those without; where there is no `main`, they make a shared library.

    Args:
        units: the port's.
        objects: unit's source -> its object; units that did not compile have none.
        toolchain: what to link with.
        folder: where the results go.
        name: of the port.
        libraries: shared libraries for extensions.

    Raises:
        PorterError: HIP's runtime library is not there.
    """
    if toolchain.hip_runtime is None:
        raise PorterError(
            "no libamdhip64 to link with", hint="run `porter toolchain install hip-runtime`"
        )
    folder.mkdir(parents=True, exist_ok=True)
    linker = _Linker(toolchain, folder, objects, tuple(libraries))
    return tuple(linker.results(units, name))


@dataclass(frozen=True)
class _Linker:
    toolchain: Toolchain
    folder: Path
    objects: Mapping[str, Path]
    libraries: tuple[Path, ...]

    def results(self, units: Sequence[Unit], name: str) -> Iterator[LinkReport]:
        extensions: dict[tuple[str, str], list[str]] = {}
        others: list[str] = []
        for unit in units:
            if unit.torch_extension is not None:
                # An origin is "setup.py:12": one script may make several extensions; one of CMake's
                # has its libraries from several.
                key = (unit.module or unit.origin, unit.torch_extension)
                extensions.setdefault(key, []).append(unit.source)
            else:
                others.append(unit.source)
        for (_, extension), sources in extensions.items():
            yield self._link(f"{extension}.so", "extension", sources)
        compiled = [source for source in others if source in self.objects]
        mains = [source for source in compiled if self._has_main(source)]
        shared = [source for source in compiled if source not in mains]
        for source in mains:
            yield self._link(_stem(source), "program", [source, *shared])
        for source in others:
            if source not in self.objects:  # nobody can tell whether it is a program
                yield self._link(_stem(source), "program", [source])
        if shared and not mains:
            yield self._link(f"lib{name}.so", "library", shared)

    def _has_main(self, source: str) -> bool:
        command = [str(self.toolchain.tool("llvm-nm")), "--defined-only", "--format=posix"]
        done = subprocess.run(
            [*command, str(self.objects[source])], capture_output=True, text=True, check=False
        )
        return any(line.startswith("main ") for line in done.stdout.splitlines())

    def _link(self, name: str, kind: str, sources: Sequence[str]) -> LinkReport:
        path = self.folder / name
        missing = [source for source in sources if source not in self.objects]
        if missing:
            error = f"{missing[0]} did not compile"
            return LinkReport(name, kind, tuple(sources), path, error)
        command = self.toolchain.link_command(
            [self.objects[source] for source in sources],
            path,
            libraries=self.libraries if kind == "extension" else (),
            shared=kind != "program",
        )
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        error = ""
        if done.returncode != 0:
            match = _ERROR.search(done.stderr)
            error = match[1] if match else done.stderr.strip() or "the linker failed without a word"
        return LinkReport(name, kind, tuple(sources), path, error)


def _stem(source: str) -> str:
    return source.rpartition(".")[0].replace("/", ".")
