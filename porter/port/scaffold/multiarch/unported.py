"""Files of an architecture's folder that no rule ports: they and what needs them are left out."""

from __future__ import annotations

import os

from porter.convert.tree_conversion import TreeConversion
from porter.port.scaffold.multiarch.layout import Layout
from porter.project.includes import IncludeGraph
from porter.source import Severity
from porter.source.file import SourceFile


def unported(conversion: TreeConversion, layout: Layout, texts: dict[str, bytes]) -> dict[str, str]:
    """Return path -> why, of files whose errors another file of the folder makes up for.

    Instructions that an architecture alone has stand in files of their own beside those for all.
    Where every source would go, none does: a person has to look.

    Args:
        conversion: what was converted.
        layout: the port's.
        texts: the converted bytes of each file of a C language.
    """
    own = {path for path in texts if layout.origin and path in layout.places
           and layout.architecture(layout.places[path][0])}  # fmt: skip
    found: dict[str, str] = {}
    for path, one in conversion.findings:
        if path in own and one.finding.severity is Severity.ERROR:
            found.setdefault(path, f"{one.finding.rule}, {one.finding.full_message}")
    graph = IncludeGraph(texts, ("lib", "include", "src", "csrc"))
    headers = {
        path: {
            target for one in SourceFile(path, texts[path]).includes
            if (target := graph.guess(path, os.fsdecode(one.path), angled=one.angled)) is not None
        }
        for path in own
    }  # fmt: skip
    while more := {
        path: f"it includes {sorted(headers[path] & found.keys())[0]}"
        for path in own - found.keys()
        if headers[path] & found.keys()
    }:
        found |= more
    sources = {path for path in own if path.endswith((".cu", ".hip"))}
    return found if sources - found.keys() else {}
