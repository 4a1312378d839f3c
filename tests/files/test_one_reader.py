"""What a tree may bring is opened in one place, which takes regular files of bounded size."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import porter

PACKAGE = Path(porter.__file__).parent
READERS = frozenset(("read_text", "read_bytes"))

OWN_DATA = "reads a file of porter's own package"
OWN_RULES = "reads a table of porter's own rules"
OWN_OUTPUT = "reads what porter has just made, in a folder that is porter's own"
#: Module -> why it may open files by itself.
MAY = {
    "compat/headers.py": OWN_DATA,
    "derive/header_cache.py": OWN_DATA,
    "execute/cpu/libraries/build.py": OWN_DATA,
    "execute/cpu/native_build.py": OWN_DATA,
    "execute/cpu/relocatable.py": OWN_OUTPUT,
    "execute/cpu/rocm_prefix.py": OWN_DATA,
    "execute/cpu/runtime_compilation.py": OWN_OUTPUT,
    "execute/cpu/compiler_wrappers.py": OWN_OUTPUT,
    "execute/cpu/torch_extension/ending.py": "reads what the kernel says of its own threads",
    "execute/amd/launch_timer.py": OWN_DATA,
    "execute/nvidia/interposer.py": OWN_DATA,
    "execute/same_seeds.py": OWN_DATA,
    "files/lock.py": "opens the lock of a folder that is porter's own",
    "fixers/scaffold.py": OWN_DATA,
    "own_build/run.py": "writes the log of a build to a folder of porter's own",
    "processes/guard.py": "reads what the kernel says of processes",
    "sync/lock/tables_version.py": OWN_RULES,
    "tables/names.py": OWN_RULES,
    "toolchain/apt.py": OWN_OUTPUT,
    "toolchain/partial_wheels.py": OWN_OUTPUT,
    "verify/extension/process.py": OWN_OUTPUT,
    "verify/kernel/launch.py": OWN_OUTPUT,
    "verify/comparison/launch_trace.py": OWN_OUTPUT,
    "verify/program/tracing.py": OWN_OUTPUT,
}


def opened(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and name of each call that opens a file by its path, whatever it is."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id == "open":
            yield node.lineno, "open"
        elif isinstance(node.func, ast.Attribute):
            name, of = node.func.attr, node.func.value
            is_mode = [*node.args, *(one.value for one in node.keywords if one.arg == "mode")]
            modes = [one.value for one in is_mode if isinstance(one, ast.Constant)]
            is_path_open = name == "open" and (
                not is_mode or any(isinstance(one, str) and len(one) < 4 for one in modes)
            )
            if any(one.arg == "fileobj" for one in node.keywords):
                continue
            is_io = name == "open" and isinstance(of, ast.Name) and of.id in ("io", "codecs")
            if name in READERS or is_path_open or is_io:
                yield node.lineno, name


@cache
def modules() -> list[tuple[str, ast.AST]]:
    paths = sorted(PACKAGE.rglob("*.py"))
    return [(path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_bytes())) for path in paths]


def test_such_calls_are_recognized() -> None:
    source = 'p.read_text()\nopen(p)\np.open("rb")\np.open()\nio.open(p, flag)\nos.open(p, flags)\n'
    assert [line for line, _ in opened(ast.parse(source))] == [1, 2, 3, 4, 5]


def test_no_other_module_opens_files_by_itself() -> None:
    found = [
        f"{name}:{line}: {call}"
        for name, tree in modules()
        if name not in MAY
        for line, call in opened(tree)
    ]
    assert found == [], "read it by porter.files.regular, or say here why not"


def test_each_module_that_may_does() -> None:
    assert {name for name, tree in modules() if any(opened(tree))} >= MAY.keys()


def test_nothing_is_resolved_but_by_the_one_function_that_takes_links_in_a_circle() -> None:
    found = [
        f"{name}:{node.lineno}"
        for name, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "resolve"
        and not node.args
        and not any(one.arg is None or one.arg != "strict" for one in node.keywords)
    ]
    assert found == [], "use porter.files.real_path.real_path"
