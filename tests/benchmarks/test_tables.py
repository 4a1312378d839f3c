"""The comparison with torch.utils.hipify: what is said of a name follows from what compiled."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from benchmarks.tables import Judge, Verdict, _word, compare, mapping, names, summary
from porter.tables.names import load

pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="its mapping is read")


@pytest.mark.parametrize(
    ("theirs", "ours", "word"),
    [
        ("hipA", "hipA", "agree"),
        ("", "hipA", "porter's alone"),
        ("hipA", "", "theirs alone, usable"),
        ("hipX", "", "theirs alone, not in ROCm's headers"),
        ("hipX", "hipA", "differ, only porter's compiles"),
        ("hipA", "hipX", "differ, only theirs compiles"),
        ("hipX", "hipY", "differ, neither compiles"),
        ("hipA", "hipB", "differ, both compile"),
        ("hipA", "hipC", "differ, one and the same"),
    ],
)
def test_a_word_for_each_case(theirs: str, ours: str, word: str) -> None:
    usable = frozenset(("hipA", "hipB", "hipC"))
    assert _word(theirs, ours, usable, frozenset({("hipA", "hipC")})) == word


def test_numbers_and_names() -> None:
    verdicts = [
        Verdict("cudaMalloc", "runtime", "hipMalloc", "hipMalloc", "agree"),
        Verdict("cuFuncSetAttribute", "driver", "hipFuncSetAttribute", "", "theirs alone, usable"),
    ]
    text = "\n".join(summary(verdicts, "2.13.0", "6.4"))
    assert "| all | 1 | 2 | 1 | 1 |" in text
    page = "\n".join(names(verdicts, load()))
    assert "cudaMalloc" not in page
    assert "a module's function" in page, "porter's reason stands beside the name"


@pytest.mark.slow
@pytest.mark.toolchain
def test_names_are_judged_by_compiling() -> None:
    theirs = {
        "CU_STREAM_WAIT_VALUE_GEQ": "hipStreamWaitValueGeq",
        "CU_MEMORYTYPE_HOST": "hipMemTypeHost",
        "cuGetErrorName": "hipGetErrorName",
        "cudaMalloc": "hipMalloc",
    }
    found = {v.cuda: v.word for v in compare(load(), theirs, Judge()) if v.theirs}
    assert found == {
        "CU_STREAM_WAIT_VALUE_GEQ": "differ, only porter's compiles",
        "CU_MEMORYTYPE_HOST": "differ, only porter's compiles",
        "cuGetErrorName": "differ, both compile",
        "cudaMalloc": "agree",
    }


def test_the_mapping_is_read_without_pytorch_itself() -> None:
    version, found = mapping()
    assert version
    assert found["cudaMalloc"] == "hipMalloc"
