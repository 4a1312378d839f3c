"""The examples that document and test a rule."""

from __future__ import annotations

from typing import NamedTuple

from porter.options import Options


class Example(NamedTuple):
    """One case that documents and tests a rule.

    A text of several lines is a block: it begins on the line behind the opening quotes, and what
    all of its lines are indented by is no part of it.

    Attributes:
        before: source text.
        after: the text when this rule alone has run; None when it must be left alone.
        findings: severity of each finding that the rule must give, in order of place.
        options: the choices under which the example holds.
        path: name of the file, for rules that look at it.
        title: what the example shows, for its page.
        files: other files of the project, for rules that ask what belongs to it.
    """

    before: str
    after: str | None = None
    findings: tuple[str, ...] = ()
    options: Options = Options()
    path: str = "example.cu"
    title: str = ""
    files: tuple[str, ...] = ()

    def dedented(self) -> Example:
        """Return the example with its blocks as they stand in a file."""
        after = None if self.after is None else _text(self.after)
        return self._replace(before=_text(self.before), after=after)


def _text(block: str) -> str:
    if not block.startswith("\n"):
        return block
    from textwrap import dedent  # no conversion needs it

    return dedent(block[1:].rstrip(" "))
