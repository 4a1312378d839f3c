"""What becomes of a kernel by wavefronts, as text; and which kernels are left alone, and why."""

from __future__ import annotations

import pytest

from porter.source.file import SourceFile
from porter.widen.closure import kernels
from porter.widen.refusal import Refused
from porter.widen.rewrite import propose, rewritten
from porter.widen.words import Vocabulary

HEAD = '#include "porter_compat/warp.hpp"\nconstexpr int kWarpSize = 32;\n'
WIDE_HEAD = HEAD.replace("constexpr", '#include "porter_compat/wave.hpp"\nconstexpr', 1)
SIZE, MASK = "porter::wave::size", "porter::wave::mask"


def widened(text: str, *names: str) -> str:
    """Return a source with its kernels, or those that are named, widened."""
    file = SourceFile("a.cu", (HEAD + text).encode())
    words = Vocabulary([file.code])
    found = [
        propose(file, one, words, frozenset())
        for one in kernels(file)
        if not names or one.name.decode() in names
    ]
    result = rewritten(file, found).decode()
    assert result.startswith(WIDE_HEAD)
    return result.removeprefix(WIDE_HEAD)


def refusal(text: str) -> str:
    with pytest.raises(Refused) as refused:
        widened(text)
    return str(refused.value)


def kernel(*lines: str) -> str:
    body = "".join(f"  {line}\n" for line in lines)
    return f"__global__ void k(float* x, unsigned* out, int n) {{\n{body}}}\n"


@pytest.mark.parametrize(
    ("loop", "statement"),
    [
        (
            "for (int o = 16; o > 0; o >>= 1) v += porter::shfl_down_sync(0xffffffff, v, o);",
            "v = porter::wave::reduce(v, [](auto a, auto b) { return a + b; });",
        ),
        (
            "for (int o = kWarpSize / 2; o; o /= 2) {\n"
            "    v = fmaxf(v, porter::shfl_xor_sync(~0u, v, o));\n  }",
            "v = porter::wave::reduce(v, [](auto a, auto b) { return fmaxf(a, b); });",
        ),
        (
            "for (unsigned d = 1; d < 32; d <<= 1) {\n"
            "    const float below = porter::shfl_up_sync(0xffffffffu, v, d);\n"
            "    if (lane >= d) v += below;\n  }",
            "v = porter::wave::inclusive_sum(v);",
        ),
    ],
)
def test_loops_of_shuffles_become_what_a_wavefront_has(loop: str, statement: str) -> None:
    start = ("const int lane = threadIdx.x % 32;", "float v = x[threadIdx.x];")
    pragma = widened(kernel(*start, "#pragma unroll", loop, "x[threadIdx.x] = v;"))
    plain = widened(kernel(*start, loop, "x[threadIdx.x] = v;"))
    wide = "const int lane = threadIdx.x % porter::wave::size;"
    assert plain == kernel(wide, start[1], statement, "x[threadIdx.x] = v;")
    assert pragma == plain


@pytest.mark.parametrize(
    ("step", "operation"),
    [
        ("v += porter::shfl_down_sync(0xffffffff, v, {});", "a + b"),
        ("v = fmaxf(v, porter::shfl_xor_sync(~0u, v, {}));", "fmaxf(a, b)"),
    ],
)
def test_reductions_step_by_step(step: str, operation: str) -> None:
    steps = [step.format(one) for one in (16, 8, 4, 2, 1)]
    start, last = "float v = x[threadIdx.x];", "x[threadIdx.x] = v;"
    assert widened(kernel(start, *steps, last)) == kernel(
        start, f"v = porter::wave::reduce(v, [](auto a, auto b) {{ return {operation}; }});", last
    )
    for other in (steps[:4], [*steps[:3], steps[3].replace("2", "1"), steps[4]]):
        assert refusal(kernel(start, *other, last)).endswith("a distance of 16 is written out")


def test_other_loops_go_through_all_lanes() -> None:
    loop = "for (int o = {}; o > 0; o >>= 1) v = v * 2 + porter::{}shfl_xor_sync({}, v, o);"
    before = kernel("float v = x[threadIdx.x];", loop.format("16", "", "~0u"), "x[0] = v;")
    assert widened(before) == kernel(
        "float v = x[threadIdx.x];",
        loop.format("porter::wave::size / 2", "wave::", "porter::wave::all"),
        "x[0] = v;",
    )


