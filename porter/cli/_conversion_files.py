"""The files that `porter convert` writes about a conversion when it is asked for them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from porter.port.tree_result import TreeResult


def write_files_about(
    result: TreeResult, report: Path | None, sarif: Path | None, html: Path | None
) -> None:
    """Write what was asked for.

    Args:
        result: what the run amounts to.
        report: where every edit and finding goes as JSON.
        sarif: where findings go as SARIF.
        html: where the page for the browser goes.
    """
    if report is not None:
        from porter.report.document import write_report

        write_report(report, result)
    if sarif is not None:
        from porter.report.sarif import write_sarif

        write_sarif(sarif, result)
    if html is not None:
        from porter.cli._html import write_html
        from porter.report.html.pages import conversion_page

        write_html(html, conversion_page(result.conversion))
