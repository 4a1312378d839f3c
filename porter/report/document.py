"""Every edit and finding of a run as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from porter import __version__
from porter.files.write import write_atomically

if TYPE_CHECKING:
    from porter.convert.result import FileResult
    from porter.convert.tree_conversion import TreeConversion
    from porter.port.tree_result import TreeResult

#: Raised when a key changes its meaning or goes away.
FORMAT = 2


def document(result: TreeResult) -> dict[str, Any]:
    """Return what `result` holds in terms of JSON."""
    conversion, output, destination = result.conversion, result.output, result.destination
    project, options = conversion.project, conversion.options
    return {
        "format": FORMAT,
        "porter": __version__,
        "root": str(project.root),
        "destination": {
            "way": destination.mode.value,
            "folder": None if destination.folder is None else str(destination.folder),
        },
        "options": {
            "to": options.target,
            "rocm": ".".join(map(str, options.rocm)),
            "warp": options.warp,
            "capability": ".".join(map(str, options.capability or ())) or "device",
            "launch": options.launch,
            "roc": list(options.roc),
            "gemm": options.gemm,
            "rename": options.rename,
            "unsafe": options.unsafe,
            "only": sorted(options.only),
            "skip": sorted(options.skip),
        },
        "totals": {
            "source_files": len(conversion.files),
            "changed": sum(file.changes for file in conversion.converted),
            "copied": output.copied,
            "written": output.written,
            "edits": sum(conversion.edits.values()),
            "errors": result.errors,
            "accepted": len(conversion.accepted),
        },
        "files": [_file(conversion, file) for file in conversion.converted],
        "supports": list(conversion.supports),
        "not_converted": {problem.path: problem.reason for problem in result.problems},
        "kept": output.kept,
        "stale": output.stale,
        "renamed": {
            path: {"to": new, "rule": conversion.renamed_by[path]}
            for path, new in conversion.renamed.items()
        },
        "vendored": project.vendored,
        "excluded": project.excluded,
        "unreadable": project.unreadable,
        "notes": result.notes,
        "warnings": conversion.warnings,
        "pack": conversion.pack,
        "checks": [
            {"name": one.name, "count": one.count, "failures": [list(f) for f in one.failures]}
            for one in conversion.checks
        ],
    }


def _file(conversion: TreeConversion, file: FileResult) -> dict[str, Any]:
    return {
        "path": file.path,
        "port": conversion.renamed.get(file.path, file.path),
        "edits": [
            {
                "start": one.edit.start,
                "end": one.edit.end,
                "line": one.line,
                "text": one.edit.text.decode("utf-8", "surrogateescape"),
                "rule": one.edit.rule,
                "detail": one.edit.detail,
            }
            for one in file.edits
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
            for one in file.findings
            if (file.path, one.finding.rule) not in conversion.emission.resolved_findings
        ],
        "accepted": [
            {
                "rule": one.finding.rule,
                "severity": one.finding.severity.value,
                "message": one.finding.full_message,
                "reason": one.reason,
                "line": one.place.line,
                "column": one.place.column,
            }
            for one in file.accepted
        ],
        "supports": sorted(file.supports),
    }


def write_report(path: Path, result: TreeResult) -> None:
    """Write the report of a run to `path`."""
    text = json.dumps(document(result), indent=1, ensure_ascii=True)
    write_atomically(path, text.encode() + b"\n")
