"""What upstream's `setup.py` says of its package, read without running it."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from porter.compile.read.script_world import world_of_rocm
from porter.compile.read.setup_py import GPU_EXTENSIONS
from porter.files.toml import parse_toml
from porter.source.build_files.static_python import StaticReader
from porter.source.build_files.unknown import UNKNOWN, known
from porter.source.python.syntax import parse_python

#: What the port's script writes itself.
_OWN = frozenset(("ext_modules", "cmdclass", "script_args"))
_QUOTED = re.compile(rb"""["'](\w++)["']""")
_VARIABLES = ("_CUDA_ARCH", "_BACKEND")
_FINDERS = ("find_namespace_packages", "find_packages")
#: Functions that write files, by their last name; `open` writes by its mode.
_WRITERS = frozenset((
    "write_text", "write_bytes", "copy", "copy2", "copyfile", "copytree", "move", "symlink",
    "makedirs", "mkdir", "urlretrieve",
))  # fmt: skip


@dataclass(frozen=True)
class Package:
    """A package.

    Attributes:
        keywords: the arguments of `setup`, as Python writes them.
        unknown: those that the script computes in a way that cannot be followed.
        finders: functions of setuptools that find packages, which the arguments call.
    """

    keywords: dict[str, str]
    unknown: tuple[str, ...] = ()
    finders: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Finder:
    """A call of `find_packages`, which is made again where the package is built."""

    name: str
    arguments: str

    def __repr__(self) -> str:
        return f"{self.name}({self.arguments})"


def package_of(script: Path, content: bytes) -> Package:
    """Return what a script gives `setuptools.setup`.

    Args:
        script: the file.
        content: what it says, converted.
    """
    found: dict[str, Any] = {}

    def on_call(name: str, arguments: list[Any], keywords: dict[str, Any], line: int) -> Any:
        if name in ("setup", "setuptools.setup"):
            found.update(keywords)
        own = name.rpartition(".")[2]
        if own in _FINDERS and all(map(_is_plain, (*arguments, *keywords.values()))):
            words = [*map(repr, arguments), *(f"{key}={keywords[key]!r}" for key in keywords)]
            return _Finder(own, ", ".join(words))
        return UNKNOWN

    StaticReader(script, world_of_rocm(), on_call, content=content).run()
    wanted = {name: value for name, value in found.items() if name not in _OWN}
    plain = {name: repr(value) for name, value in wanted.items() if _is_plain(value)}
    finders = {value.name for value in wanted.values() if isinstance(value, _Finder)}
    unknown = tuple(name for name in wanted if name not in plain)
    return Package(plain, unknown, tuple(sorted(finders)))


def prefix_of(script: bytes, name: str) -> str:
    """Return what the variables of a package begin with: `AC4K` of AC4K_CUDA_ARCH.

    Args:
        script: upstream's `setup.py`.
        name: of the package, where the script names no such variable.
    """
    for match in _QUOTED.finditer(script):
        for end in _VARIABLES:
            if (word := match[1].decode()).endswith(end):
                return word.removesuffix(end)
    return re.sub(r"\W", "_", name).strip("_").upper()


def distribution(package: Package, pyproject: bytes) -> str:
    """Return the name that a package is installed by; "" where no file says it plainly.

    Args:
        package: what `setup.py` says.
        pyproject: what `pyproject.toml` says; empty where there is none.
    """
    if "name" in package.keywords:
        return str(ast.literal_eval(package.keywords["name"]))
    try:
        said = parse_toml(pyproject.decode()).get("project")
    except ValueError:
        return ""
    return str(said.get("name", "")) if isinstance(said, dict) else ""


def left_behind(content: bytes) -> list[str]:
    """Return what a script does besides calling `setup`, which the port's own script does not.

    Args:
        content: the script.
    """
    found = []
    tree = parse_python(content)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _writes(node):
            found.append(f"line {node.lineno} writes files; the port's does not, add it by hand")
        if isinstance(node, ast.keyword) and node.arg == "cmdclass":
            own = _own_commands(node.value)
            found += [f"line {node.value.lineno}: cmdclass {name} is left out" for name in own]
    return list(dict.fromkeys(found))


def unbuilt(content: bytes, built: Collection[str]) -> list[str]:
    """Return a note on each extension that the script names and does not build here.

    Args:
        content: the script.
        built: names of the extensions that it builds as it is read.
    """
    found = []
    for node in ast.walk(parse_python(content)):
        if not isinstance(node, ast.Call) or _called(node) not in GPU_EXTENSIONS:
            continue
        names = [*node.args[:1], *(word.value for word in node.keywords if word.arg == "name")]
        for name in names:
            if not isinstance(name, ast.Constant) or not isinstance(name.value, str):
                continue
            if name.value not in built:
                why = "the script builds it under a condition that does not hold for the port"
                found.append(f"line {node.lineno}: {name.value} is left out: {why}")
    return found


def _called(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _writes(call: ast.Call) -> bool:
    name = _called(call)
    if name != "open":
        return name in _WRITERS and isinstance(call.func, ast.Attribute)
    modes = [*call.args[1:2], *(word.value for word in call.keywords if word.arg == "mode")]
    return any(isinstance(mode, ast.Constant) and set(str(mode.value)) & set("wax+")
               for mode in modes)  # fmt: skip


def _own_commands(value: ast.expr) -> list[str]:
    """Return the commands of a `cmdclass` that are not PyTorch's `BuildExtension`."""
    if not isinstance(value, ast.Dict):
        return []
    return [
        ast.unparse(key)
        for key, command in zip(value.keys, value.values, strict=True)
        if key is not None and "BuildExtension" not in ast.unparse(command)
    ]


def _is_plain(value: Any) -> bool:
    """Tell whether a value is made of constants alone."""
    if isinstance(value, dict):
        return all(_is_plain(key) and _is_plain(one) for key, one in value.items())
    if isinstance(value, (list, tuple)):
        return all(map(_is_plain, value))
    return known(value) and isinstance(value, (str, int, float, bool, type(None), _Finder))
