"""Limits of floats in a header that leaves CUB and Thrust to whoever includes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.fixers import Context
from porter.fixers.api.float_limits import rule
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.source import SourceFile
from porter.tables.names import tables_of

LIMITS = "#pragma once\n#include <cstdint>\n__device__ float least() { return FLT_EPSILON; }\n"


@pytest.mark.parametrize(
    ("source", "is_included"),
    [
        ("#include <thrust/fill.h>\n", True),
        ("#include <vector>\n", False),
        ("#include <cfloat>\n#include <thrust/fill.h>\n", False),
        ("#define FLT_EPSILON 1e-3f\n#include <thrust/fill.h>\n", False),
    ],
)
def test_a_header_gets_what_thrust_brought(tmp_path: Path, source: str, is_included: bool) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "limits.cuh").write_text(LIMITS)
    (tmp_path / "src" / "k.cu").write_text(f'{source}#include "limits.cuh"\n')
    write_port([tmp_path / "src"], Options(), Destination(OutputMode.OUT, tmp_path / "hip"))
    text = (tmp_path / "hip" / "limits.cuh").read_text()
    assert ("#include <cstdint>\n#include <cfloat>\n" in text) is is_included


def test_a_header_of_host_code_asks_nobody(tmp_path: Path) -> None:
    """It would be converted again whenever a file of its project changes."""
    text = b"#pragma once\n#include <cstdint>\ninline float least() { return FLT_EPSILON; }\n"
    file = SourceFile("least.h", text, root=tmp_path)
    assert not list(rule.run(file, Context(Options(), tables_of(Options()))))
    assert not file.depends_on_tree
