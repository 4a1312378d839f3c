"""`porter assess`: what it counts, and that it writes nothing."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from porter.cli import main

FILES = {
    "a.cu": "#include <cuda_runtime.h>\n// cudaFree\nvoid f(void *p) {\n  cudaFree(p);\n}\n",
    "b.cu": "void g() {\n  cudaDeviceGetNvSciSyncAttributes(a, b, c);\n"
    "  cudaDeviceGetNvSciSyncAttributes(a, b, c);\n}\n",
    "c.cu": "void h() {\n  cudaDeviceGetNvSciSyncAttributes(a, b, c);\n}\n",
    "d.py": "import pynvml\n",
    "e.cpp": "int one() { return 1; }\n",
    "read.me": "cudaMalloc\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    folder = tmp_path / "tree"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    def call(*arguments: str, status: int = 0) -> str:
        monkeypatch.setenv("PORTER_HOME", str(tmp_path / "home"))
        monkeypatch.setattr(sys, "argv", ["porter", "assess", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        assert (ended.value.code or 0) == status, capsys.readouterr().err
        return str(capsys.readouterr().out)

    return call


def assessed(run, *arguments: str) -> dict[str, Any]:
    return dict(json.loads(run("--json", "--rocm", "6.4", *arguments)))


def test_each_file_has_its_verdict(run, tree: Path) -> None:
    files = {file["path"]: file for file in assessed(run, str(tree))["files"]}
    assert {path: file["verdict"] for path, file in files.items()} == {
        "a.cu": "converts by rule",
        "b.cu": "needs work by hand",
        "c.cu": "needs work by hand",
        "d.py": "converts, needs a look",
        "e.cpp": "stays as it is",
    }
    assert files["a.cu"]["lines"] == 4
    assert files["a.cu"]["cuda_lines"] == 2
    assert files["a.cu"]["edits"] == 2


def test_a_decision_is_counted_once_with_all_its_places(run, tree: Path) -> None:
    (decision,) = [
        one for one in assessed(run, str(tree))["decisions"] if one["severity"] == "error"
    ]
    assert decision["rule"] == "API09"
    assert decision["family"] == "api"
    assert decision["count"] == 3
    assert decision["places"] == [{"path": "b.cu", "line": 2}, {"path": "c.cu", "line": 2}]


def test_families_count_edits_and_places(run, tree: Path) -> None:
    families = assessed(run, str(tree))["families"]
    assert families["api"]["findings"] == {"error": 3}
    assert families["python"]["findings"] == {"warning": 1}
    assert set(families["api"]["files"]) >= {"a.cu", "b.cu", "c.cu"}


def test_for_people(run, tree: Path) -> None:
    said = run(str(tree))
    assert "Stops the build: 1 decision at 3 places" in said
    assert "b.cu:2:3, c.cu:2:3" in said
    assert "1 decision to build in 2 files, 1 decision to look at in 1 file\n" in said
    assert said.index("Stops the build") < said.index("To look at")
    assert said.rstrip().endswith(f"porter convert {tree}")


def test_nothing_is_written(run, tree: Path) -> None:
    run(str(tree))
    assert {path.name: path.read_text() for path in tree.iterdir()} == FILES


def test_a_tree_without_cuda(run, tmp_path: Path) -> None:
    (tmp_path / "x.cpp").write_text("int x;\n")
    assert "there is nothing of CUDA to port here" in run(str(tmp_path / "x.cpp"))


def test_what_cannot_be_converted_is_said(run, tmp_path: Path) -> None:
    (tmp_path / "wide.cu").write_bytes("void f();\n".encode("utf-16"))
    said = run(str(tmp_path / "wide.cu"), status=1)
    assert "is not converted" in said
    assert "UTF-16" in said


def test_rows_that_are_left_out_are_counted(run, tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"f{number}.py").write_text("import pynvml\n")
    short = run(str(tmp_path), "--exclude", "home")
    assert "… and 5 more; --all has all" in short
    assert "more; --all" not in run(str(tmp_path), "--all", "--exclude", "home")
