"""The executor's C++ has an order: no header and no source needs one that needs it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

import pytest

from porter.execute.cpu.libraries.build import built, library_units
from porter.execute.cpu.libraries.catalogue import vendor_libraries
from porter.execute.cpu.native_build import SOURCES, compile_unit, native, units
from porter.toolchain.discovery import find

#: What the sources of a folder may include, besides headers of their own.
BELOW = {
    "device": {"."},
    "retarget": {"."},
    "runtime": {"."},
    "trace": {".", "runtime"},
    "hip_api": {".", "runtime", "trace"},
    "cuda_api": {".", "runtime", "hip_api"},
    "libraries/calls": {"hip_api"},
    "libraries/blas": {"hip_api", "libraries/blas"},
    "libraries/blaslt": {"libraries/calls", "libraries/blas"},
    "libraries/dnn": {"libraries/calls", "libraries/blas"},
    "libraries/fft": {"hip_api", "libraries/fft"},
    "libraries/rand": {"hip_api", "libraries/rand"},
    "libraries/rccl": {"libraries/calls"},
    "libraries/solver": {"libraries/calls", "libraries/blas"},
    "libraries/sparse": {"libraries/calls", "libraries/blas"},
    "include": set[str](),
    "include/cuda_additions": set[str](),
    ".": set[str](),
}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
FILES = sorted(path for path in SOURCES.rglob("*") if path.suffix in (".h", ".cpp"))


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """Return one circle of a graph, or nothing."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def includes() -> dict[str, set[str]]:
    """Return which files each file includes, by their paths below the folder of sources."""
    found: dict[str, set[str]] = {}
    for path in FILES:
        named = {path.parent / name for name in INCLUDE.findall(path.read_text(encoding="utf-8"))}
        found[path.relative_to(SOURCES).as_posix()] = {
            header.resolve().relative_to(SOURCES.resolve()).as_posix()
            for header in named
            if header.exists()  # not LLVM's, nor what is written from tables
        }
    return found


def folder(path: str) -> str:
    return path.rpartition("/")[0] or "."


def test_a_circle_is_seen() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}})
    assert not circle({"a": {"b", "c"}, "b": {"c"}, "c": set()})


def test_no_header_includes_itself_through_others() -> None:
    graph = includes()
    assert sum(map(len, graph.values())) > 80
    assert circle(graph) == []


def test_folders_include_only_those_below_them() -> None:
    upward = [
        f"{path} includes {header}"
        for path, headers in includes().items()
        for header in headers
        if folder(header) not in BELOW[folder(path)] | {folder(path)}
    ]
    assert upward == []


@pytest.mark.slow
@pytest.mark.toolchain
def test_no_source_calls_one_that_calls_it() -> None:
    toolchain = find()
    native(toolchain)
    defined: dict[str, str] = {}
    of_devices: dict[str, str] = {}  # such as `new` in kernels, which is not the host's
    wanted: dict[str, set[str]] = {}
    libraries = [one for one in vendor_libraries() if not one.on_blas or toolchain.host_blas]
    for library in libraries:
        built(library, toolchain, native(toolchain))
    written = [unit for library in libraries for unit in library_units(library, toolchain)]
    for unit in (*units(toolchain), *written):
        compile_unit(unit)  # objects expire before what was linked of them
        command = [str(toolchain.tool("llvm-nm")), "--format=posix", str(unit.output)]
        listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        for name, kind in (line.split()[:2] for line in listing.splitlines()):
            if kind == "U":
                wanted.setdefault(unit.source, set()).add(name)
            elif kind in "TDBR":  # not what a header defines in every source that uses it
                (of_devices if unit.kind == "device" else defined)[name] = unit.source
    graph: dict[str, set[str]] = {}
    for source, names in wanted.items():
        known = {**defined, **of_devices} if source.startswith("device/") else defined
        graph[source] = {known[name] for name in names if known.get(name, source) != source}
    assert sum(map(len, graph.values())) > 150
    assert circle(graph) == []


def test_a_file_holds_one_idea() -> None:
    lengths = {path.name: path.read_text(encoding="utf-8").count("\n") for path in FILES}
    assert {name: length for name, length in lengths.items() if length > 300} == {}
