"""Arguments of which no check tells: memory behind them, refusals, settings, even sizes."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.extension.cases import load
from tests.verify.drafting.trees import axes, body, drafted

BIND = '\nPYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f); }\n'


@pytest.mark.parametrize(
    "refusal",
    [
        'if (x.dim() != 3 || x.size(2) != 4) { AT_ERROR("no"); }',
        'if (x.ndimension() != 3 || !(x.size(2) == 4)) throw std::invalid_argument("no");',
        'if (!(x.dim() == 3 && x.size(-1) == 4)) TORCH_CHECK(false, "no");',
    ],
)
def test_what_code_refuses(tmp_path: Path, refusal: str) -> None:
    text = drafted(tmp_path / "pack", f"void f(at::Tensor x) {{ {refusal} }}{BIND}").text
    assert "generator.normal(x_0, x_1, 4, " in body(text, "f")


def test_a_branch_that_only_refuses_is_no_other_way(tmp_path: Path) -> None:
    code = (
        "void f(at::Tensor x) { if (x.is_cuda()) { TORCH_CHECK(x.dim() == 3); } "
        'else { AT_ASSERT(false, "no"); } }'
    )
    text = drafted(tmp_path / "pack", code + BIND).text
    assert "otherwise" not in text and "generator.normal(x_0, x_1, x_2, " in body(text, "f")


def test_an_if_that_does_more_is_no_check(tmp_path: Path) -> None:
    code = "void f(at::Tensor x) { if (x.dim() != 3) { x = x.view({1}); run(x); } }"
    assert "generator.normal(x_0, x_1, dtype" in body(
        drafted(tmp_path / "p", code + BIND).text, "f"
    )


def test_there_is_memory_behind_tensors_of_unknown_shape(tmp_path: Path) -> None:
    code = "void f(at::Tensor bg, at::Tensor x, at::Tensor w) { TORCH_CHECK(x.dim() == 2); }"
    said = body(drafted(tmp_path / "pack", code + BIND).text, "f")
    assert "x = generator.normal(x_0, x_1, dtype=dtype)" in said
    assert "bg = generator.normal(x_0, x_1, dtype=dtype, room=True)" in said
    assert "w = generator.normal(x_0, x_1, dtype=dtype, room=True)" in said


def test_some_points_have_even_sizes_where_checks_were_not_followed(tmp_path: Path) -> None:
    code = "void f(at::Tensor x, at::Tensor w) { TORCH_CHECK(tiles(x)); }" + BIND
    text = drafted(tmp_path / "pack", code, count=8).text
    path = tmp_path / "cases.py"
    path.write_text(text)
    points = load(path).cases["f"].points
    assert len(points) == 10
    assert all(point["x_0"] % 128 == point["x_1"] % 128 == 0 for point in points[8:])


@pytest.mark.parametrize(("dimensions", "is_bounded"), [(4, False), (5, True)])
def test_what_many_sizes_come_to_is_bounded(
    tmp_path: Path, dimensions: int, is_bounded: bool
) -> None:
    code = f"void f(at::Tensor x) {{ TORCH_CHECK(x.dim() == {dimensions}); }}" + BIND
    text = drafted(tmp_path / "pack", code).text
    assert ('@at_most(4194304, "x_1", "x_2", "x_3", "x_4")' in text) is is_bounded


def test_sizes_are_smaller_where_another_tensor_takes_them(tmp_path: Path) -> None:
    code = "void f(at::Tensor x, at::Tensor w) { TORCH_CHECK(x.dim() == 4); }" + BIND
    text = drafted(tmp_path / "pack", code).text
    assert '@at_most(262144, "x_1", "x_2", "x_3")' in text


def test_locks_are_zero(tmp_path: Path) -> None:
    said = body(
        drafted(tmp_path / "p", "void f(at::Tensor x, at::Tensor workspace) {}" + BIND).text, "f"
    )
    assert "workspace = generator.integers(0, 1, x_0, x_1, dtype='int32', room=True)" in said


def test_objects_of_settings_are_made(tmp_path: Path) -> None:
    python = (
        "from typing import NamedTuple\nimport torch\nfrom . import _C\n"
        "class Settings(NamedTuple):\n    width: int\n    bg: torch.Tensor\n    debug: bool\n"
        "def f(x, settings):\n    return _C.f(x, settings.width, settings.bg, settings.debug)\n"
    )
    code = "void f(at::Tensor x, int width, at::Tensor bg, bool debug) {}" + BIND
    tree = tmp_path / "pack"
    drafted(tree, code, python)
    (tree / "pack" / "__init__.py").write_text("from pack.ops import f, Settings\n")
    from porter.verify.drafting.draft import draft

    text = draft(tree, 8).text
    assert "module.f(x, settings=module.Settings(width=width, bg=bg, debug=debug))" in body(
        text, "f"
    )
    assert axes(text, "f")["width"] == [16, 33, 64]


def test_settings_that_the_package_does_not_offer(tmp_path: Path) -> None:
    python = (
        "from . import _C\nclass Hidden:\n    width: int\n"
        "def f(x, hidden):\n    return _C.f(x, hidden.width)\n"
    )
    tree = tmp_path / "pack"
    drafted(tree, "void f(at::Tensor x, int width) {}" + BIND, python)
    (tree / "pack" / "__init__.py").write_text("from pack.ops import f\n")
    from porter.verify.drafting.draft import draft

    assert "import_module('pack_cuda').f(x, width)" in body(draft(tree, 8).text, "f")


def test_numbers_with_a_default_keep_it(tmp_path: Path) -> None:
    python = "from . import _C\ndef f(x, far: float = 1e10):\n    return _C.f(x, far)\n"
    text = drafted(tmp_path / "p", "void f(at::Tensor x, double far) {}" + BIND, python).text
    assert "far=10000000000.0" in body(text, "f")


def test_even_points_take_defaults(tmp_path: Path) -> None:
    python = (
        "from . import _C\ndef f(x, w, tile=-1, fast=False):\n    return _C.f(x, w, tile, fast)\n"
    )
    code = "void f(at::Tensor x, at::Tensor w, int tile, bool fast) {}" + BIND
    text = drafted(tmp_path / "pack", code, python, count=8).text
    assert axes(text, "f")["tile"] == [-1, 1, 2, 3]
    path = tmp_path / "cases.py"
    path.write_text(text)
    points = load(path).cases["f"].points[8:]
    assert points and all(point["tile"] == -1 and not point["fast"] for point in points)
