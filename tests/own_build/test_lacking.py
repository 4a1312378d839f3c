"""A part of ROCm that a build lacks is put down to the port, or to what it is built against."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.feedback.causes import Cause, Kind
from porter.own_build.lacking import with_rocms_parts


@pytest.fixture
def rocm(tmp_path: Path) -> Path:
    for name in ("include/amd_smi/amdsmi.h", "lib/libroctx64.so"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path


@pytest.mark.parametrize("before", [Kind.ABSENT, Kind.UNREPORTED])
@pytest.mark.parametrize(
    ("failure", "kind"),
    [
        ("a.hpp:4:10: fatal error: amd_smi/amdsmi.h: No such file", Kind.UNREPORTED),
        ("a.hpp:4:10: fatal error: 'amd_smi/amdsmi.h' file not found", Kind.UNREPORTED),
        ("a.cpp:4:10: fatal error: roctracer/roctx.h: No such file", Kind.NOT_OFFERED),
        ("a.cpp:4:10: fatal error: 'miopen/miopen.h' file not found", Kind.NOT_OFFERED),
        ("/usr/bin/ld: cannot find -lroctx64: No such file", Kind.UNREPORTED),
        ("ld.lld: error: unable to find library -lMIOpen", Kind.NOT_OFFERED),
    ],
)
def test_what_is_rocms(rocm: Path, before: Kind, failure: str, kind: Kind) -> None:
    assert with_rocms_parts(Cause(before), failure, rocm).kind is kind


@pytest.mark.parametrize(
    ("before", "failure"),
    [
        (Kind.ABSENT, "a.cpp:4:10: fatal error: boost/any.hpp: No such file"),
        (Kind.ABSENT, "/usr/bin/ld: cannot find -lpng: No such file"),
        (Kind.UNREPORTED, "a.cpp:4:10: error: 'x' was not declared"),
        (Kind.REPORTED, "a.cpp:4:10: fatal error: roctracer/roctx.h: No such file"),
    ],
)
def test_what_is_not(rocm: Path, before: Kind, failure: str) -> None:
    assert with_rocms_parts(Cause(before), failure, rocm).kind is before


def test_the_meaning() -> None:
    said = "  not offered: ROCm has it, and what this was built against does not"
    assert list(Cause(Kind.NOT_OFFERED).lines()) == [said]
