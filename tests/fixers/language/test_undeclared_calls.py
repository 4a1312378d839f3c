"""LNG57: C sources that call the runtime and include headers of their project."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

UNIT = '#include "kernels.h"\n#include <string.h>\nint main(void) { return cudaSetDevice(0); }\n'


@pytest.mark.parametrize(
    ("header", "is_added"),
    [
        ("int run(void);\n", True),
        ('#include "more.h"\n', True),
        ("#include <cuda_runtime_api.h>\nint run(void);\n", False),
        ("#include <nowhere.h>\n", True),
        ('#include "more.h"\n#include "cublas_v2.h"\n', False),
    ],
)
def test_headers_of_the_project_are_asked_for_the_declaration(
    tmp_path: Path, header: str, is_added: bool
) -> None:
    source, port = tmp_path / "source", tmp_path / "port"
    source.mkdir()
    (source / "main.c").write_text(UNIT)
    (source / "kernels.h").write_text(header)
    (source / "more.h").write_text("void more(void);\n")
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    text = (port / "main.c").read_text()
    assert text.endswith(UNIT.replace("cudaSet", "hipSet"))
    assert text.startswith("#ifdef __has_include\n") is is_added


def test_functions_of_the_projects_own_are_not_the_runtimes(tmp_path: Path) -> None:
    source, port = tmp_path / "source", tmp_path / "port"
    source.mkdir()
    text = "int cudaSetDevice(int one) { return one; }\nint f(void) { return cudaSetDevice(0); }\n"
    (source / "fake.c").write_text(text)
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    assert (port / "fake.c").read_text() == text
