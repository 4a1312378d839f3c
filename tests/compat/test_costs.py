"""What support headers cost beside hand-made HIP: what takes more has a reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.support_headers.__main__ import AIM, counts, functions, ratio

pytestmark = pytest.mark.toolchain


@pytest.mark.parametrize("arch", ["gfx942", pytest.param("gfx1100", marks=pytest.mark.slow)])
def test_what_takes_more_than_the_native_form_says_why(arch: str, tmp_path: Path) -> None:
    table = functions()
    found = counts(table, arch, tmp_path)
    dear = {name for name, (port, native) in found.items() if port > native * AIM}
    assert dear <= {one.name for one in table if one.why}
    assert ratio(found.values()) <= AIM
