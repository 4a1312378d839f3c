"""`CHECK(x.size(1) == 1)` of c10's logging, which ends the process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verify.drafting.trees import body, drafted

FUNCTION = """
at::Tensor f(at::Tensor x, at::Tensor y) {
    TORCH_CHECK(x.dim() == 3 && y.dim() == 2);
    CHECK(x.size(2) == y.size(1));
    return x;
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f); }
"""


@pytest.mark.parametrize(
    ("own", "shape"),
    [("", "x_0, x_1, x_2"), ("#define CHECK(call) report(call)\n", "y_0, y_1")],
)
def test_it_ties_sizes_but_where_the_project_has_its_own(
    tmp_path: Path, own: str, shape: str
) -> None:
    made = drafted(tmp_path, own + FUNCTION)
    assert shape in body(made.text, "f")
    assert ("y_1" in body(made.text, "f")) == bool(own)
