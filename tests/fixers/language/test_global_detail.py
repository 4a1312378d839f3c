"""LNG54: whose `detail` a source means beside rocPRIM's."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

UNIT = '#include <thrust/sort.h>\n#include "ptr.h"\nusing namespace trove;\nint n = detail::size;\n'


@pytest.mark.parametrize(
    ("header", "meant"),
    [
        ("namespace trove {\nnamespace detail {\nint size;\n}\n}\n", "trove::detail"),
        ("namespace trove {\nvoid f() { }\nnamespace detail { int size; }\n}\n", "trove::detail"),
        ("namespace trove {\nint f();\n}\nnamespace detail { int size; }\n", "detail"),
        ("namespace other { namespace detail { int size; } }\n", "detail"),
    ],
)
def test_the_namespace_of_the_project(tmp_path: Path, header: str, meant: str) -> None:
    source, port = tmp_path / "source", tmp_path / "port"
    source.mkdir()
    (source / "unit.cu").write_text(UNIT)
    (source / "ptr.h").write_text(header)
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    text = (port / "unit.cu").read_text()
    assert text.endswith(UNIT.replace("detail::", f"{meant}::"))
