"""Every edit and finding of a run as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from porter import __version__
from porter.files.write import write_atomically

if TYPE_CHECKING:
    from porter.convert.result import Result
    from porter.convert.summary import Summary

#: Raised when a key changes its meaning or goes away.
FORMAT = 2


def document(summary: Summary) -> dict[str, Any]:
    """Return what `summary` holds in terms of JSON."""
    project, options = summary.project, summary.options
    return {
        "format": FORMAT,
        "porter": __version__,
        "root": str(project.root),
        "destination": {
            "way": summary.destination.way.value,
            "folder": None
            if summary.destination.folder is None
            else str(summary.destination.folder),
        },
        "options": {
            "to": options.target,
            "rocm": ".".join(map(str, options.rocm)),
            "warp": options.warp,
            "launch": options.launch,
            "roc": list(options.roc),
            "rename": options.rename,
            "unsafe": options.unsafe,
            "only": sorted(options.only),
            "skip": sorted(options.skip),
        },
        "totals": {
            "source_files": len(summary.outcomes),
            "changed": sum(result.changes for _, result in summary.results),
            "copied": summary.copied,
            "written": summary.written,
            "edits": sum(summary.edits.values()),
            "errors": summary.errors,
        },
        "files": [_file(summary, path, result) for path, result in summary.results],
        "supports": list(summary.supports),
        "not_converted": {problem.path: problem.reason for problem in summary.problems},
        "kept": summary.kept,
        "stale": summary.stale,
        "renamed": {
            path: {"to": new, "rule": summary.renamed_by} for path, new in summary.renamed.items()
        },
        "vendored": project.vendored,
        "excluded": project.excluded,
        "unreadable": project.unreadable,
        "notes": summary.notes,
        "pack": summary.pack,
        "checks": [
            {"name": one.name, "count": one.count, "failures": [list(f) for f in one.failures]}
            for one in summary.checks
        ],
    }


def _file(summary: Summary, path: str, result: Result) -> dict[str, Any]:
    return {
        "path": path,
        "port": summary.renamed.get(path, path),
        "edits": [
            {
                "start": one.edit.start,
                "end": one.edit.end,
                "line": one.line,
                "text": one.edit.text.decode("utf-8", "surrogateescape"),
                "rule": one.edit.rule,
                "detail": one.edit.detail,
            }
            for one in result.edits
        ],
        "findings": [
            {
                "rule": one.finding.rule,
                "severity": one.finding.severity.value,
                "message": one.finding.full_message,
                "hint": one.finding.hint,
                "line": one.place.line,
                "column": one.place.column,
            }
            for one in result.findings
            if (path, one.finding.rule) not in summary.settled
        ],
        "supports": sorted(result.supports),
    }


def write_report(path: Path, summary: Summary) -> None:
    """Write the report of a run to `path`."""
    text = json.dumps(document(summary), indent=1, ensure_ascii=True)
    write_atomically(path, text.encode() + b"\n")
