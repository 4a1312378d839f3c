"""What is imported and not installed raises where it is used, and nowhere before."""

from __future__ import annotations

import subprocess
import sys

import pytest

IMPORTS = """
from porter.verify.extension.stand_in_modules import stand_in
stand_in(["absent_one", "triton"])
import absent_one.deep.er as er
from absent_one.optimize import solve, Base
import absent_one
class Own(Base): pass
def annotated(x: absent_one.Matrix | None = None) -> list[absent_one.Matrix]: return []
print(isinstance(1, absent_one.Matrix), hasattr(absent_one, "__version__"))
"""


@pytest.mark.parametrize(
    ("use", "name"),
    [
        ("solve(1)", "absent_one.optimize.solve"),
        ("er.number + 1", "absent_one.deep.er.number"),
        ("Own()", "absent_one.optimize.Base"),
        ("[*absent_one.a.b]", "absent_one.a.b"),
        ("absent_one.flag and 1", "absent_one.flag"),
    ],
)
def test_a_use_raises_and_names_what_is_wanted(use: str, name: str) -> None:
    program = f"""{IMPORTS}
try:
    {use}
except ModuleNotFoundError as error:
    print(error)
try:
    import triton
    print("No module named 'triton'" if triton.__spec__.origin else "stood in")
except ModuleNotFoundError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    first, used, other = done.stdout.splitlines()
    assert first == "False False"
    assert used == f"{name} is wanted, and absent_one is not installed"
    assert other == "No module named 'triton'"
