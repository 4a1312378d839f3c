"""WRP32, slow-block-choices: what its examples do not show."""

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.testing import apply


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("cub::BlockScan<int, 96>(s).InclusiveSum(x, y);\n", 1),
        ("cub::BlockScan<int, 64>(s).InclusiveSum(x, y);\n", 0),
        ("cub::BlockReduce<int, 32, cub::BLOCK_REDUCE_RAKING>(s).Sum(x);\n", 2),
        ('// cub::BlockScan<int, 96>\nputs("cub::BlockScan<int, 96>");\n', 0),
        ("cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY;\n", 0),
    ],
)
def test_blocks_and_algorithms(text: str, notes: int) -> None:
    applied = apply(text, "WRP32")
    assert len(applied.findings) == notes
    assert applied.data == text.encode()


def _noted(text: str) -> list[int]:
    """Return the lines that are noted."""
    return [text.count("\n", 0, one.start) + 1 for one in apply(text, "WRP32").findings]


@pytest.mark.parametrize(
    ("text", "noted"),
    [
        ("enum { THREADS = 32 };\nusing A = cub::BlockScan<int, THREADS>;\n", [2]),
        (
            "enum Shape : int { X, THREADS = 1 << 5 };\nusing A = cub::BlockScan<int, THREADS>;\n",
            [2],
        ),
        ("#define THREADS (128 / 4)\ntypedef cub::BlockScan<int, THREADS> A;\n", [2]),
        ("constexpr int threads{32};\nusing A = cub::BlockScan<int, threads>;\n", [2]),
        (
            "struct Few { static constexpr int N = 32; };\n"
            "struct Many { static constexpr int N = 64; };\n"
            "using A = cub::BlockScan<int, Few::N>;\n"
            "using B = cub::BlockScan<int, ::Many::N>;\n",
            [3],
        ),
        ("using A = cub::BlockScan<int, static_cast<int>(32)>;\n", [1]),
        ("using A = cub::BlockScan<int, sizeof(int) * 8>;\n", []),
        ("namespace b = ::cub;\nusing A = b::BlockScan<int, 32>;\n", [2]),
        ("using namespace cub;\ntypedef BlockScan<int, 32, BLOCK_SCAN_RAKING> A;\n", [2]),
        ("using cub::BlockReduce;\nusing A = BlockReduce<int, 32>;\n", [2]),
        ("using A = at_cuda_detail::cub::BlockReduce<int, 32>;\n", [1]),
        ("namespace cub = hipcub;\nusing A = cub::BlockReduce<int, 32>;\n", [2]),
        (
            "void f() { constexpr int n = 32; cub::BlockScan<int, n> s; }\n"
            "void g() { constexpr int n = 32; cub::BlockScan<int, n> s; }\n",
            [1, 2],
        ),
        (
            "void f() { constexpr int n = 32; cub::BlockScan<int, n> s; }\n"
            "void g() { constexpr int n = 64; cub::BlockScan<int, n> s; }\n",
            [],
        ),
    ],
)
def test_numbers_of_threads_by_other_spellings(text: str, noted: list[int]) -> None:
    assert _noted(text) == noted


@pytest.mark.parametrize(
    ("text", "noted"),
    [
        (
            "template <class T, int N = 32> using Sum = cub::BlockReduce<T, N>;\n"
            "using Few = Sum<float>;\n"
            "using Many = Sum<float, 128>;\n",
            [1],
        ),
        (
            "template <int N> struct Outer {\n"
            "  template <class T> struct Inner { using Sum = cub::BlockReduce<T, N>; };\n"
            "};\n"
            "using Few = Outer<32>::Inner<float>;\n",
            [4],
        ),
        (
            "template <int X, int Y> __global__ void __launch_bounds__(X * Y) k(float* o) {\n"
            "  cub::BlockReduce<float, X, cub::BLOCK_REDUCE_WARP_REDUCTIONS, Y> sum;\n"
            "}\n"
            "void f(float* o) { k<32, 2><<<1, dim3(32, 2)>>>(o); k<32, 1><<<1, 32>>>(o); }\n",
            [4],
        ),
        (
            "template <int N> struct Sum;\n"
            "template <> struct Sum<32> { using Type = cub::BlockReduce<int, 64>; };\n",
            [],
        ),
        (
            "template <int N> struct Items { using Load = cub::BlockLoad<int, 128, N>; };\n"
            "using Few = Items<3>;\n",
            [],
        ),
        (
            "template <int N, class T> void f(T) { cub::BlockScan<int, N> scan; }\n"
            "template <int K> void f() { cub::BlockScan<int, 64> scan; }\n"
            "void g() { f<32>(); }\n",
            [],
        ),
        (
            "template <class Traits> void f() { cub::BlockScan<int, Traits::N> scan; }\n"
            "struct Few { static constexpr int N = 32; };\n"
            "void g() { f<Few>(); }\n",
            [],
        ),
        (
            "template <int... N> struct All { using A = cub::BlockScan<int, 64>; };\n"
            "template <int N> void f() { if (N < 3) cub::BlockScan<int, N> scan; f<N>(); }\n"
            "void g() { f<96>(); }\n",
            [3],
        ),
    ],
)
def test_numbers_of_threads_through_templates(text: str, noted: list[int]) -> None:
    assert _noted(text) == noted


def test_numbers_of_threads_of_included_headers(tmp_path: Path) -> None:
    (tmp_path / "sizes.h").write_text("#define FEW 32\nnamespace sizes { enum { many = 64 }; }\n")
    (tmp_path / "scan.cu").write_text(
        '#include "sizes.h"\n'
        "using A = cub::BlockScan<int, FEW>;\n"
        "using B = cub::BlockScan<int, sizes::many>;\n"
        "using C = cub::BlockScan<int, sizes::many / 2>;\n"
    )
    result = write_port([tmp_path], Options(), Destination(OutputMode.OUT, tmp_path / "out"))
    found = [one.place.line for _, one in result.findings if one.finding.rule == "WRP32"]
    assert found == [2, 4]
