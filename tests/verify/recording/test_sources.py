"""The digest of a program's sources: what it depends on, and what it does not."""

from pathlib import Path

import pytest

from porter.verify.recording.sources import source_hash


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "sum.cu").write_text('#include "check.cuh"\nint main() {}\n')
    (tmp_path / "check.cuh").write_text('#include "sum.cu"\n')
    (tmp_path / "other.cu").write_text("int main() {}\n")
    (tmp_path / "build").mkdir()
    return tmp_path


@pytest.mark.parametrize("name", ["sum.cu", "check.cuh"])
def test_a_program_is_its_source_and_the_headers_that_it_includes(project: Path, name: str) -> None:
    before = source_hash(project, "sum.cu")
    (project / name).write_text("// changed\n")
    assert source_hash(project, "sum.cu") != before


@pytest.mark.parametrize(
    ("included", "flags"),
    [('"size.h"', ()), ('"size.h"', ("-Iinclude",)), ("<app/size.h>", ("-DN=4", "-Iinclude"))],
)
def test_headers_in_other_folders_are_a_part(
    project: Path, included: str, flags: tuple[str, ...]
) -> None:
    header = project / "include" / "app" / "size.h"
    if flags and included[0] == '"':
        header = project / "include" / "size.h"
    header.parent.mkdir(parents=True)
    header.write_text("#define SIZE 4\n")
    (project / "sum.cu").write_text(f"#include {included}\nint main() {{}}\n")
    before = source_hash(project, "sum.cu", (), flags)
    header.write_text("#define SIZE 8\n")
    assert source_hash(project, "sum.cu", (), flags) != before


def test_folders_elsewhere_are_no_part(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A recording is of the same sources wherever a toolkit is installed."""
    other = tmp_path_factory.mktemp("toolkit")
    (other / "kit.h").write_text("#define SIZE 4\n")
    (project / "sum.cu").write_text("#include <kit.h>\nint main() {}\n")
    before = source_hash(project, "sum.cu", (), (f"-I{other}",))
    (other / "kit.h").write_text("#define SIZE 8\n")
    assert source_hash(project, "sum.cu", (), (f"-I{other}",)) == before


def test_another_program_has_no_part_in_it(project: Path) -> None:
    one, whole = source_hash(project, "sum.cu"), source_hash(project, "")
    (project / "other.cu").write_text("int main() { return 1; }\n")
    assert source_hash(project, "sum.cu") == one
    assert source_hash(project, "") != whole


def test_what_builds_leave_is_no_part_of_a_tree(project: Path) -> None:
    before = source_hash(project, "")
    (project / "build" / "made.cu").write_text("// made\n")
    (project / "sum.o").write_bytes(b"made")
    assert source_hash(project, "") == before


def test_documents_and_examples_are_no_part_of_a_tree(project: Path) -> None:
    (project / "examples").mkdir()
    before = source_hash(project, "")
    (project / "README.md").write_text("How to use it.\n")
    (project / "examples" / "use.py").write_text("import it\n")
    assert source_hash(project, "") == before
    for name in ("examples/kernel.cu", "use.py", "CMakeLists.txt"):
        (project / name).write_text("// a part\n")
        after = source_hash(project, "")
        assert after != before
        before = after
