"""The header of a port, and the places that name its macros."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.source.file import SourceFile
from porter.tune.header import Header, Loop, read, text_of, write
from porter.tune.launches import largest_block
from porter.tune.source import with_constant, with_include, with_kernel

KERNEL = """\
// __global__ void scale(int n) {
#include <hip/hip_runtime.h>
#include "a.h"
#if X
#include "b.h"
#endif
template <int N>
__global__ void __launch_bounds__(64, 2)
    scale(float* x);
__global__ void other(float* x) { scale(x); }
template <int N>
__global__ void __launch_bounds__(64, 2)
    scale(float* x) { x[0] = N; }
"""


def test_the_macro_stands_before_all_other_attributes() -> None:
    found = with_kernel(KERNEL, "scale", "scale")
    assert found.count("__global__ PORTER_TUNED_scale void __launch_bounds__(64, 2)") == 2
    assert "// __global__ void scale(int n) {" in found
    assert "__global__ void other" in found
    assert with_kernel(found, "scale", "scale") == found


def test_the_header_is_included_once_behind_the_first_includes() -> None:
    found = with_include(KERNEL, "csrc/deep/k.cu")
    assert '#include "a.h"\n#include "../../porter_tuning.hpp"\n#if X' in found
    assert with_include(found, "csrc/deep/k.cu") == found
    assert with_include("int x;\n", "k.cu") == '#include "porter_tuning.hpp"\nint x;\n'


def test_constants_come_from_the_header() -> None:
    text = "static constexpr int kUnroll = 4;  // kUnroll = 8;\nint k = kUnroll;\n"
    found, value = with_constant(text, "kUnroll")
    assert value == 4
    assert found.startswith("static constexpr int kUnroll = PORTER_TUNED_VALUE_kUnroll;")
    assert with_constant("constexpr int kUnroll = f(4);", "kUnroll")[1] is None
    assert with_constant("if (kUnroll == 4) {}", "kUnroll")[1] is None
    assert with_constant("#define kUnroll f(4)\n#define kUnroll8 8\n", "kUnroll")[1] is None


def test_macros_come_from_the_header() -> None:
    found, value = with_constant("  #define TILE 16  // rows\nint k = TILE;\n", "TILE")
    assert value == 16
    assert found == "  #define TILE PORTER_TUNED_VALUE_TILE  // rows\nint k = TILE;\n"


def test_what_a_header_says_is_kept(tmp_path: Path) -> None:
    attributes = {
        "scale": {
            "gfx90a": ("__attribute__((amdgpu_waves_per_eu(2)))", "spilled 9 -> 0"),
            "gfx942": ("__attribute__((amdgpu_num_vgpr(128)))", ""),
        },
        "plain": {},
    }
    constants = {"kUnroll": (2, "4 before; spilled 9 -> 0")}
    loops = {
        "scale_1": Loop("", {"gfx90a": (2, "spilled 9 -> 0"), "gfx942": (1, "")}),
        "scale_2": Loop("N / 2", {"gfx942": (4, "")}),
        "scale_3": Loop(""),
    }
    header = Header(attributes, constants, loops)
    write(tmp_path, header)
    assert read(tmp_path) == header
    text = text_of(header)
    assert "#else\n#define PORTER_TUNED_UNROLL_scale_1\n#endif\n" in text
    assert "#else\n#define PORTER_TUNED_UNROLL_scale_2 N / 2\n#endif\n" in text
    assert "#elif defined(__gfx942__)\n" in text and "#define PORTER_TUNED_plain\n" in text
    # A hand's own edit is read, too.
    (tmp_path / "porter_tuning.hpp").write_text(text.replace("num_vgpr(128)", "num_vgpr(96)"))
    assert read(tmp_path).attributes["scale"]["gfx942"][0] == "__attribute__((amdgpu_num_vgpr(96)))"


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
