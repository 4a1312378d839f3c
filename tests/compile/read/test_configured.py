"""Headers that CMake makes when it configures, made without it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from porter.compile.read.cmake import CMakeReader
from porter.compile.read.configured import ConfiguredHeader, configured_headers
from porter.compile.units import find_units
from tests.compile.tree import names, write_tree

CMAKE = """\
cmake_minimum_required(VERSION 3.20)
project(Thing VERSION 2.10.3 LANGUAGES NONE)
option(WITH_FAST "fast" ON)
option(WITH_SLOW "slow")
set(LIMIT 17)
set(NAMES a b)
set(OFF_TOO some-NOTFOUND)
configure_file(config.h.in ${CMAKE_CURRENT_BINARY_DIR}/made/config.h)
configure_file(at.h.in made/at.h @ONLY)
configure_file(plain.h.in made/plain.h COPYONLY)
"""
CONFIG = """\
#define MAJOR @Thing_VERSION_MAJOR@
#define VERSION "${PROJECT_VERSION}"
#cmakedefine WITH_FAST
#cmakedefine WITH_SLOW
#  cmakedefine01 WITH_FAST
#cmakedefine01 WITH_SLOW
#cmakedefine LIMIT @LIMIT@
#cmakedefine OFF_TOO 1
#cmakedefine NEVER_SET
const char* names = "@NAMES@" "@NEVER_SET@";
"""
FILES = {
    "CMakeLists.txt": CMAKE,
    "config.h.in": CONFIG,
    "at.h.in": "@LIMIT@ ${LIMIT}\n",
    "plain.h.in": "@LIMIT@ ${LIMIT}\n",
}


def headers(root: Path) -> list[ConfiguredHeader]:
    reader = CMakeReader(root)
    reader.read_scripts(names(root))
    return configured_headers(root, reader.configured)


def made(root: Path) -> dict[str, str]:
    return {header.path: header.text for header in headers(root)}


def test_variables_are_filled_in(tmp_path: Path) -> None:
    assert made(write_tree(tmp_path, FILES)) == {
        "made/config.h": (
            '#define MAJOR 2\n#define VERSION "2.10.3"\n'
            "#define WITH_FAST\n/* #undef WITH_SLOW */\n"
            "#  define WITH_FAST 1\n#define WITH_SLOW 0\n"
            "#define LIMIT 17\n/* #undef OFF_TOO */\n/* #undef NEVER_SET */\n"
            'const char* names = "a;b" "";\n'
        ),
        "made/at.h": "17 ${LIMIT}\n",
        "made/plain.h": "@LIMIT@ ${LIMIT}\n",
    }


def test_cmake_makes_the_same(tmp_path: Path) -> None:
    if shutil.which("cmake") is None:
        pytest.skip("needs cmake")
    root = write_tree(tmp_path / "port", FILES)
    ours = made(root)
    command = ["cmake", "-S", str(root), "-B", str(tmp_path / "build")]
    subprocess.run(command, check=True, capture_output=True)
    theirs = {path: (tmp_path / "build" / path).read_text() for path in ours}
    assert ours == theirs


def test_what_is_not_known_is_told(tmp_path: Path) -> None:
    files = {
        "CMakeLists.txt": 'set(A "${UNKNOWN}")\nconfigure_file(c.h.in c.h)\n',
        "c.h.in": "#define A @A@ // @B@\n#cmakedefine C\n",
    }
    (header,) = headers(write_tree(tmp_path, files))
    assert header.unknown == ("C", "A", "B")


@pytest.mark.parametrize(
    "command",
    [
        "configure_file(c.sh.in c.sh)",
        "configure_file(missing.h.in c.h)",
        "configure_file(../c.h.in c.h)",
        "configure_file(c.h.in ../c.h)",
        "configure_file(c.h.in ${UNKNOWN}/c.h)",
    ],
)
def test_nothing_else_is_made(tmp_path: Path, command: str) -> None:
    files = {"CMakeLists.txt": command, "c.h.in": "", "c.sh.in": ""}
    assert made(write_tree(tmp_path / "port", files)) == {}


def test_units_find_the_headers_that_they_include(tmp_path: Path) -> None:
    files = {
        "lib/CMakeLists.txt": "project(lib VERSION 1.2)\nconfigure_file(v.h.in inc/lib/v.h)\n",
        "lib/v.h.in": "#define V @lib_VERSION@\n",
        "with.cu": '#include "own.h"\n',
        "own.h": "#include <lib/v.h>\n",
        "without.cu": "",
    }
    root, folder = write_tree(tmp_path / "port", files), tmp_path / "configured"
    units = {unit.source: unit for unit in find_units(root, configured=folder)}
    assert units["with.cu"].includes == (folder / "lib" / "inc",)
    assert units["with.cu"].notes == ("lib/inc/lib/v.h made from lib/v.h.in",)
    assert units["without.cu"].includes == ()
    assert (folder / "lib/inc/lib/v.h").read_text() == "#define V 1.2\n"
