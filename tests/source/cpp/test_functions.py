"""Device functions in masked code."""

import pytest

from porter.source import SourceFile
from porter.source.cpp.functions import functions_of


def found(text: str) -> list[tuple[str, bool, str]]:
    file = SourceFile("a.cu", text.encode())
    return [
        (f.name.decode(), f.is_host, text[f.body_start : f.body_end + 1])
        for f in functions_of(file)
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("__global__ void k(int a) { f(); }", ("k", False, "{ f(); }")),
        ("__device__ __forceinline__ int f() { return 1; }", ("f", False, "{ return 1; }")),
        ("__host__ __device__ int f() {}", ("f", True, "{}")),
        ("__device__ __host__ int f() {}", ("f", True, "{}")),
        (
            "template <int N>\n__global__ void __launch_bounds__(N, 2)\nk(float* p)\n{}",
            ("k", False, "{}"),
        ),
        ("__device__ void S::g(int x) const noexcept {}", ("g", False, "{}")),
        ("__device__ auto f(int x) -> decltype(x) {}", ("f", False, "{}")),
        ("__device__ bool operator()(int a) const {}", ("operator()", False, "{}")),
        ("__device__ V operator+(V a, V b) {}", ("operator+", False, "{}")),
        ("__device__ S(int a) : x(a), y{2} {}", ("S", False, "{}")),
        ("__device__ bool operator<(V a) const {}", ("operator<", False, "{}")),
        ("__device__ V operator<<(int a) const {}", ("operator<<", False, "{}")),
        ("__device__ V<T> operator<=(int a) const {}", ("operator<=", False, "{}")),
        ("__device__ typename If<same(T, int)>::type f(T a) {}", ("f", False, "{}")),
        ("__device__ If<N == 2, decltype(g(1))> f(T a) {}", ("f", False, "{}")),
        ("auto f = [=] __device__ (int x) { g(x); };", ("", False, "{ g(x); }")),
        (
            "#define F(n) __device__ int n##_(int a) { return a; }",
            ("n##_", False, "{ return a; }"),
        ),
    ],
)
def test_a_function(text: str, wanted: tuple[str, bool, str]) -> None:
    (one,) = found(text)
    assert one[1:] == wanted[1:]
    assert one[0] == wanted[0] or "##" in wanted[0]


@pytest.mark.parametrize(
    "text",
    [
        "__device__ int table[4] = {1, 2, 3, 4};",
        "__device__ int x;",
        "__global__ void k(int a);",
        "__constant__ float c[2];",
        "// __device__ int f() {}",
        "extern __device__ int (*handler)(int);",
        "int f() {}",
    ],
)
def test_no_function(text: str) -> None:
    assert found(text) == []


def test_a_body_that_never_ends() -> None:
    (one,) = found("__global__ void k() { if (x) {")
    assert one[0] == "k"
