"""Shapes and types that no check tells: by what the code asks of a tensor, or takes it for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verify.drafting.trees import axes, body, drafted

BIND = '\nPYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f, "doc"); }\n'


def cpp(statements: str, parameters: str = "at::Tensor x") -> str:
    return f"void f({parameters}) {{ {statements} }}{BIND}"


@pytest.mark.parametrize(
    "statements",
    [
        "run(make_long4(x.size(0), x.size(1), x.size(2), x.size(3)));",
        "run(x.stride(3));",
        "run(x.sizes()[3]);",
        "kernel<<<x.size(3), 64>>>(x.data<float>());",
    ],
)
def test_a_tensor_has_the_dimensions_that_are_asked_for(tmp_path: Path, statements: str) -> None:
    text = drafted(tmp_path / "pack", cpp(statements)).text
    assert "generator.normal(x_0, x_1, x_2, x_3," in body(text, "f")


def test_a_tensor_of_which_less_is_asked_has_fewer_dimensions_than_the_first(
    tmp_path: Path,
) -> None:
    statements = "run(x.size(3), y.size(1), z.numel());"
    text = drafted(tmp_path / "pack", cpp(statements, "at::Tensor x, at::Tensor y, at::Tensor z"))
    said = body(text.text, "f")
    assert "y = generator.normal(x_0, x_1, dtype=dtype, room=True)" in said
    assert "z = generator.normal(x_0, x_1, x_2, x_3, dtype=dtype, room=True)" in said


def test_a_tensor_of_which_more_is_asked_has_more_dimensions_than_the_first(tmp_path: Path) -> None:
    statements = "run(x.size(1), y.size(2));"
    text = drafted(tmp_path / "pack", cpp(statements, "at::Tensor x, at::Tensor y"))
    assert "y = generator.normal(x_0, x_1, y_2, dtype=dtype, room=True)" in body(text.text, "f")


def test_tensors_of_as_many_dimensions_have_the_same_sizes_where_nothing_tells(
    tmp_path: Path,
) -> None:
    statements = "run(x.packed_accessor32<float, 3>(), y.packed_accessor32<float, 3>());"
    text = drafted(tmp_path / "pack", cpp(statements, "at::Tensor x, at::Tensor y")).text
    assert "y = generator.normal(x_0, x_1, x_2, dtype='float32')" in body(text, "f")


@pytest.mark.parametrize(
    "cast",
    [
        "(float3 *)x.contiguous().data_ptr<float>()",
        "reinterpret_cast<const float3 *>(x.data<float>())",
    ],
)
def test_what_is_taken_for_vectors_has_rows_of_them(tmp_path: Path, cast: str) -> None:
    text = drafted(tmp_path / "pack", cpp(f"int n = x.size(0); run(n, {cast});")).text
    assert "generator.normal(n, 3, dtype='float32'" in body(text, "f")


def test_vectors_of_more_dimensions_are_in_the_last(tmp_path: Path) -> None:
    statements = "int n = x.size(0), m = x.size(1); run((float4 *)x.data_ptr<float>());"
    text = drafted(tmp_path / "pack", cpp(statements)).text
    assert all(int(str(one)) % 4 == 0 for one in axes(text, "f")["m"])


KERNEL = """
__global__ void sums(int n, const float *__restrict__ xyz, const float *w, float *out) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float a = xyz[(blockIdx.x * n + i) * 3 + 0], b = xyz[(blockIdx.x * n + i)*3+1];
    out[i] = a + b + xyz[(blockIdx.x * n + i) * 3 + 2] + w[i * 2 + 1];
  }
}
"""


def test_what_a_kernel_reads_in_rows_has_them(tmp_path: Path) -> None:
    launch = (
        "sums<<<points.size(0), 64>>>(points.size(1), points.data<float>(), w.data<float>(), o);"
    )
    sizes = "int b = points.size(0), k = w.size(0);"
    code = KERNEL + cpp(f"{sizes} {launch}", "at::Tensor points, at::Tensor w")
    said = body(drafted(tmp_path / "pack", code).text, "f")
    assert "generator.normal(b, points_1, 3, dtype='float32')" in said
    assert "w = generator.normal(k, 2, dtype='float32')" in said


def test_what_a_kernel_copies_in_rows_has_them(tmp_path: Path) -> None:
    code = (
        "__global__ void copy(int n, const float *p) { __shared__ float near[96];\n"
        "for (int j = threadIdx.x; j < 96; j += 32) near[j] = p[(blockIdx.x * n) * 3 + j]; }\n"
    ) + cpp("copy<<<x.size(0), 32>>>(x.size(1), x.data<float>());")
    assert "generator.normal(x_0, x_1, 3, " in body(drafted(tmp_path / "p", code).text, "f")


def test_the_first_of_three_sizes_or_more_is_the_batch(tmp_path: Path) -> None:
    statements = "run(x.size(2)); int n = y.size(1); TORCH_CHECK(y.size(3) == 4);"
    text = drafted(tmp_path / "pack", cpp(statements, "at::Tensor x, at::Tensor y")).text
    assert "y = generator.normal(x_0, n, y_2, 4, dtype=dtype)" in body(text, "f")


def test_what_may_be_read_on_is_not_laid_out_otherwise(tmp_path: Path) -> None:
    text = drafted(tmp_path / "pack", cpp("run(x.data<float>());")).text
    assert "room=True" in body(text, "f") and "layout" not in axes(text, "f")


@pytest.mark.parametrize(
    "check",
    [
        "TORCH_CHECK(x.type().is_cuda(), 1);",
        "TORCH_CHECK(x.device().type() == at::Device::Type::CUDA, 1);",
        "TORCH_CHECK(x.device().type() == torch::kCUDA, 1);",
        "TORCH_CHECK(x.options().device().is_cuda(), 1);",
    ],
)
def test_checks_of_the_device_are_read(tmp_path: Path, check: str) -> None:
    assert "Not followed" not in drafted(tmp_path / "pack", cpp(check)).text


def test_a_dispatch_over_the_old_type(tmp_path: Path) -> None:
    statements = 'AT_DISPATCH_FLOATING_TYPES(x.type(), "f", [&] { run(x.data<scalar_t>()); });'
    text = drafted(tmp_path / "pack", cpp(statements)).text
    assert axes(text, "f")["dtype"] == ["float32", "float64"]


PYTHON = """
import torch
import pack_cuda

