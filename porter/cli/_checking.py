"""The options by which programs are watched while they run."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

T = TypeVar("T")


@dataclass(frozen=True)
class Watching:
    """What the options ask for.

    Args:
        checks: what to look for.
        seed: of a shuffled order; None for the usual one.
        profile: whether time, barriers and bytes are counted.
        report: where to write the findings as JSON.
        sarif: where to write them as SARIF.
    """

    checks: tuple[str, ...] = ()
    seed: int | None = None
    profile: bool = False
    report: Path | None = None
    sarif: Path | None = None

    def of(self, work: Callable[[], T]) -> tuple[T, int]:
        """Do the work, watched, and report; return what it gives, and how much was found."""
        from porter.execute.cpu.checking.settings import Watch

        watch = Watch(self.checks, self.profile, self.seed)
        with watch.watching() as folder:
            return work(), self._tell(folder) if watch.reports else 0

    def run(self, work: Callable[[], int]) -> int:
        """Do the work, watched; return its exit status, or 1 where that is 0 and much is wrong."""
        status, found = self.of(work)
        return 1 if found and status == 0 else status

    def _tell(self, folder: Path) -> int:
        """Report what was found; return how much that is."""
        from porter.execute.cpu.checking.findings import read
        from porter.execute.cpu.checking.profile import read_profile
        from porter.files.write import write_atomically
        from porter.report.device.document import document, sarif
        from porter.report.device.profile import profile_json, profile_text
        from porter.report.device.text import text
        from porter.toolchain.discovery import find

        root, toolchain = Path.cwd(), find()
        findings = read(folder, toolchain)
        content = document(findings)
        if self.profile:
            kernels = read_profile(folder, toolchain)
            content["profile"] = profile_json(kernels)
            click.echo(profile_text(kernels, root), err=True, nl=False)
        if self.checks:
            click.echo(text(findings, root), err=True, nl=False)
        for path, what in ((self.report, content), (self.sarif, sarif(findings, root))):
            if path is not None:
                write_atomically(path, json.dumps(what, indent=1).encode() + b"\n")
        return len(findings)


def _names(_: click.Context, __: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    from porter.execute.cpu.checking.settings import CHECKS

    names = [name for text in value for name in text.split(",")]
    if strange := [name for name in names if name not in CHECKS]:
        raise click.BadParameter(f"{strange[0]!r} is none of {', '.join(CHECKS)}")
    return tuple(dict.fromkeys(names))


_OPTIONS = (
    click.option(
        "--check",
        "checks",
        multiple=True,
        callback=_names,
        metavar="memory|races|barriers|leaks",
        help="Look for faults of kernels while they run on the cpu executor (docs/checkers.md); "
        "several with commas between them. The exit status is 1 where there are any.",
    ),
    click.option(
        "--order",
        type=click.Choice(["usual", "shuffled"]),
        default="usual",
        show_default=True,
        help="The order in which blocks begin and waves run on the cpu executor.",
    ),
    click.option(
        "--seed", type=click.IntRange(0), help="Of --order shuffled; 0 where it is not given."
    ),
    click.option(
        "--report",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Write what is found, and the profile, as JSON.",
    ),
    click.option(
        "--sarif",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Write what --check finds as SARIF 2.1.0.",
    ),
)


def checking_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options to a command, which gets them as `watching`."""

    @wraps(function)
    def command(
        checks: tuple[str, ...],
        order: str,
        seed: int | None,
        report: Path | None,
        sarif: Path | None,
        **given: Any,
    ) -> None:
        profile = given.pop("profile", False)
        if seed is not None and order != "shuffled":
            raise click.UsageError("--seed is of --order shuffled")
        if sarif is not None and not checks:
            raise click.UsageError("--sarif is what --check finds, and that is not asked for")
        if report is not None and not (checks or profile):
            raise click.UsageError("--report is of --check and --profile, which are not asked for")
        chosen = (seed or 0) if order == "shuffled" else None
        watching = Watching(checks, chosen, profile, report, sarif)
        function(watching=watching, **given)

    for option in reversed(_OPTIONS):
        command = option(command)
    return command
