"""`porter convert -`: standard input to standard output."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

import click

from porter.compat.headers import SUPPORT_FOLDER, with_dependencies
from porter.errors import PorterError
from porter.exit_status import end
from porter.options import Options
from porter.report.terminal import finding_line

if TYPE_CHECKING:
    from porter.convert.target import Target


def convert_standard_input(options: Options, target: Target, *, strict: bool) -> NoReturn:
    """Convert standard input to standard output and end; findings go to standard error.

    Args:
        options: the user's choices.
        target: what it is converted to.
        strict: end with status 1 where a finding is an error.

    Raises:
        PorterError: it is not text that can be converted.
    """
    data = sys.stdin.buffer.read()
    result = target.convert_text(target.stdin, data, options)
    if not result.is_converted:
        raise PorterError(f"standard input {result.reason}")
    if options.dual:
        from porter.convert.gates.code import gated

        edits = [one.edit for one in result.edits]
        try:
            sys.stdout.buffer.write(gated(data, edits))
        except ValueError as error:
            raise PorterError(f"standard input cannot hold both sides: {error}") from error
    else:
        sys.stdout.buffer.write(result.apply(data))
    sys.stdout.buffer.flush()
    for one in result.findings:
        place = (one.place.line, one.place.column)
        click.echo(finding_line("<stdin>", place, one.finding), err=True)
    if result.supports:
        needed = ", ".join(with_dependencies(result.supports))
        click.echo(f"needs {SUPPORT_FOLDER}/ with {needed}: --out DIR writes it", err=True)
    errors = any(one.finding.severity == "error" for one in result.findings)
    end(failed=strict and errors)
