"""Handles that one bound function makes and another takes are made by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.extension.cases import load
from tests.verify.drafting.trees import body, drafted

BIND = """
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("create", &create); m.def("run", &run); }
"""


@pytest.mark.parametrize(("maker", "type_"), [
    ("Plan *create(int64_t rows) { return new Plan(rows); }", "Plan *plan"),
    ("std::shared_ptr<Plan> create(int64_t rows) { return {}; }", "std::shared_ptr<Plan> plan"),
    ("int64_t create(int64_t rows) { return (int64_t)new Plan(rows); }", "int64_t plan"),
    ("fptr_t create(int64_t rows) { return (fptr_t)new Plan(rows); }", "int64_t plan"),
])  # fmt: skip
def test_a_handle_is_made(tmp_path: Path, maker: str, type_: str) -> None:
    code = f"struct Plan {{ int64_t rows; }};\n{maker}\nvoid run({type_}, at::Tensor x) {{}}\n"
    made = drafted(tmp_path / "pack", code + BIND)
    said = body(made.text, "run")
    assert ".create(rows)" in said and said.index("plan = ") < said.index(".run(plan, x)")
    path = tmp_path / "cases.py"
    path.write_text(made.text)
    assert "run" in load(path).cases


def test_what_nothing_makes_is_told(tmp_path: Path) -> None:
    code = "struct Plan { int rows; };\nint create(int n) { return 0; }\n"
    code += "void run(const Plan &plan, at::Tensor x) {}\n"
    made = drafted(tmp_path / "pack", code + BIND)
    assert "run: no bound function makes plan, a Plan; write a case that does" in made.left_out


def test_a_number_without_a_maker_is_a_number(tmp_path: Path) -> None:
    code = "int64_t create(at::Tensor x) { return 0; }\n"
    code += "void run(int64_t size, at::Tensor x) {}\n"
    assert "create(" not in body(drafted(tmp_path / "pack", code + BIND).text, "run")
