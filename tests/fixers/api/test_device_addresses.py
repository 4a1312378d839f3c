"""Addresses that a class of a header holds are cast in the sources that include it."""

from __future__ import annotations

from pathlib import Path

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

HEADER = "#include <cuda.h>\nclass Vector { CUdeviceptr d_p; size_t size; void grow(); };\n"
SOURCE = """\
#include "vector.h"
void Vector::grow() {
  CUdeviceptr at;
  if (size == LIMIT && d_p != 0ULL) cuMemAddressReserve(&at, size, 0, d_p + size, 0);
}
"""


def ported(folder: Path, **files: str) -> str:
    for name, text in {"vector_h": HEADER, "vector_cpp": SOURCE, **files}.items():
        path = folder / "up" / name.replace("_", ".")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    write_port([folder / "up"], Options(), Destination(OutputMode.OUT, folder / "out"))
    return (folder / "out" / "vector.cpp").read_text()


def test_a_member_of_a_header_s_class(tmp_path: Path) -> None:
    assert "(char *)d_p + size" in ported(tmp_path)


def test_a_name_that_another_header_declares_otherwise_stays(tmp_path: Path) -> None:
    other = '#include "vector.h"\nstruct Other { float *d_p; CUdeviceptr q; };\n'
    text = ported(tmp_path, other_h=other, vector_cpp='#include "other.h"\n' + SOURCE)
    assert ", d_p + size" in text
