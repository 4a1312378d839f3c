"""The build files of a port: of the kind of project asked for, else upstream's own."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from porter.convert.emission import Emission, Kind
from porter.convert.tree_conversion import TreeConversion
from porter.source.build_files.compiler_settings import option_of_nvcc
from porter.source.build_files.foreign_systems import FOREIGN
from porter.source.build_files.makefile_names import MAKEFILE_NAMES
from porter.source.text.languages import Language

#: The rule that finds what PyTorch's own builders build.
SETUP_EXTENSIONS = "BLD23"


#: Files that say how a tree is built, and that rules convert.
_CONVERTED = frozenset(("CMakeLists.txt", "setup.py", *MAKEFILE_NAMES))
#: Back ends of Python packages that run CMake, and those that run what porter does not convert.
_BY_CMAKE = {"scikit_build_core": "scikit-build-core", "py_build_cmake": "py-build-cmake"}
#: Ends of files that settings of builds are written in.
_SETTINGS = tuple(
    ".config .conf .cfg .ini .toml .yaml .yml .json .xml .in .ac .am .m4 .pro .pri .lua .props"
    " .targets .properties .options .settings .defs .inc".split()
)
_FOREIGN_BACKENDS = {"mesonpy": "Meson", "maturin": "Cargo", "sipbuild": "SIP"}


def emission_for(
    kind: Kind | None, conversion: TreeConversion, *, marks_documents: bool = False
) -> Emission:
    """Return what a port gets beside its converted files.

    Args:
        kind: the kind of project that is asked for; None for upstream's own build.
        conversion: what was converted.
        marks_documents: upstream's own build gets notes in documents, too, as projects do.

    Raises:
        PorterError: there is nothing to build, or not in this way.
    """
    if kind is not None:
        from porter.port.scaffold.emission import emit  # templates take time that few runs need

        emission = emit(kind, conversion)
        emission.kind = kind
    else:
        emission = recognized(conversion)
        if conversion.options.dual:
            from porter.port.scaffold.dual import hold_both

            hold_both(emission, conversion)
        elif marks_documents:
            from porter.port.scaffold.documents import mark_documents

            mark_documents(emission, conversion)
    emission.resolved_findings = frozenset((path, SETUP_EXTENSIONS) for path in emission.files)
    return emission


def recognized(conversion: TreeConversion) -> Emission:
    """Return what a converted tree needs to be built by upstream's own build.

    CMake files and Makefiles are converted by rules, and need nothing more. What PyTorch builds
    does: its builders for ROCm would convert the sources once more.

    Args:
        conversion: what was converted.
    """
    paths = sorted(
        {path for path, one in conversion.findings if one.finding.rule == SETUP_EXTENSIONS}
    )
    emission = Emission(notes=list(_about_builds(conversion, builders=paths)))
    if paths:
        from porter.port.scaffold.torch import add_builders

        add_builders(emission, conversion, paths)
    return emission


def _about_backend(conversion: TreeConversion, path: str) -> Iterator[str]:
    """Yield what builds a Python package whose `pyproject.toml` names no setuptools."""
    from porter.files.toml import parse_toml

    try:
        system = parse_toml(conversion.project.read(path).decode("utf-8")).get("build-system")
    except (OSError, ValueError):
        return  # a rule reports it
    backend = str(system.get("build-backend", "")) if isinstance(system, dict) else ""
    module = backend.partition(".")[0]
    if module in _BY_CMAKE:
        yield f"{path}: {_BY_CMAKE[module]} builds by CMake, whose files are converted"
    elif module in _FOREIGN_BACKENDS:
        other = _FOREIGN_BACKENDS[module]
        yield f"{path}: porter does not convert {other}'s files; it builds for CUDA still"


def _about_builds(conversion: TreeConversion, builders: Sequence[str]) -> Iterator[str]:
    """Yield what a person should know of how the port is built.

    Args:
        conversion: what was converted.
        builders: the files that have PyTorch build extensions, where and whenever they are run.
    """
    names: dict[str, str] = {}
    for entry in conversion.project.entries:
        name = posixpath.basename(entry.path)
        if FOREIGN.get(name) != "Autoconf" or _speaks_of_cuda(conversion, entry.path):
            names.setdefault(name, entry.path)
    for system in sorted({FOREIGN[name] for name in names.keys() & FOREIGN.keys()}):
        first = min(path for name, path in names.items() if FOREIGN.get(name) == system)
        yield f"{first}: porter does not convert {system}'s files; it builds for CUDA still"
    yield from _about_settings(conversion)
    if "pyproject.toml" in names:
        yield from _about_backend(conversion, names["pyproject.toml"])
    if "compile_commands.json" in names:
        path = names["compile_commands.json"]
        yield f"{path}: made by a build for CUDA; have the port's build make its own"
    is_built = bool(builders) or any(
        name in _CONVERTED or name.endswith((".mk", ".vcxproj")) for name in names
    )
    if not is_built and any(name.endswith((".cu", ".cuh")) for name in names):
        yield "nothing here builds the port: --project cmake or --project plain writes what does"


def _about_settings(conversion: TreeConversion) -> Iterator[str]:
    """Yield what is said to nvcc in files that porter does not read: by ending, the first."""
    found: dict[str, list[str]] = {}
    for entry in conversion.project.entries:
        name = posixpath.basename(entry.path)
        is_read = entry.language is not Language.OTHER or entry.is_link or name in FOREIGN
        if is_read or not name.endswith(_SETTINGS):
            continue
        try:
            option = option_of_nvcc(conversion.project.read(entry.path)).decode()
        except OSError:
            continue  # the copy says so
        if option:
            end = name[name.rindex(".") :]
            found.setdefault(end, []).append(f"{entry.path} ({option})")
    for end, places in found.items():
        more = f" and {len(places) - 1} more {end}" if len(places) > 1 else ""
        yield f"{places[0]}{more}: options of nvcc's, in files that porter does not read"


def _speaks_of_cuda(conversion: TreeConversion, path: str) -> bool:
    """Tell whether a file that any project of C may have is about CUDA."""
    try:
        data = conversion.project.read(path).lower()
    except OSError:
        return False
    return b"cuda" in data or b"nvcc" in data
