"""Blocks of threads, as launches in a source give them."""

from pathlib import Path

import pytest

from porter.project.launches import largest_block, row_of_blocks
from porter.source.file import SourceFile


def test_blocks_that_launches_say() -> None:
    text = """
    constexpr int kThreads = 128;
    __global__ void a(int n); __global__ void b(int n); __global__ void c(int n);
    void f(int n) {
      a<<<n, kThreads>>>(n);
      a<<<dim3(n, 2), dim3(16, 16), 0, stream>>>(n);
      b<float, 4><<<n, 64>>>(n);
      b<float, 8><<<n, threads(n)>>>(n);
      auto* pointer = &c;
    }
    """
    file = SourceFile("a.cu", text.encode())
    assert largest_block([file], "a") == 256
    assert largest_block([file], "b") is None
    assert largest_block([file], "c") is None
    assert largest_block([file], "absent") is None


def test_launches_by_hips_macro_say_their_blocks() -> None:
    text = """
    constexpr int kThreads = 128;
    void run(float* x) {
      hipLaunchKernelGGL(a, dim3(4), dim3(kThreads, 2), 0, 0, x, f(1, 2));
      hipLaunchKernelGGL((ns::b<float, 4>), dim3(4), 64, 0, stream, x);
      hipLaunchKernelGGL(c<1>, dim3(4), dim3(n), 0, 0, x);
      other(d, dim3(4), dim3(64), 0, 0, x);
    }
    """
    file = SourceFile("a.cu", text.encode())
    assert largest_block([file], "a") == 256
    assert largest_block([file], "b") == 64
    assert largest_block([file], "c") is None
    assert largest_block([file], "d") is None


def test_a_kernel_that_a_string_names_may_be_launched_in_any_way() -> None:
    text = """
    extern "C" __global__ void a(int n); __global__ void b(int n);
    void f(int n) { a<<<n, 64>>>(n); b<<<n, 64>>>(n); }
    void g(hipModule_t m, hipFunction_t *f) { hipModuleGetFunction(f, m, "a"); }
    """
    file = SourceFile("a.cu", text.encode())
    assert largest_block([file], "a") is None
    assert largest_block([file], "b") == 64


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("void f() { dim3 grid(n), block(16, 16); k<<<grid, block>>>(); }", 256),
        ("#define T 16\nvoid f() { dim3 block = dim3(T, T / 4, 1); k<<<n, block>>>(); }", 64),
        ("enum { T = 8 };\nvoid f() { const dim3 block{T, T}; k<<<n, block>>>(); }", 64),
        ("void f() { int threads = 128; k<<<n, threads>>>(); }", 128),
        ("constexpr int T = 64;\nvoid f() { k<<<n, 2 * T>>>(); k<<<n, T>>>(); }", 128),
        ("#if A\ndim3 b(8);\n#else\ndim3 b(512);\n#endif\nvoid f() { k<<<n, b>>>(); }", 512),
        ("void g(int threads) { k<<<n, threads>>>(); } int threads = 64;", None),
        ("void g(dim3 b) { k<<<n, b>>>(); } dim3 b(64);", None),
        ("void f() { int t = 64; best(&g, &t, k0); k<<<n, t>>>(); }", None),
        ("void f() { int t = 64; std::cin >> t; k<<<n, t>>>(); }", None),
        ("void f() { for (int t = 64; t < 999; t *= 2) k<<<n, t>>>(); }", None),
        ("void f() { int t = 64; if (a) t = 128; k<<<n, t>>>(); }", None),
        ("void f() { dim3 b(64); b.y = 4; k<<<n, b>>>(); }", None),
        ("void f() { dim3 b(64); b = dim3(128); k<<<n, b>>>(); }", None),
        ("void g(int t) { dim3 b(t); k<<<n, b>>>(); } void f() { int t = 64; g(t); }", None),
    ],
)
def test_blocks_by_variables_and_macros(text: str, most: int | None) -> None:
    assert largest_block([SourceFile("a.cu", text.encode())], "k") == most


def test_blocks_by_constants_of_headers(tmp_path: Path) -> None:
    (tmp_path / "sizes.h").write_text("#define TILE 16\n#define SIDE (TILE / 2)\n")
    text = b'#include "sizes.h"\nvoid f() { dim3 b(TILE, SIDE); k<<<n, b>>>(); }\n'
    (tmp_path / "a.cu").write_bytes(text)
    assert largest_block([SourceFile("a.cu", text, root=tmp_path)], "k") == 128


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("auto kernel = &k<T, 4>; kernel<<<g, 128>>>(p);", 128),
        ("auto kernel = &ns::k<T>; hipFuncSetAttribute(kernel, how, n); kernel<<<g, 64>>>();", 64),
        ("auto *const kernel = k; kernel<<<g, 64>>>(); } void h() { kernel<<<g, 96>>>();", 96),
        ("auto kernel = &k<T>; kernel<<<g, 64>>>(); s.kernel = 3;", 64),
        ("hipFuncSetAttribute((void*)k<T>, how, n); k<T><<<g, 64>>>();", 64),
        ("auto kernel = &k<T>; run(kernel); kernel<<<g, 64>>>();", None),
        ("auto kernel = fast ? &k<T> : &l<T>; kernel<<<g, 64>>>();", None),
        ("void (*kernel)(int) = &k<T>; kernel<<<g, 64>>>();", None),
        ("auto kernel = &k<T>; auto other = kernel; other<<<g, 64>>>();", None),
    ],
)
def test_launches_through_a_pointer(text: str, most: int | None) -> None:
    assert largest_block([SourceFile("a.cu", f"void f() {{ {text} }}".encode())], "k") == most


def test_rows_of_blocks() -> None:
    text = """
    __global__ void tile(int n); __global__ void flat(int n); __global__ void mixed(int n);
    void f(int n) {
      dim3 threads(16, rows(n)), wide(32, 8);
      tile<<<n, threads>>>(n);
      tile<<<n, dim3(16, 4)>>>(n);
      flat<<<n, 128>>>(n);
      mixed<<<n, threads>>>(n);
      mixed<<<n, wide>>>(n);
    }
    """
    file = SourceFile("a.cu", text.encode())
    assert row_of_blocks([file], "tile") == 16
    assert largest_block([file], "tile") is None
    assert row_of_blocks([file], "flat") == 128
    assert row_of_blocks([file], "mixed") is None
