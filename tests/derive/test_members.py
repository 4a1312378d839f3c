"""Which members HIP's structures have, read from headers of two versions."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.derive.declarations import Universe
from porter.derive.members import derive_members, write_members
from porter.derive.reader import Reader
from porter.errors import PorterError
from porter.tables import members
from porter.tables.names import load

OLD = """
typedef struct hipPointerAttribute_t { int memoryType; int device; union { int a; int b; }; }
    hipPointerAttribute_t;
typedef struct hipMemPoolProps { int allocType; } hipMemPoolProps;
struct hipOfNoOne { int x; };
"""
NEW = OLD.replace("memoryType", "type")


def read(text: str, folder: Path) -> Universe:
    """Return what a header declares."""
    folder.mkdir()
    (folder / "api.h").write_text(text, encoding="utf-8")
    reader = Reader([folder], "1.0", ["api.h"])
    reader.read("#include <api.h>\n", [f"-I{folder}"], "cpp")
    return reader.universe()


def test_a_version_holds_what_changed(tmp_path: Path) -> None:
    versions = [("5.7", read(OLD, tmp_path / "old")), ("6.4", read(NEW, tmp_path / "new"))]
    assert derive_members(versions, load("hip").names) == {
        "5.7": {
            "hipMemPoolProps": ("allocType",),
            "hipPointerAttribute_t": ("a", "b", "device", "memoryType"),
        },
        "6.4": {"hipPointerAttribute_t": ("a", "b", "device", "type")},
    }


def test_the_table_is_read_as_it_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cuda-hip").mkdir()
    table = {"6.4": {"hipA": ("x", "y"), "hipB": ("z",)}, "7.2": {"hipA": ("x",)}}
    write_members(tmp_path / "cuda-hip" / "members.toml", table)
    monkeypatch.setattr(members, "rules_folder", lambda: tmp_path)
    of = members.members_of_structures.__wrapped__
    assert of((6, 1)) == {}
    assert of((6, 4)) == {b"hipA": {b"x", b"y"}, b"hipB": {b"z"}}
    assert of((7, 10)) == {b"hipA": {b"x"}, b"hipB": {b"z"}}


def test_a_damaged_table_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cuda-hip").mkdir()
    (tmp_path / "cuda-hip" / "members.toml").write_text('[new]\nhipA = "x"\n', encoding="ascii")
    monkeypatch.setattr(members, "rules_folder", lambda: tmp_path)
    with pytest.raises(PorterError, match="no version of ROCm"):
        members.members_of_structures.__wrapped__((6, 4))
