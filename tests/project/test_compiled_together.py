"""Which sources compilers read together with one."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.project import compiled_together as module
from porter.project.compiled_together import compiled_together, included

FILES = {
    "a.cu": '#include "k.cuh"\n#include <util.h>\n',
    "b.cu": '#include "k.cuh"\n',
    "c.cu": "#include <util.h>\n",
    "k.cuh": "int k;\n",
    "include/util.h": "int u;\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def beside(project: Path, path: str) -> dict[str, str]:
    return {one: data.decode() for one, data in compiled_together(project, path)}


def test_the_units_of_a_header_and_what_they_include(project: Path) -> None:
    expected = {path: FILES[path] for path in ("a.cu", "b.cu", "include/util.h")}
    assert beside(project, "k.cuh") == expected


def test_a_unit_is_read_with_what_it_includes_alone(project: Path) -> None:
    assert beside(project, "b.cu") == {"k.cuh": FILES["k.cuh"]}
    assert beside(project, "c.cu") == {"include/util.h": FILES["include/util.h"]}


def test_files_that_include_one_another(project: Path) -> None:
    (project / "k.cuh").write_text('#include "b.cu"\n')
    assert beside(project, "b.cu").keys() == {"k.cuh", "a.cu", "include/util.h"}


def test_folders_beyond_those_that_are_walked(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MOST_FOLDERS", 1)
    assert beside(project, "c.cu") == {}


def test_headers_in_a_folder_beside_one_above(tmp_path: Path) -> None:
    files = {
        "csrc/kernels/deep/scan.cu": '#include "scan.h"\n#include <angled.h>\n',
        "csrc/includes/scan.h": '#include "types.h"\n',
        "csrc/includes/types.h": "",
        "csrc/includes/angled.h": "",
        "csrc/kernels/other/scan.h": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = [path for path, _ in included(tmp_path, "csrc/kernels/deep/scan.cu")]
    assert found == ["csrc/includes/scan.h", "csrc/includes/types.h"]
