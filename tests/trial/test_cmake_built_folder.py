"""Where CMake builds is not known beforehand, nor what variables have from there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.trial.test_cmake import told

STOP = '\n  message(FATAL_ERROR "do not build here")\nendif()\n'


@pytest.mark.parametrize(
    "gives",
    [
        'get_filename_component(there "${CMAKE_BINARY_DIR}" REALPATH)\n',
        "set(into ${PROJECT_BINARY_DIR})\nset(there ${into})\n",
    ],
)
def test_a_folder_that_came_from_there(tmp_path: Path, gives: str) -> None:
    here = 'get_filename_component(here "${CMAKE_SOURCE_DIR}" REALPATH)\n'
    assert told(tmp_path, f'{here}{gives}if("${{here}}" STREQUAL "${{there}}"){STOP}') == []


def test_a_variable_that_is_set_anew_is_known(tmp_path: Path) -> None:
    gives = "set(there ${CMAKE_BINARY_DIR})\nset(there ${CMAKE_SOURCE_DIR})\n"
    found = told(tmp_path, f"{gives}if(there STREQUAL CMAKE_SOURCE_DIR){STOP}")
    assert found == [(4, "error: CMake stops here: do not build here")]
