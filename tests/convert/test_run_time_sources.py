"""A source that a program compiles when it runs holds its support headers itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

KERNEL = """\
extern "C" __global__ void sums(int *x) {
  x[threadIdx.x] = __shfl_down_sync(0xffffffff, x[threadIdx.x], 1);
}
"""
HOST = """\
#include <nvrtc.h>
const char *source = find("../kernels/sums.cu");
"""


def ported(folder: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    out = folder.with_name(folder.name + "_hip")
    write_port([folder], Options(), Destination(OutputMode.OUT, out))
    return out


@pytest.mark.parametrize("place", ["a/sums.cu", "kernels/sums.cu"])
def test_it_includes_nothing_of_the_port_s(tmp_path: Path, place: str) -> None:
    host = "a/main.cpp" if place.startswith("a/") else "main.cpp"
    port = ported(tmp_path / "up", {place: KERNEL, host: HOST})
    text = (port / place).read_text()
    assert "porter_compat" not in text
    assert "#define PORTER_INLINED_WARP_HPP" in text
    assert "porter::shfl_down_sync(" in text
    assert not (port / "porter_compat").exists()


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    port = ported(tmp_path / "up", {"sums.cu": KERNEL, "main.cpp": HOST})
    text = (port / "sums.cu").read_text()
    again = ported(tmp_path / "again", {"sums.cu": text, "main.cpp": HOST})
    assert (again / "sums.cu").read_text() == text


@pytest.mark.parametrize(
    "host",
    [
        '#include <nvrtc.h>\n#include "sums.cu"\n',
        'const char *source = "sums.cu";\n',
        '#include <nvrtc.h>\nconst char *source = "other_sums.cu";\n',
    ],
    ids=["included", "no compiler", "another"],
)
def test_other_sources_include_them(tmp_path: Path, host: str) -> None:
    port = ported(tmp_path / "up", {"sums.cu": KERNEL, "main.cpp": host})
    assert '#include "porter_compat/warp.hpp"' in (port / "sums.cu").read_text()
