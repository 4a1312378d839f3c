"""Handles that one function of a C interface makes and others take are made by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.extension.cases import load
from tests.verify.drafting.test_c_interface import library
from tests.verify.drafting.trees import axes, body

RETURNED = """
struct Plan { int n; std::vector<float> weights; };
extern "C" Plan *plan_create(int n, float scale) { return new Plan{n}; }
extern "C" int plan_run(const Plan *plan, const float *x, float *y, int n) { return 0; }
extern "C" void plan_step(struct Plan *plan) {}
extern "C" void plan_destroy(Plan *plan) { delete plan; }
"""


def test_what_is_returned_is_passed_on(tmp_path: Path) -> None:
    made = library(tmp_path / "pack", RETURNED, "")
    said = body(made.text, "plan_run")
    assert "plan = c_void_p(module.returning(c_void_p).plan_create(n, c_float(scale)))" in said
    assert "module.plan_run(plan, x, y, n)" in said
    assert axes(made.text, "plan_run").keys() == {"n", "scale"}  # the size is one for both
    assert "from ctypes import c_float, c_void_p" in made.text
    assert "# library.cu:3: plan: made by plan_create" in made.text
    path = tmp_path / "cases.py"
    path.write_text(made.text)
    assert list(load(path).cases) == ["plan_run"]
    (left,) = made.left_out
    assert left.startswith("plan_step: it gives nothing to compare; write a case that calls it")


@pytest.mark.parametrize("type_", ["Plan *", "plan_t ", "void *"])
def test_what_is_written_is_passed_on(tmp_path: Path, type_: str) -> None:
    code = "class Plan;\ntypedef Plan *plan_t;\n"
    code += f'extern "C" int make({type_}*out, int n) {{ *out = new Plan(n); return 0; }}\n'
    code += f'extern "C" int run({type_}plan, float *n, int m) {{ return 0; }}\n'
    said = body(library(tmp_path / "pack", code, "").text, "run")
    assert "plan = c_void_p()" in said
    assert "module.make(byref(plan), make_n)" in said  # of another kind than the n of the other
    assert "module.run(plan, n, m)" in said


def test_memory_is_no_handle(tmp_path: Path) -> None:
    code = """
extern "C" void *reserve(int n) { void *made; cudaMalloc(&made, n); return made; }
extern "C" int fill(void *memory, int *x, int n) { return 0; }
"""
    made = library(tmp_path / "pack", code, "")
    assert made.left_out[0].startswith("fill: nothing is known to pass for `void *memory`")
