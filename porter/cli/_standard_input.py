"""`porter convert -`: standard input to standard output."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

import click

from porter.compat.headers import SUPPORT_FOLDER, with_dependencies
from porter.convert.project import convert_bytes
from porter.errors import PorterError
from porter.exit_status import end
from porter.options import Options
from porter.report.terminal import finding_line
from porter.source.text.languages import Language

if TYPE_CHECKING:
    from porter.packs.pack import Pack


def convert_standard_input(options: Options, pack: Pack | None, *, strict: bool) -> NoReturn:
    """Convert standard input to standard output and end; findings go to standard error.

    Args:
        options: the user's choices.
        pack: rename by this rule pack instead of converting CUDA.
        strict: end with status 1 where a finding is an error.

    Raises:
        PorterError: it is not text that can be converted.
    """
    data = sys.stdin.buffer.read()
    if pack is None:
        outcome = convert_bytes("<stdin>.cu", data, Language.CUDA, options)
    else:
        from porter.convert.rename import rename_bytes

        outcome = rename_bytes("<stdin>", data, Language.OTHER, pack, options)
    if outcome.result is None:
        assert outcome.problem is not None
        raise PorterError(f"standard input {outcome.problem.reason}")
    if options.dual:
        from porter.convert.gates import gated

        edits = [one.edit for one in outcome.result.edits]
        try:
            sys.stdout.buffer.write(gated(data, edits))
        except ValueError as error:
            raise PorterError(f"standard input cannot hold both sides: {error}") from error
    else:
        sys.stdout.buffer.write(outcome.result.apply(data))
    sys.stdout.buffer.flush()
    for one in outcome.result.findings:
        place = (one.place.line, one.place.column)
        click.echo(finding_line("<stdin>", place, one.finding), err=True)
    if outcome.result.supports:
        needed = ", ".join(with_dependencies(outcome.result.supports))
        click.echo(f"needs {SUPPORT_FOLDER}/ with {needed}: --out DIR writes it", err=True)
    errors = any(one.finding.severity == "error" for one in outcome.result.findings)
    end(failed=strict and errors)
