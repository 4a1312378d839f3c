"""`this->` in front of members of a dependent base that a header of the project has."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

TABLE = """
#pragma once
template <typename Key> class Table {
 public:
  __device__ Key find(Key id) const { return place(id); }
 protected:
  __device__ Key place(Key id) const { return id % size_; }
  Key size_;
};
"""
UNIT = """
#include "table.cuh"
template <typename Key> class Mutable : public Table<Key> {
 public:
  __device__ Key search(Key id) { return place(id) + 1; }
};
"""


def ported(folder: Path, **files: str) -> str:
    """Return what becomes of `unit.cu`, beside headers."""
    for name, text in files.items():
        (folder / "src").mkdir(exist_ok=True)
        (folder / "src" / name.replace("_", ".")).write_text(text)
    out = folder / "src_hip"
    write_port([folder / "src"], Options(), Destination(OutputMode.OUT, out))
    return (out / "unit.cu").read_text()


def test_a_base_of_a_header(tmp_path: Path) -> None:
    text = ported(tmp_path, unit_cu=UNIT, table_cuh=TABLE)
    assert "return this->place(id) + 1;" in text


def test_the_base_of_a_base(tmp_path: Path) -> None:
    between = """
    #include "slots.cuh"
    template <typename Key> class Table : public Slots<Key> { void one(); };
    """
    slots = TABLE.replace("Table", "Slots")
    text = ported(tmp_path, unit_cu=UNIT, table_cuh=between, slots_cuh=slots)
    assert "return this->place(id) + 1;" in text


@pytest.mark.parametrize(
    "other",
    [
        "__device__ int place(int id);",
        "#define place(id) (id)",
        "template <typename Key> class Table { int place(int); };",
    ],
    ids=["a function", "a macro", "a class of the same name"],
)
def test_what_another_header_may_mean(tmp_path: Path, other: str) -> None:
    unit = '#include "other.cuh"\n' + UNIT
    assert "this->" not in ported(tmp_path, unit_cu=unit, table_cuh=TABLE, other_cuh=other)


def test_a_class_that_is_there_twice(tmp_path: Path) -> None:
    unit = UNIT + "template <> class Mutable<int> { int place(int); };\n"
    assert "this->" not in ported(tmp_path, unit_cu=unit, table_cuh=TABLE)
