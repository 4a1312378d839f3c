"""`porter widen`: kernels of a verified port rewritten for wavefronts of 64 lanes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from porter.cli._outside import allow_outside_option
from porter.cli._projects import select, settings_here

if TYPE_CHECKING:
    from collections.abc import Sequence

    from porter.project.settings.settings import ProjectSettings
    from porter.widen.widening import Outcome


@click.command()
@click.argument("asked", nargs=-1, metavar="PROJECT[:KERNEL]...", required=True)
@click.option(
    "--arch", default="gfx90a,gfx942,gfx1100", show_default=True, metavar="LIST",
    help="Architectures for which the static model says what is gained.",
)  # fmt: skip
@click.option(
    "--ref", default="cuda", show_default=True, metavar="cuda[:gpu|:recorded|:cpu]|torch",
    help="What a widened kernel is compared with, as of `porter verify`.",
)  # fmt: skip
@click.option(
    "--on", default="hip:cpu:gfx942,gfx1100", show_default=True, metavar="hip[:gpu|:cpu[:ARCH,…]]",
    help="Where it runs, as of `porter verify`.",
)  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Say what would be kept and write nothing.")
@click.option("--even-if-slower", is_flag=True, help="Keep all that is the same.")
@click.option("--timeout", default=600.0, show_default=True, help="Seconds that a run may take.")
@click.option("--json", "as_json", is_flag=True, help="Print what became of each kernel as JSON.")
@allow_outside_option
def command(
    asked: tuple[str, ...],
    arch: str,
    ref: str,
    on: str,
    dry_run: bool,
    even_if_slower: bool,
    timeout: float,
    as_json: bool,
    allow_outside: bool,
) -> None:
    """Rewrite kernels of ports that work by warps of 32 threads for AMD's wavefronts of 64.

    A kernel whose reductions, prefix sums and votes stay inside the block is proposed with all
    lanes of the wavefront, and compared with CUDA's side like the port. What is the same, and no
    slower by the model of `porter build --report kernels`, is kept, as a hand edit of the port.
    Exit status 1 when a kernel that was named is not kept.
    """
    from porter.exit_status import end
    from porter.verify.options import Options, parse_reference
    from porter.verify.place import parse_places

    archs = [name.strip() for name in arch.split(",") if name.strip()]
    options, places = Options(parse_reference(ref), timeout=timeout), parse_places(on)
    chosen = _chosen(asked, allow_outside=allow_outside)
    document: list[dict[str, object]] = []
    lines: list[str] = []
    missing = False
    for project, patterns in chosen:
        outcomes, written = _widen(
            project, patterns, archs, options, places, even_if_slower, dry_run
        )
        document += [_json(project, one) for one in outcomes]
        lines += [project.name, *(line for one in outcomes for line in _lines(one))]
        lines += [f"  {'would write' if dry_run else 'wrote'} {path}" for path in written]
        if not outcomes:
            lines.append(
                "  no kernel uses functions of warps" if not patterns else "  no such kernel"
            )
        missing |= bool(patterns) and (
            not outcomes or any(one.answer != "kept" for one in outcomes)
        )
    click.echo(json.dumps(document, indent=2) if as_json else "\n".join(lines))
    end(failed=missing)


def _chosen(
    asked: Sequence[str], *, allow_outside: bool
) -> list[tuple[ProjectSettings, list[str]]]:
    """Return the projects that the arguments name, each with its kernels; none for all."""
    settings = settings_here(allow_outside=allow_outside)
    patterns: dict[str, list[str] | None] = {}
    for word in asked:
        name, _, kernel = word.partition(":")
        known = patterns.setdefault(name, [])
        if not kernel:
            patterns[name] = None
        elif known is not None:
            known.append(kernel)
    chosen = []
    for project in select(settings.projects, list(patterns)):
        if project.choices.warp != "32":
            raise click.UsageError(f"{project.name} is a port with --warp {project.choices.warp}")
        if not project.port.is_dir():
            raise click.UsageError(f"the port of {project.name} is not there")
        chosen.append((project, patterns[project.name] or []))
    return chosen


def _widen(
    project: ProjectSettings,
    patterns: list[str],
    archs: list[str],
    options: object,
    places: object,
    even_if_slower: bool,
    dry_run: bool,
) -> tuple[list[Outcome], list[str]]:
    from porter.report.progress import progress_bar
    from porter.widen.widening import Widener, write

    widener = Widener(
        project, places, archs, options, progress_bar, even_if_slower,  # type: ignore[arg-type]
        lambda line: click.echo(f"trying {line}", err=True),
    )  # fmt: skip
    outcomes, changed = widener.widen(patterns)
    if dry_run:
        return outcomes, sorted(changed)
    return outcomes, write(project.port, changed) if changed else []


def _lines(one: Outcome) -> list[str]:
    said = f"same in {one.compared} comparisons" if one.compared else ""
    why = ", ".join(filter(None, (said, one.why)))
    lines = [f"  {one.source}:{one.line} {one.kernel}: {one.answer}{f' ({why})' if why else ''}"]
    return lines + [f"      {arch}: {now.gain(one.before[arch])}" for arch, now in one.now.items()]


def _json(project: ProjectSettings, one: Outcome) -> dict[str, object]:
    from dataclasses import asdict

    return {"project": project.name, **asdict(one)}
