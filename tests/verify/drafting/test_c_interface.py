"""Drafts for libraries that Python loads by ctypes: what headers of C say of arguments."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.verify.drafting.draft import draft
from porter.verify.drafting.draft_of_library import Draft
from porter.verify.extension.cases import load
from tests.verify.drafting.trees import axes, body

HEADER = """
#ifdef __cplusplus
extern "C" {
#endif
/* void gone(float* x, int n); */
__attribute__((visibility("default"))) void scale(float a, const float* x, float *y, int n);
int sums(const double x[], double* sums, size_t rows, size_t columns, cudaStream_t stream);
#ifdef __cplusplus
}
#endif
"""
SOURCE = """
#include "library.h"
void scale(float a, const float* x, float *y, int n) { k<<<1, n>>>(a, x, y); }
int sums(const double x[], double* sums, size_t rows, size_t columns, cudaStream_t stream) {
    return 0;
}
void not_of_c(float* x, int n) {}
extern "C" { inline int not_offered(float *x, int n) { return 0; } }
"""


def library(folder: Path, source: str = SOURCE, header: str = HEADER, **files: str) -> Draft:
    folder.mkdir(parents=True)
    (folder / "library.h").write_text(header)
    (folder / "library.cu").write_text(source)
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text)
    return draft(folder, 8)


def test_functions_of_c_are_called_with_what_their_types_say(tmp_path: Path) -> None:
    made = library(tmp_path / "pack")
    assert made.cases == 2 and made.left_out == ()  # what is inline is not offered
    said = body(made.text, "scale")
    assert "x = generator.normal(n, dtype='float32')" in said
    assert "module.returning(None).scale(c_float(a), x, y, n)" in said
    assert "module.sums(x, sums, c_int64(rows), c_int64(columns), None)" in body(made.text, "sums")
    assert "generator.normal(rows * columns, dtype='float64')" in body(made.text, "sums")
    assert "from ctypes import c_float, c_int64\n" in made.text


def test_copies_tell_how_long_memory_of_the_host_is(tmp_path: Path) -> None:
    source = """
    extern "C" void squares(const int* in, int* out, int n, int repeats) {
        size_t bytes = (size_t)n * sizeof(int);
        cudaMemcpy(d, in, bytes, cudaMemcpyHostToDevice);
        k<<<1, 1>>>(d);
        cudaMemcpy(out, d, 2 * n * sizeof(int), cudaMemcpyDeviceToHost);
    }"""
    text = library(tmp_path / "pack", source, "").text
    said = body(text, "squares")
    assert "in_ = generator.integers(0, 100, n, dtype='int32').cpu()" in said
    assert "integers(0, 100, 2 * n, dtype='int32').cpu()" in said
    assert axes(text, "squares")["repeats"] == [1, 2, 3]


@pytest.mark.parametrize(("name", "text", "module"), [
    ("use_py", "import ctypes\nlib = ctypes.CDLL('./build/libscale.so')\n", "libscale.so"),
    ("Makefile", "libfast.so: library.cu\n\tnvcc -shared -o libfast.so library.cu\n", "libfast.so"),
    ("CMakeLists_txt", "project(p)\nadd_library(wide SHARED library.cu)\n", "libwide.so"),
])  # fmt: skip
def test_the_library_is_the_one_that_is_built_or_loaded(
    tmp_path: Path, name: str, text: str, module: str
) -> None:
    made = library(tmp_path / "pack", **{name: text})
    assert f'MODULE = "{module}"' in made.text
    is_built = ("so" in text and name != "use_py") or "SHARED" in text
    assert ("SOURCES" not in made.text) == is_built


def test_names_may_stand_in_the_definition_alone(tmp_path: Path) -> None:
    header = 'extern "C" { void f(float, float *, const unsigned int *, int); }'
    source = "void f(float a, float *x, \\\n const unsigned int *places, int n) {}\n"
    made = library(tmp_path / "pack", source, header)
    assert "returning(None).f(c_float(a), x, places, n)" in body(made.text, "f")


@pytest.mark.parametrize(("names", "type_", "dtype"), [
    ("typedef std::complex<float> fcomp;", "fcomp", "complex64"),
    ("using real = double;", "real", "float64"),
    ("typedef unsigned char byte;\ntypedef byte pixel;", "pixel", "uint8"),
    ("#define DATA_TYPE float", "DATA_TYPE", "float32"),
    ("", "thrust::complex<double>", "complex128"), ("", "cufftComplex", "complex64"),
])  # fmt: skip
def test_types_may_have_names_of_the_project_s_own(
    tmp_path: Path, names: str, type_: str, dtype: str
) -> None:
    source = f'{names}\nextern "C" void f({type_} *x, int n) {{}}\n'
    said = body(library(tmp_path / "pack", source, "").text, "f")
    assert f"x = generator.{'integers(0, 100' if dtype == 'uint8' else 'normal(n'}" in said
    assert f"dtype='{dtype}'" in said


def test_functions_of_sources_that_the_library_is_not_made_of_are_none_of_its(
    tmp_path: Path,
) -> None:
    files = {
        "Makefile": "lib.so: library.cu\n\tnvcc -shared -o lib.so library.cu\n",
        "other_cu": 'extern "C" int other(float *x) { return 0; }\n',
        "use_py": "import ctypes\nlib = ctypes.CDLL('lib.so')\n",
    }
    made = library(tmp_path / "pack", **files)
    assert made.cases == 2 and "other" not in made.text


def test_a_library_is_compiled_of_what_its_functions_call_too(tmp_path: Path) -> None:
    files = {
        "kernels_cuh": "__global__ void k(float *x);\n",
        "kernels_cu": '#include "kernels.cuh"\n__global__ void k(float *x) { *x = 1; }\n',
    }
    source = '#include "kernels.cuh"\nextern "C" int f(float *x) { k<<<1, 1>>>(x); return 0; }\n'
    made = library(tmp_path / "pack", source, "", **files)
    assert 'SOURCES = ["library.cu", "kernels.cu"]' in made.text


def test_of_sources_that_define_one_function_the_library_s_own_is_taken(tmp_path: Path) -> None:
    both = 'extern "C" float *room(int n) { return 0; }\n'
    files = {
        "one_cu": both + 'extern "C" int first(float *x, int n) { return 0; }\n',
        "two_cu": both + 'extern "C" int second(float *x, int n) { return 0; }\n',
        "use_py": "import ctypes\nlib = ctypes.CDLL('./two.so')\n",
    }
    made = library(tmp_path / "pack", "", "", **files)
    assert 'SOURCES = ["two.cu"]' in made.text
    assert "second" in made.text and "first" not in made.text


def test_a_binding_of_no_extension_hides_no_library(tmp_path: Path) -> None:
    files = {
        "main_cpp": "#include <torch/extension.h>\ntorch::Tensor g(torch::Tensor x) { return x; }\n"
        'PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("g", &g); }\n',
        "use_py": "import ctypes\nlib = ctypes.CDLL('./library.so')\n",
    }
    made = library(tmp_path / "pack", **files)
    assert made.cases == 2
    assert [one for one in made.left_out if one.startswith("g: no setup.py")]


def test_functions_whose_arguments_nobody_knows_are_left_out(tmp_path: Path) -> None:
    header = '#define API extern "C"\nAPI void f(Handle* h, float* x, int n);\n'
    source = header + "API void f(Handle* h, float* x, int n) {}\n"
    assert library(tmp_path / "a", source, "").left_out == (
        "f: nothing is known to pass for `Handle *h`: no function here makes one of what can be "
        "drawn; write a case that does",
    )
    with pytest.raises(PorterError, match="a C interface"):
        library(tmp_path / "b", "void f(float* x, int n) {}\n", "")


def test_a_draft_is_a_file_of_cases(tmp_path: Path) -> None:
    path = tmp_path / "cases.py"
    path.write_text(library(tmp_path / "pack").text)
    found = load(path)
    assert found.module == "libpack.so" and list(found.cases) == ["scale", "sums"]
