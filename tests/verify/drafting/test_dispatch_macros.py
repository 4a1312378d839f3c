"""Macros that dispatch, PyTorch's and a project's own, tell which types and numbers are taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verify.drafting.trees import axes, body, drafted

BIND = '\nPYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f, "doc"); }\n'
#: Bodies that code is given to as the last argument.
CASES = r"""
#define CASE(type, T, ...) case type: { using T = int; return __VA_ARGS__(); }
#define HALVES(T, ...) CASE(at::ScalarType::Half, T, __VA_ARGS__) \
    CASE(at::ScalarType::BFloat16, T, __VA_ARGS__)
#define DISPATCH_HALVES(TYPE, T, ...) [&] { switch (TYPE) { HALVES(T, __VA_ARGS__) \
    default: { std::ostringstream said; said << TYPE; \
        TORCH_CHECK(false, said.str()); return; } } }()
#define DISPATCH_OWN(TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, \
    AT_DISPATCH_CASE(at::ScalarType::Half, __VA_ARGS__) \
    AT_DISPATCH_CASE(at::ScalarType::BFloat16, __VA_ARGS__))
#define DISPATCH_IF(TYPE, NAME, ...) if (TYPE == at::kHalf) { __VA_ARGS__(); } \
    else if (TYPE == at::kBFloat16) { __VA_ARGS__(); } else { AT_ERROR(NAME); }
#define LISTED_DISPATCH(TYPE, T, TYPES, CODE) { switch (TYPE) { EACH(CODE, TYPES) } }
"""


@pytest.mark.parametrize(
    "use",
    [
        "DISPATCH_HALVES(x.scalar_type(), scalar_t, [&] { run(x); });",
        'DISPATCH_OWN(x.scalar_type(), "f", [&] { run(x); });',
        'DISPATCH_IF(x.scalar_type(), "f", [&] { run(x); });',
        "LISTED_DISPATCH(type, scalar_t, (at::ScalarType::Half, at::ScalarType::BFloat16),"
        " (run<scalar_t>(x);));",
    ],
)
def test_types(tmp_path: Path, use: str) -> None:
    cpp = f"{CASES}void f(at::Tensor x) {{ const auto type = x.scalar_type(); {use} }}{BIND}"
    text = drafted(tmp_path, cpp).text
    assert sorted(axes(text, "f")["dtype"]) == ["bfloat16", "float16"], body(text, "f")


NUMBERS = r"""
#define DISPATCH_DIM(dim, D, ...) if (dim == 32) { constexpr int D = 32; __VA_ARGS__(); } \
    else if (dim == 64 || dim == 96) { constexpr int D = 64; __VA_ARGS__(); } \
    else { throw std::invalid_argument("dim"); }
#define DIM_SWITCH(dim, D, ...) [&] { switch (dim) { case 32: { return __VA_ARGS__(); } \
    case 64: case 96: { return __VA_ARGS__(); } default: AT_ERROR("dim"); } }()
#define VALUE_DISPATCH(VALUE, NAME, VALUES, CODE, OTHERS) { switch (VALUE) { \
    EACH(NAME, CODE, VALUES) default: { OTHERS } } }
"""


@pytest.mark.parametrize(
    "use",
    [
        "DISPATCH_DIM(dim, D, [&] { run<D>(x); });",
        "DIM_SWITCH(dim, D, [&] { run<D>(x); });",
        "VALUE_DISPATCH(dim, D, (32, 64, 96), (run<D>(x);), ());",
        "if (dim == 32) run<32>(x); else if (dim == 64) run<64>(x); else if (dim == 96) run(x);"
        ' else TORCH_CHECK(false, "dim");',
    ],
)
def test_numbers(tmp_path: Path, use: str) -> None:
    cpp = f"{NUMBERS}void f(at::Tensor x) {{ const int dim = x.size(1); {use} }}{BIND}"
    assert axes(drafted(tmp_path, cpp).text, "f")["dim"] == [32, 64, 96]


@pytest.mark.parametrize(
    "use",
    [
        "if (dim == 32) run<32>(x); else if (dim == 64) run<64>(x); else run<0>(x);",
        "if (dim == 32) run<32>(x); else TORCH_CHECK(x.dim() == 2);",
        "max_of(dim, D, (32, 64, 96));",
    ],
)
def test_what_refuses_nothing_tells_nothing(tmp_path: Path, use: str) -> None:
    cpp = (
        "#define max_of(dim, D, ...) largest(dim, __VA_ARGS__)\n"
        f"void f(at::Tensor x) {{ const int dim = x.size(1); {use} }}{BIND}"
    )
    assert axes(drafted(tmp_path, cpp).text, "f")["dim"] != [32, 64, 96]
