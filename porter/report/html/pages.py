"""Pages about a conversion, a build or a comparison alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from porter.listing import listed
from porter.report.html.page import Page
from porter.report.progress import progress_bar

if TYPE_CHECKING:
    from porter.compile.report import BuildReport
    from porter.convert.tree_conversion import TreeConversion
    from porter.verify.verdict import Verdict


def conversion_page(conversion: TreeConversion) -> Page:
    """Return a page about a conversion."""
    from porter.report.html.conversion import conversion_view

    with progress_bar("writing the report", len(conversion.files)) as advance:
        view = conversion_view(conversion, advance)
    return Page(view.title, view)


def build_page(report: BuildReport) -> Page:
    """Return a page about a build."""
    from porter.report.html.build import build_view

    view = build_view(report)
    return Page(view.title, build=view)


def parity_page(verdicts: Sequence[Verdict]) -> Page:
    """Return a page about a comparison."""
    from porter.report.html.parity import parity_view

    names = dict.fromkeys(one.project for one in verdicts)
    return Page(listed(names) or "nothing", parity=parity_view(verdicts))
