"""Finds the programs of a project that porter.toml names no cases of, and how they are called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from porter.errors import PorterError
from porter.execute import nvidia
from porter.project.discover import Project
from porter.project.settings.settings import ProjectSettings
from porter.verify.drafting.extensions import Extensions
from porter.verify.options import Ref
from porter.verify.place import CUDA_ON_CPU, Device
from porter.verify.program.built_of_sources import names_cuda, programs_of_sources
from porter.verify.program.found import FoundProgram
from porter.verify.program.made_programs import MadePrograms
from porter.verify.program.named_data import NamedData
from porter.verify.program.named_devices import named_devices
from porter.verify.program.program_targets import program_targets
from porter.verify.recording.included_files import IncludedFiles
from porter.verify.upstream import tree_of


def found_programs(project: ProjectSettings, ref: Ref = Ref.BEST) -> Iterator[FoundProgram]:
    """Yield the programs of a project: CUDA's side is built in a copy to see what that makes.

    Sources that have a `main`, and that no build which worked made, are programs by themselves. The
    case of a build that failed is left out where these have all of its sources.

    Args:
        project: the project; its upstream is read and built, its port not touched.
        ref: the reference; on the executor it is built for the executor, else for a GPU that is
            there.

    Raises:
        PorterError: upstream is not there.
    """
    upstream = project.upstream
    if not upstream.is_dir():
        raise PorterError("there is no such folder", path=upstream)
    device: Device = (None if ref is Ref.CPU else nvidia.device()) or CUDA_ON_CPU
    tree = tree_of(project)
    devices = named_devices(tree)
    for found in _found(project, tree, device):
        if devices == 1 or found.unusable:
            yield found
            continue
        why = f"the executor has {devices} devices, since sources choose one by number"
        yield replace(found, devices=devices, notes=(*found.notes, why))


def _found(project: ProjectSettings, tree: Project, device: Device) -> Iterator[FoundProgram]:
    upstream = project.upstream
    paths = [one.path for one in tree.entries if not one.is_link]
    files = IncludedFiles(upstream, paths)
    sources = _cuda_sources(tree, files)
    targets = program_targets(tree, sources)
    data = NamedData(tree)
    made = MadePrograms(project, tree, sources, device, data)
    for target in targets:
        yield from made.of(target)
    loaded = Extensions(upstream, paths).sources  # that one has a `main`, too, makes no program
    built = [one.folder for one in targets]

    def is_elsewhere(path: str) -> bool:
        place = upstream / path
        is_built = any(map(place.is_relative_to, built))
        return path in loaded or (is_built and not any(one.has(place) for one in made.failed))

    used: set[Path] = set()
    replaced: set[Path] = set()
    for found in programs_of_sources(tree, data, is_elsewhere):
        failed = next((one for one in made.failed if one.has(upstream / found.source)), None)
        used.update(upstream / path for path in files.of(found.source, *found.linked).texts)
        if failed and not failed.may_have_made(upstream / found.source):
            replaced.add(failed.folder)
            why = f"compiled by itself: {failed.row.unusable}"
            yield replace(found, notes=(*found.notes, why))
        elif not failed:
            yield found
    for failed in made.failed:
        if failed.folder not in replaced or not used.issuperset(
            one for one in sources if failed.has(one)
        ):
            yield failed.row


def _cuda_sources(tree: Project, files: IncludedFiles) -> list[Path]:
    """Return the project's own CUDA sources, without those that have nothing of it but a suffix."""
    return [
        tree.root / entry.path
        for entry in tree.entries
        if entry.path.endswith(".cu")
        and not entry.is_link
        and not tree.is_vendored(entry.path)
        and names_cuda(files, entry.path)
    ]
