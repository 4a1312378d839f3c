"""What units begin with: only lines after which the unit means what it meant before."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.leading import Leading
from porter.compile.read.unit import Language, Unit

GUARDED = "#pragma once\n"


def lines(root: Path, files: dict[str, str], directories: tuple[str, ...] = ()) -> list[str]:
    """Return what the first of `files` begins with, paths relative to `root`."""
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    unit = Unit(
        next(iter(files)), Language.HIP, "", includes=tuple(root / name for name in directories)
    )
    return [line.replace(f"{root}/", "") for line in Leading(root).lines(unit)]


def test_headers_up_to_the_first_code(tmp_path: Path) -> None:
    text = '// comment\n#include <a.h>\n\n/* b */ #include "b.h"\nint x;\n#include <c.h>\n'
    assert lines(tmp_path, {"unit.cu": text}) == ["#include <a.h>", '#include "b.h"']


@pytest.mark.parametrize(
    "first", ["#define A 1", "#undef A", "#pragma GCC poison x", "using namespace std;", "#error"]
)
def test_nothing_behind_what_may_change_a_header(tmp_path: Path, first: str) -> None:
    assert lines(tmp_path, {"unit.cu": f"{first}\n#include <a.h>\n"}) == []


def test_a_file_of_the_port_comes_behind_what_it_begins_with(tmp_path: Path) -> None:
    files = {
        "unit.cu": '#include "own.h"\n#include <last.h>\n',
        "own.h": f"{GUARDED}#include <a.h>\nint own;\n#include <b.h>\n",
    }
    assert lines(tmp_path, files) == ["#include <a.h>", '#include "own.h"', "#include <last.h>"]


@pytest.mark.parametrize(
    "text",
    [
        "#ifndef OWN_H\n#define OWN_H\n#include <a.h>\nint own;\n#endif  // OWN_H\n",
        "// A\n#ifndef OWN_H\n# define OWN_H 1\n#include <a.h>\n#if X\n#else\n#endif\n#endif\n",
    ],
)
def test_a_macro_around_a_file_guards_it(tmp_path: Path, text: str) -> None:
    found = lines(tmp_path, {"unit.cu": '#include "own.h"\n#include <b.h>\n', "own.h": text})
    assert found[0] == "#include <a.h>" and found[-2:] == ['#include "own.h"', "#include <b.h>"]


@pytest.mark.parametrize(
    "text",
    [
        "int own;\n",
        "#ifndef OWN_H\n#define OTHER_H\nint own;\n#endif\n",
        "#ifndef OWN_H\n#define OWN_H\nint own;\n#endif\nint more;\n",
        "#ifndef OWN_H\n#define OWN_H\nint own;\n#else\nint again;\n#endif\n",
        "#ifndef OWN_H\n#define OWN_H\n#endif\n#ifdef X\nint own;\n#endif\n",
        "int before;\n#ifndef OWN_H\n#define OWN_H\n#endif\n",
    ],
)
def test_nothing_behind_a_file_that_may_be_read_twice(tmp_path: Path, text: str) -> None:
    files = {"unit.cu": '#include <a.h>\n#include "own.h"\n#include <b.h>\n', "own.h": text}
    assert lines(tmp_path, files) == ["#include <a.h>"]


def test_a_file_of_includes_alone_needs_no_guard(tmp_path: Path) -> None:
    files = {
        "unit.cu": '#include "all.h"\n#include <c.h>\nint x;\n',
        "all.h": '#include "macros.h"\n#include <a.h>\n',
        "macros.h": f"{GUARDED}#define M\n",
    }
    assert lines(tmp_path, files) == ['#include "macros.h"', "#include <a.h>", "#include <c.h>"]


def test_conditions_go_along_with_their_headers(tmp_path: Path) -> None:
    block = "#ifdef A\n#include <a.h>\n#elif B > 2\n#include <b.h>\n#else\n#endif"
    assert lines(tmp_path, {"unit.cu": f"{block}\n#include <c.h>\n"}) == [block, "#include <c.h>"]


@pytest.mark.parametrize(
    "block",
    [
        "#ifdef A\n#define B\n#endif",
        "#ifdef A\nint a;\n#endif",
        "#if __has_include(<a.h>)\n#include <a.h>\n#endif",
        '#ifdef A\n#include "twice.h"\n#endif',
        "#ifdef A\n#include <a.h>\n",
    ],
)
def test_other_conditions_end_it(tmp_path: Path, block: str) -> None:
    files = {"unit.cu": f"#include <z.h>\n{block}\n#include <c.h>\n", "twice.h": "int i;\n"}
    assert lines(tmp_path, files) == ["#include <z.h>"]


def test_own_directories_are_searched_and_the_folder_beside_for_quotes_only(tmp_path: Path) -> None:
    files = {
        "src/unit.cu": '#include <own.h>\n#include <beside.h>\n#include "beside.h"\n',
        "include/own.h": GUARDED,
        "src/beside.h": GUARDED,
    }
    assert lines(tmp_path, files, ("include",)) == [
        '#include "include/own.h"',
        "#include <beside.h>",
        '#include "src/beside.h"',
    ]


def test_cyclic_includes_end(tmp_path: Path) -> None:
    files = {
        "unit.cu": '#include "a.h"\n',
        "a.h": f'{GUARDED}#include "b.h"\n',
        "b.h": f'{GUARDED}#include "a.h"\n#include <c.h>\n',
    }
    assert lines(tmp_path, files) == ["#include <c.h>", '#include "b.h"', '#include "a.h"']
