"""The target Composable Kernel: HIP, in which products of matrices are its operations."""

from __future__ import annotations

from porter.convert.code_target import CodeTarget

CK = CodeTarget("ck", based_on="hip", has_projects=True)
