"""Type-checks a drawing of a code base's units against the headers of several ROCms."""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from benchmarks.large import Large, units_of
from benchmarks.peers import Port, porter
from benchmarks.rocms.bases import Base
from benchmarks.typecheck import brought, check, copy_tree, state, told_already
from benchmarks.verdicts import Checked, Kept
from porter.compile.read.unit import Unit
from porter.toolchain.discovery import find
from porter.toolchain.home import porter_home

#: Which units are drawn.
_SEED = 26


@dataclass(frozen=True)
class Measured:
    """What became of a code base.

    Attributes:
        base: which one.
        units: how many use HIP.
        verdicts: version of ROCm -> the verdicts on the units that were drawn, of the port for the
            first version.
        rewritten: the port for the last version, with its headers: the units that differ from the
            first port's.
        asked: files of the port for the last version that differ from the first port's.
    """

    base: Base
    units: int
    verdicts: dict[str, list[Checked]]
    rewritten: list[Checked]
    asked: list[str]

    def passes(self, rocm: str) -> set[str]:
        """Return the units that pass with a version's headers."""
        return {one.source for one in self.verdicts[rocm] if one.passes}

    def only(self, rocm: str) -> list[str]:
        """Return the units that pass with one version's headers and not with all others'."""
        everywhere = set.intersection(*map(self.passes, self.verdicts))
        return sorted(self.passes(rocm) - everywhere)

    def passes_converted(self) -> set[str]:
        """Return the units that pass with the last version's headers when converted for it."""
        otherwise = {one.source: one.passes for one in self.rewritten}
        last = list(self.verdicts)[-1]
        return {one.source for one in self.verdicts[last] if otherwise.get(one.source, one.passes)}

    def lacking(self) -> set[str]:
        """Return the units that need a header which is not there: they tell nothing."""
        return {
            one.source
            for each in self.verdicts.values()
            for one in each
            if one.error.endswith("file not found")
        }

    def error(self, source: str) -> str:
        """Return the first error of a unit, with whichever headers it has one."""
        found = (one for each in self.verdicts.values() for one in each if one.source == source)
        return next((one.error for one in found if not one.passes), "")


def measure(
    base: Base, rocms: Sequence[str], archs: Sequence[str], jobs: int, most: int | None
) -> Measured:
    """Convert a code base for the first and the last of the versions, and type-check units.

    Args:
        base: the code base.
        rocms: versions of ROCm, such as "6.4" and "7.2".
        archs: architectures.
        jobs: compilers at a time.
        most: how many units are drawn; all without it.
    """
    folder = porter_home() / "rocms" / base.folder_name
    folder.mkdir(parents=True, exist_ok=True)
    first, last = rocms[0], rocms[-1]
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "source"
        copy_tree(base.source(), tree, base.exclude)
        ports = {
            rocm: brought(porter(tree, Path(scratch) / rocm, "--rocm", rocm), rocm, folder)
            for rocm in dict.fromkeys((first, last))
        }
        shutil.rmtree(tree)
    port = ports[first]
    found = units_of(Large(base.name, base.revision, base.exclude), port, (), folder / "configured")
    units = [replace(one, flags=(*one.flags, *base.defines)) for one in found]
    random.Random(_SEED).shuffle(units)  # a larger drawing has all of a smaller one
    drawn = units[:most]
    run = partial(_checked, base=port, folder=folder, archs=archs, jobs=jobs)
    verdicts = {rocm: run(f"ROCm {rocm}", rocm, port, drawn) for rocm in rocms}
    other = replace(ports[last], name=f"for {last}")
    known = [replace(one, converter="porter") for one in verdicts[last]]
    same = told_already(known, other, port)
    left = [unit for unit in drawn if unit.source not in same]
    rewritten = run(other.name, last, other, left) if left else []
    return Measured(base, len(units), verdicts, rewritten, _differing(port, other))


def _checked(
    label: str,
    rocm: str,
    port: Port,
    units: Sequence[Unit],
    *,
    base: Port,
    folder: Path,
    archs: Sequence[str],
    jobs: int,
) -> list[Checked]:
    """Return the verdicts with the headers of one ROCm, kept ones where nothing changed."""
    tools = find(archs=archs, rocm_version=rocm)
    kept = Kept(folder / f"{label}.verdicts", state(port, units, archs, tools))
    known = kept.read()
    if known is not None:
        return known
    return kept.write(check(label, port, base, list(units), folder, archs, jobs, tools))


def _differing(one: Port, other: Port) -> list[str]:
    """Return the files that are not the same in two ports of one tree."""
    paths = {path for each in (one, other) for paths in each.by_name.values() for path in paths}
    return sorted(path for path in paths if _bytes(one, path) != _bytes(other, path))


def _bytes(port: Port, path: str) -> bytes | None:
    place = port.root / path
    return place.read_bytes() if place.is_file() else None
