"""MEM05 and MEM03: a texture reference is judged by all files that are compiled together."""

from __future__ import annotations

from pathlib import Path

from porter.fixers.registry import rules
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.languages import Language
from porter.testing import convert, single_text

RULES = tuple(rule for rule in rules() if rule.id in ("MEM03", "MEM05"))
DECLARED = "texture<float, 1, cudaReadModeElementType> line;\n"
LINEAR = (
    '#include "porter_compat/linear_texture.hpp"\n'
    "static __device__ porter::linear_texture<float> line;\n"
)
FETCHED = '#include "line.cuh"\n__device__ float f() { return tex1Dfetch(line, 1); }\n'
SAMPLED = '#include "line.cuh"\n__device__ float g() { return tex1D(line, 1.5f); }\n'


def ported(root: Path, name: str, files: dict[str, str]) -> tuple[str, list[str]]:
    """Return what becomes of one file of a project, and what is said about it."""
    for path, text in files.items():
        (root / path).write_text(text)
    data = files[name].encode()
    _, context = single_text(name, data, Language.CUDA, Options())
    result = convert(SourceFile(name, data, root=root), context, RULES)
    return result.data.decode(), [one.message for one in result.findings]


def test_a_reference_is_linear_where_another_file_fetches_from_it(tmp_path: Path) -> None:
    files = {"line.cuh": DECLARED, "kernel.cu": FETCHED}
    assert ported(tmp_path, "line.cuh", files) == (LINEAR, [])
    assert ported(tmp_path, "kernel.cu", files) == (FETCHED, [])


def test_a_reference_holds_a_texture_object_where_another_file_samples_it(tmp_path: Path) -> None:
    files = {"line.cuh": DECLARED, "kernel.cu": FETCHED, "other.cu": SAMPLED}
    text, told = ported(tmp_path, "line.cuh", files)
    assert told == []
    assert "static __device__ porter::texture_reference<float, 1, cuda" in text
    text, told = ported(tmp_path, "other.cu", files)
    assert told == [] and "return porter::tex1D(line, 1.5f)" in text


def test_a_file_of_another_program_says_nothing_of_a_reference_of_that_name(tmp_path: Path) -> None:
    files = {"line.cuh": DECLARED, "kernel.cu": FETCHED, "other.cu": SAMPLED.partition("\n")[2]}
    assert ported(tmp_path, "line.cuh", files) == (LINEAR, [])


def test_a_file_that_is_included_beside_the_declaration_uses_it(tmp_path: Path) -> None:
    kernel = FETCHED.partition("\n")[2]
    files = {
        "line.cuh": DECLARED,
        "kernel.cuh": kernel,
        "main.cu": '#include "line.cuh"\n#include "kernel.cuh"\n',
    }
    assert ported(tmp_path, "line.cuh", files) == (LINEAR, [])
    assert ported(tmp_path, "kernel.cuh", files) == (kernel, [])


def test_a_reference_that_nothing_reads_stays(tmp_path: Path) -> None:
    assert ported(tmp_path, "line.cuh", {"line.cuh": DECLARED}) == (DECLARED, [])


def test_comments_of_other_files_say_nothing(tmp_path: Path) -> None:
    files = {"line.cuh": DECLARED, "kernel.cu": FETCHED, "other.cu": f"/*{SAMPLED}*/\n"}
    assert ported(tmp_path, "line.cuh", files) == (LINEAR, [])


def test_a_file_that_a_link_leads_to_outside_of_the_project_says_nothing(tmp_path: Path) -> None:
    outside, project = tmp_path / "outside.cu", tmp_path / "project"
    outside.write_text(SAMPLED)
    project.mkdir()
    (project / "other.cu").symlink_to(outside)
    files = {"line.cuh": DECLARED, "kernel.cu": FETCHED}
    assert ported(project, "line.cuh", files) == (LINEAR, [])
