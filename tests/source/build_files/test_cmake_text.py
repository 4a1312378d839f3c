"""What `string` and `get_filename_component` give to variables, as CMake's own do."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from porter.source.build_files.cmake import commands
from porter.source.build_files.cmake_conditions import condition
from porter.source.build_files.cmake_variables import Variables

HERE = Path("/port/src")
CMAKE = shutil.which("cmake")


def after(*lines: str) -> dict[str, list[str]]:
    """Return the variables behind `lines` of a script in `HERE`."""
    variables = Variables(HERE)
    for one in commands("\n".join(lines).encode()):
        words = [word for argument in one.arguments for word in variables.words(argument)]
        variables.run(one.name.decode(), words)
    return variables.values


TEXTS = [
    "string(TOUPPER gfx X)",
    'string(TOLOWER "" X)',
    'string(STRIP " a b " X)',
    "string(REPLACE . _ X a.b.c)",
    'string(REGEX REPLACE "\\\\.cu$" .hip X k.cu)',
    "set(X a)\nstring(APPEND X b c)",
    "set(X a)\nstring(PREPEND X b c)",
    "string(CONCAT X a b)",
    'string(JOIN ":" X a b c)',
    "get_filename_component(X /a/b.c.d NAME)",
    "get_filename_component(X /a/b.c.d NAME_WE)",
    "get_filename_component(X /a/b.c.d NAME_WLE)",
    "get_filename_component(X /a/b.c.d EXT)",
    "get_filename_component(X /a/b.c.d LAST_EXT)",
    "get_filename_component(X /a/b.c.d DIRECTORY)",
    "get_filename_component(X b.c PATH)",
    "get_filename_component(X b EXT)",
    "get_filename_component(X .hidden NAME_WE)",
    "get_filename_component(X .hidden EXT)",
    "get_filename_component(X .hidden LAST_EXT)",
    "get_filename_component(X plain LAST_EXT)",
    "get_filename_component(X plain NAME_WLE)",
    "get_filename_component(X b. LAST_EXT)",
    'get_filename_component(X "relion_/a/b.cpp" NAME_WE)',
    "get_filename_component(X ../b.c ABSOLUTE BASE_DIR /a/c)",
    "get_filename_component(X /a/../b.c ABSOLUTE CACHE)",
]


@pytest.mark.skipif(CMAKE is None, reason="no cmake")
@pytest.mark.parametrize("text", TEXTS)
def test_texts_are_cmakes(text: str, tmp_path: Path) -> None:
    script = tmp_path / "a.cmake"
    script.write_text(f'{text}\nmessage("[${{X}}]")\n')
    done = subprocess.run(
        ["cmake", "-P", script], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert f"[{';'.join(after(text)['X'])}]" == done.stderr.strip("\n")


@pytest.mark.parametrize(
    "line",
    [
        "string(REGEX MATCH a X abc)",
        "string(FIND abc b X)",
        "string(LENGTH abc X)",
        "string(MD5 X abc)",
        "string(RANDOM LENGTH 4 X)",
        "string(TOUPPER ${unknown} X)",
        "get_filename_component(X ${unknown} NAME)",
        "get_filename_component(X nvcc PROGRAM)",
    ],
)
def test_what_is_not_worked_out_is_known_no_more(line: str) -> None:
    assert "X" not in after("set(X before)", line)


def test_a_loop_s_variable_may_be_given_another_value() -> None:
    name = "get_filename_component(target ${target} NAME_WE)"
    assert after("set(target /port/src/a.cu)", name)["target"] == ["a"]


def test_a_comparison_with_a_variable_that_nobody_knows_may_be_either() -> None:
    data = b"if(BACKEND STREQUAL STD)"
    (one,) = commands(data)
    assert condition(one, data, {}) is None
    assert condition(one, data, {"BACKEND": ["STD"]}) is True
    data = b'if("BACKEND" STREQUAL STD)'
    (one,) = commands(data)
    assert condition(one, data, {}) is False
