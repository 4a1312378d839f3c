"""CMake builds a program in a folder called as that of its sources, which say how it is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.own_build.systems import System
from porter.verify.program.known_commands import known_commands
from porter.verify.program.own_build import BuiltTree
from tests.compile.tree import write_tree

MAIN = '#include <iostream>\nint main() { std::cout << "Usage: tool <offset>" << std::endl; }\n'


@pytest.mark.parametrize("folder", ["tool", "tool/src"])
def test_the_usage_text_is_in_the_folder_of_sources(tmp_path: Path, folder: str) -> None:
    program = "porter-build/tool/tool"
    write_tree(tmp_path, {f"{folder}/main.cpp": MAIN, program: ""})
    found = known_commands(BuiltTree(tmp_path, (program,), "", {}), ".", System.CMAKE)
    (command,) = found[program]
    assert command.args == ("64",) and command.origin.endswith("main.cpp")
