"""Which default arguments of CUDA's functions HIP's lack, read from headers."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.derive.declarations import Universe
from porter.derive.defaults import derive_defaults, write_defaults
from porter.derive.reader import Reader
from porter.errors import PorterError
from porter.tables import defaults
from porter.tables.names import load

CUDA = """
#define __dv(v) = v
enum cudaMemcpyKind { cudaMemcpyHostToDevice };
typedef int cudaError_t;
cudaError_t cudaMalloc3DArray(void **array, int extent, unsigned int flags __dv(0));
cudaError_t cudaMemcpyAsync(void *to, enum cudaMemcpyKind kind __dv(cudaMemcpyHostToDevice),
                            int stream = 0);
cudaError_t cudaMemset(void *to, int value = 0);
"""
HIP = """
enum hipMemcpyKind { hipMemcpyHostToDevice };
typedef int hipError_t;
hipError_t hipMalloc3DArray(void **array, int extent, unsigned int flags);
hipError_t hipMemcpyAsync(void *to, enum hipMemcpyKind kind, int stream = 0);
hipError_t hipMemset(void *to, int value = 0);
"""


def read(text: str, folder: Path) -> Universe:
    """Return what a header declares."""
    folder.mkdir()
    (folder / "api.h").write_text(text, encoding="utf-8")
    reader = Reader([folder], "1.0", ["api.h"])
    reader.read("#include <api.h>\n", [f"-I{folder}"], "cpp")
    assert reader.problems == []
    return reader.universe()


def test_what_hip_has_no_default_for_is_written_in_hip_s_names(tmp_path: Path) -> None:
    found = derive_defaults(
        read(CUDA, tmp_path / "cuda"), read(HIP, tmp_path / "hip"), load("hip").names
    )
    assert found == {
        "cudaMalloc3DArray": {2: "0"},
        "cudaMemcpyAsync": {1: "hipMemcpyHostToDevice"},
    }


def test_the_table_is_read_as_it_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cuda-hip").mkdir()
    write_defaults(tmp_path / "cuda-hip" / "defaults.toml", {"cudaF": {2: "0, 0", 3: "0"}})
    monkeypatch.setattr(defaults, "rules_folder", lambda: tmp_path)
    assert defaults.lacking_defaults.__wrapped__() == {b"cudaF": {2: b"0, 0", 3: b"0"}}


def test_a_damaged_table_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cuda-hip").mkdir()
    (tmp_path / "cuda-hip" / "defaults.toml").write_text('[cudaF]\ntwo = "0"\n', encoding="ascii")
    monkeypatch.setattr(defaults, "rules_folder", lambda: tmp_path)
    with pytest.raises(PorterError, match="no number of arguments"):
        defaults.lacking_defaults.__wrapped__()
