"""How much of real CUDA code type-checks as HIP after a conversion, with porter and its peers.

    python -m benchmarks.typecheck [NAMES…] [--converter porter] [--json FILE]

Every archive of `corpora.py` is converted by each converter. The units are those that `porter
build` finds in porter's port; each is compiled with the same flags, `-fsyntax-only`, for every
architecture and for the host, in each converter's port. A unit passes when all of its sides do. For
a unit that fails after porter, the findings that porter gave at conversion time for the unit and
the headers it includes are looked up: an error among them is its reason.

A run that was stopped goes on where it was: a side whose inputs did not change is not compiled
again, and what became of an archive after a converter is kept until its port, what porter
reported, the units' flags or the compiler change. A unit that another converter leaves just as
porter does, with all it may include, is compiled once for both.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.corpora import ARCHIVES, Archive, archive, fetch
from benchmarks.peers import CONVERTERS, Port
from benchmarks.verdicts import Checked, Kept, document, table
from porter.compile.commands import Commands
from porter.compile.read.unit import Unit
from porter.compile.report import target_reports
from porter.compile.syntax import check_syntax
from porter.compile.units import find_units
from porter.errors import PorterError
from porter.project.discover import discover
from porter.toolchain.discovery import find
from porter.toolchain.home import porter_home
from porter.toolchain.model import Toolchain
from porter.toolchain.torch_headers import torch_headers

_INCLUDED = re.compile(rb'#\s*include\s*[<"]([^>"\n]+)[>"]')


def measure(
    wanted: Archive, converters: Sequence[str], archs: Sequence[str], jobs: int
) -> list[Checked]:
    """Convert one archive with each converter and type-check its units.

    Returns:
        One entry a unit and converter.
    """
    folder = porter_home() / "typecheck" / f"{wanted.name}-{wanted.version}"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / "source"
        copy_tree(fetch(wanted), source, wanted.exclude)
        ports = {
            name: converted(name, source, folder, Path(scratch))
            for name in dict.fromkeys(("porter", *converters))
        }
    units = _units(wanted, ports["porter"], folder / "configured")
    checked: list[Checked] = []
    for name in converters:
        kept = Kept(folder / f"{name}.verdicts", state(ports[name], units, archs))
        if (known := kept.read()) is not None:
            checked += known
            continue
        told = {} if name == "porter" else told_already(checked, ports[name], ports["porter"])
        left = [unit for unit in units if unit.source not in told]
        found = check(name, ports[name], ports["porter"], left, folder, archs, jobs)
        told |= {each.source: each for each in found}
        checked += kept.write([told[unit.source] for unit in units])
    return checked


def state(
    port: Port, units: Sequence[Unit], archs: Sequence[str], toolchain: Toolchain | None = None
) -> str:
    """Return a digest of all that the verdicts on a port depend on."""
    tools = toolchain or find()
    torch = torch_headers() if any(unit.uses_torch for unit in units) else None
    told = sorted(port.findings.items())
    digest = hashlib.sha256(repr((tools, torch, list(units), list(archs), told)).encode())
    for path in sorted(path for path in port.root.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(port.root)}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def told_already(checked: Sequence[Checked], port: Port, reference: Port) -> dict[str, Checked]:
    """Return what porter's units tell of those that another converter left the same.

    A unit is the same when it and all that it may include have the same bytes in both ports.
    """
    told = {}
    for each in checked:
        if each.converter != "porter" or port.path(each.source) != each.source:
            continue
        if all(_is_same(path, port, reference) for path in _closure(reference, each.source)):
            told[each.source] = replace(each, converter=port.name, reason="")
    return told


def _is_same(path: str, port: Port, reference: Port) -> bool:
    """Tell whether a file is the same in two ports, and no other can be taken for it in one."""
    name = Path(path).name
    return (
        port.by_name.get(name) == reference.by_name.get(name)
        and (port.root / path).is_file()
        and (port.root / path).read_bytes() == (reference.root / path).read_bytes()
    )


def copy_tree(original: Path, target: Path, exclude: Sequence[str]) -> None:
    """Copy what is measured of a code base, without what is excluded."""
    project = discover(original, exclude)
    for entry in project.entries:
        path = target / entry.path
        path.parent.mkdir(parents=True, exist_ok=True)
        if not entry.is_link:
            shutil.copyfile(original / entry.path, path)


def converted(name: str, source: Path, folder: Path, scratch: Path) -> Port:
    """Convert into a fresh folder, then bring the kept one in `folder` up to date."""
    return brought(CONVERTERS[name](source, scratch / name), name, folder)


def brought(port: Port, name: str, folder: Path) -> Port:
    """Bring the port that is kept as `name` in `folder` up to date with a fresh one.

    Files whose bytes are the same keep their times, so that their units are not compiled anew.
    """
    kept = folder / name
    fresh = {path.relative_to(port.root) for path in port.root.rglob("*") if path.is_file()}
    for path in kept.rglob("*"):
        if path.is_file() and path.relative_to(kept) not in fresh:
            path.unlink()
    for path in fresh:
        data, target = (port.root / path).read_bytes(), kept / path
        if not target.is_file() or target.read_bytes() != data:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
    return replace(port, root=kept)


def _units(wanted: Archive, port: Port, configured: Path) -> list[Unit]:
    project = discover(port.root)
    return [
        replace(unit, flags=(*unit.flags, *wanted.defines)) if wanted.defines else unit
        for unit in find_units(port.root, (), find().include_dirs, configured)
        if not project.is_vendored(unit.source)
    ]


def check(
    name: str,
    port: Port,
    reference: Port,
    units: list[Unit],
    folder: Path,
    archs: Sequence[str],
    jobs: int,
    toolchain: Toolchain | None = None,
) -> list[Checked]:
    """Compile units of a port; `name` says whose verdicts they are, and where logs go."""
    torch = torch_headers() if any(unit.uses_torch for unit in units) else None
    output = folder / f"{name}.build"
    commands = Commands(toolchain or find(), port.root, output, archs, torch)
    here = [_moved(unit, reference, port) for unit in units]
    steps = check_syntax(commands, here, jobs, _progress(name))
    checked = []
    for unit, moved in zip(units, here, strict=True):
        sides = target_reports(steps[moved.source], port.root)
        error = next((side.error for side in sides if side.error is not None), None)
        failed = any(not side.ok for side in sides)
        checked.append(
            Checked(
                unit.source,
                name,
                {side.target: side.ok for side in sides},
                str(error) if error is not None else "",
                reason(port, unit) if failed and port.findings else "",
            )
        )
    return checked


def _progress(name: str) -> Callable[[int, int], None]:
    """Return what shows how far a converter's units are, on a terminal only."""

    def show(done: int, total: int) -> None:
        if sys.stderr.isatty():
            print(f"\r  {name}: {done}/{total}", end="\n" * (done == total), file=sys.stderr)

    return show


