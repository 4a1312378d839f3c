"""Include guards and versions: what a header tells of itself, and how HIP's answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.derive.clang_headers import ClangHeaders, installed_headers
from porter.derive.headersets import HeaderSet
from porter.derive.marks import derive_marks, marks_of
from porter.tables.rows import HeaderRow


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("#ifndef FOO_H\n#define FOO_H\nint f();\n#endif\n", ["FOO_H"]),
        ("#if !defined(FOO_H)\n#define FOO_H\n#endif\n", ["FOO_H"]),
        ("#ifdef _WIN32\n#endif\n#ifndef FOO_H\n#define FOO_H\n#endif\n", ["FOO_H"]),
        ("#define FOOAPI\n#define FOO_VERSION 12\n#define FOO_VER_MAJOR 1\n", None),
        ("#ifndef LIMIT\n#define LIMIT 3\n#endif\n#define OTHER\nenum { API };\n", []),
        ("#ifndef WIN32_LEAN_AND_MEAN\n#define WIN32_LEAN_AND_MEAN\n#endif\n", []),
    ],
)
def test_what_a_header_tells_of_itself(tmp_path: Path, text: str, marks: list[str] | None) -> None:
    header = tmp_path / "foo.h"
    header.write_text(text)
    expected = ["FOOAPI", "FOO_VERSION", "FOO_VER_MAJOR"] if marks is None else marks
    assert list(marks_of(header)) == expected
    assert list(marks_of(tmp_path / "absent.h")) == []


@pytest.fixture(scope="module")
def resources() -> ClangHeaders:
    return installed_headers()


def header_set(folder: Path, version: str, **headers: str) -> HeaderSet:
    for name, text in headers.items():
        path = folder / name.replace("__", "/").replace("_h", ".h")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return HeaderSet(version, folder)


def guarded(macro: str, body: str = "") -> str:
    return f"#ifndef {macro}\n#define {macro}\n{body}\n#endif\n"


@pytest.mark.toolchain
def test_a_mark_becomes_the_guard_that_every_version_has(
    tmp_path: Path, resources: ClangHeaders
) -> None:
    cuda = header_set(
        tmp_path / "cuda",
        "12.0",
        foo_h=guarded("FOO_H", "#define FOOAPI\n"),
        bar_h=guarded("BAR_H", '#include "foo.h"'),
        baz_h=guarded("BAZ_H"),
    )
    old = header_set(
        tmp_path / "old", "6.0", hip__foo_h=guarded("HIP_FOO_H"), hip__bar_h=guarded("HIP_BAR")
    )
    new = header_set(
        tmp_path / "new", "7.0", hip__foo_h=guarded("HIP_FOO_H"), hip__bar_h=guarded("HIP_BAR_2")
    )
    wrapper = "#pragma once\n"
    for folder in ("old", "new"):
        (tmp_path / folder / "__clang_hip_runtime_wrapper.h").write_text(wrapper)
    rows = [
        HeaderRow(f"{name}.h".encode(), f"hip/{name}.h".encode(), "foo", "6.0", "irregular")
        for name in ("foo", "bar")
    ]
    found = {row[0]: row[1:] for row in derive_marks(rows, (), [cuda], [old, new], resources)}
    foo = ("foo.h", "hip/foo.h", "6.0", "own", "bar.h")
    assert found == {
        "FOO_H": ("HIP_FOO_H", "mark", "foo", *foo),
        "FOOAPI": ("HIP_FOO_H", "mark", "foo", *foo),
        "BAR_H": ("", "mark", "", "bar.h", "", "", "lacking", ""),
        "BAZ_H": ("", "mark", "", "baz.h", "", "", "lacking", ""),
    }
