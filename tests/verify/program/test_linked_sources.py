"""A program that no build file names is linked with the sources that it needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.read.written_calls import WrittenCalls
from porter.source.file import SourceFile
from porter.verify.program.linked_sources import linked_sources
from porter.verify.recording.included_files import IncludedFiles
from tests.verify.program.unprepared import verdict

MAIN = '#include "a.h"\nvoid run();\nint main() { run(); }\n'
RUN = "void run() {\n}\n"


@pytest.mark.parametrize(
    ("files", "linked"),
    [
        ({"main.cu": "int main() {}\n", "other.cu": RUN}, ()),
        # Written down.
        (
            {"main.cu": MAIN, "one.cu": RUN, "two.cu": RUN,
             "README.md": "`nvcc main.cu two.cu -o main`"},
            ("two.cu",),
        ),
        ({"main.cu": MAIN, "one.cu": RUN, "README.md": "nvcc -c main.cu\n"}, ("one.cu",)),
        ({"main.cu": MAIN, "one.cu": RUN, "README.md": "nvcc main.cu gone.cu\n"}, ("one.cu",)),
        ({"main.cu": MAIN, "one.cu": RUN, "README.md": "nvcc main.cu\n"}, ()),
        # Members of templates of one name are no functions of one name.
        (
            {"main.cu": '#include "a.h"\n#include "b.h"\nint main() {}\n', "a.h": "", "b.h": "",
             "a.cu": "template <int N> void A<N>::run() {\n}\n",
             "b.cu": "template <int N> void B<N>::run() {\n}\n"},
            ("a.cu", "b.cu"),
        ),
        # By its header, and by that one's.
        (
            {"main.cu": MAIN, "a.h": '#include "b.h"\n', "b.h": "", "a.cu": "", "b.cpp": "",
             "c.cu": ""},
            ("a.cu", "b.cpp"),
        ),
        (
            {"main.cu": '#include "src/a.cuh"\nint main() {}\n', "src/a.cuh": "", "src/a.cu": ""},
            ("src/a.cu",),
        ),
        (
            {"src/a.cu": "", "include/a.h": "", "main.cu": '#include "a.h"\nint main() {}\n'},
            ("src/a.cu",),
        ),
        # Members of two classes are called the same.
        (
            {"main.cu": '#include "a.h"\n#include "b.h"\nint main() {}\n', "a.h": "", "b.h": "",
             "a.cu": "A::A(int n) {\n}\nvoid A::put(int x) {\n}\n",
             "b.cu": "namespace {\nint A::A(int n) {\n}\n}\nvoid B::put(int x) {\n}\n"},
            ("a.cu", "b.cu"),
        ),
        # By what it declares.
        (
            {"main.cu": "void run();\nint main() { run(); }\n", "other.cu": RUN, "more.cu": ""},
            ("other.cu",),
        ),
        (
            {"main.cu": "__global__ void k(int *);\nint main() { k<<<1, 1>>>(0); }\n",
             "k.cu": "int f(int *);\n__global__ void __launch_bounds__(256) k(int *x) { f(x); }\n",
             "f.cpp": "int f(int *x)\n{\n}\n"},
            ("f.cpp", "k.cu"),
        ),
        # Nobody can tell which of two.
        ({"main.cu": "void run();\nint main() { run(); }\n", "one.cu": RUN, "two.cu": RUN}, ()),
        # The program's own, its header's, a source that it includes, one of the file alone.
        ({"main.cu": RUN + "int main() { run(); }\n", "other.cu": RUN}, ()),
        ({"main.cu": '#include "run.cu"\nint main() { run(); }\n', "run.cu": RUN}, ()),
        ({"main.cu": "int main() { run(); }\n", "other.cu": "static " + RUN}, ()),
        ({"main.cu": "int main() {\n  run();\n}\n", "other.cu": RUN}, ()),
    ],
)  # fmt: skip
def test_sources(tmp_path: Path, files: dict[str, str], linked: tuple[str, ...]) -> None:
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    others = {
        path: SourceFile(path, text.encode())
        for path, text in files.items()
        if path != "main.cu" and path.endswith((".cu", ".cpp"))
    }
    included = IncludedFiles(tmp_path, files)
    assert linked_sources(WrittenCalls(tmp_path), "main.cu", others, included) == linked


@pytest.mark.toolchain
def test_both_sides_are_linked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        "main.cpp": """#include "twice.h"
#include <cstdio>
int main() { std::printf("%d\\n", twice(21)); }
""",
        "twice.h": "int twice(int);\n",
        "twice.cu": """#include "twice.h"
__device__ int doubled(int x);
__global__ void k(int *x) { *x = doubled(*x); }
int twice(int x) {
    int *y;
    cudaMallocManaged(&y, sizeof(int));
    *y = x;
    k<<<1, 1>>>(y);
    cudaDeviceSynchronize();
    return *y;
}
""",
        "doubled.cu": "__device__ int doubled(int x) {\n    return 2 * x;\n}\n",
    }
    found = verdict(tmp_path, monkeypatch, files)
    assert found["passed"] and found["numbers"] == 1, found["problem"]
