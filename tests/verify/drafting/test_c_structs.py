"""Structs that hold memory and say how much are made, and their memory is compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.extension.cases import load
from tests.verify.drafting.test_c_interface import library
from tests.verify.drafting.trees import axes, body

MATRIX = """
struct matrix { float *data_host, *data_device; int on_device; int size[2]; int is_trans; };
"""
CODE = """
extern "C" int add(matrix *a, struct matrix* column, const matrix *sum, float by) {
    if (!a->on_device || a->is_trans) return 2;
    if (column->size[1] != 1 || a->size[0] != sum->size[1]) { return 1; }
    k<<<1, 32>>>(a->data_device, sum->data_device, by);
    return 0;
}
"""


def test_structs_are_made_of_their_fields(tmp_path: Path) -> None:
    made = library(tmp_path / "pack", MATRIX + CODE, "")
    said = body(made.text, "add")
    assert "a_data_host = generator.normal(size_0 * size_1, dtype='float32').cpu()" in said
    assert "a_data_device = generator.normal(size_0 * size_1, dtype='float32')\n" in said
    assert (
        "a = record(data_host=a_data_host, data_device=a_data_device, on_device=c_int(1), "
        "size=(c_int * 2)(size_0, size_1), is_trans=c_int(0))" in said
    )
    assert "column = record(" in said and "size=(c_int * 2)(size_0, 1)" in said
    assert "size=(c_int * 2)(size_0, size_0)" in said  # the sum's, as it is asked for
    assert "module.add(byref(a), byref(column), byref(sum), c_float(by))" in said
    assert "sum_data_device=sum_data_device" in said
    assert axes(made.text, "add")["size_0"] == [1, 3, 16, 31, 33, 64]
    path = tmp_path / "cases.py"
    path.write_text(made.text)
    assert list(load(path).cases) == ["add"]


@pytest.mark.parametrize(("struct", "wanted"), [
    ("typedef struct { double *p; int rows, cols; } matrix;",
     "record(p=a_p, rows=c_int(rows), cols=c_int(cols))"),
    ("typedef struct m_ { int *p; size_t n; } matrix;", "record(p=a_p, n=c_int64(n))"),
    ("struct matrix { float *p; int width; int height; int stride; int length; };",
     "stride=c_int(height), length=c_int(width * height))"),
    ("struct matrix { float *p; float scale; int n; bool owned; };",
     "record(p=a_p, scale=c_float(1.0), n=c_int(n), owned=c_bool(0))"),
])  # fmt: skip
def test_sizes_are_told_by_their_names(tmp_path: Path, struct: str, wanted: str) -> None:
    code = struct + '\nextern "C" int f(matrix *a) { return 0; }\n'
    assert wanted in body(library(tmp_path / "pack", code, "").text, "f")


def test_structs_may_be_given_as_they_are(tmp_path: Path) -> None:
    code = MATRIX + 'extern "C" void f(matrix a) {}\n'
    assert "returning(None).f(a)" in body(library(tmp_path / "pack", code, "").text, "f")


@pytest.mark.parametrize("struct", [
    "struct matrix { float **p; int n; };", "struct matrix { Other o; float *p; int n; };",
    "struct matrix { void *p; int n; };", "struct matrix;",
])  # fmt: skip
def test_structs_that_nobody_knows_are_told_of(tmp_path: Path, struct: str) -> None:
    code = struct + '\nextern "C" int f(matrix *a, float *x) { return 0; }\n'
    made = library(tmp_path / "pack", code, "")
    (said,) = made.left_out
    assert said.startswith("f: nothing is known to pass for `matrix *a`: ")


FILLED = """
struct net { float *weights; float *out; };
extern "C" void net_init(net *to, int layers) { ALLOCATED }
extern "C" void net_run(net *by, float *x, int n) { k<<<1, n>>>(by->weights, x); }
"""


@pytest.mark.parametrize("allocated", [
    "to->weights = (float *)malloc(layers * 4);", "cudaMalloc((void **)&to->weights, layers * 4);",
    "cudaMalloc(&(to->out), layers);", "to->out = new float[layers];",
])  # fmt: skip
def test_structs_that_another_function_fills_are_told_of(tmp_path: Path, allocated: str) -> None:
    made = library(tmp_path / "pack", FILLED.replace("ALLOCATED", allocated), "")
    said = "net_run: net_init allocates what `net *by` holds; write a case that calls it first"
    assert said in made.left_out and "def case_net_run" not in made.text


def test_structs_that_are_given_what_is_there_are_made(tmp_path: Path) -> None:
    code = FILLED.replace("ALLOCATED", "to->weights = nullptr; int *own = (int *)malloc(layers);")
    assert "def case_net_run" in library(tmp_path / "pack", code, "").text


def test_structs_of_numbers_alone_are_made(tmp_path: Path) -> None:
    code = "struct shape { float step; int rows; int cols; };\n"
    code += 'extern "C" int f(shape s, float *x) { return 0; }\n'
    said = body(library(tmp_path / "pack", code, "").text, "f")
    assert "s = record(step=c_float(1.0), rows=c_int(rows), cols=c_int(cols))" in said
    assert "x = generator.normal(rows * cols, dtype='float32')" in said


def test_memory_of_no_size_is_as_long_as_all_sizes_allow(tmp_path: Path) -> None:
    code = "struct table { const float *keys; };\n"
    code += 'extern "C" int f(table *t, float *x, int n) { return 0; }\n'
    code += 'extern "C" int g(table *t) { return 0; }\n'
    text = library(tmp_path / "pack", code, "").text
    assert "t_keys = generator.normal(n, dtype='float32')" in body(text, "f")
    assert "t_keys = generator.normal(1024, dtype='float32')" in body(text, "g")
    assert "# Not followed: library.cu:2: how much memory t holds" in text


def test_what_frees_its_memory_is_left_out(tmp_path: Path) -> None:
    code = MATRIX + 'extern "C" int f(matrix *a) { return cudaFree(a->data_device); }\n'
    made = library(tmp_path / "pack", code, "")
    assert made.left_out == ("f: it frees what it is given",)


def test_what_the_host_writes_to_is_its_memory(tmp_path: Path) -> None:
    code = 'extern "C" float f(const float *x, int *error, int n) { *error = 0; return 1; }\n'
    said = body(library(tmp_path / "pack", code, "").text, "f")
    assert "error = generator.integers(0, 100, n, dtype='int32').cpu()" in said
    assert "module.returning(c_float).f(x, error, n)" in said
