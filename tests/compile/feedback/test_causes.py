"""An error of a port's line is shown beside upstream's line and what was said of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.feedback.causes import Cause, Causes, Kind
from porter.compile.feedback.record import ConversionRecord, ConvertedFile, Said
from porter.source.text.edits import Severity

SAID = Said("WRP14", Severity.ERROR, 2, 3, "a lock")


@pytest.fixture
def causes(tmp_path: Path) -> Causes:
    for folder, name, text in (
        ("up", "k.cu", "a();\n  lock();\nrest();\n"),
        ("port", "k.hip", "#include <hip/hip_runtime.h>\na();\n  LOCK();\nrest();\n"),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(text)
    record = ConversionRecord(tmp_path / "up", {"k.hip": ConvertedFile("k.cu", (SAID,))})
    return Causes(record, tmp_path / "port")


def test_a_reported_line_names_its_findings(causes: Causes) -> None:
    cause = causes.of("k.hip", 3)
    assert (cause.kind, cause.text, cause.upstream, cause.source) == (
        Kind.REPORTED, "LOCK();", "k.cu:2", "lock();",
    )  # fmt: skip
    assert list(cause.lines()) == [
        "  upstream k.cu:2: lock();",
        "  reported at line 2: WRP14 a lock",
    ]


def test_notes_do_not_tell_why_something_is_absent() -> None:
    notes = (Said("BLD11", Severity.NOTE, 2, 1, "-arch is --offload-arch now"), SAID)
    lines = list(Cause(Kind.ABSENT, "", "Makefile:2", "mpicxx a.cpp", notes).lines())
    assert lines == [
        "  upstream Makefile:2: mpicxx a.cpp",
        "  reported at line 2: WRP14 a lock",
        "  absent: upstream does not bring it, and would miss it here as well",
    ]


def test_an_unreported_line_says_so(causes: Causes) -> None:
    assert list(causes.of("k.hip", 4).lines()) == [
        "  upstream k.cu:3: rest();",
        "  unreported: the conversion said nothing of this place",
    ]


@pytest.mark.parametrize("path", ["", "/etc/hostname", "../up/k.cu", "none.hip"])
def test_what_is_no_line_of_the_port_has_no_line_upstream(causes: Causes, path: str) -> None:
    assert causes.of(path, 1).upstream == ""
    assert causes.of(path, 1).kind is Kind.UNREPORTED


def test_a_header_that_upstream_has_not_is_absent(causes: Causes) -> None:
    assert causes.of("k.hip", 4, "'gl/*.h' file not found").kind is Kind.ABSENT
    assert causes.of("k.hip", 4, "'sub/k.cu' file not found").kind is Kind.UNREPORTED


def test_a_note_counts_where_the_error_names_its_name(tmp_path: Path) -> None:
    up = "struct S { cudaNew_t a; };\n#define ALL(X) X(cudaNewOne)\nALL(call)\nf(cudaNew_t());\n"
    for folder, name in (("up", "k.cu"), ("port", "k.cu")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(up)
    notes = (
        Said("API09", Severity.NOTE, 1, 12, "cudaNew_t stands in no table"),
        Said("API09", Severity.NOTE, 2, 18, "cudaNewOne stands in no table"),
    )
    record = ConversionRecord(tmp_path / "up", {"inc/k.cu": ConvertedFile("k.cu", notes)})
    (tmp_path / "port" / "inc").mkdir()
    (tmp_path / "port" / "inc" / "k.cu").write_text(up)
    causes = Causes(record, tmp_path / "port")
    for line, message, kind in (
        (1, "unknown type name 'cudaNew_t'", Kind.REPORTED),
        (3, "use of undeclared identifier 'cudaNewOne'", Kind.REPORTED),
        (4, "no type named 'cudaNew_t' in namespace 'x'", Kind.REPORTED),
        (4, "unknown type name 'f'", Kind.UNREPORTED),
        (1, "expected class name", Kind.UNREPORTED),
    ):
        assert causes.of("src/../inc/k.cu", line, message).kind is kind, message


def test_a_line_of_a_block_that_grew_belongs_to_the_line_most_like_it(tmp_path: Path) -> None:
    for folder, text in (
        ("up", "#include <cuda.h>\nvoid first(int *p) { cudaFree(p); }\nint second;\n"),
        ("port", "#include <a>\n#include <b>\nvoid first(int *p) { hipFree(p); }\nlong second;\n"),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "k.cu").write_text(text)
    record = ConversionRecord(tmp_path / "up", {"k.cu": ConvertedFile("k.cu", ())})
    causes = Causes(record, tmp_path / "port")
    assert [causes.of("k.cu", line).upstream for line in (3, 4)] == ["k.cu:2", "k.cu:3"]


def test_a_place_in_a_folder_that_was_copied_as_it_is_was_told(tmp_path: Path) -> None:
    for folder in ("up/external", "port/external"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "h.h").write_text("#include <cuda_runtime.h>\n#include <own.h>\n")
    causes = Causes(ConversionRecord(tmp_path / "up", {}, ("external",)), tmp_path / "port")
    cause = causes.of("external/h.h", 1, "'cuda_runtime.h' file not found")
    assert cause.kind is Kind.UNCONVERTED
    assert list(cause.lines())[1:] == [
        "  not converted: the conversion left this folder as it is: --vendored converts it"
    ]
    assert causes.of("external/h.h", 2, "'own.h' file not found").kind is Kind.ABSENT
