"""The mark of tests that compile kernels of Composable Kernel."""

from __future__ import annotations

import pytest

from porter.toolchain.composable_kernel import composable_kernel
from porter.toolchain.home import Prefix, porter_home

needs_composable_kernel = pytest.mark.skipif(
    composable_kernel(Prefix(porter_home())) is None,
    reason="Composable Kernel is missing: porter toolchain install ck",
)
