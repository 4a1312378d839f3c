"""Shapes and types that authors write beside parameters, in C++ and in Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verify.drafting.trees import axes, body, drafted

BIND = '\nPYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f); }\n'
LAZY = """
def lazily(name):
    def call(*given):
        from . import _C
        return getattr(_C, name)(*given)
    return call
"""


def f(parameters: str, statements: str = "", before: str = "") -> str:
    return f"{before}\nvoid f(\n{parameters}\n) {{ {statements} }}{BIND}"


def test_shapes_in_comments_beside_parameters(tmp_path: Path) -> None:
    cpp = f(
        "const at::Tensor means, // [..., N, 3]\n const at::Tensor views, // [..., C, 4, 4]\n"
        "at::optional<at::Tensor> masks // [N] optional"
    )
    said = body(drafted(tmp_path / "pack", cpp).text, "f")
    assert "generator.normal(N, 3, dtype=dtype)" in said
    assert "views = generator.normal(C, 4, 4, dtype=dtype)" in said
    assert "generator.integers(0, 2, N, " in said or "generator.normal(N, " in said


def test_leading_sizes_are_one_where_a_shape_has_none_otherwise(tmp_path: Path) -> None:
    cpp = f("at::Tensor dirs, // [..., 3]\n at::Tensor coefficients, // [..., K, 3]\n"
            "at::Tensor masks // [...]")  # fmt: skip
    said = body(drafted(tmp_path / "pack", cpp).text, "f")
    assert "generator.normal(rows, 3, " in said
    assert "coefficients = generator.normal(rows, K, 3, " in said
    assert "masks = generator.normal(rows, dtype=dtype)" in said


def test_declarations_have_notes_too(tmp_path: Path) -> None:
    declared = (
        "void f(\n at::Tensor rays, // [n_rays, 3]\n at::Tensor hits // [n_rays, n_grids * 2]\n);"
    )
    text = drafted(tmp_path / "pack", f("at::Tensor rays, at::Tensor hits", before=declared)).text
    said = body(text, "f")
    assert "generator.normal(n_rays, 3, " in said
    assert "hits = generator.normal(n_rays, n_grids * 2, " in said


def test_products_of_sizes_and_parts(tmp_path: Path) -> None:
    cpp = f(
        "at::Tensor x, // [B, C]\n at::Tensor offsets, // [L + 1]\n int L,\n"
        "at::Tensor y, // [B, L * C]\n at::Tensor z // [L * B * C]"
    )
    said = body(drafted(tmp_path / "pack", cpp).text, "f")
    assert "y = generator.normal(B, L * C, " in said and "z = generator.normal(L * B * C, " in said
    assert "generator.offsets(L, B" in said and ".f(x, offsets, L, y, z)" in said


def test_a_size_that_is_passed_is_the_argument(tmp_path: Path) -> None:
    cpp = f("int K, at::Tensor x, // [n, K]\n int rows", "TORCH_CHECK(x.size(0) == rows);")
    text = drafted(tmp_path / "pack", cpp).text
    said = body(text, "f")
    assert "generator.normal(rows, K, " in said and ".f(K, x, rows)" in said
    assert axes(text, "f")["K"] == [1, 7, 31, 32, 33, 64, 65, 129]


def test_sizes_and_types_above_a_function(tmp_path: Path) -> None:
    above = "// feats: M, IC [float16]\n// kernel: IC, OC // 8 [int32] -> cast to IC, OC [uint4b]\n"
    text = drafted(tmp_path / "pack", f("at::Tensor _feats, at::Tensor _kernel", before=above)).text
    said = body(text, "f")
    assert "_feats = " in said and "generator.normal(M, IC, dtype='float16')" in said
    assert "generator.integers(-2 ** 31, 2 ** 31, IC, OC // 8, dtype='int32')" in said
    assert all(isinstance(one, int) and one % 8 == 0 for one in axes(text, "f")["OC"])


@pytest.mark.parametrize(
    "note",
    ["[in]", "[float16]", "in [0, 1]", "see [1]", "(optional)", "the place (x, y) of it", "[a][b]"],
)
def test_other_words_in_brackets_are_no_shape(tmp_path: Path, note: str) -> None:
    text = drafted(tmp_path / "pack", f(f"at::Tensor x // {note}")).text
    assert "generator.normal(x_0, x_1, dtype=" in body(text, "f")


def test_checks_go_before_notes(tmp_path: Path) -> None:
    cpp = f("at::Tensor x // [N, 3]", "TORCH_CHECK(x.dim() == 4 && x.size(3) == 2);")
    assert "generator.normal(x_0, x_1, x_2, 2, " in body(drafted(tmp_path / "pack", cpp).text, "f")


def test_notes_in_python(tmp_path: Path) -> None:
    python = (
        "from . import _C\n"
        "def f(\n    xyz,  # (B, N, 3)\n    features,\n    weight,\n):\n"
        '    """Group.\n\n    :param features: (B, C, N) features\n'
        '    @weight: `torch.half` matrix of shape `(C, n / groups)`\n    """\n'
        "    return _C.f(xyz, features, weight)\n"
    )
    cpp = f("at::Tensor xyz, at::Tensor features, at::Tensor weight")
    text = drafted(tmp_path / "pack", cpp, python).text
    said = body(text, "f")
    assert "generator.normal(B, N, 3, " in said and "features = generator.normal(B, C, N" in said
    assert "weight = generator.normal(C, weight_1, dtype='float16')" in said
    assert axes(text, "f")["weight_1"] == [1, 2]


