"""Extensions whose porter.toml names no cases: these are drafted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from porter.project.discover import Project
from porter.project.settings.program_cases import ProgramCase
from porter.project.settings.settings import ProjectSettings
from porter.verify.drafting.draft import draft_of
from porter.verify.drafting.draft_of_library import Draft
from porter.verify.extension import kind
from porter.verify.extension.cases import load
from porter.verify.extension.drafted import NOTE, drafted, not_drafted
from porter.verify.extension.sides import Sides
from porter.verify.upstream import reading_once
from tests.verify.drafting.trees import write

BINDING = 'at::Tensor f(at::Tensor x) { return x; }\nPYBIND11_MODULE(m, m) { m.def("f", &f); }\n'


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProjectSettings:
    monkeypatch.setenv("PORTER_HOME", str(tmp_path / "home"))
    (tmp_path / "port").mkdir()
    return ProjectSettings(tmp_path / "up", tmp_path / "port")


def test_cases_are_drafted_into_porters_own_folder(
    project: ProjectSettings, tmp_path: Path
) -> None:
    write(project.upstream, BINDING)
    before = sorted(project.upstream.rglob("*"))
    (made,) = drafted(project)
    assert made.cases is not None
    assert made.cases.is_relative_to(tmp_path / "home") and made.cases.name == "up.py"
    assert list(load(made.cases).cases) == ["f"]
    assert drafted(project) == [made]
    assert sorted(project.upstream.rglob("*")) == before


def test_the_checks_say_that_they_are_drafted(
    project: ProjectSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(project.upstream, BINDING)
    monkeypatch.setattr(Sides, "points", lambda self, timeout: {"f": ["x=1", "x=2"]})
    found = list(kind.checks(project))
    assert len(found) == 4 and {one.note for one in found} == {NOTE}


def test_drafted_cases_take_turns(
    project: ProjectSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(project.upstream, BINDING)
    given = {"f": ["x=1", "x=2", "x=3"], "g": ["y=1"]}
    monkeypatch.setattr(Sides, "points", lambda self, timeout: given)
    monkeypatch.setattr(kind, "places_of", lambda *_: ["gfx942"])
    assert [one.case.point for one in kind.checks(project)] == ["x=1", "y=1", "x=2", "x=3"]
    named = replace(project, cases=tmp_path / "cases.py")
    assert [one.case.point for one in kind.checks(named)] == ["x=1", "x=2", "x=3", "y=1"]


def test_named_cases_are_not_added_to(project: ProjectSettings) -> None:
    write(project.upstream, BINDING)
    assert drafted(replace(project, programs=(ProgramCase("a.cu"),))) == []
    assert drafted(replace(project, cases=Path("cases.py"))) == []


def test_a_c_interface_counts_where_python_loads_the_library(project: ProjectSettings) -> None:
    project.upstream.mkdir()
    (project.upstream / "a.cu").write_text('extern "C" void f(float* x, int n) {}\n')
    assert drafted(project) == []
    (project.upstream / "use.py").write_text("import ctypes\nctypes.CDLL('./liba.so')\n")
    (made,) = drafted(project)
    assert made.cases is not None and load(made.cases).module == "liba.so"


FILLED = 'text = f"""__global__ void k({kind} *x) {{}}"""\n'


def test_what_has_no_case_is_named(project: ProjectSettings) -> None:
    project.upstream.mkdir()
    (project.upstream / "a.py").write_text(FILLED)
    (said,) = not_drafted(project)
    assert said.startswith("not compared: k in a.py:1: not whole until Python fills it; write")
    assert list(not_drafted(replace(project, cases=Path("cases.py")))) == []
    assert drafted(project) == []


def test_kernels_in_texts_beside_a_binding_are_named(project: ProjectSettings) -> None:
    write(project.upstream, BINDING)
    whole = "text = '''extern \"C\" __global__ void own(float *x) {}'''\n"
    (project.upstream / "texts.py").write_text(whole + FILLED)
    said = [*not_drafted(project)]
    assert said[0].startswith("not compared: own in texts.py:1: a file of cases has one library")
    assert said[1].startswith("not compared: k in texts.py:2: not whole") and len(said) == 2


def test_a_run_drafts_once(project: ProjectSettings, monkeypatch: pytest.MonkeyPatch) -> None:
    write(project.upstream, BINDING)
    made: list[object] = []

    def counted(tree: Project, count: int, *, is_asked: bool, built_by: str) -> Draft:
        made.append(tree)
        return draft_of(tree, count, is_asked=is_asked, built_by=built_by)

    monkeypatch.setattr("porter.verify.extension.drafted.draft_of", counted)
    with reading_once():
        assert drafted(project)
        assert [*not_drafted(project)] == []
    assert len(made) == 1
