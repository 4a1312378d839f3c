"""`porter build --native`: the port's own build systems, run and reported."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from porter.exit_status import end

if TYPE_CHECKING:
    from porter.compile.feedback.causes import Cause
    from porter.own_build.run import Built

#: Without what would make an option of it.
_VARIABLE = re.compile(r"[A-Za-z_][\w.-]*(?::[A-Z]+)?=.*", re.DOTALL)
#: Without what would make an option, or a variable of make's, of it.
_GOAL = re.compile(r"[\w./%+][^=]*")
_OF_NVIDIA = "--variable gives the setting of its HIP side, where it has one"
_IN_PART = "nvcc compiled a part of it, for NVIDIA's GPUs"
_LEFT_OUT = "it compiled nothing for a GPU, though there are sources for one: see its options"


def build_natively(
    port: Path,
    arch: str,
    jobs: int | None,
    folder: Path | None,
    system: str | None,
    against: str | None,
    variables: Sequence[str],
    goals: Sequence[str],
) -> NoReturn:
    """Run the port's own build systems, report what failed, and exit.

    Args:
        port: the port.
        arch: architectures, comma-separated.
        jobs: compilers at a time; None for as many as there are cores.
        folder: where logs and what CMake and Python make go; None for porter's own folder.
        system: the build system of `--with`.
        against: what `--on` names.
        variables: `NAME=VALUE` for CMake or make.
        goals: what CMake or make is to make.

    Raises:
        click.UsageError: a variable or a goal is not written so.
        PorterError: there is nothing to build, or nothing to build against.
    """
    if wrong := [one for one in variables if not _VARIABLE.fullmatch(one)]:
        raise click.UsageError(f"--variable is NAME=VALUE, not {wrong[0]!r}")
    if wrong := [one for one in goals if not _GOAL.fullmatch(one)]:
        raise click.UsageError(f"--target is the name of a target, not {wrong[0]!r}")
    from porter.files.port_folder import own_folder
    from porter.own_build.device_switch import leaves_out_device_code
    from porter.own_build.installation import Against, rocm
    from porter.own_build.report import report
    from porter.own_build.run import build
    from porter.own_build.systems import Order, System, targets
    from porter.processes.cores import cores

    order = Order(tuple(variables), tuple(goals))
    found = targets(port, System(system) if system else None, order)
    place = (folder or own_folder(port) / "native").absolute()  # builds run in the port's folders
    installation = rocm(Against(against) if against else None, "".join(arch.split()))
    names = ", ".join(f"{one.system.value} in {one.folder}" for one in found)
    click.echo(f"porter: this runs the port's own build system: {names}", err=True)
    where = f"{installation.root} ({installation.against.value})"
    click.echo(f"porter: it may do what its author wrote there; it finds ROCm in {where}", err=True)
    built = []
    for one in found:
        inside = place / one.folder.relative_to(port)
        first = _judged(build(one, installation, inside, jobs or cores(), _echo, order), inside)
        left_out = not (first.status or goals) and leaves_out_device_code(one, inside / "out")
        told = _more(first, variables, left_out=left_out) if not first.is_port or left_out else ()
        if told:
            # Make takes for done what the first build made with other flags.
            variables_of_both = (*told, *order.variables)
            more = order._replace(variables=variables_of_both, anew=one.system is System.MAKE)
            inside /= "own_hip"
            second = _judged(build(one, installation, inside, jobs or cores(), _echo, more), inside)
            first = first if second.status and first.status else second
        elif left_out:
            first = first._replace(note=_LEFT_OUT)
        built.append(first)
    failed = [one for one in built if one.status]
    click.echo(report(built, _causes(port, failed, installation.root)))
    end(failed=not all(one.is_port for one in built))


def _judged(built: Built, inside: Path) -> Built:
    """Return a build with what it is, where an nvcc compiled what seems to be built."""
    from porter.own_build.make_objects import are_no_ports
    from porter.own_build.sides import sides

    found = None if built.status else sides(built.target, inside / "out", built.log)
    if found is None or not found.cuda:
        return built
    if found.are_cudas:
        are_no_ports(inside)
        return built._replace(is_cudas=True, note=_OF_NVIDIA)
    return built._replace(note=_IN_PART)


def _more(built: Built, variables: Sequence[str], *, left_out: bool) -> tuple[str, ...]:
    """Return what has a build compile for AMD's GPUs, unless a side was chosen by hand; say it."""
    from porter.own_build.device_switch import device_switch
    from porter.own_build.systems import own_hip_settings

    target = built.target
    settings = own_hip_settings(target)
    said = "the project's own HIP side is built"
    if built.is_cudas:
        said = f"nvcc compiled that, for NVIDIA's GPUs; {said}"
    if left_out:
        said = "that build compiled nothing for a GPU; once more"
        settings = settings or device_switch(target)
    given = {one.partition("=")[0] for one in variables}
    if not settings or given & {one.partition("=")[0] for one in settings}:
        return ()
    click.echo(f"porter: {said}: {' '.join(settings)}", err=True)
    return settings


def _causes(port: Path, failed: Sequence[Built], rocm: Path) -> dict[Path, Cause]:
    """Return log -> why it failed, for builds of a port whose conversion is known."""
    if not failed:
        return {}
    from porter.cli._conversion_of import conversion_around

    port, record = conversion_around(port)
    if record is None:
        return {}
    from porter.compile.feedback.causes import Causes, Kind
    from porter.compile.feedback.output import cause_of
    from porter.compile.report import read_log
    from porter.own_build.lacking import with_rocms_parts
    from porter.own_build.upstream import Upstream
    from porter.trial.port import stops_upstream

    causes = Causes(record, port)
    upstream = Upstream(record.upstream)
    found = {}
    for one in failed:
        output = read_log(one.log)
        cause = cause_of(output, one.target.folder, port, causes)
        cause = upstream.judged(cause, output)
        if cause.kind is Kind.UNREPORTED and stops_upstream(record.upstream, cause.upstream):
            cause = cause._replace(kind=Kind.REFUSED)
        first = next((failure.line for failure in one.failures), "")
        cause = with_rocms_parts(cause, first, rocm)
        found[one.log] = cause
    return found


def _echo(line: str) -> None:
    click.echo(line, nl=False)
