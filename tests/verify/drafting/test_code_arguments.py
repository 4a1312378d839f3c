"""Statements in parentheses that a macro is given, and what the code asserts and reads in them."""

from __future__ import annotations

from pathlib import Path

from porter.source.file import SourceFile
from porter.verify.drafting.code_arguments import with_lambdas
from tests.verify.drafting.trees import axes, body, drafted

BIND = '\nPYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f, "doc"); }\n'


def test_they_are_lambdas() -> None:
    code = (
        b"SWITCH(n, N, (1, 2), (\n  run<N>(x);\n  EACH(k, (go(k);))\n), ())\n"
        b"f(a, (b)); G((int)x);\n"
    )
    made = with_lambdas(SourceFile("a.cu", code))
    assert made == (
        b"SWITCH(n, N, (1, 2), [&]{\n  run<N>(x);\n  EACH(k, [&]{go(k);;})\n;}, ())\n"
        b"f(a, (b)); G((int)x);\n"
    )


def test_what_parsers_take_stays() -> None:
    code = b"DISPATCH(n, ([&] { run(); })); LOG(({ f(); 1; })); /* M(a, (b;)) */ M(a, (b));\n"
    assert with_lambdas(SourceFile("a.cu", code)) == code


def test_dispatch_by_lists_in_one_another(tmp_path: Path) -> None:
    cpp = r"""
#define TYPE_DISPATCH(TYPE, T, TYPES, CODE, OTHER) { switch (TYPE) { EACH(T, CODE, TYPES) } }
#define VALUE_DISPATCH(VALUE, N, VALUES, CODE, OTHER) { switch (VALUE) { EACH(N, CODE, VALUES) } }
#define ACCESSOR(x, n, T) x.packed_accessor32<T, n, at::RestrictPtrTraits>()
void f(at::Tensor x, at::Tensor weight, at::optional<at::Tensor> mask) {
  const bool is_merged = x.ndimension() == 2;
  if (is_merged) { assert(("two", weight.ndimension() == 2)); x = x.unsqueeze(1); }
  const auto type = x.scalar_type();
  const int dim = x.size(2), other = weight.size(1);
  assert(("the same", dim == other));
  auto mask_value = mask.has_value() ? mask.value() : at::empty({0, 0});
  TYPE_DISPATCH(type, scalar_t, (at::ScalarType::Half, at::ScalarType::Float), (
  VALUE_DISPATCH(dim, D, (16, 32, 64), (
    run<scalar_t, D><<<1, 64>>>(ACCESSOR(x, 3, scalar_t), ACCESSOR(weight, 2, scalar_t),
                                ACCESSOR(mask_value, 2, bool));
  ), ())
  ), ())
}
"""
    text = drafted(tmp_path, cpp + BIND).text
    assert sorted(axes(text, "f")["dtype"]) == ["float16", "float32"]
    assert axes(text, "f")["dim"] == [16, 32, 64]
    said = body(text, "f")
    assert "dim, dtype=dtype" in said.partition("weight = ")[2].partition("\n")[0]
    assert "'bool'" in said.partition("mask = ")[2]
