"""Parameters of `auto`: what becomes a template, and what stays."""

from __future__ import annotations

import pytest

from porter.options import Options
from porter.source.text.languages import language_of
from porter.testing import convert, single_text


def converted(text: str) -> str:
    options = Options(only=frozenset({"LNG61"}))
    return convert(*single_text("a.cu", text.encode(), language_of("a.cu"), options)).data.decode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("static void f(auto x);\n", "template <class Auto1> static void f(Auto1 x);\n"),
        (
            "#include <a.h>\n\nvoid f(int n, const auto *x) {}\n",
            "#include <a.h>\n\ntemplate <class Auto1> void f(int n, const Auto1 *x) {}\n",
        ),
        (
            "__global__ void __launch_bounds__(256) k(auto *x) {}\n",
            "template <class Auto1> __global__ void __launch_bounds__(256) k(Auto1 *x) {}\n",
        ),
        (
            "namespace a { struct S { int f(auto &&x) { return x; } }; }\n",
            "namespace a { struct S { template <class Auto1> int f(Auto1 &&x) { return x; } }; }\n",
        ),
    ],
)
def test_a_function_becomes_a_template(before: str, after: str) -> None:
    assert converted(before) == after


@pytest.mark.parametrize(
    "text",
    [
        "auto f = [](auto x) { return x; };\n",
        "void g() { h([&](auto x) { return x; }); }\n",
        "void g() { CHECK\n EACH(auto x, xs) { x(); } }\n",
        "void g() { if (a) b(); else for (auto x : xs) { x(); } }\n",
        "#define EACH(x, xs) for (auto x : xs)\n",
        "decltype(auto) f(int x) { return x; }\n",
        "auto f(int x) -> int;\n",
        "void f(void (*g)(auto));\n",
        "struct S { virtual void f(auto x); };\n",
        "void f(auto... xs);\n",
        "void f(auto x = 1);\n",
        "struct S { void f(std::integral auto x); };\n",
        "template <template <class> class T> void f(T<int> a, auto b);\n",
    ],
)
def test_what_else_is_of_auto_stays(text: str) -> None:
    assert converted(text) == text
