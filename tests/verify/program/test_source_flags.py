"""A program of one source is compiled with the flags that are written down, or that it needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.read.written_calls import WrittenCalls
from porter.verify.program.source_flags import flags_of
from tests.verify.program.unprepared import verdict

MAIN = "int main() {}\n"


@pytest.mark.parametrize(
    ("files", "flags"),
    [
        ({"a.cu": MAIN}, ()),
        ({"a.cu": "// nvcc -O3 -arch=sm_80 -DN=4 a.cu -o a -lcublas\n" + MAIN}, ("-DN=4",)),
        ({"a.cu": "/* $ nvcc -std c++20 a.cu */\n" + MAIN}, ("-std=c++20",)),
        (
            {"a.cu": MAIN, "README.md": "```\nnvcc -I inc -Iabsent -I/usr/x ./a.cu && ./a\n```\n",
             "inc/b.h": ""},
            ("-Iinc",),
        ),
        ({"a.cu": MAIN, "README.md": "Build by `nvcc --std=c++17 a.cu`."}, ("-std=c++17",)),
        ({"a.cu": MAIN, "README.md": "nvcc -DN=1 b.cu\nnvcc -DM=2 a.cu b.cu\n"}, ()),
        ({"a.cu": MAIN, "run.sh": "nvcc -DN=$1 -DM a.cu\n"}, ("-DM",)),
        ({"a.cu": "#include <span>\n" + MAIN}, ("-std=c++20",)),
        ({"a.cu": '#include "b.h"\n' + MAIN, "b.h": "concept C = true;\n"}, ("-std=c++20",)),
        ({"a.cu": "// concept C = true;\nint concept;\n" + MAIN}, ()),
        ({"a.cu": "// nvcc -std=c++23 a.cu\n#include <span>\n" + MAIN}, ("-std=c++23",)),
        ({"a.cu": "#include <omp.h>\n" + MAIN}, ("-Xcompiler", "-fopenmp")),
    ],
)  # fmt: skip
def test_flags(tmp_path: Path, files: dict[str, str], flags: tuple[str, ...]) -> None:
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    assert flags_of(WrittenCalls(tmp_path), "a.cu") == flags


def test_folders_of_headers_are_those_of_the_text(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "common").mkdir()
    (tmp_path / "one" / "a.cu").write_text("// nvcc -I../common -I../../other a.cu\n" + MAIN)
    assert flags_of(WrittenCalls(tmp_path), "one/a.cu") == ("-Icommon",)


@pytest.mark.toolchain
def test_both_sides_are_compiled_with_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = """// nvcc -std=c++20 -DCOUNT=32 -Iinc a.cu
#include <cstdio>
#include <scale.h>
template <class T> concept Number = requires(T x) { x * 2; };
template <Number T> __global__ void twice(T *x) { x[threadIdx.x] *= BY; }
int main() {
    int *x;
    cudaMallocManaged(&x, COUNT * sizeof(int));
    for (int i = 0; i < COUNT; i++) x[i] = i;
    twice<<<1, COUNT>>>(x);
    cudaDeviceSynchronize();
    std::printf("%d\\n", x[COUNT - 1]);
}
"""
    found = verdict(tmp_path, monkeypatch, {"a.cu": program, "inc/scale.h": "#define BY 3\n"})
    assert found["passed"] and found["numbers"] == 1, found["problem"]
