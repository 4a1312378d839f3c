"""What a port's own `load` makes of what it is given."""

from __future__ import annotations

import ast
import shlex
from pathlib import Path
from typing import Any

from porter.port.scaffold.torch import builder


def test_what_is_given_to_load_is_taken_as_pytorchs_takes_it(tmp_path: Path) -> None:
    code = builder((), jit=True).data.decode()
    wanted = ("_with_objects_apart", "_words")
    own = [one for one in ast.parse(code).body
           if isinstance(one, ast.FunctionDef) and one.name in wanted]  # fmt: skip
    names: dict[str, Any] = {"Path": Path, "shlex": shlex}
    exec(compile(ast.Module([*own], []), "hip_extension.py", "exec"), names)
    sources = [tmp_path / "op.cpp", tmp_path / "op.cu", tmp_path / "one.cu"]
    made = names["_with_objects_apart"](sources, tmp_path)
    assert [one.name for one in made] == ["op.cpp", "op_cu.cu", "one.cu"]
    assert made[1].read_text() == f'#include "{sources[1]}"\n'
    assert names["_words"](["-std=c++17 -O3", "-DA='b c'"]) == ["-std=c++17", "-O3", "-DA=b c"]
