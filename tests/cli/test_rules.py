"""`porter rules`: what it says, and its exit status."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from porter.cli import group


def run(*arguments: str) -> Result:
    return CliRunner().invoke(group, ["rules", *arguments])


def test_show_a_renamed_function() -> None:
    result = run("show", "cudaMalloc")
    assert result.exit_code == 0
    assert "cudaMalloc -> hipMalloc (function of runtime)" in result.output
    assert "since 5.2" in result.output
    assert "sig=" in result.output


def test_show_a_name_that_hip_kept() -> None:
    assert "ncclAllReduce same name in HIP" in run("show", "ncclAllReduce").output


def test_show_a_header() -> None:
    assert "cuda_fp16.h -> hip/hip_fp16.h (header)" in run("show", "cuda_fp16.h").output


def test_show_a_name_without_counterpart() -> None:
    result = run("show", "cuTensorMapEncodeTiled")
    assert result.exit_code == 0
    assert "not in HIP" in result.output
    assert "AMD GPUs have no such unit" in result.output


def test_show_a_bare_name_of_a_namespace() -> None:
    assert "cub::BlockLoad -> hipcub::BlockLoad" in run("show", "BlockLoad").output


def test_show_how_parameters_differ() -> None:
    result = run("show", "__shfl_sync")
    assert "mask:64 bits" in result.output
    assert "not in 5.7" in result.output


def test_show_a_name_of_pytorch() -> None:
    assert "c10/hip/HIPStream.h" in run("show", "c10/cuda/CUDAStream.h").output


def test_an_unknown_name_gets_suggestions_and_status_1() -> None:
    result = run("show", "cudaMaloc", "cudaFree")
    assert result.exit_code == 1
    assert "cudaMaloc: in no table" in result.output
    assert "did you mean cudaMalloc" in result.output
    assert "cudaFree -> hipFree" in result.output


def test_show_as_json() -> None:
    result = run("show", "cudaFree", "cudaNonsense", "--json")
    found, unknown = (json.loads(line) for line in result.output.splitlines())
    assert found["rows"][0]["hip"] == "hipFree"
    assert unknown["rows"] == []


def test_stats_add_up() -> None:
    rows = json.loads(run("stats", "--json").output)
    for row in rows:
        assert row["names"] == row["mapped"] + row["missing"]
        assert row["mapped"] == row["clean"] + row["care"]
        assert row["undecided"] == 0
    total = next(row for row in rows if row["library"] == "all")
    own = [row for row in rows if row["library"].startswith("roc")]
    assert total["mapped"] == sum(row["mapped"] for row in rows if row not in (total, *own))
    assert "runtime" in run("stats").output


@pytest.mark.parametrize("command", ["derive", "derive-torch"])
def test_deriving_without_headers_is_wrong_use(command: str) -> None:
    assert run(command).exit_code == 2
