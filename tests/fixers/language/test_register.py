"""LNG06: a `.c` file that a unit of C++ includes is C++."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port


@pytest.mark.parametrize(("unit", "is_cpp"), [("parser.cu", True), ("list.c", False)])
def test_the_keyword_stays_in_c_alone(tmp_path: Path, unit: str, is_cpp: bool) -> None:
    source, port = tmp_path / "source", tmp_path / "port"
    source.mkdir()
    (source / unit).write_text('#include "lex.yy.c"\nint main(void) { return cudaSetDevice(0); }\n')
    (source / "lex.yy.c").write_text("int next(void) { register int i = 0; return i; }\n")
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    assert ("register" not in (port / "lex.yy.c").read_text()) is is_cpp
