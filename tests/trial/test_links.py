"""Functions that nothing of a port defines are told of, before a linker misses them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.trial.test_findings import findings

pytestmark = pytest.mark.toolchain
CUDA = """#include <cstdio>
#include "f.h"
__global__ void k(int *p) { *p = 1; }
int main() {
    printf("%d\\n", lost(1));
    return n::Held().kept(2);
}
"""
HEADER = "int lost(int);\nnamespace n { struct Held { int kept(int); }; }\n"
NAME = "nothing of the port defines {}, which is called here and declared by the port"


@pytest.fixture
def src(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "src"
    folder.mkdir()
    (folder / "a.cu").write_text(CUDA)
    (folder / "f.h").write_text(HEADER)
    (folder / "Makefile").write_text("app: a.cu b.cu\n\tnvcc a.cu b.cu -o app\n")
    (folder / "b.cu").write_text('#include "f.h"\nint n::Held::kept(int i) { return i; }\n')
    return folder


def told(src: Path) -> list[tuple[str, int, str]]:
    found = findings(src, "--check-build")
    return [(one[0], one[3], one[4]) for one in found if "defines" in one[4]]


def test_a_function_that_no_unit_defines(src: Path) -> None:
    assert told(src) == [("a.cu", 5, NAME.format("lost(int)"))]


def test_a_function_of_c(src: Path) -> None:
    (src / "f.h").write_text(HEADER.replace("int lost", 'extern "C" int lost'))
    assert told(src) == [("a.cu", 5, NAME.format("lost"))]


def test_a_template_that_nobody_instantiates(src: Path) -> None:
    (src / "f.h").write_text(HEADER.replace("int lost(int)", "template <class T> T lost(T)"))
    (src / "b.cu").write_text(
        (src / "b.cu").read_text() + "template <class T> T lost(T t) { return t; }\n"
    )
    assert told(src) == [("a.cu", 5, NAME.format("int lost<int>(int)"))]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("c.cu", "int lost(int i) { return i; }\n"),  # a unit that no build file names
        ("lib.a", "!<arch>\n_Z4losti\n"),
        pytest.param("lost.f90", "integer function lost(i) bind(c)\n", marks=pytest.mark.slow),
        pytest.param("impl.inl", "int lost(int i)\n{ return i; }\n", marks=pytest.mark.slow),
    ],
)
def test_what_another_file_may_define(src: Path, name: str, text: str) -> None:
    (src / name).write_text(text)
    assert told(src) == []


def test_what_the_system_has(src: Path) -> None:
    """A project that declares a function of C's library by hand."""
    (src / "a.cu").write_text(
        '#include "f.h"\nextern "C" int abs(int);\nextern "C" int atoi(const char *);\n'
        "int main(int n, char **v) { return abs(n) + atoi(*v); }\n"
    )
    assert told(src) == []


@pytest.mark.parametrize(
    "flags",
    [
        "-llapack",
        pytest.param("/opt/x/libx.a", marks=pytest.mark.slow),
        pytest.param("$(shell pkg-config --libs x)", marks=pytest.mark.slow),
    ],
)
def test_a_library_that_may_have_it(src: Path, flags: str) -> None:
    (src / "Makefile").write_text(f"app: a.cu b.cu\n\tnvcc a.cu b.cu {flags} -o app\n")
    assert told(src) == []


@pytest.mark.parametrize(
    "flags",
    [
        "-lcublas",
        pytest.param("-lm -lpthread", marks=pytest.mark.slow),
        pytest.param("-lcudart -lcuda", marks=pytest.mark.slow),
    ],
)
def test_libraries_that_are_known(src: Path, flags: str) -> None:
    (src / "Makefile").write_text(f"app: a.cu b.cu\n\tnvcc a.cu b.cu {flags} -o app\n")
    assert [one[:2] for one in told(src)] == [("a.cu", 5)]
