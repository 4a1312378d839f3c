"""The process of a side: its results, and what its owner sees when it fails, hangs or dies."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from porter.errors import PorterError
from porter.verify.extension.process import Process, Setup

pytest.importorskip("torch")

CASES = """\
import os
import time

import torch
from porter.verify.extension import Output, parametrize

MODULE = "kernels"
reference = torch

@parametrize("dtype", ["float32", "bfloat16"])
def case_sums(module, generator, dtype):
    print("what a case prints is no reply")
    x = generator.normal(3, 4, dtype=dtype, grad="dx")
    return {"out": Output(module.sum(x, 1), terms=4), "copy": Output(x.detach(), exact=True)}

def case_typed(module, generator):
    values = torch.tensor([1.5, -2.0])
    return {"bits": values.bfloat16(), "truth": values > 0, "small": values.to(torch.float8_e5m2)}

def case_raises(module, generator):
    raise KeyError("left out")

def case_dies(module, generator):
    os.write(2, b"last words\\n")
    os.abort()

def case_hangs(module, generator):
    time.sleep(60)

def case_draws(module, generator):
    return {"drawn": module.rand(4)}

def case_nothing(module, generator):
    return {}
"""


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    folder = tmp_path_factory.mktemp("project")
    (folder / "cases.py").write_text(CASES)
    made = Process(Setup(str(folder), str(folder / "cases.py"), reference=True))
    yield made
    made.close()


def test_cases_and_their_points(process: Process) -> None:
    cases = process.cases(60)
    assert cases["sums"] == ["dtype=float32", "dtype=bfloat16"] and cases["dies"] == [""]


def test_results(process: Process) -> None:
    result = process.run("sums", 1, 0, 60)
    assert {name: array.dtype.name for name, array in result.arrays.items()} == {
        "out": "float64", "copy": "float64", "dx": "float64",
    }  # fmt: skip
    assert np.allclose(result.arrays["out"], result.arrays["copy"].sum(1))
    assert result.about["out"]["terms"] == 4 and result.about["copy"]["exact"]
    again = process.run("sums", 1, 0, 60)
    assert (again.arrays["dx"] == result.arrays["dx"]).all()
    assert (process.run("sums", 1, 1, 60).arrays["dx"] != result.arrays["dx"]).any()


def test_an_extension_is_imported_where_pytorch_is(tmp_path: Path) -> None:
    built = tmp_path / "built.py"  # an extension links PyTorch's libraries by their names alone
    built.write_text("import sys\nassert 'torch' in sys.modules\ndef two(): return 2\n")
    (tmp_path / "cases.py").write_text(
        'MODULE = "built"\n\ndef case_two(module, generator):\n'
        "    return {'two': generator.normal(2) * 0 + module.two()}\n"
    )
    setup = Setup(str(tmp_path / "none"), str(tmp_path / "cases.py"),
                  extensions={"built": str(built)})  # fmt: skip
    process = Process(setup)
    assert process.run("two", 0, 0, 60).arrays["two"].tolist() == [2, 2]
    process.close()


def test_cases_of_other_modules_go_without_one_that_was_not_built(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text("from torch import ones\n")
    (tmp_path / "cases.py").write_text(
        'MODULE = "kernels"\n'
        "def case_own(module, generator):\n    return {'out': module.ones(3)}\n"
        "def case_of_other(module, generator):\n"
        "    import other\n    return {'out': other.ones(3)}\n"
    )
    failed = {"kernels": "kernels was not built: no header"}
    process = Process(Setup(str(tmp_path), str(tmp_path / "cases.py"), failed=failed))
    try:
        assert process.run("of_other", 0, 0, 60).arrays["out"].tolist() == [1, 1, 1]
        for _ in range(2):
            with pytest.raises(PorterError, match="NotBuilt: kernels was not built: no header"):
                process.run("own", 0, 0, 60)
    finally:
        process.close()


def test_code_under_test_draws_the_same_on_each_side(process: Process) -> None:
    drawn = [process.run("draws", 0, seed, 60).arrays["drawn"].tolist() for seed in (0, 0, 1)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_types_that_numpy_lacks_travel_as_bits(process: Process) -> None:
    result = process.run("typed", 0, 0, 60)
    assert result.arrays["bits"].tolist() == [0x3FC0, 0xC000]
    assert result.arrays["small"].tolist() == [0x3E, 0xC0]
    assert {name: about["dtype"] for name, about in result.about.items()} == {
        "bits": "bfloat16", "truth": "bool", "small": "float8_e5m2",
    }  # fmt: skip


def test_an_exception_names_the_line_of_the_case(process: Process) -> None:
    with pytest.raises(PorterError, match=r"KeyError: 'left out' \(.*cases\.py:21\)"):
        process.run("raises", 0, 0, 60)
    assert process.run("sums", 0, 0, 60).arrays


def test_a_process_that_dies_is_started_again(process: Process) -> None:
    with pytest.raises(PorterError, match="ended with SIGABRT") as caught:
        process.run("dies", 0, 0, 60)
    assert "last words" in str(caught.value)
    assert process.run("sums", 0, 0, 60).arrays


def test_a_case_that_hangs(process: Process) -> None:
    process.cases(60)
    with pytest.raises(PorterError, match="took longer than 1 s"):
        process.run("hangs", 0, 0, 1)


def test_a_case_without_outputs(process: Process) -> None:
    with pytest.raises(PorterError, match="nothing must return a dictionary of outputs"):
        process.run("nothing", 0, 0, 60)


def test_a_file_of_cases_that_fails(tmp_path: Path) -> None:
    (tmp_path / "cases.py").write_text("import kernels_that_are_not_there\n")
    broken = Process(Setup(str(tmp_path), str(tmp_path / "cases.py")))
    for _ in range(2):
        with pytest.raises(PorterError, match=r"cases\.py:1: ModuleNotFoundError"):
            broken.cases(60)


def test_no_reference(tmp_path: Path) -> None:
    text = "MODULE = 'kernels'\ndef case_a(module, generator): ...\n"
    (tmp_path / "cases.py").write_text(text)
    process = Process(Setup(str(tmp_path), str(tmp_path / "cases.py"), reference=True))
    with pytest.raises(PorterError, match="has no reference in PyTorch"):
        process.run("a", 0, 0, 60)
    process.close()
