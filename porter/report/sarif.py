"""Findings as SARIF 2.1.0, for code hosts and editors.

Source: OASIS Standard "Static Analysis Results Interchange Format (SARIF) Version 2.1.0".
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from porter import __version__
from porter.convert.result import LocatedFinding
from porter.files.real_path import real_path
from porter.files.write import write_atomically
from porter.rule_ids import former

if TYPE_CHECKING:
    from porter.convert.result import LocatedAccepted
    from porter.fixers import Rule
    from porter.port.tree_result import TreeResult
    from porter.project.problem import Problem

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def log(
    root: Path,
    findings: Sequence[tuple[str, LocatedFinding]],
    problems: Sequence[Problem] = (),
    faults: Sequence[tuple[str, str, str]] = (),
    accepted: Sequence[tuple[str, LocatedAccepted]] = (),
) -> dict[str, Any]:
    """Return findings as a SARIF log.

    Args:
        root: folder that paths are relative to.
        findings: path and finding.
        problems: files that could not be converted.
        faults: path, kind and message of what else is wrong with a file.
        accepted: path and finding of those that a person has accepted.
    """
    from porter.fixers.registry import rules

    named = {one.finding.rule for _, one in findings}
    named |= {one.finding.rule for _, one in accepted}
    descriptions = [_description(rule) for rule in rules() if rule.id in named]
    results = [_result(path, one) for path, one in findings]
    results += [_accepted(path, one) for path, one in accepted]
    results += [_fault(*one) for one in faults]
    invocation = {
        "executionSuccessful": not problems,
        "toolExecutionNotifications": [
            {
                "level": "error",
                "message": {"text": problem.reason},
                "locations": [{"physicalLocation": _file(problem.path)}],
            }
            for problem in problems
        ],
    }
    return log_of_run(
        root, descriptions, results, columnKind="utf16CodeUnits", invocations=[invocation]
    )


def log_of_run(
    root: Path, rules: list[dict[str, Any]], results: list[dict[str, Any]], **more: Any
) -> dict[str, Any]:
    """Return a SARIF log of one run of porter.

    Args:
        root: folder that paths are relative to.
        rules: the `reportingDescriptor` of each rule that results name.
        results: what was found.
        more: other properties of the run.
    """
    run = {
        "tool": {"driver": {"name": "porter", "version": __version__, "rules": rules}},
        "originalUriBaseIds": {"ROOT": {"uri": real_path(root).as_uri() + "/"}},
        "results": results,
        **more,
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def write_sarif(path: Path, result: TreeResult) -> None:
    """Write the SARIF log of a run to `path`."""
    accepted = result.conversion.accepted
    write_log(path, log(result.project.root, result.findings, result.problems, accepted=accepted))


def write_log(path: Path, content: dict[str, Any]) -> None:
    """Write a SARIF log to `path`."""
    write_atomically(path, json.dumps(content, indent=1).encode() + b"\n")


def _description(rule: Rule) -> dict[str, Any]:
    """Return the `reportingDescriptor` of a rule, with its former ids (section 3.49.4)."""
    deprecated = former(rule.id)
    page = rule.page.strip()
    return {
        "id": rule.id,
        **({"deprecatedIds": deprecated} if deprecated else {}),
        "name": rule.name,
        "shortDescription": {"text": page.split("\n")[0]},
        "help": {"text": page, "markdown": page},
    }


def _fault(path: str, kind: str, message: str) -> dict[str, Any]:
    return {
        "ruleId": f"check/{kind.replace(' ', '-')}",
        "level": "error",
        "message": {"text": message},
        "locations": [{"physicalLocation": {**_file(path), "region": {"startLine": 1}}}],
    }


def _result(path: str, one: LocatedFinding) -> dict[str, Any]:
    finding = one.finding
    text = finding.full_message if not finding.hint else f"{finding.full_message} ({finding.hint})"
    place = _file(path)
    place["region"] = {
        "startLine": one.place.line,
        "byteOffset": finding.start,
        "byteLength": finding.end - finding.start,
    }
    return {
        "ruleId": finding.rule,
        "level": finding.severity.value,
        "message": {"text": text},
        "locations": [{"physicalLocation": place}],
    }


def _accepted(path: str, one: LocatedAccepted) -> dict[str, Any]:
    """Return a finding that a comment of the source accepts (section 3.35)."""
    suppression = {"kind": "inSource", "status": "accepted", "justification": one.reason}
    return {
        **_result(path, LocatedFinding(one.finding, one.place)),
        "suppressions": [suppression],
    }


def _file(path: str) -> dict[str, Any]:
    uri = quote(path.encode("utf-8", "surrogateescape"))
    return {"artifactLocation": {"uri": uri, "uriBaseId": "ROOT"}}
