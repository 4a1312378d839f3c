"""The header of a port, and the places that name its macros."""

from __future__ import annotations

from pathlib import Path

from porter.tune.header import Header, Loop, read, text_of, write
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
