"""A `switch` that refuses other numbers tells which are taken; one that does not tells nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verify.drafting.trees import axes, body, drafted

BIND = '\nPYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f, "doc"); }\n'


@pytest.mark.parametrize(
    ("cases", "taken"),
    [
        ("case 2: run<2>(x); break; case 4: run<4>(x); break; default: throw 1;", [2, 4]),
        ("case 2: case 4: run<4>(x); break; default: throw 1;", [2, 4]),
        ("case 2: { run<2>(x); break; } case 4: default: AT_ERROR(1);", [2]),
        ("case 2: run<2>(x); break; case 3: throw 1; default: TORCH_CHECK(false, 1);", [2]),
    ],
)
def test_numbers_that_are_taken(tmp_path: Path, cases: str, taken: list[int]) -> None:
    cpp = (
        f"void g(at::Tensor x, int n) {{ switch (n) {{ {cases} }} }}\n"
        f"void f(at::Tensor x, int count) {{ g(x, count); }}{BIND}"
    )
    text = drafted(tmp_path, cpp).text
    if len(taken) > 1:
        assert axes(text, "f")["count"] == taken
    else:
        assert "f(x, 2)" in body(text, "f")
    assert ": switch (n)" in text


@pytest.mark.parametrize(
    "cases",
    [
        "case 2: run<2>(x); break;",
        "case 2: run<2>(x); break; default: run<0>(x);",
        "case N: run<2>(x); break; default: throw 1;",
        "default: throw 1;",
    ],
)
def test_a_switch_that_refuses_nothing_is_no_check(tmp_path: Path, cases: str) -> None:
    cpp = f"void f(at::Tensor x, int count) {{ switch (count) {{ {cases} }} }}{BIND}"
    text = drafted(tmp_path, cpp).text
    assert len(axes(text, "f")["count"]) > 2 and "switch" not in text


def test_a_size_that_is_taken(tmp_path: Path) -> None:
    cpp = (
        "void f(at::Tensor x) { const int width = x.size(1);"
        " switch (width) { case 32: run(); break; case 64: run(); break; default: throw 1; } }"
    )
    assert axes(drafted(tmp_path, cpp + BIND).text, "f")["width"] == [32, 64]


def test_offsets_have_the_type_that_is_read(tmp_path: Path) -> None:
    cpp = (
        "void f(at::Tensor x, at::Tensor offsets) { run(x.size(1), offsets.data_ptr<int>()); }"
        f"{BIND}"
    )
    said = body(drafted(tmp_path, cpp).text, "f")
    assert "generator.offsets(" in said and "dtype='int32')" in said