def _moved(unit: Unit, reference: Port, port: Port) -> Unit:
    """Return the unit as it is in another converter's port."""
    if port is reference:
        return unit
    includes = []
    for folder in unit.includes:
        if folder.is_relative_to(reference.root):
            inside = folder.relative_to(reference.root)
            includes.append(port.root / inside)
            hipified = Path(*("hip" if part == "cuda" else part for part in inside.parts))
            if hipified != inside:
                includes.insert(0, port.root / hipified)
        else:
            includes.append(folder)
    return replace(unit, source=port.path(unit.source), includes=tuple(dict.fromkeys(includes)))


def reason(port: Port, unit: Unit) -> str:
    """Return an error that porter reported for a unit or for what it includes."""
    for path in _closure(port, unit.source):
        for finding in port.findings.get(path, ()):
            if finding["severity"] == "error":
                return f"{path}:{finding['line']}: {finding['message']} [{finding['rule']}]"
    return ""


def _closure(port: Port, source: str) -> list[str]:
    """Return a source and every file of the port that it may include, by the names' last parts."""
    found = [source]
    for path in found:
        file = port.root / path
        if file.is_file():
            for name in _INCLUDED.findall(file.read_bytes()):
                last = Path(name.decode(errors="replace")).name
                found += [other for other in port.by_name.get(last, ()) if other not in found]
    return found


def main() -> None:
    """Measure the archives named on the command line, or all, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="packages; by default all")
    parser.add_argument("--converter", action="append", choices=list(CONVERTERS))
    parser.add_argument("--arch", default="gfx942,gfx1100")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", type=Path, help="write what became of each unit")
    arguments = parser.parse_args()
    chosen = [archive(name) for name in arguments.names] or list(ARCHIVES)
    converters = arguments.converter or list(CONVERTERS)
    results = []
    for each in chosen:
        print(each.label, file=sys.stderr)
        results.append(measure(each, converters, arguments.arch.split(","), arguments.jobs))
        for unit in results[-1]:
            if unit.converter == "porter" and not unit.passes:
                print(f"  {unit.source}: {unit.error}\n    {unit.reason or 'NO REASON GIVEN'}")
    print(table(chosen, results, converters))
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(document(chosen, results), indent=1) + "\n")


if __name__ == "__main__":
    try:
        main()
    except PorterError as error:
        sys.exit(f"error: {error}")
