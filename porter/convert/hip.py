"""The target HIP."""

from __future__ import annotations

from porter.convert.code_target import CodeTarget

HIP = CodeTarget("hip", has_projects=True)
