"""Whether a Makefile's device code is linked across files."""

from __future__ import annotations

import re

from porter.fixers.build_files._make import words
from porter.source.build_files.make_flow import MakeFlow
from porter.tables.nvcc_flags import decide

_MAY_BE = re.compile(rb"-dc\b|-rdc\b|--device-c\b|--relocatable-device-code\b")


def is_relocatable(flow: MakeFlow) -> bool:
    """Tell whether any unit's device code may call that of another."""
    for placed in flow.lines:
        if not _MAY_BE.search(placed.line.text):
            continue
        texts = [word.text for word in words(flow, placed.line)]
        for at in range(len(texts)):
            decision = decide(texts, at)
            if decision is not None and "-fgpu-rdc" in decision.hip:
                return True
    return False
