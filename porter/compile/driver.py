"""Builds a port: finds its units, compiles them, and reports on each."""

from __future__ import annotations

import os
import re
import shutil
import stat
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from porter.compile.commands import Commands, Step
from porter.compile.link import LinkReport, link
from porter.compile.ninja import run_ninja
from porter.compile.read.unit import DEVICE_SUFFIXES, Unit
from porter.compile.report import BuildReport, UnitReport, merged, read_log, target_reports
from porter.compile.resources import KernelUsage, kernel_usage
from porter.compile.syntax import check_syntax
from porter.compile.units import find_units
from porter.errors import PorterError
from porter.files.expiry import touch
from porter.files.lock import exclusive
from porter.files.port_folder import own_folder
from porter.files.real_path import real_path
from porter.listing import listed
from porter.processes.cores import cores
from porter.project.architecture_folders import architecture_of
from porter.project.discover import discover
from porter.source.build_files.quoting import LONGEST, ninja_command, unwritable, visible
from porter.source.build_files.unfollowed import Unfollowed
from porter.toolchain.discovery import find
from porter.toolchain.model import Toolchain
from porter.toolchain.torch_headers import torch_headers

DEFAULT_ARCHS = ("gfx942", "gfx1100")
#: Longest path of a source below the folder for objects: what the kernel takes, less what the
#: names of objects and logs add.
_LONGEST_PATH = 4000
_ARCH = re.compile(r"gfx[0-9a-f]{3,4}(?::[a-z]+[+-])*")


