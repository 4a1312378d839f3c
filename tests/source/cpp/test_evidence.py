"""What is a declaration and what a call behind a macro, which look the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from porter.project.ownership import counted
from porter.source import SourceFile
from porter.source.cpp.definitions import KnownNames, find_definitions
from porter.source.cpp.uses import is_function_declared

NAMES = ("cudaMalloc", "cudaFree", "cudaMemset", "cudaGetLastError", "cudaSuccess")
KNOWN = KnownNames(
    frozenset(name.encode() for name in (*NAMES, "cudaStream_t")), frozenset((b"warpSize",)), {}
)


def own(text: str) -> list[str]:
    return [one.name.decode() for one in find_definitions(SourceFile("a.cu", text.encode()), KNOWN)]


@pytest.mark.parametrize(
    "text",
    [
        "void f() { cudaMalloc(&p, n); CUERR\n cudaMemset(p, 0, n); }",
        "void f() { CUERR cudaFree(p), cudaFree(q); }",
        "void f() { CUERR cudaFree(p) CUERR cudaMalloc(&q, 1); }",
        "void f() { check_last\n cudaMemset(p, 0, n); }",
        "void f() { CHECK(x) cudaMemset(p, 0, n); }",
        "void f() { TIMER_START cudaMemset(p, 0, n); CUERR TIMER_STOP }",
        "template <class T> void f() { for (;;) CUERR cudaMemset(p, 0, n); }",
        "void f() { again: cudaFree(p); switch (x) { case 3: cudaFree(q); } }",
        "void f() { if (x) cudaFree(p); else cudaFree(q); do cudaFree(p); while (x); }",
        "cudaError_t f() { return cudaFree(p); }",
        "struct A { A() try : x(1) { CUERR cudaMemset(p, 0, 1); } catch (...) {} };",
        "void f() { g([&] { CUERR cudaMemset(p, 0, n); }); }",
        "void f() {\n#ifdef X\n  CUERR\n#endif\n  cudaMemset(p, 0, n);\n}",
        "void f() { RETURN cudaSuccess; }",
        "void f() { g(x, CUERR cudaSuccess); }",
        "void f() { [[likely]] cudaFree(p); __attribute__((foo)) cudaFree(p); }",
        "struct A { operator cudaStream_t() { return s; } };",
        "CUERR cudaMemset(p, 0, n);",
        "CUERR\ncudaGetLastError();",
        "#define CUERR check();\nCUERR cudaFree(p);",
    ],
)
def test_a_call_behind_a_word_declares_nothing(text: str) -> None:
    assert own(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "struct Guard { Guard(int); }; void f() { Guard cudaFree(3, 4); }",
        "using Guard = std::lock_guard<M>; void f() { Guard cudaFree(m, 4); }",
        "typedef struct { int x; } Guard; void f() { Guard cudaFree; }",
        "typedef int (*Function)(int); Function cudaFree;",
        "template <typename T> void f() { T cudaFree(1, 2); }",
        "void f() { free_t cudaFree(1, 2); cudaStream_t cudaMalloc(1, 2); }",
        "void f() { std::function<void()> cudaFree(g, 1); const Guard cudaMalloc(1, 2); }",
        "void f() { Guard cudaFree = g(1); }",
        "void f() { Guard cudaFree{1}; }",
        "void f() { Guard *cudaFree; Guard &cudaMalloc = x; Guard cudaMemset[3]; }",
        "PFN_free cudaFree;",
        "extern FREE cudaFree;",
        "struct Api { FREE cudaFree; PFN_malloc cudaMalloc; };",
        "struct Pool { STATUS cudaFree(); STATUS cudaMalloc(Pointer); };",
        "int cudaFree(p) int p; { return p; }",
        "STATUS cudaFree(void *p) { return 0; }",
        "STATUS cudaFree(void *p);",
        "STATUS cudaFree(Pointer p);",
        "Status cudaFree();",
        "#define cudaFree mine",
    ],
)
def test_what_is_declared_is_found(text: str) -> None:
    assert own(text)


_WORDS = st.sampled_from(
    ("CUERR", "CHECK_LAST", "check", "LOG(x)", "case 3:", "default:", "done:", "else", "do",
     "return", "co_return", "{", ";", "x = 1;", "if (x)", "while (x)", "(void)", "throw", "not",
     "[[likely]]", "/* type */", "// int\n", "\n", "int x;", "auto y = 1;", "static int z;")
)  # fmt: skip
_ARGUMENTS = st.lists(st.sampled_from(("p", "&p", "0", "n * 4", "f(x)", "*q", "(void **)&p")))
_STATEMENTS = st.lists(
    st.one_of(
        _WORDS,
        st.builds(
            lambda name, arguments: f"{name}({', '.join(arguments)});",
            st.sampled_from(NAMES),
            _ARGUMENTS,
        ),
    ),
    max_size=12,
)


@given(_STATEMENTS)
def test_no_order_of_macros_and_calls_in_a_function_takes_a_name(statements: list[str]) -> None:
    text = "void f(char *p, int n) {\n " + " ".join(statements) + "\n}\n"
    found = find_definitions(SourceFile("a.cu", text.encode()), KNOWN)
    assert counted({"a.cu": found}) == {}


@pytest.mark.parametrize(
    ("code", "is_declaration"),
    [
        (b"a = (unsigned long long)x * min(b, c);", False),
        (b"if ((int)x * min(b, c)) d();", False),
        (b"return (const float)x & min(b, c);", False),
        (b"f((std::size_t)x * min(b, c));", False),
        (b"x = (a | (14u * min(b, c)));", False),
        (b"f(0x1fULL & min(b, c));", False),
        (b"f(1e3f * min(b, c));", False),
        (b"__launch_bounds__(256) T *min(int a);", True),
        (b"MACRO(int) T *min(int a);", True),
        (b"alignas(8) T *min(int a);", True),
        (b"template <class T> T *min(T a);", True),
    ],
)
def test_a_product_declares_nothing(code: bytes, is_declaration: bool) -> None:
    assert is_function_declared(code, code.index(b"min(")) is is_declaration
