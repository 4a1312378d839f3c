"""Lists of whole numbers are given as such, and are no tensors."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.drafting.number_lists import kind_of_annotation, length_of, usual_lists
from tests.verify.drafting.trees import axes, body, drafted

BIND = '\nPYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f); }\n'
CODE = "void f(at::Tensor x, std::vector<int64_t> NAME) {}" + BIND


@pytest.mark.parametrize(("annotation", "kind"), [
    ("Tuple[int, ...]", "ints"), ("tuple[int, int]", "ints"), ("List[int]", "ints"),
    ("typing.Sequence[int]", "ints"), ("torch.Size", "ints"), ("Optional[List[int]]", "ints"),
    ("Union[int, Tuple[int, int]]", "int"), ("int | None", "int"), ("'int'", "int"),
    ("torch.Tensor", "tensor"), ("Optional[Tensor]", "tensor"), ("torch.LongTensor", "tensor"),
    ("Float[Tensor, 'n 3']", "tensor"), ("Tuple[Tensor, Tensor]", "tensors"),
    ("List[torch.Tensor]", "tensors"), ("Tuple[int, str]", "other"), ("List[float]", "other"),
    ("Dict[str, int]", "other"), ("bool", "bool"), ("Own", None), ("", None), ("a b", None),
])  # fmt: skip
def test_what_annotations_say(annotation: str, kind: str | None) -> None:
    assert kind_of_annotation(annotation) == kind


def test_how_long_lists_are() -> None:
    assert length_of("Optional[Tuple[int, int, int]]") == 3
    assert length_of("Tuple[int, ...]") == length_of("List[int]") == length_of("") == 0
    assert usual_lists("kernel_size", 3) == ((3, 3, 3),)
    assert usual_lists("padding") == ((0, 0), (1, 1)) and usual_lists("dims") == ((0,),)
    assert usual_lists("things") == ()


@pytest.mark.parametrize(("annotation", "wanted"), [
    ("Tuple[int, int, int]", [(1, 1, 1), (2, 2, 2)]), ("List[int]", [(1, 1), (2, 2)]),
    ("", [(1, 1), (2, 2)]),
])  # fmt: skip
def test_lists_are_drawn_by_their_names(
    tmp_path: Path, annotation: str, wanted: list[object]
) -> None:
    said = f": {annotation}" if annotation else ""
    python = (
        f"from typing import *\nfrom . import _C\ndef f(x, stride{said}):\n"
        "    return _C.f(x, stride)\n"
    )
    text = drafted(tmp_path / "pack", CODE.replace("NAME", "stride"), python).text
    assert axes(text, "f")["stride"] == wanted
    assert "module.f(x, stride)" in body(text, "f")


def test_lists_of_calls_are_given(tmp_path: Path) -> None:
    python = (
        "from . import _C\ndef f(x, things):\n    return _C.f(x, things)\n"
        "def main(x):\n    f(x, [4, 5, 6])\n"
    )
    text = drafted(tmp_path / "pack", CODE.replace("NAME", "things"), python).text
    assert "module.f(x, (4, 5, 6))" in body(text, "f")


@pytest.mark.parametrize("python", [
    "", "from . import _C\ndef f(x, things):\n    return _C.f(x, things)\n",
])  # fmt: skip
def test_nothing_is_drafted_of_lists_that_nobody_knows(tmp_path: Path, python: str) -> None:
    made = drafted(tmp_path / "pack", CODE.replace("NAME", "things"), python)
    assert not made.cases and made.left_out == (
        "f: nothing is known to pass for things, a list of numbers; write a case that passes one",
    )


def test_lists_with_a_default_keep_it(tmp_path: Path) -> None:
    python = "from . import _C\ndef f(x, things=(1, 2)):\n    return _C.f(x, things)\n"
    text = drafted(tmp_path / "pack", CODE.replace("NAME", "things"), python).text
    assert "module.f(x)" in body(text, "f")
