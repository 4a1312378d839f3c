"""Libraries of operators, which Python loads by their files or as if they were modules."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from porter.execute.cpu.torch_extension import operator_libraries


@pytest.mark.parametrize(
    ("asked", "loaded"),
    [
        ("build/libops.so", "/built/ops.so"),
        ("/usr/lib/ops.so", "/built/ops.so"),
        ("pkg/ops.cpython-312-x86_64-linux-gnu.so", "/built/ops.so"),
        ("pkg/libother.so", "pkg/libother.so"),
    ],
)
def test_a_path_leads_to_what_was_built(
    monkeypatch: pytest.MonkeyPatch, asked: str, loaded: str
) -> None:
    class Operators:
        def load_library(self, path: str) -> str:
            return path

    module = ModuleType("torch._ops")
    module._Ops = Operators  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "torch._ops", module)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    operator_libraries.provide_libraries({"pkg.ops": "/built/ops.so"})
    assert Operators().load_library(asked) == loaded


PROGRAM = """
import sys
from types import ModuleType, SimpleNamespace
torch = sys.modules["torch"] = ModuleType("torch")
torch.ops = SimpleNamespace(load_library=print)
from porter.execute.cpu.torch_extension.built_modules import provide_modules
provide_modules({"ops": sys.argv[1]})
import ops
"""


@pytest.mark.parametrize("more", ["", "import ops\n"])
def test_a_library_that_nothing_has_loaded_is_loaded_once(tmp_path: Path, more: str) -> None:
    library = tmp_path / "libops.so"
    library.write_bytes(b"\x7fELF TORCH_LIBRARY_init_ops")
    code = PROGRAM.replace("import ops\n", more) + (
        "from porter.execute.cpu.torch_extension.operator_libraries import load_operators\n"
        "load_operators({'ops': sys.argv[1], 'module': 'module.py'})\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(library)],
        capture_output=True, text=True, check=False, cwd=Path(__file__).parents[4],
    )  # fmt: skip
    assert done.stdout.strip() == str(library), done.stderr


def test_a_library_without_a_modules_beginning_is_loaded_as_one_of_operators(
    tmp_path: Path,
) -> None:
    library = tmp_path / "libops.so"
    library.write_bytes(b"\x7fELF TORCH_LIBRARY_init_ops")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(library)],
        capture_output=True, text=True, check=False, cwd=Path(__file__).parents[4],
    )  # fmt: skip
    assert done.stdout.strip() == str(library), done.stderr