class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, inputs, kernel, k):
        kernel_h, kernel_w = kernel.shape
        _, channel, in_h, in_w = inputs.size()
        return pack_cuda.f(inputs, kernel)

def f(x, kernel, k=2):
    return F.apply(x, kernel, k)
"""


def test_python_takes_shapes_apart_on_the_way(tmp_path: Path) -> None:
    code = cpp("run(x);", "at::Tensor x, at::Tensor kernel")
    said = body(drafted(tmp_path / "pack", code, PYTHON).text, "f")
    assert "generator.normal(x_0, channel, in_h, in_w," in said
    assert "generator.normal(kernel_h, kernel_w," in said


SEGMENTS = """
    TORCH_CHECK(chunk_starts.ndimension() == 1 && chunk_cnts.ndimension() == 1);
    TORCH_CHECK(chunk_starts.size(0) == chunk_cnts.size(0));
    TORCH_CHECK(inputs.ndimension() == 1);
    run(chunk_starts.data_ptr<int64_t>(), chunk_cnts.data_ptr<int64_t>(), inputs.data_ptr<float>());
"""


def test_segments_do_not_overlap_and_end_within_what_they_are_of(tmp_path: Path) -> None:
    """Of those drawn one by one two threads wrote the same places."""
    parameters = "at::Tensor chunk_starts, at::Tensor chunk_cnts, at::Tensor inputs"
    text = drafted(tmp_path / "pack", cpp(SEGMENTS, parameters)).text
    said = " ".join(body(text, "f").split())
    drawn = "generator.integers(0, inputs_0, chunk_starts_0, dtype='int64').sort().values"
    assert f"chunk_starts = {drawn}" in said
    assert "chunk_cnts = chunk_starts.diff(append=chunk_starts.new_tensor([inputs_0]))" in said
    assert "# by their names: chunk_starts and chunk_cnts tell of segments of inputs" in text


@pytest.mark.parametrize("other", ["ray_cnts", "chunk_ids"])
def test_what_is_not_called_alike_tells_of_no_segments(tmp_path: Path, other: str) -> None:
    parameters = f"at::Tensor chunk_starts, at::Tensor {other}, at::Tensor inputs"
    statements = SEGMENTS.replace("chunk_cnts", other)
    said = body(drafted(tmp_path / "pack", cpp(statements, parameters)).text, "f")
    assert "diff(" not in said


ACCESSORS = """
template <typename T> __global__ void k(
    const torch::PackedTensorAccessor32<T, 4> maps, const torch::PackedTensorAccessor32<T, 5> at,
    const torch::PackedTensorAccessor32<T, 4> others) {
  int b = blockIdx.x, h1 = threadIdx.x, w1 = threadIdx.y;
  auto row = maps[b][h1][w1], other = others[b][h1 + 1][w1 + 1];
  for (int n = 0; n < at.size(1); n++) row[0] += at[b][n][h1][w1][0] + at[b][n][h1][w1][1];
}
"""


def test_dimensions_that_are_read_at_the_same_place_are_as_long(tmp_path: Path) -> None:
    """Coordinates of more pixels than the maps have were read behind their end."""
    statements = (
        "k<float><<<1, dim3(8, 8)>>>("
        "maps.packed_accessor32<float, 4>(), at.packed_accessor32<float, 5>(), "
        "others.packed_accessor32<float, 4>());"
    )
    code = ACCESSORS + cpp(statements, "at::Tensor maps, at::Tensor at, at::Tensor others")
    text = drafted(tmp_path / "pack", code).text
    said = body(text, "f")
    assert "generator.normal(maps_0, maps_1, maps_2, maps_3, " in said
    assert "at = generator.normal(maps_0, at_1, maps_1, maps_2, 2, " in said
    assert "others = generator.normal(maps_0, others_1, others_2, maps_3, " in said
    assert "# in k: maps and at are read at the same h1" in text


@pytest.mark.parametrize(
    "statements",
    [
        "run(x.packed_accessor32<c10::complex<float>, 2, at::RestrictPtrTraits>());",
        "using scalar_t = c10::complex<float>; run(x.packed_accessor32<scalar_t, 2>());",
        "using cfloat = typename std::complex<float>; run(x.accessor<cfloat, 2>());",
    ],
)
def test_complex_numbers_are_drawn_where_nothing_else_is_taken(
    tmp_path: Path, statements: str
) -> None:
    text = drafted(tmp_path / "pack", cpp(statements)).text
    assert "generator.normal(x_0, x_1, dtype='complex64')" in body(text, "f")


def test_names_that_a_function_gives_to_types_are_its_own(tmp_path: Path) -> None:
    code = (
        "void g(at::Tensor y) { using scalar_t = double; run(y.data_ptr<scalar_t>()); }\n"
        "void f(at::Tensor x, at::Tensor y) { g(y); run(x.accessor<scalar_t, 1>()); }"
    )
    said = body(drafted(tmp_path / "pack", code + BIND).text, "f")
    assert "x = generator.normal(x_0, dtype=dtype)" in said and "dtype='float64'" in said


@pytest.mark.parametrize(
    ("place", "is_same"), [("e * S + s", True), ("n", True), ("i", False), ("2", False)]
)
def test_memory_that_is_read_at_one_place_is_of_one_shape(
    tmp_path: Path, place: str, is_same: bool
) -> None:
    kernel = (
        "__global__ void k(const float* x, const float* w, const int* at, int S) {"
        " int n = threadIdx.x; int e = n / S; int s = n % S; for (int i = 0; i < S; i++) {}"
        f" for (int i = 0; i < 9; i++) {{ run(x[{place}], at[{place}]); }} w[0] = 1; }}"
    )
    statements = (
        "TORCH_CHECK(w.dim() == 3); int E = x.size(0), S = x.size(1);"
        " k<<<1, 1>>>(x.data_ptr<float>(), w.data_ptr<float>(), at.data_ptr<int>(), S);"
    )
    code = f"{kernel}\n{cpp(statements, 'at::Tensor w, at::Tensor x, at::Tensor at')}"
    said = body(drafted(tmp_path / "pack", code).text, "f")
    assert (", E, S, dtype='int32'" in said) is is_same
