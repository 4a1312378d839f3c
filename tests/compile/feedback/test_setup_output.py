"""What stops a package's setup.py is its own message, or was told of."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.feedback.causes import Causes, Kind
from porter.compile.feedback.output import cause_of
from porter.compile.feedback.record import ConversionRecord, ConvertedFile, Said
from porter.source.text.edits import Severity


def causes(up: Path, port: Path, path: str, *said: Said) -> Causes:
    return Causes(ConversionRecord(up, {path: ConvertedFile(path, said)}), port)


@pytest.fixture
def trees(tmp_path: Path) -> tuple[Path, Path]:
    for name in ("up", "port"):
        (tmp_path / name).mkdir()
    return tmp_path / "up", tmp_path / "port"


@pytest.mark.parametrize(
    ("said", "kind"),
    [("ValueError: set X", Kind.STOPPED), ("AttributeError: no split of None", Kind.UNREPORTED)],
)
def test_a_setup_that_pip_runs_as_a_text(trees: tuple[Path, Path], said: str, kind: Kind) -> None:
    up, port = trees
    ending = "raise ValueError('set X')" if kind is Kind.STOPPED else "v = cuda.split('.')"
    for root in trees:
        (root / "setup.py").write_text(f"if x:\n    {ending}\n")
    output = f'        File "<string>", line 2, in <module>\n      {said}\n      [end of output]\n'
    assert cause_of(output, port, port, causes(up, port, "setup.py")).kind is kind


def test_a_finding_about_the_line_that_gives_a_value_counts(trees: tuple[Path, Path]) -> None:
    up, port = trees
    for root in trees:
        (root / "setup.py").write_text("v = torch.version.cuda\nmajor = v.split('.')[0]\n")
    output = 'File "<string>", line 2, in <module>\nAttributeError: no split\n'
    told = Said("PYT04", Severity.WARNING, 1, 5, "no number")
    assert cause_of(output, port, port, causes(up, port, "setup.py", told)).kind is Kind.REPORTED


@pytest.mark.parametrize(
    "output",
    [
        "      cc1plus: fatal error: wrapper.cpp: No such file or directory\n",
        "clang++: error: no such file or directory: 'src/wrapper.cpp'\n",
    ],
)
def test_what_cython_would_make_is_absent(trees: tuple[Path, Path], output: str) -> None:
    up, port = trees
    known = causes(up, port, "setup.py")
    assert cause_of(output + "error: failed\n", port, port, known).kind is not Kind.REPORTED
    (up / "wrapper.pyx").write_text("cdef extern from *:\n")
    cause = cause_of(output + "error: failed\n", port, port, known)
    assert cause.kind is Kind.ABSENT
    assert next(iter(cause.lines())) == "  upstream wrapper.pyx:1: Cython makes wrapper.cpp of it"
    (up / "wrapper.cpp").touch()
    assert cause_of(output + "error: failed\n", port, port, known).kind is Kind.UNREPORTED


@pytest.mark.parametrize(
    ("opened", "kind"),
    [
        ("a/version.py", Kind.ABSENT),
        ("nvcc", Kind.UNREPORTED),
        ("/usr/local/cuda/version.txt", Kind.UNREPORTED),
        ("b/version.py", Kind.UNREPORTED),
    ],
)
def test_what_a_step_before_was_to_make(trees: tuple[Path, Path], opened: str, kind: Kind) -> None:
    up, port = trees
    for root in trees:
        (root / "setup.py").write_text("open(x)\n")
    (up / "b").mkdir()
    (up / "b" / "version.py").touch()
    output = (
        'File "<string>", line 1, in <module>\n'
        f"FileNotFoundError: [Errno 2] No such file or directory: '{opened}'\n"
    )
    assert cause_of(output, port, port, causes(up, port, "setup.py")).kind is kind
