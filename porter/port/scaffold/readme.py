"""The README of a port: what it is, how to build, test and run it, what needs a person."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import porter
from porter.convert.emission import Emission, Kind
from porter.convert.tree_conversion import TreeConversion
from porter.listing import listed
from porter.port.scaffold.templating import render
from porter.source import Severity

_MOST_PLACES = 4


@dataclass(frozen=True)
class ReadmeFacts:
    """What a kind of project says of itself.

    Args:
        name: of the project.
        programs: names of its programs.
        example: a program of one source that the cpu executor takes; "" for none.
        extensions: dotted names of its Python extensions.
        jit: packages that compile at first use.
        tests: folders of pytest files, and files of the root.
        examples: paths of Python examples.
        flags_left_out: flags of upstream's build that only nvcc knows.
        folder: where the project's CMakeLists.txt is; "" for the root.
        tree: where CMake builds.
        archs: the architectures that have a folder of kernels.
        kernels: the folder of these folders.
        is_shared: all of them are built from one folder.
        variable: names the architecture to build for in the environment.
    """

    name: str
    programs: tuple[str, ...] = ()
    example: str = ""
    extensions: tuple[str, ...] = ()
    jit: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    flags_left_out: tuple[str, ...] = ()
    folder: str = ""
    tree: str = "build"
    archs: tuple[str, ...] = ()
    kernels: str = ""
    is_shared: bool = False
    variable: str = ""


def readme(
    emission: Emission,
    kind: Kind,
    conversion: TreeConversion,
    facts: ReadmeFacts,
    marked: Collection[str],
) -> bytes:
    """Return the README of a port.

    Args:
        emission: the other files that the kind of project adds.
        kind: how the port is built.
        conversion: what was converted.
        facts: what the kind says of itself.
        marked: documents of upstream's with figures of NVIDIA GPUs.
    """
    gone = _not_taken_over(emission, kind)
    has_own = any(entry.path == "README.md" for entry in conversion.project.entries)
    return render(
        "README.md",
        facts=facts,
        kind=kind.value,
        version=porter.__version__,
        rocm=".".join(str(number) for number in conversion.options.rocm),
        warp=conversion.options.warp,
        edits=sum(
            sum(file.counts.values()) for file in conversion.converted if file.path not in gone
        ),
        changed=sum(file.changes for file in conversion.converted if file.path not in gone),
        supports=conversion.supports,
        left_out=emission.left_out,
        rewritten=sorted(
            path
            for path in emission.files
            if path not in marked
            and any(entry.path == path for entry in conversion.project.entries)
        ),
        upstream_readme=has_own,
        marked=marked,
        dual=conversion.options.dual,
        findings=_for_a_person(conversion, gone),
    )


def _not_taken_over(emission: Emission, kind: Kind) -> frozenset[str]:
    """Return the files of upstream's of which nothing is in the port.

    A port for PyTorch goes on from upstream's setup.py; the other kinds write build files anew.
    """
    taken = {} if kind in (Kind.CMAKE, Kind.PLAIN) else emission.files
    return frozenset(path for path in emission.left_out if path not in taken)


def _for_a_person(conversion: TreeConversion, gone: frozenset[str]) -> list[tuple[str, str, str]]:
    """Return rule, message with what to do, and places of each error and warning, by rule."""
    places: dict[tuple[str, str], list[str]] = {}
    for path, one in conversion.findings:
        if path not in gone and one.finding.severity in (Severity.ERROR, Severity.WARNING):
            what_to_do = f"; {one.finding.hint}" if one.finding.hint else ""
            key = (one.finding.rule, f"{one.finding.full_message}{what_to_do}")
            path = conversion.renamed.get(path, path)
            places.setdefault(key, []).append(f"{path}:{one.place.line}")
    found = []
    for (rule, message), lines in sorted(places.items()):
        found.append((rule, message, listed(lines, _MOST_PLACES)))
    return found
