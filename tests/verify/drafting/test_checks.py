"""What the checks of an extension say of its arguments, as the drafted case draws them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.verify.drafting.trees import axes, body, drafted

BIND = '\nPYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f, "doc"); }\n'
CHECK_SHAPE = (
    "#define CHECK_SHAPE(x, ...) TORCH_CHECK(x.sizes() == torch::IntArrayRef({__VA_ARGS__}), #x)\n"
)


def function(statements: str, parameters: str = "const at::Tensor &x") -> str:
    return f"void f({parameters}) {{ {statements} }}{BIND}"


@pytest.mark.parametrize(
    ("statements", "dtypes"),
    [
        ("TORCH_CHECK(x.scalar_type() == at::kHalf);", '"float16"'),
        ("TORCH_CHECK(x.dtype() == torch::kInt32);", '"int32"'),
        ("run(x.data_ptr<double>());", '"float64"'),
        ("run(x.data<double>());", '"float64"'),
        ("TORCH_CHECK(x.device().is_cuda(), 1);", "float32 float16 bfloat16 float64"),
        (
            "auto t = x.scalar_type(); TORCH_CHECK(t == at::kFloat || t == at::ScalarType::Half);",
            "float32 float16",
        ),
        ("AT_DISPATCH_FLOATING_TYPES_AND_HALF(x.scalar_type(), 1, [&] {});",
         "float32 float64 float16"),
        ("switch (x.scalar_type()) { case at::kFloat: break; case at::kBFloat16: break; }",
         "float32 bfloat16"),
    ],
)  # fmt: skip
def test_types_are_those_that_the_code_takes(tmp_path: Path, statements: str, dtypes: str) -> None:
    text = drafted(tmp_path / "pack", function(statements)).text
    if dtypes.startswith('"'):
        assert f"dtype={dtypes}".replace('"', "'") in body(text, "f")
    else:
        assert axes(text, "f")["dtype"] == dtypes.split()


def test_types_of_the_projects_own_dispatch_macros(tmp_path: Path) -> None:
    macro = (
        "#define DISPATCH(T, NAME, ...) \\\n if (T == at::ScalarType::Half) { __VA_ARGS__(); } \\\n"
        " else if (T == at::ScalarType::Float) { __VA_ARGS__(); }\n"
    )
    text = drafted(
        tmp_path / "pack", macro + function('DISPATCH(x.scalar_type(), "f", [&] {});')
    ).text
    assert axes(text, "f")["dtype"] == ["float16", "float32"]


def test_sizes_that_are_equal_are_drawn_once(tmp_path: Path) -> None:
    cpp = CHECK_SHAPE + function(
        "const int rows = x.size(0); const int width = w.size(-1);"
        "CHECK_SHAPE(x, rows, width); CHECK_SHAPE(w, 3, width); CHECK_SHAPE(s, rows, width - 1);"
        "TORCH_CHECK(width >= 2 && width <= 4 && rows % 8 == 0);",
        "at::Tensor x, at::Tensor w, at::Tensor s",
    )
    text = drafted(tmp_path / "pack", cpp).text
    found = axes(text, "f")
    assert found["width"] == [2, 3, 4]
    assert all(isinstance(rows, int) and rows % 8 == 0 for rows in found["rows"])
    said = body(text, "f")
    assert "generator.normal(rows, width, " in said and "generator.normal(3, width, " in said
    assert "generator.normal(rows, width - 1, " in said


@pytest.mark.parametrize(
    ("call", "rank"),
    [
        ("x.packed_accessor32<scalar_t, 5, at::RestrictPtrTraits>()", 5),
        ("x.accessor<float,3>()", 3),
        ("x.accessor<float, 1>()", 1),
    ],
)
def test_dimensions_are_those_of_an_accessor(tmp_path: Path, call: str, rank: int) -> None:
    text = body(drafted(tmp_path / "pack", function(f"run({call});")).text, "f")
    drawn = re.search(r"generator\.\w+\(([^()=]*), dtype=", text)
    assert drawn is not None and len(drawn[1].split(",")) == rank, text


def test_an_offset_of_the_dispatchs_type_is_no_beginning_of_a_part(tmp_path: Path) -> None:
    cpp = function(
        "AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), 1, [&] {"
        " run(x.data<scalar_t>(), offset.data<scalar_t>()); });",
        "at::Tensor x, at::Tensor offset",
    )
    said = body(drafted(tmp_path / "pack", cpp).text, "f")
    assert "offset = generator.normal(" in said and "generator.offsets" not in said


def test_truth_values_are_drawn_as_such(tmp_path: Path) -> None:
    text = drafted(tmp_path / "pack", function("run(x.data_ptr<bool>());")).text
    assert "generator.integers(0, 2, " in body(text, "f") and "dtype='bool'" in body(text, "f")


def test_a_size_that_is_an_exponent_stays_small(tmp_path: Path) -> None:
    cpp = function(
        "auto E = x.size(0); auto D = x.size(1); auto S = (int64_t)(powf(degree + 1, D) + 0.5);"
        "at::empty({E, S}, x.options());",
        "at::Tensor x, int64_t degree",
    )
    text = drafted(tmp_path / "pack", cpp).text
    assert axes(text, "f")["D"] == [1, 2, 3]
    assert max(map(int, axes(text, "f")["E"])) > 32
    assert "D is an exponent" in text


def test_checks_behind_calls_count_for_the_arguments(tmp_path: Path) -> None:
    cpp = (
        "inline void check(const at::Tensor& t, const std::optional<at::Tensor>& b, int64_t n) {"
        "TORCH_CHECK(t.dim() == 3); if (b.has_value()) { TORCH_CHECK(b->size(0) == t.size(2)); }"
        "}\n"
        + function("check(x, bias_, 3);", "const at::Tensor& x, std::optional<at::Tensor> bias_")
    )
    text = drafted(tmp_path / "pack", cpp).text
    assert axes(text, "f")["with_bias"] == [False, True]
    said = body(text, "f")
    assert "generator.normal(x_0, x_1, x_2, " in said
    assert "bias = generator.normal(x_2, dtype=dtype) if with_bias else None" in said


def test_a_choice_of_layouts_is_drawn_and_a_dense_tensor_is_not(tmp_path: Path) -> None:
    either = function("TORCH_CHECK(x.dim() == 3 && (x.stride(2) == 1 || x.stride(1) == 1));")
    assert axes(drafted(tmp_path / "a", either).text, "f")["layout"] == ["rows", "columns"]
    dense = function("TORCH_CHECK(x.is_contiguous());")
    assert "layout" not in axes(drafted(tmp_path / "b", dense).text, "f")


def test_where_checks_go_two_ways_each_has_a_case(tmp_path: Path) -> None:
    cpp = function(
        "if (flat) { TORCH_CHECK(x.dim() == 2); } else { TORCH_CHECK(x.dim() == 4); }",
        "at::Tensor x, bool flat",
    )
    text = drafted(tmp_path / "pack", cpp).text
    assert "normal(x_0, x_1, dtype" in body(text, "f")
    assert "normal(x_0, x_1, x_2, x_3, dtype" in body(text, "f_otherwise")


def test_what_is_not_followed_is_said(tmp_path: Path) -> None:
    text = drafted(tmp_path / "pack", function("TORCH_CHECK(sorted(x));")).text
    assert "# Not followed: csrc/pack.cpp:2: sorted(x)" in text
    assert "# Not followed" not in drafted(tmp_path / "b", function("")).text


def test_numbers_of_elements_tell_of_rows(tmp_path: Path) -> None:
    cpp = function(
        "TORCH_CHECK(size.numel() == x.size(1)); TORCH_CHECK(more.numel() == size.numel());",
        "at::Tensor x, at::Tensor size, at::Tensor more",
    )
    said = body(drafted(tmp_path / "pack", cpp).text, "f")
    assert "size = generator.normal(x_1, dtype=dtype)" in said
    assert "more = generator.normal(x_1, dtype=dtype)" in said


def test_what_is_read_as_the_dispatched_type_has_it(tmp_path: Path) -> None:
    cpp = function(
        "TORCH_CHECK(start.numel() == x.size(1));"
        'AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "f", [&] {'
        " run(start.data_ptr<scalar_t>()); });",
        "at::Tensor x, at::Tensor start",
    )
    assert "start = generator.normal(x_1, dtype=dtype)" in body(
        drafted(tmp_path / "pack", cpp).text, "f"
    )


SEGMENTS = """
#define BY_REDUCTION(reduce, ...) [&] { constexpr int R = 1; return __VA_ARGS__(); }()
template <typename T>
__global__ void segments(const T *src, const TensorInfo<int64_t, int> info, T *out, int n) {
  int row = threadIdx.x, at = offset(row, info);
  int64_t index = info.data[at], next;
  next = __shfl_up_sync(~0u, index, 1);
  if (row > 0) assert(%s);
}
template <typename T> T* data_of(at::Tensor t) { return t.data_ptr<scalar_t>(); }
void f(const at::Tensor &x, const at::Tensor &index) {
  TORCH_CHECK(x.dim() == 1 && index.dim() == 1);
  auto info = at::cuda::detail::getTensorInfo<int64_t, int>(index);
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "f", [&] {
    data_of<int64_t>(index);
    BY_REDUCTION(reduce, [&] {
      segments<scalar_t><<<1, 32>>>(x.data_ptr<scalar_t>(), info, out, 1);
    });
  });
}
"""


@pytest.mark.parametrize(
    ("asserted", "is_sorted"),
    [("index >= next", True), ("next <= index", True), ("index != next", False),
     ("index >= row", False), ("index >= n", False)],
)  # fmt: skip
def test_numbers_that_a_kernel_asserts_the_order_of_are_sorted(
    tmp_path: Path, asserted: str, is_sorted: bool
) -> None:
    text = drafted(tmp_path / "pack", SEGMENTS % asserted + BIND).text
    drawn = (
        "index = generator.integers(0, min(3, index_0, x_0), index_0, dtype='int64').sort().values"
    )
    assert (drawn in body(text, "f")) == is_sorted
    assert ("asserted in segments: index does not fall" in text) == is_sorted


def test_the_type_of_a_dispatch_is_not_that_of_another_function(tmp_path: Path) -> None:
    """`data_of<int64_t>` has a scalar_t of its own."""
    text = drafted(tmp_path / "pack", SEGMENTS % "true" + BIND).text
    drawn = "index = generator.integers(0, min(index_0, x_0), index_0, dtype='int64')"
    assert drawn in body(text, "f")


def test_headers_of_macros_alone_are_read(tmp_path: Path) -> None:
    (tmp_path / "pack" / "include").mkdir(parents=True)
    (tmp_path / "pack" / "include" / "checks.h").write_text(
        '#pragma once\n#define MUST(x) AT_ASSERTM(x, "mismatch")\n'
    )
    text = drafted(tmp_path / "pack", function("MUST(x.dim() == 3);")).text
    assert "generator.normal(x_0, x_1, x_2, dtype=dtype)" in body(text, "f")


BACKWARD = """
class Sum : public torch::autograd::Function<Sum> {
 public:
  static variable_list forward(AutogradContext *ctx, Variable x, Variable index) {
    TORCH_CHECK(x.dim() == 1 && index.dim() == 1);
    ctx->save_for_backward({x, index});
    return {x};
  }
  static variable_list backward(AutogradContext *ctx, variable_list grads) {
    auto saved = ctx->get_saved_variables();
    auto grad = grads[0], index = saved[1];
    TORCH_CHECK(grad.size(0) == index.size(0));
    f_in_order(grad, index);
    return {grad, Variable()};
  }
};
at::Tensor g(at::Tensor x, at::Tensor index) { return Sum::apply(x, index)[0]; }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("g", &g); }
"""


def test_what_is_asserted_on_the_way_back_counts(tmp_path: Path) -> None:
    cpp = SEGMENTS.replace("void f(", "void f_in_order(") % "index >= next" + BACKWARD
    text = drafted(tmp_path / "pack", cpp).text
    drawn = (
        "index = generator.integers(0, min(3, index_0, x_0), index_0, dtype='int64').sort().values"
    )
    assert drawn in body(text, "g")
    assert "grad.size(0)" not in text  # no case draws a gradient


def test_integers_are_what_their_names_say(tmp_path: Path) -> None:
    statements = (
        "TORCH_CHECK(x.dim() == 2 && w.dim() == 3 && x.size(0) == index.numel());"
        "TORCH_CHECK(kernel_size.scalar_type() == at::kLong && kernel_size.numel() == x.size(1));"
        "TORCH_CHECK(is_open.scalar_type() == at::kByte && is_open.numel() == x.size(1));"
    )
    names = ("x", "index", "kernel_size", "is_open", "w")
    parameters = ", ".join(f"const at::Tensor &{name}" for name in names)
    lines = body(drafted(tmp_path / "pack", function(statements, parameters)).text, "f")
    assert "kernel_size = generator.integers(1, 4, x_1, dtype='int64')" in lines  # it may divide
    assert "is_open = generator.integers(0, 2, x_1, dtype='uint8')" in lines
    # Whose places they are, nothing tells: they lie in all tensors.
    assert "index = generator.integers(0, min(x_0, x_1, w_0, w_1, w_2), x_0" in lines


def test_a_size_that_a_later_tensor_has_is_known(tmp_path: Path) -> None:
    statements = "TORCH_CHECK(p.dim() == 2 && k.dim() == 1 && p.size(1) == k.numel());"
    parameters = "const at::Tensor &x, const at::Tensor &p, const at::Tensor &k"
    text = drafted(tmp_path / "pack", function(statements, parameters)).text
    assert "shape of p" not in text
    assert "p = generator.normal(p_0, p_1, dtype=dtype)" in body(text, "f")


@pytest.mark.parametrize("axis", ["p.dim() - 1", "0"])
def test_a_row_for_each_part(tmp_path: Path, axis: str) -> None:
    """Where parts begin is one number more than there are parts, and empty tensors do not count."""
    cpp = function(
        f"auto dim = {axis}; TORCH_CHECK(x.size(dim) == 0 || x.size(dim) == ptr.size(dim) - 1);",
        "at::Tensor x, at::Tensor ptr",
    ).replace("p.dim", "ptr.dim")
    text = drafted(tmp_path, cpp).text
    assert axes(text, "f")["ptr_0"] == [2, 7, 31, 32, 33, 64, 65, 129]
    said = body(text, "f")
    assert "generator.normal(ptr_0 - 1, x_1, " in said
    assert "ptr = generator.offsets(ptr_0 - 1, ptr_0 - 1)" in said


def test_places_are_those_of_parts(tmp_path: Path) -> None:
    text = drafted(tmp_path, function("run(x);", "at::Tensor start, at::Tensor rowptr")).text
    assert "start = generator.integers(0, min(start_0, parts), start_0, " in body(text, "f")