def test_lanes_warps_and_their_number() -> None:
    assert widened(
        kernel(
            "__shared__ float sums[32];",
            "const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;",
            "const int warps = (blockDim.x + 31) / 32;",
            "if (lane == 31) sums[warp] = x[threadIdx.x];",
            "porter::syncwarp();",
            "for (int i = lane; i < warps; i += 32) x[i] = sums[i];",
        )
    ) == kernel(
        "__shared__ float sums[32];",
        f"const int lane = threadIdx.x & ({SIZE} - 1), warp = threadIdx.x / {SIZE};",
        "const int warps = (blockDim.x + porter::wave::size - 1) / porter::wave::size;",
        "if (lane == (porter::wave::size - 1)) sums[warp] = x[threadIdx.x];",
        "porter::wave::syncwarp();",
        "for (int i = lane; i < warps; i += porter::wave::size) x[i] = sums[i];",
    )


def test_masks_have_a_bit_a_lane() -> None:
    assert widened(
        kernel(
            "const int lane = threadIdx.x % 32;",
            "const unsigned here = porter::ballot_sync(0xffffffff, x[threadIdx.x] > 0);",
            "const int rank = porter::popc(here & ((1u << lane) - 1));",
            "const int last = 31 - __clz(here & (0xffffffffu >> (31 - lane)));",
            "if (lane == __ffs(here) - 1) atomicAdd(out, porter::popc(here));",
            "x[rank + last] = porter::shfl_sync(here, x[0], 3);",
        )
    ) == kernel(
        "const int lane = threadIdx.x % porter::wave::size;",
        f"const {MASK} here = porter::wave::ballot_sync(porter::wave::all, x[threadIdx.x] > 0);",
        "const int rank = porter::wave::popc_below(here);",
        f"const int last = {SIZE} - 1 - porter::wave::clz"
        f"(here & (porter::wave::all >> ({SIZE} - 1 - lane)));",
        "if (lane == porter::wave::ffs(here) - 1) atomicAdd(out, porter::wave::popc(here));",
        "x[rank + last] = porter::wave::shfl_sync(here, x[0], 3);",
    )


SHARED = """\
constexpr int kWarps = 256 / kWarpSize;

__device__ int rank_in_warp(unsigned mask, int lane) {
  return porter::popc(mask & ((1u << lane) - 1));
}

__global__ void narrow(unsigned* out) {
  __shared__ int counts[kWarps];
  out[threadIdx.x] = rank_in_warp(porter::ballot_sync(~0u, out[0]), 5);
}

__global__ void wide(unsigned* out) {
  __shared__ int counts[kWarps];
  const int lane = threadIdx.x % 32;
  const unsigned mask = porter::ballot_sync(~0u, out[0]);
  out[threadIdx.x] = rank_in_warp(mask, lane);
}
"""


def test_what_other_kernels_use_gets_a_copy() -> None:
    text = widened(SHARED, "wide")
    narrow = SHARED[SHARED.index("__global__ void narrow") : SHARED.index("__global__ void wide")]
    assert narrow in text
    assert "constexpr int kWarps = 256 / kWarpSize;\nconstexpr int kWaves = 256 / porter" in text
    assert (
        """\
// The same by wavefronts.
__device__ int rank_in_wave(porter::wave::mask mask, int lane) {
  return porter::wave::popc_below(mask);
}
"""
        in text
    )
    assert "__shared__ int counts[kWaves];" in text
    assert "rank_in_wave(mask, lane);" in text


def test_a_copy_of_the_first_function_begins_behind_the_directives() -> None:
    text = widened(
        """\
#define ALL 0xffffffff

// Adds.
template <typename T>
__device__ T warp_sum(T v) {
  for (int o = 16; o > 0; o /= 2) v += porter::shfl_down_sync(ALL, v, o);
  return v;
}

__global__ void narrow(float* x) { x[0] = warp_sum(x[0]); }

__global__ void wide(float* x) { x[1] = warp_sum(x[1]); }
""",
        "wide",
    )
    assert text.count("#define ALL") == 1
    assert "// The same by wavefronts.\ntemplate <typename T>\n__device__ T wave_sum(T v) {" in text


