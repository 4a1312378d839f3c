"""Functions of the host alone are named and have no case."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verify.drafting.trees import drafted

CPP = """
torch::Tensor f(torch::Tensor x) {
    CHECKED
    return x;
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f); }
"""


@pytest.mark.parametrize(("checked", "cases"), [
    ('TORCH_CHECK(x.device().is_cpu(), "Input must be a CPU tensor");', 0),
    ('AT_ASSERTM(!x.is_cuda(), "CPU");', 0), ("CHECK_CPU(x);", 0),
    ("TORCH_CHECK(x.is_cuda());", 1), ("if (x.device().is_cpu()) return x.clone();", 1),
    ("if (x.is_cuda()) { launch(x); } else { AT_ASSERTM(!x.is_cuda(), \"CPU\"); }", 1),
    ("for (int i = 0; i < 2; i++) { CHECK_CPU(x); }", 0),
])  # fmt: skip
def test_what_the_host_runs_alone(tmp_path: Path, checked: str, cases: int) -> None:
    made = drafted(tmp_path, CPP.replace("CHECKED", checked))
    assert made.cases == cases
    assert [one.partition(":")[0] for one in made.left_out] == ["f"] * (1 - cases)