@pytest.mark.parametrize("parameters", [
    "x: torch.Tensor, lengths: torch.IntTensor", "x, lengths: torch.cuda.IntTensor",
    "\n    x,  # type: torch.Tensor\n    lengths  # type: torch.IntTensor\n",
])  # fmt: skip
def test_types_of_tensors_by_pytorchs_names(tmp_path: Path, parameters: str) -> None:
    python = f"import torch\nfrom . import _C\ndef f({parameters}):\n    return _C.f(x, lengths)\n"
    text = drafted(tmp_path / "pack", f("at::Tensor x, at::Tensor lengths"), python).text
    assert "lengths = generator.integers(" in body(text, "f") and "'int32'" in body(text, "f")


def test_functions_that_are_looked_up_by_name(tmp_path: Path) -> None:
    python = LAZY + "def f(x):\n    assert x.dim() == 3\n    return lazily('f')(x)\n"
    said = body(drafted(tmp_path / "pack", f("at::Tensor x"), python).text, "f")
    assert "module.f(x)" in said and "generator.normal(x_0, x_1, x_2, " in said


def test_shapes_of_gradients_are_those_of_tensors(tmp_path: Path) -> None:
    backward = (
        "#define CHANNELS 3\n"
        "void b(at::Tensor x) { const int P = x.size(0);\n"
        "  torch::Tensor dL_drotations = torch::zeros({P, 4}, x.options());\n"
        "  torch::Tensor dL_dopacity = torch::zeros({P, 1}, x.options());\n"
        "  torch::Tensor dL_dcolors = torch::zeros({P, CHANNELS}, x.options()); }\n"
    )
    cpp = f(
        "at::Tensor x, at::Tensor colors_precomp, at::Tensor opacities, at::Tensor rotations",
        "if (x.ndimension() != 2 || x.size(1) != 3) { AT_ERROR(1); } const int P = x.size(0);",
        backward,
    )
    said = body(drafted(tmp_path / "pack", cpp).text, "f")
    for name, sizes in (("colors_precomp", "P, 3"), ("opacities", "P, 1"), ("rotations", "P, 4")):
        assert f"{name} = generator.normal({sizes}, dtype=dtype)" in said


def test_shapes_above_the_kernel(tmp_path: Path) -> None:
    kernel = (
        "// input: points(b, c, n) idx(b, m)\n// output: out(b, c, m)\n"
        "__global__ void f_kernel(int b, const float *points, const int *idx, float *out) {}\n"
        "// input: points(b, n)\n__global__ void f_grad_kernel(const float *points) {}\n"
    )
    cpp = f("at::Tensor points, at::Tensor idx, int n", "launch(idx.data_ptr<int>());", kernel)
    said = body(drafted(tmp_path / "pack", cpp).text, "f")
    assert "generator.normal(b, c, n, dtype=dtype)" in said
    assert "idx = generator.integers(0, min(b, m, c, n), b, m, dtype='int32')" in said


def test_shapes_above_a_kernel_that_is_a_template_and_called_kernel_f(tmp_path: Path) -> None:
    kernel = (
        "// rays_o/d: [N, 3]\n// nears/fars: [N]\n// depth: [N,], of pixels\n"
        "template <typename scalar_t>\n"
        "__global__ void kernel_f(const scalar_t *rays_o, const scalar_t *rays_d, "
        "scalar_t *nears, scalar_t *fars, scalar_t *depth) {}\n"
    )
    tensors = "at::Tensor rays_o, at::Tensor rays_d, at::Tensor nears, at::Tensor fars"
    cpp = f(f"{tensors}, at::Tensor depth", before=kernel)
    said = body(drafted(tmp_path / "pack", cpp).text, "f")
    assert said.count("generator.normal(N, 3, ") == 2
    for name in ("nears", "fars", "depth"):
        assert f"{name} = generator.normal(N, dtype" in said


def test_shapes_above_the_template_that_launches(tmp_path: Path) -> None:
    launcher = (
        "// inputs: [B, D], float, in [0, 1]\n// outputs: [L, B, C]\n"
        "template <typename scalar_t>\n"
        "void f_cuda(const float *inputs, scalar_t *outputs) {}\n"
    )
    cpp = f("at::Tensor inputs, at::Tensor outputs", before=launcher)
    said = body(drafted(tmp_path / "pack", cpp).text, "f")
    assert "generator.normal(B, D, " in said
    assert "outputs = generator.normal(L, B, C, " in said


def test_a_number_may_stand_before_what_it_is_added_to(tmp_path: Path) -> None:
    notes = "\n// params x: (B, C)\n// params pooled: (B, 512, 3+C)\n"
    said = body(drafted(tmp_path / "pack", f("at::Tensor x, at::Tensor pooled", notes)).text, "f")
    assert "pooled = generator.normal(B, 512, C + 3, " in said


def test_shapes_at_the_beginning_of_the_body(tmp_path: Path) -> None:
    notes = "\n// params boxes_a: (N, 5) [x, y, ry]\n// params boxes_b: (M, 5)\n// keep: (N)\n"
    cpp = f("at::Tensor boxes_a, at::Tensor boxes_b", f"{notes} int n = 0; // boxes_b: (N, 9)\n")
    said = body(drafted(tmp_path / "pack", cpp).text, "f")
    assert "generator.normal(N, 5, " in said
    assert "boxes_b = generator.normal(M, 5, " in said and "9" not in said


def test_a_gradient_is_that_of_the_tensor_called_so(tmp_path: Path) -> None:
    backward = (
        "void b(at::Tensor x) { int n = 1, m = 2;\n"
        "  auto grad_weight = at::zeros({n, m, 3}, x.options()); }\n"
    )
    cpp = f("at::Tensor x, at::Tensor weight_rows, at::Tensor weight", "", backward)
    text = drafted(tmp_path / "pack", cpp).text
    assert "weight: [n, m, 3]" in text and "weight_rows: [" not in text
