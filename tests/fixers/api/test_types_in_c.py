"""API62: headers that C sources of a project read, directly or not, and that bring hipRAND's."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port


@pytest.mark.parametrize(("unit", "is_declared"), [("unit.c", True), ("unit.cpp", False)])
def test_a_header_of_a_c_source(tmp_path: Path, unit: str, is_declared: bool) -> None:
    source, port = tmp_path / "source", tmp_path / "port"
    source.mkdir()
    (source / unit).write_text('#include "outer.h"\n')
    (source / "outer.h").write_text('#include "gpu.h"\n')
    (source / "gpu.h").write_text("#pragma once\n#include <curand.h>\n")
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    text = (port / "gpu.h").read_text()
    assert ("typedef struct __half_raw __half;" in text) is is_declared
    assert text.endswith("#include <hiprand/hiprand.h>\n")
    assert (port / "outer.h").read_text() == '#include "gpu.h"\n'