def test_what_only_wide_kernels_use_is_edited_in_place() -> None:
    start = SHARED.index("__global__ void narrow")
    text = widened(SHARED[:start] + SHARED[SHARED.index("__global__ void wide") :])
    assert "constexpr int kWarps = 256 / porter::wave::size;\n" in text
    assert "kWaves" not in text and "rank_in_wave" not in text


ROW = """\
__global__ void k(const float* x, float* y, int rows, int n) {
%s  const int lane = threadIdx.x & 31;
  const int row = %s;
  if (row >= rows) return;
  x += row * n;
  float v = 0;
  for (int i = lane; i < n; i += 32) v += x[i];
  if (porter::any_sync(~0u, v > 0)) y[row] = v;
%s}
"""


@pytest.mark.parametrize(
    ("row", "wide"),
    [
        (
            "(blockIdx.x * blockDim.x + threadIdx.x) / 32",
            "(blockIdx.x * blockDim.x + threadIdx.x) / {}",
        ),
        (
            "blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5)",
            "blockIdx.x * (blockDim.x >> 5) + (threadIdx.x / {})",
        ),
        ("threadIdx.x / 32 + blockIdx.x * 8", "(threadIdx.x / {}) + blockIdx.x * 8"),
    ],
)
def test_a_wavefront_takes_the_rows_of_its_warps_one_after_another(row: str, wide: str) -> None:
    start = "    porter::wave::each_warp([=](int warp_of_wave) mutable {\n"
    number = wide.format(f"{SIZE} * porter::wave::warps + warp_of_wave")
    expected = ROW % (start, number, "    });\n")
    for before, after in (
        ("x & 31", f"x & ({SIZE} - 1)"),
        ("i += 32", f"i += {SIZE}"),
        ("porter::any_sync(~0u", "porter::wave::any_sync(porter::wave::all"),
    ):
        expected = expected.replace(before, after)
    assert widened(ROW % ("", row, "")) == expected


BALLOT = "const unsigned b = porter::ballot_sync(~0u, x[0] > 0);"


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("x[0] = 1;",), "calls no function of warps"),
        ((BALLOT, "out[0] = b;"), "line 5: the mask b may have to have 32 bits"),
        (
            ("const int i = blockIdx.x * 64 + threadIdx.x;", BALLOT, "x[i / 32] = 0;"),
            "line 4: numbers the grid's warps of 32 threads, and its threads, too",
        ),
        (
            ("__shared__ int s;", "x[blockIdx.x * 8 + threadIdx.x / 32] = 0;", BALLOT),
            "line 3: numbers the grid's warps of 32 threads, and its block works together",
        ),
        (("const int rows = n / 32;", BALLOT), "line 4: n may or may not number threads"),
        (("x[32] = 0;", BALLOT), "line 4: 32 may or may not count lanes"),
        (
            ("x[0] = porter::shfl_down_sync(~0u, x[0], 16);",),
            "line 4: a distance of 16 is written out",
        ),
        (("x[0] = porter::shfl_down_sync(n, x[0], 1);",), "line 4: the mask n is not known"),
        (
            ("x[0] = porter::shfl_down_sync(0xFF, x[0], 1);",),
            "line 4: the mask 0xFF names some lanes",
        ),
        (
            ("x[0] = porter::reduce_add_sync(porter::activemask(), n);",),
            "line 4: the mask porter::activemask() is not known",
        ),
        (("out[0] = porter::lanemask_lt();", BALLOT), "porter::lanemask_lt has no form for wavef"),
    ],
)
def test_a_kernel_that_is_not_understood_is_left_alone(lines: tuple[str, ...], why: str) -> None:
    assert why in refusal(kernel(*lines))


def test_a_function_of_another_file_that_counts_warps() -> None:
    text = HEAD + kernel("x[0] = block_sum(x[1]) + porter::shfl_sync(~0u, x[0], 0);")
    file = SourceFile("a.cu", text.encode())
    with pytest.raises(Refused, match="block_sum of another file counts warps"):
        propose(file, kernels(file)[0], Vocabulary([file.code]), frozenset({b"block_sum"}))
