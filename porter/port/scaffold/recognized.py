"""What builds a port: the kind of project that is asked for, else upstream's own build."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.convert.summary import Summary

if TYPE_CHECKING:
    from porter.port.scaffold.kinds import Emission, Kind

#: The rule that finds what PyTorch's own builders build.
SETUP_EXTENSIONS = "B23"


#: Files that say how a tree is built, and that rules convert.
_CONVERTED = frozenset("CMakeLists.txt Makefile makefile GNUmakefile setup.py".split())
#: Likewise, of systems whose files porter does not convert.
_FOREIGN = {
    **dict.fromkeys(("meson.build",), "Meson"),
    **dict.fromkeys(("BUILD", "BUILD.bazel", "WORKSPACE", "MODULE.bazel"), "Bazel"),
    **dict.fromkeys(("SConstruct", "SConscript"), "SCons"),
    "xmake.lua": "xmake",
    "premake5.lua": "Premake",
}
_DEVICE_SUFFIXES = (".cu", ".cuh")


def emission_for(kind: Kind | None, summary: Summary) -> Emission | None:
    """Return what a port gets beside its converted files; the summary learns what a person should.

    Args:
        kind: the kind of project that is asked for; None for upstream's own build.
        summary: what was converted.

    Returns:
        None where there is nothing to add.

    Raises:
        PorterError: there is nothing to build, or not in this way.
    """
    if kind is not None:
        from porter.port.scaffold.emission import emit  # templates take time that few runs need

        emission: Emission | None = emit(kind, summary)
    else:
        emission = None if summary.options.dual else recognized(summary)
    if emission is not None:
        summary.notes += emission.notes
        summary.settled = {(path, SETUP_EXTENSIONS) for path in emission.files}
    return emission


def recognized(summary: Summary) -> Emission | None:
    """Return what a converted tree needs to be built by upstream's own build, None for nothing.

    CMake files and Makefiles are converted by rules, and need nothing more. What PyTorch builds
    does: its builders for ROCm would convert the sources once more.

    Args:
        summary: what was converted.
    """
    summary.notes += _about_builds(summary)
    paths = sorted({path for path, one in summary.findings if one.finding.rule == SETUP_EXTENSIONS})
    if not paths:
        return None
    from porter.port.scaffold.kinds import Emission, Kind
    from porter.port.scaffold.torch import add_builders

    emission = Emission(Kind.TORCH)
    add_builders(emission, summary, paths)
    return emission


def _about_builds(summary: Summary) -> Iterator[str]:
    """Yield what a person should know of how the port is built."""
    names: dict[str, str] = {}
    for entry in summary.project.entries:
        names.setdefault(posixpath.basename(entry.path), entry.path)
    for system in sorted({_FOREIGN[name] for name in names.keys() & _FOREIGN.keys()}):
        first = min(path for name, path in names.items() if _FOREIGN.get(name) == system)
        yield f"{first}: porter does not convert {system}'s files; it builds for CUDA still"
    is_built = any(name in _CONVERTED or name.endswith((".mk", ".vcxproj")) for name in names)
    if not is_built and any(name.endswith(_DEVICE_SUFFIXES) for name in names):
        yield "nothing here builds the port: --project cmake or --project plain writes what does"
