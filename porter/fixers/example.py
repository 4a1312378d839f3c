"""The cases that document and test a rule."""

from __future__ import annotations

from typing import NamedTuple

from porter.options import Options


class Example(NamedTuple):
    """One case that documents and tests a rule.

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
