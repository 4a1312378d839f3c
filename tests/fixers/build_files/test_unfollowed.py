"""What is not read of the Makefiles around one is a finding that names the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.fixers.registry import rules
from porter.options import Options
from porter.project import make_family
from porter.source import SourceFile
from porter.source.text.languages import Language
from porter.testing import convert, single_text

(BLD13,) = (rule for rule in rules() if rule.id == "BLD13")


def messages(path: str, text: str, root: Path | None = None) -> list[str]:
    """Return what the rule says about a Makefile."""
    _, context = single_text(path, text.encode(), Language.MAKE, Options())
    file = SourceFile(path, text.encode(), Language.MAKE, root=root)
    return [one.message for one in convert(file, context, (BLD13,)).findings]


def test_variables_beyond_those_that_are_followed_are_told() -> None:
    chain = "".join(f"A{n} = $(A{n + 1})\n" for n in range(60)) + "A60 = nvcc\n"
    recipe = "x: x.cu\n\t$(A0) -o x x.cu\n"
    assert messages("Makefile", chain + recipe) == [
        "Makefile: not followed: what its commands call, through more than 50 variables"
    ]
    assert messages("Makefile", "A0 = nvcc\n" + recipe) == []


def test_an_included_file_that_is_too_large_is_told(tmp_path: Path) -> None:
    text = "include rules.mk\nx: x.cu\n\tnvcc -o x x.cu\n"
    (tmp_path / "rules.mk").write_text("# much\n" * 200_000)
    assert messages("Makefile", text, tmp_path) == [
        "rules.mk: not followed: it has more than 1,048,576 bytes"
    ]
    (tmp_path / "rules.mk").write_text("# little\n")
    assert messages("Makefile", text, tmp_path) == []


def test_folders_beyond_those_that_are_walked_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        (tmp_path / str(number)).mkdir()
    monkeypatch.setattr(make_family, "_MOST_FOLDERS", 5)
    told = ["rules.mk: not followed: what includes it, beyond 5 folders"]
    assert messages("rules.mk", "NVCC = nvcc\n", tmp_path) == told
    (tmp_path / "4").rmdir()
    assert messages("rules.mk", "NVCC = nvcc\n", tmp_path) == []


def test_a_file_that_make_needs_and_the_project_lacks_is_told(tmp_path: Path) -> None:
    rule = "x: x.cu\n\tnvcc -o x x.cu\n"
    (tmp_path / "here.mk").write_text("A = 1\n")
    for name in ("/opt/rules.mk", "~/rules.mk", "rules.mk", "../rules.mk"):
        assert messages("Makefile", f"include here.mk {name}\n{rule}", tmp_path) == [
            f"{name} is not in the project: what it says is not converted"
        ]
    for text in ("-include rules.mk", "include $(A)", "include x.d", "include .depend"):
        assert messages("Makefile", f"{text}\n{rule}", tmp_path) == []
    assert messages("Makefile", "include /opt/rules.mk\nx: x.c\n\tcc -o x x.c\n", tmp_path) == []