def build(
    port_dir: Path | str,
    archs: Sequence[str] = DEFAULT_ARCHS,
    syntax_only: bool = False,
    jobs: int | None = None,
    *,
    launcher: Sequence[str] = (),
    folder: Path | None = None,
    exclude: Sequence[str] = (),
    toolchain: Toolchain | None = None,
    link_too: bool = False,
    rocm: str | None = None,
    device_only: bool = False,
    line_tables: bool = False,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> BuildReport:
    """Compile every unit of a port, host and device.

    Args:
        port_dir: the port, or one source file.
        archs: architectures, such as "gfx942".
        syntax_only: check types and make nothing.
        jobs: how many compilers at a time; as many as there are CPUs by default.
        launcher: words that start the compiler, such as "ccache".
        folder: where objects go; by default a folder of the port's own in porter's.
        exclude: patterns of paths to leave out.
        toolchain: what to compile with; by default what `porter.toolchain.discovery.find` finds.
        link_too: link the objects into extensions, programs and libraries.
        rocm: version of ROCm's headers, as "7" or "6.4"; those found first by default.
        device_only: make the code objects and nothing of the host's.
        line_tables: have code objects tell which source line an instruction comes from.
        progress: called with the number of finished steps and of all steps.

    Returns:
        The report; a unit that does not compile is part of it and no exception.

    Raises:
        PorterError: there is no toolchain, nothing to compile, or the request makes no sense.
    """
    port = real_path(port_dir)
    root = port.parent if port.is_file() else port
    _check(archs, launcher)
    if wrong := unwritable(str(port)):
        raise PorterError(
            f"its path holds {wrong}, which no build can name", path=visible(str(port)),
            hint="move or rename it",
        )  # fmt: skip
    folders = folders_of(port)
    for arch in archs:
        _check_kernels(port, exclude, folders, arch)
    tools = toolchain or find(archs=archs, rocm_version=rocm)
    if folder is None:
        folder = own_folder(port)
        touch(folder)
        if rocm is not None:  # beside the objects of another
            folder /= f"rocm-{tools.rocm_version}"
    folder = real_path(folder)
    _check_folder(folder, root)
    unfollowed = Unfollowed(root)
    if folders and len(archs) > 1:  # each is built from its own folder
        return merged(
            build(
                port, [arch], syntax_only, jobs, launcher=launcher, folder=folder / arch,
                exclude=exclude, toolchain=tools, link_too=link_too, device_only=device_only,
                progress=progress,
            )
            for arch in archs
        )  # fmt: skip
    configured = folder / "configured"
    # The C library's, too: a project's own `unistd.h` for Windows is not meant by <unistd.h>.
    c_library = (tools.sysroot or Path("/")) / "usr" / "include"
    provided = (*tools.include_dirs, c_library, *c_library.glob("*-linux-gnu"))
    units = find_units(port, exclude, provided, configured, unfollowed, archs[0])
    torch = torch_headers() if any(unit.uses_torch for unit in units) else None
    commands = Commands(tools, root, folder, archs, torch, launcher, line_tables)
    refusals = {unit.source: _refusal(unit, folder) for unit in units}
    with exclusive(folder / "lock", lambda line: None):
        check_or_compile = check_syntax if syntax_only else _compile
        if device_only:
            check_or_compile = _compile_device
        taken = [unit for unit in units if not refusals[unit.source]]
        steps = check_or_compile(commands, taken, jobs or cores(), progress)
        reports = [
            _report(unit, steps.get(unit.source, []), commands, refusals[unit.source], syntax_only)
            for unit in units
        ]
        links: tuple[LinkReport, ...] = ()
        if link_too and not syntax_only:
            objects = {report.source: report.object for report in reports if report.object}
            libraries = [] if torch is None else torch.libraries
            links = link(units, objects, tools, folder / "linked", root.name, libraries)
    named = ""
    if torch is not None:
        named = f"{torch.version}, ROCm headers {'derived' if torch.derived else 'its own'}"
    return BuildReport(
        root=root,
        archs=tuple(archs),
        syntax_only=syntax_only,
        llvm_version=tools.llvm_version,
        rocm_version=tools.rocm_version,
        torch=named,
        folder=folder,
        units=tuple(reports),
        links=links,
        not_followed=unfollowed.notes,
    )


def folders_of(port: Path) -> frozenset[str]:
    """Return the architectures that a port has folders of their own for."""
    if port.is_file():
        return frozenset()
    entries = discover(port).entries
    found = {architecture_of(entry.path) for entry in entries if not entry.is_link}
    return frozenset(name for name in found if name.startswith("gfx"))


def _check_kernels(port: Path, exclude: Sequence[str], folders: frozenset[str], arch: str) -> None:
    """Refuse an architecture without a folder where the others' hold all of the device code."""
    name = arch.partition(":")[0]
    if not folders or name in folders:
        return
    with suppress(PorterError):  # the others' folders hold all that there is to compile
        units = find_units(port, exclude, arch=name)
        if any(os.path.splitext(unit.source)[1] in DEVICE_SUFFIXES for unit in units):
            return
    there = sorted(folders, key=lambda one: (len(one), one))
    raise PorterError(
        f"has no folder of kernels for {name}, but for {listed(there)}", path=real_path(port),
        hint=f"porter new arch {name} --from {there[-1]}",
    )  # fmt: skip


def _check(archs: Sequence[str], launcher: Sequence[str]) -> None:
    for arch in archs:
        if not _ARCH.fullmatch(arch):
            raise PorterError(f"{arch!r} is not an AMD architecture", hint="they look like gfx942")
    if not archs:
        raise PorterError("no architecture to compile for")
    if launcher and shutil.which(launcher[0]) is None:
        raise PorterError(f"{launcher[0]} is not installed", hint="leave --launcher out")


def _check_folder(folder: Path, root: Path) -> None:
    """Refuse a folder for objects where the port has put links, which lead away, or pipes."""
    if not folder.is_relative_to(root):
        return
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = os.path.join(parent, name)
            mode = os.lstat(path).st_mode
            if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
                continue
            what = "a link" if stat.S_ISLNK(mode) else "is not a file"
            raise PorterError(
                f"{what}, in a folder that objects would be written to", path=visible(path),
                hint="name another --folder, outside of the port",
            )  # fmt: skip


def _refusal(unit: Unit, folder: Path) -> str:
    """Return why a unit cannot be compiled whatever it holds; empty when it can."""
    if wrong := unwritable(unit.source):
        return f"its name holds {wrong}: rename it"
    if len(os.fsencode(folder / unit.source)) > _LONGEST_PATH:
        return "its path is too long for what is made of it: rename its folders"
    words = [*unit.given, *map(str, unit.includes)]
    if len(ninja_command(words)) > LONGEST:
        return "its build gives it more options than one command can have"
    return ""


def _compile(
    commands: Commands, units: Sequence[Unit], jobs: int, progress: Callable[[int, int], None]
) -> dict[str, list[Step]]:
    """Make the object of every unit."""
    steps = {unit.source: list(commands.objects(unit)) for unit in units}
    everything = [step for group in steps.values() for step in group]
    run_ninja(everything, commands.folder, jobs, progress)
    return steps


def _compile_device(
    commands: Commands, units: Sequence[Unit], jobs: int, progress: Callable[[int, int], None]
) -> dict[str, list[Step]]:
    """Make the code objects of every unit, and no object for the host."""
    steps = {
        unit.source: [step for step in commands.objects(unit) if step.output.suffix == ".co"]
        for unit in units
    }
    run_ninja([step for group in steps.values() for step in group], commands.folder, jobs, progress)
    return steps


def _report(
    unit: Unit, steps: Sequence[Step], commands: Commands, refusal: str, syntax_only: bool
) -> UnitReport:
    std, note = commands.std(unit)
    targets = target_reports(steps, commands.root)
    kernels: list[KernelUsage] = []
    made = None
    if steps and not syntax_only:
        last = steps[-1].output
        made = last if last.suffix == ".o" and last.is_file() else None
        for step in steps:
            if step.output.suffix == ".co" and step.output.is_file():
                remarks = read_log(step.log)
                kernels += kernel_usage(commands.toolchain, step.output, step.target, remarks)
    return UnitReport(
        source=unit.source,
        language=unit.language.value,
        origin=unit.origin,
        std=std,
        targets=targets,
        notes=(*unit.notes, *([note] if note else [])),
        left_out=unit.left_out,
        refused=unit.refused,
        refusal=refusal,
        object=made,
        kernels=tuple(kernels),
    )
