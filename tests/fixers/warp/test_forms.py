"""Warp functions, `warpSize` and CUB's warps in every form in which code has them."""

import pytest

WARP = ("WRP11", "WRP15", "WRP20", "WRP21", "WRP22", "WRP16")


def without_includes(data: bytes) -> str:
    lines = data.decode().splitlines(keepends=True)
    return "".join(line for line in lines if "porter_compat" not in line)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "#define SHUFFLE(x, n) __shfl_sync(FULL_MASK, (x), (n), \\\n    warpSize)\n",
            "#define SHUFFLE(x, n) porter::shfl_sync(FULL_MASK, (x), (n), \\\n"
            "    porter::warp_size)\n",
        ),
        ("#define SHUFFLE __shfl_xor_sync\n", "#define SHUFFLE porter::shfl_xor_sync\n"),
        ("x = ::__ballot_sync(m, p);\n", "x = ::porter::ballot_sync(m, p);\n"),
        ("apply(__any_sync, x);\n", "apply(porter::any_sync, x);\n"),
        (
            "x = __shfl_sync(__activemask(), __shfl_down_sync(m, x, 1), 0);\n",
            "x = porter::shfl_sync(porter::activemask(), porter::shfl_down_sync(m, x, 1), 0);\n",
        ),
        ("return __any_sync(m, p);\n", "return porter::any_sync(m, p);\n"),
        ("else __syncwarp();\n", "else porter::syncwarp();\n"),
        (
            "#if 0\nx = __shfl_up_sync(m, x, 1);\n#endif\n",
            "#if 0\nx = porter::shfl_up_sync(m, x, 1);\n#endif\n",
        ),
        ("__shared__ int s[warpSize];\n", "__shared__ int s[porter::warp_size];\n"),
        ("f<warpSize>(x);\n", "f<porter::warp_size>(x);\n"),
        (
            "#ifndef __any_sync\n#define __any_sync(m, p) __any(p)\n#endif\n"
            "x = __any_sync(m, p);\n",
            "#ifndef __any_sync\n#define __any_sync(m, p) porter::any(p)\n#endif\n"
            "x = porter::any_sync(m, p);\n",
        ),
        (
            "typedef typename cub::WarpScan<T>::TempStorage Temp;\n",
            "typedef typename cub::WarpScan<T, 32>::TempStorage Temp;\n",
        ),
        ("::cub::WarpReduce<A<B, C<D>>> r(t);\n", "::cub::WarpReduce<A<B, C<D>>, 32> r(t);\n"),
        (
            "namespace nv = cub;\nusing R = nv::WarpReduce<int>;\n",
            "namespace nv = cub;\nusing R = nv::WarpReduce<int, 32>;\n",
        ),
        (
            "using cub::WarpReduce;\nWarpReduce<int> r(t);\n",
            "using cub::WarpReduce;\nWarpReduce<int, 32> r(t);\n",
        ),
        (
            "cub::WarpMergeSort<K, 4>(t);\ncub::WarpMergeSort<K, 4, 16, V>(t);\n",
            "cub::WarpMergeSort<K, 4, 32>(t);\ncub::WarpMergeSort<K, 4, 16, V>(t);\n",
        ),
        (
            "cub::WarpStore<T, 4, cub::WARP_STORE_TRANSPOSE> s(t);\n",
            "cub::WarpStore<T, 4, cub::WARP_STORE_TRANSPOSE, 32> s(t);\n",
        ),
        (
            "auto g = cooperative_groups::coalesced_threads();\n",
            "auto g = porter::cooperative_groups::coalesced_threads();\n",
        ),
        (
            "using cooperative_groups::thread_block;\n",
            "using porter::cooperative_groups::thread_block;\n",
        ),
    ],
)
def test_converted(converted, before: str, after: str) -> None:
    once = converted(before, *WARP).data
    assert without_includes(once) == after
    assert converted(once.decode(), *WARP).data == once


@pytest.mark.parametrize(
    "text",
    [
        "struct A { int warpSize; };\nint f(A a) { return a.warpSize; }\n",
        "int f(int warpSize) { return 2 * warpSize; }\n",
        "void f() { const int warpSize = 16; g(warpSize); }\n",
        "namespace my { constexpr int warpSize = 32; int f() { return warpSize; } }\n",
        "enum { warpSize = 32 };\nint n = warpSize;\n",
        "int x = mine::__shfl_sync(m, x, 0) + pool->__any_sync(m, x);\n",
        "#ifdef __shfl_sync\n#endif\n#undef warpSize\n",
        '// __shfl_sync(m, x, 0)\nconst char* s = "warpSize";\n',
        'asm volatile("bar.warp.sync 0xffffffff;");\n',
        "class WarpReduce;\nmy::WarpReduce<int> r;\nWarpReduce<int>* p;\n",
        '#include "cub_helpers.h"\nhipcub::WarpReduce<int> r;\n',
    ],
)
def test_left_alone(converted, text: str) -> None:
    assert converted(text, *WARP).data.decode() == text


def test_line_ends_and_odd_bytes_stay(converted) -> None:
    before = "x = __any_sync(m, p);\t\r\n// caf\xe9\r\ny = warpSize;".encode("latin-1")
    after = before.replace(b"__any_sync", b"porter::any_sync")
    after = after.replace(b"warpSize", b"porter::warp_size")
    from porter.options import Options
    from porter.source.text.languages import Language
    from porter.testing import convert, single_text

    options = Options(only=frozenset(WARP))
    data = convert(*single_text("a.cu", before, Language.CUDA, options)).data
    assert data == b'#include "porter_compat/warp.hpp"\r\n' + after


def test_a_header_in_a_folder_names_the_support_header_from_there(converted) -> None:
    text = "#include <cooperative_groups.h>\n"
    data = converted(text, "WRP16", path="src/cuda/groups.cuh").data
    assert data == b'#include "../../porter_compat/cooperative_groups.hpp"\n'
