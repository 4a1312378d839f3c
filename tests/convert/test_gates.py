"""Both sides in one file: each can be told again, byte for byte."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from time import process_time

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from porter.cli import group
from porter.compile.driver import build
from porter.convert.gates.code import WORDS, gated
from porter.convert.gates.words import side
from porter.errors import PorterError
from porter.options import Options
from porter.source import Edit
from porter.source.text.languages import language_of
from porter.testing import convert, single_text
from porter.toolchain.discovery import find
from tests.rocm_root import rocm_root, run

CSRC = Path(__file__).parents[2] / "csrc_cuda"
SOURCES = sorted(p for p in CSRC.rglob("*") if p.suffix in {".cu", ".cuh", ".cpp", ".h"})
OPEN = "#if defined(__HIP_PLATFORM_AMD__) || defined(__HIP__)  // HIP, by porter\n"


def edit(text: str, old: str, new: str) -> Edit:
    start = text.index(old)
    return Edit(start, start + len(old), new.encode(), "X01")


def dual(text: str, *changes: tuple[str, str]) -> str:
    return gated(text.encode(), [edit(text, *change) for change in changes]).decode()


def converted(path: Path) -> tuple[bytes, bytes, list[Edit]]:
    data = path.read_bytes()
    found = convert(*single_text(path.name, data, language_of(path.name), Options()))
    return data, found.data, found.edits


def test_whole_lines_are_gated() -> None:
    assert dual("int a;\nf(a);\nint b;\n", ("f", "g")) == (
        f"int a;\n{OPEN}g(a);\n#else  // CUDA\nf(a);\n#endif  // HIP\nint b;\n"
    )


def test_what_is_only_added_has_no_other_side() -> None:
    made = gated(b"int a;\n", [Edit(0, 0, b"#include <x>\n", "X01")])
    assert made.decode() == f"{OPEN}#include <x>\n#endif  // HIP\nint a;\n"


def test_what_is_added_at_the_end_may_have_changes_before_it() -> None:
    text = b"f();\nint a;\nint b;\n"
    end = len(text)
    made = gated(text, [Edit(0, 1, b"g", "X01"), Edit(end, end, b"// by hand\n", "X02")])
    assert made.decode() == (
        f"{OPEN}g();\n#else  // CUDA\nf();\n#endif  // HIP\nint a;\nint b;\n"
        f"{OPEN}// by hand\n#endif  // HIP\n"
    )


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("#define M(x) \\\n  f(x); \\\n  h(x)\nint a;\n", "f"),
        ("#if OLD\nint b;\n#else\nint c;\n#endif\nint a;\n", "OLD"),
        ("CHECK(\n  f(x),\n  h(x));\nint a;\n", "f"),
        ('h(R"(one\ntwo)", f);\nint a;\n', "f"),
        ("h(); /* one\n two */ f();\nint a;\n", "f"),
    ],
    ids=["macro", "condition", "arguments", "raw string", "comment"],
)
def test_lines_that_cannot_be_parted_are_gated_together(text: str, old: str) -> None:
    made = dual(text, (old, "g"))
    whole = text[: text.index("int a;")]
    assert made == (
        f"{OPEN}{whole.replace(old, 'g', 1)}#else  // CUDA\n{whole}#endif  // HIP\nint a;\n"
    )


def test_a_change_inside_one_branch_stays_in_it() -> None:
    text = "#ifdef A\nkept();\n#else\nh();\n#endif\n"
    assert dual(text, ("kept", "g")).startswith(f"#ifdef A\n{OPEN}g();\n")


@pytest.mark.parametrize("text", ["f();", "int a;\r\nf();\r\nint b;\r\n", "int a;\n\nf();"])
def test_line_ends_are_the_files_own(text: str) -> None:
    made = dual(text, ("f", "g"))
    assert side(made.encode(), WORDS, hip=False).decode() == text
    assert side(made.encode(), WORDS, hip=True).decode() == text.replace("f", "g")
    assert made.count("\r\n") in (0, made.count("\n"))


_LINE = st.sampled_from(
    [
        "f();",
        "  g(a,",
        "  b);",
        "#if A",
        "#else",
        "#endif",
        "// f",
        "/* f",
        "*/",
        '"f";',
        "",
        "x \\",
    ]
)


@given(st.lists(_LINE, min_size=1, max_size=12), st.booleans(), st.data())
def test_either_side_of_any_text_can_be_told_again(
    lines: list[str], is_added_to: bool, data: st.DataObject
) -> None:
    text = ("\n".join(lines) + "\n").encode()
    places = [m.start() for m in re.finditer(rb"[a-z]", text)]
    chosen = sorted(data.draw(st.sets(st.sampled_from(places), max_size=4))) if places else []
    edits = [Edit(place, place + 1, b"HIP", "X01") for place in chosen]
    if is_added_to:
        edits.append(Edit(len(text), len(text), b"// HIP\n", "X02"))
    made = gated(text, edits)
    assert side(made, WORDS, hip=False) == text
    assert side(made, WORDS, hip=True).count(b"HIP") == len(edits)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_both_sides_of_real_code(path: Path) -> None:
    data, hip, edits = converted(path)
    made = gated(data, edits)
    assert side(made, WORDS, hip=False) == data
    assert side(made, WORDS, hip=True) == hip
    again = convert(*single_text(path.name, made, language_of(path.name), Options()))
    assert again.data == made, "a second run changes nothing"


@pytest.mark.toolchain
@pytest.mark.parametrize("name", ["softmax.cu", "textures.cu", "check.cuh"])
def test_cudas_compiler_sees_the_same_text(name: str, tmp_path: Path) -> None:
    data, _, edits = converted(CSRC / "warp_kit" / name)
    texts = [_preprocessed(text, tmp_path) for text in (data, gated(data, edits))]
    assert texts[0] == texts[1]
    assert "porter" not in texts[1]


def _preprocessed(data: bytes, folder: Path) -> str:
    """Return the text as CUDA's preprocessor leaves it; inclusions are kept as text.

    Lines have other numbers behind what a gate adds, so `__LINE__` is the same for all here.
    """
    source = folder / "unit.cpp"
    source.write_bytes(re.sub(rb"(?m)^#include", b"include", data))
    command = [str(find().clang), "-x", "c++", "-E", "-P", "-D__CUDACC__", "-D__LINE__=0", "-w"]
    command.append(str(source))
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return "\n".join(filter(None, text.splitlines()))


def _dual_project(tmp_path: Path, name: str, kind: str) -> Path:
    port = tmp_path / "port"
    command = ["convert", str(CSRC / name), "--out", str(port), "--project", kind, "--dual"]
    done = CliRunner().invoke(group, [*command, "--no-cache"])
    assert done.exit_code == 0, done.output
    return port


@pytest.mark.parametrize(
    ("name", "kind", "own"),
    [
        ("warp_kit", "plain", "Makefile.hip"),
        ("warp_kit", "cmake", "CMakeLists.txt"),
        ("causal_conv1d", "torch", "setup_hip.py"),
    ],
)
def test_a_project_for_both_sides(tmp_path: Path, name: str, kind: str, own: str) -> None:
    port = _dual_project(tmp_path, name, kind)
    for path in (CSRC / name).rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            there = (port / path.relative_to(CSRC / name)).read_bytes()
            assert side(there, WORDS, hip=False) == path.read_bytes(), path
            assert path in SOURCES or there == path.read_bytes()
    assert (port / own).is_file()


CMAKE = """\
cmake_minimum_required(VERSION 3.18)
project(tool LANGUAGES CXX CUDA)
include_directories(include)
add_executable(tool tool.cu)
"""
TOOL = """\
#include "size.h"
__global__ void nothing() {}
int main() {
    nothing<<<kSize, 1>>>();
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
"""


def _with_cmake(folder: Path) -> Path:
    (folder / "include").mkdir(parents=True)
    (folder / "CMakeLists.txt").write_text(CMAKE)
    (folder / "tool.cu").write_text(TOOL)
    (folder / "include" / "size.h").write_text("constexpr int kSize = 1;\n")
    return folder


def test_hips_cmake_list_has_a_folder_where_upstream_has_one(tmp_path: Path) -> None:
    port = _dual_project(tmp_path, str(_with_cmake(tmp_path / "tool")), "cmake")
    assert (port / "CMakeLists.txt").read_text() == CMAKE
    made = (port / "hip" / "CMakeLists.txt").read_text()
    assert "add_executable(tool ../tool.cu)" in made
    assert "  ../tool.cu\n  PROPERTIES LANGUAGE HIP)" in made
    assert "${CMAKE_CURRENT_SOURCE_DIR}/../include" in made
    assert "cmake -S hip -B build_hip" in (port / "compile.sh").read_text()
    assert "ctest --test-dir build_hip" in (port / "README.md").read_text()


def test_a_folder_that_upstream_uses_is_not_taken(tmp_path: Path) -> None:
    source = _with_cmake(tmp_path / "tool")
    (source / "hip").mkdir()
    (source / "hip" / "CMakeLists.txt").write_text("# theirs\n")
    command = ["convert", str(source), "--out", str(tmp_path / "port"), "--dual"]
    done = CliRunner().invoke(group, [*command, "--project", "cmake"])
    assert isinstance(done.exception, PorterError)
    assert done.exception.path == source / "hip" / "CMakeLists.txt"
    assert not list((tmp_path / "port").iterdir())


@pytest.mark.toolchain
def test_hips_cmake_list_builds(tmp_path: Path) -> None:
    root = rocm_root(tmp_path / "rocm")
    port = _dual_project(tmp_path, str(_with_cmake(tmp_path / "tool")), "cmake")
    run(["cmake", "-S", "hip", "-B", "build_hip", *root], port)
    run(["cmake", "--build", "build_hip"], port)
    assert b"amdgcn-amd-amdhsa--gfx942" in (port / "build_hip" / "tool").read_bytes()


@pytest.mark.toolchain
def test_hips_side_compiles(tmp_path: Path) -> None:
    port = _dual_project(tmp_path, "warp_kit", "plain")
    report = build(
        port / "stream_compaction.cu", ["gfx942"], syntax_only=True, folder=tmp_path / "objects"
    )
    assert report.ok, report.failed
    assert "by porter" in (port / "stream_compaction.cu").read_text()


@pytest.mark.parametrize("other", ["--rename", "--diff"])
def test_what_does_not_go_together_is_refused(tmp_path: Path, other: str) -> None:
    where = [] if other == "--diff" else ["--out", str(tmp_path / "port")]
    done = CliRunner().invoke(group, ["convert", str(CSRC / "warp_kit"), "--dual", other, *where])
    assert done.exit_code == 2
    assert "--dual" in done.output


def test_thousands_of_conditionals_take_linear_time() -> None:
    line = "#if A\ncudaFree(p);\n#endif\nint x;\n"
    text = line * 4000
    edits = [
        Edit(match.start(), match.end(), b"hipFree", "X01")
        for match in re.finditer("cudaFree", text)
    ]
    began = process_time()
    made = gated(text.encode(), edits)
    assert process_time() - began < 2
    assert made.count(b"#else  // CUDA") == 4000
