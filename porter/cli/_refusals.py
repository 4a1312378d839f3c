"""Refuses options of `porter convert` that contradict one another, or name what is not there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from porter.errors import PorterError

if TYPE_CHECKING:
    from porter.convert.target import Target
    from porter.project.settings.configuration import Configuration


def refuse_contradictions(
    becomes: Target,
    *,
    sources: Sequence[str],
    out: str | None,
    part: str | None,
    html: Path | None,
    in_place: bool,
    diff: bool,
    kind: str | None,
    rename: bool,
    dual: bool,
    gemm: str,
    blas: str,
    check_build: bool,
) -> None:
    """Refuse what cannot be meant.

    Args:
        becomes: what the sources become.
        sources: `-` is standard input.
        out: the folder of `--out`; `-` is standard output.
        part: the one target of `--target`.
        html: the file of `--html`.
        in_place: `--in-place`.
        diff: `--diff`.
        kind: `--project`.
        rename: `--rename`.
        dual: `--dual`.
        gemm: `--gemm`.
        blas: `--blas`.
        check_build: `--check-build`.

    Raises:
        click.UsageError: two options contradict one another, or one is empty.
    """
    is_filter = "-" in sources
    if is_filter and len(sources) > 1:
        raise click.UsageError("- is standard input and cannot be combined with other sources")
    if sum((out is not None, in_place, diff)) > 1:
        raise click.UsageError("give one of --out DIR, --in-place and --diff")
    if html is not None and (is_filter or in_place):
        raise click.UsageError("--html shows sources beside their port: take porter report")
    if part == "":
        raise click.UsageError("--target is empty: name a target or a folder")
    if part is not None and is_filter:
        raise click.UsageError("--target is one of a folder's: name the folder")
    if out == "":
        raise click.UsageError("--out is empty: name the folder; `.` is the current one")
    if not becomes.has_projects and (kind is not None or rename):
        raise click.UsageError("--project and --rename are for --to hip")
    if kind is not None and (is_filter or in_place or diff or out == "-"):
        raise click.UsageError("--project writes a folder: --out DIR names it")
    if check_build and (is_filter or in_place or diff or out == "-" or not becomes.has_projects):
        raise click.UsageError("--check-build checks a port of --to hip in a folder of its own")
    if gemm == "ck" and "ck" not in becomes.name.split("+"):
        raise click.UsageError("--gemm ck is for --to ck")
    if gemm == "ck" and blas == "roc":
        raise click.UsageError("--gemm ck takes hipBLAS's types: leave --blas roc out")
    if dual and rename:
        raise click.UsageError("--dual keeps CUDA's files under their names: leave --rename out")
    if dual and diff:
        raise click.UsageError("--diff shows edits, and --dual writes gates: give --out DIR")


def refuse_unknown_rules(
    only: Sequence[str], skip: Sequence[str], configuration: Configuration
) -> None:
    """Refuse ids that no rule has.

    Args:
        only: those of `--only`.
        skip: those of `--skip`.
        configuration: porter.toml, which gives rules a severity.

    Raises:
        PorterError: there is no such rule.
    """
    from porter.fixers.registry import rules
    from porter.report.near_misses import near_misses

    known = {rule.id: rule.name for rule in rules()}
    places = [("--only", only), ("--skip", skip)]
    places.append((str(configuration.path), [rule for rule, _ in configuration.severities]))
    for place, ids in places:
        for rule in ids:
            if rule not in known:
                raise PorterError(
                    f"{place}: there is no rule {rule}", hint=near_misses(rule, known)
                )
