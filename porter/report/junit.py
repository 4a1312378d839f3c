"""Verdicts as JUnit XML, which CI systems show as tests."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING
from xml.etree import ElementTree

if TYPE_CHECKING:
    from porter.verify.verdict import Verdict

#: Characters that XML 1.0 cannot hold.
_IMPOSSIBLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(verdicts: Sequence[Verdict]) -> bytes:
    """Return the document: a suite a project, a test a check; errors are what could not be run."""
    root = ElementTree.Element("testsuites", name="porter verify")
    for project in dict.fromkeys(verdict.project for verdict in verdicts):
        own = [verdict for verdict in verdicts if verdict.project == project]
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=_clean(project),
            tests=str(len(own)),
            failures=str(sum(not v.passed and not v.problem for v in own)),
            errors=str(sum(bool(v.problem) for v in own)),
            time=f"{sum(v.seconds for v in own):.3f}",
        )
        for verdict in own:
            _case(suite, verdict)
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + text.encode() + b"\n"


def _case(suite: ElementTree.Element, verdict: Verdict) -> None:
    case = ElementTree.SubElement(
        suite,
        "testcase",
        classname=_clean(f"{verdict.project}.{verdict.kind}"),
        name=_clean(verdict.label.short),
        time=f"{verdict.seconds:.3f}",
    )
    if verdict.problem:
        message = _clean(verdict.problem)
        ElementTree.SubElement(case, "error", message=message).text = message
    elif not verdict.passed:
        lines = [f"{d.place}: {d.reason}" for d in verdict.differences]
        failure = ElementTree.SubElement(case, "failure", message=_clean(lines[0] if lines else ""))
        failure.text = _clean("\n".join([*lines, *verdict.trace]))
    if verdict.against:
        ElementTree.SubElement(case, "system-out").text = _clean(f"reference: {verdict.against}")


def _clean(text: str) -> str:
    return _IMPOSSIBLE.sub("\ufffd", text)
