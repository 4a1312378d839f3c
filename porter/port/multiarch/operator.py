"""Adds an operator to a port: kernels for every architecture, a binding, Python, a test."""

from __future__ import annotations

import ast
import keyword
import posixpath
import re
from functools import lru_cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from porter.compile.read.setup_py import python_folder
from porter.errors import PorterError
from porter.files.confined import ConfinedTree
from porter.port.multiarch.opened import OpenedPort
from porter.source.python.syntax import parse_python

_NAME = re.compile(r"[a-z][a-z0-9_]*+")
_DECLARATION = re.compile(r"^[ \t]*+void \w++\([^;{()]*+\);[ \t]*+\n", re.MULTILINE)
_NAMESPACE = re.compile(r"^namespace (\w++)", re.MULTILINE)
_INCLUDE = re.compile(r'^#include "[^"\n]*+"\n', re.MULTILINE)
_ANY_INCLUDE = re.compile(r"^#include [^\n]*+\n", re.MULTILINE)
_MODULE = re.compile(r"\bPYBIND11_MODULE\s*+\([^,()]*+,\s*+(\w++)\s*+\)\s*+\{")
_DEFINITION = re.compile(r"^[ \t]*+\w++\.def\(", re.MULTILINE)
_IMPORT = re.compile(r"^(?:from|import) [^(\n]*+(?:\([^()]*+\))?+\n", re.MULTILINE)
_ALL = re.compile(r"^__all__ = \[\n", re.MULTILINE)
_TAKE_ANOTHER = "take another name"
#: New files and changed ones: path -> text.
_Texts = tuple[dict[str, str], dict[str, str]]


def add_operator(port: OpenedPort, name: str) -> list[str]:
    """Write an operator of one tensor called `name`; return the files written or changed.

    Its kernels copy: what they compute is for a person to write, in each folder.

    Raises:
        PorterError: the name is none or is taken, the port's files do not look as expected, or
            nothing can be written.
    """
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise PorterError(
            f"{name!r} cannot be a function's name in Python and in C++",
            hint="use small letters, digits and _",
        )
    package, _, module = port.extension.rpartition(".")
    values = {"name": name, "package": package, "module": module}
    binding = _binding(port)
    in_folders = binding.startswith(f"{port.kernels}/")
    native = _beside_each_binding if in_folders else _behind_one_binding
    files, changed = native(port, binding, values)
    python = _python(port, values)
    files |= python[0]
    changed |= python[1]
    for path in files:
        if (port.root / path).exists():
            raise PorterError("is there already", path=port.root / path, hint=_TAKE_ANOTHER)
    try:
        with ConfinedTree(port.root) as tree:
            for path, text in {**files, **changed}.items():
                tree.write(path, text.encode())
    except OSError as error:
        raise PorterError(f"cannot be written: {error}", path=port.root) from error
    return sorted((*files, *changed))


def _python(port: OpenedPort, values: dict[str, str]) -> _Texts:
    """Return the new and the changed files of Python's side."""
    name, package = values["name"], values["package"]
    if not package:  # the extension is what Python imports
        test = _render("test.py", **{**values, "package": values["module"]})
        return {f"tests/test_{name}.py": test}, {}
    sources = python_folder(port.root).relative_to(port.root).as_posix()
    python = posixpath.normpath(posixpath.join(sources, package.replace(".", "/")))
    top, ops = f"{python}/__init__.py", f"{python}/ops/__init__.py"
    module = f"{package}.ops.{name}" if ops in port.languages else f"{package}.{name}"
    inside = module.removeprefix(f"{package}.").replace(".", "/")
    files = {
        f"{python}/{inside}.py": _render("operator.py", **values),
        f"tests/test_{name}.py": _render("test.py", **values),
    }
    exported = [path for path in (top, ops) if path in port.languages]
    for path in exported:
        if name in _bound_names(port.read(path)):
            raise PorterError(f"has {name} already", path=port.root / path, hint=_TAKE_ANOTHER)
    return files, {path: _exported(port.read(path).decode(), module, name) for path in exported}


def _behind_one_binding(port: OpenedPort, binding: str, values: dict[str, str]) -> _Texts:
    """Return the files of a port whose one binding calls the architecture's operators."""
    name = values["name"]
    chooser = _chooser(port)
    values |= {"namespace": _namespace(port, chooser), "chooser": _as_included(chooser)}
    files = {f"{posixpath.dirname(binding)}/{name}_binding.h": _render("binding.h", **values)}
    changed = {binding: _bound(port, binding, name)}
    for arch in port.archs:
        declared = f"{port.kernels}/{arch}/ops.h"
        files[f"{port.kernels}/{arch}/{name}.cu"] = _render(
            "operator.cu", arch=arch, declared=_as_included(declared), **values
        )
        changed[declared] = _declared(port, declared, name)
    return files, changed


def _beside_each_binding(port: OpenedPort, binding: str, values: dict[str, str]) -> _Texts:
    """Return the files of a port each of whose folders has all of its code, the binding too."""
    name = values["name"]
    first = f"{port.kernels}/{port.archs[0]}/"
    inside = binding.removeprefix(first)
    folder = posixpath.dirname(inside)
    files, changed = {}, {}
    for arch in port.archs:
        own = posixpath.join(port.kernels, arch, folder)
        files[f"{own}/{name}_binding.h"] = _render("declaration.h", **values)
        files[f"{own}/{name}.cu"] = _render("function.cu", **values)
        path = posixpath.join(port.kernels, arch, inside)
        if path not in port.languages:
            raise PorterError(f"has no {inside}", path=port.root / port.kernels / arch)
        changed[path] = _bound(port, path, name)
    source = posixpath.join(port.kernels, "{arch}", inside)
    script = port.read("setup.py").decode()
    line = re.search(rf'^([ \t]*+)f(["\']){re.escape(source)}\2,\n', script, re.MULTILINE)
    if line is None:
        raise PorterError(f"does not name {source}", path=port.root / "setup.py")
    added = posixpath.join(port.kernels, "{arch}", folder, f"{name}.cu")
    changed["setup.py"] = f'{script[: line.end()]}{line[1]}f"{added}",\n{script[line.end() :]}'
    return files, changed


def _binding(port: OpenedPort) -> str:
    """Return the file with the module's definition; of several folders' the first's."""
    defining = [
        path
        for path in port.languages
        if path.endswith((".cc", ".cpp", ".cu")) and b"PYBIND11_MODULE" in port.read(path)
    ]
    found = [path for path in defining if not path.startswith(f"{port.kernels}/")]
    found = found or [path for path in defining if path in port.in_folder(port.archs[0])]
    if len(found) != 1:
        raise PorterError(
            f"{len(found) or 'no'} files define a module (PYBIND11_MODULE)", path=port.root,
            hint="an operator is added to a port with one binding, or one in each folder",
        )  # fmt: skip
    return found[0]


def _chooser(port: OpenedPort) -> str:
    """Return the header that names the architecture's operators `impl`."""
    for path in port.languages:
        if path.endswith((".h", ".hpp")) and b"namespace impl =" in port.read(path):
            return path
    raise PorterError("no header says `namespace impl = …`", path=port.root)


def _namespace(port: OpenedPort, chooser: str) -> str:
    match = _NAMESPACE.search(port.read(chooser).decode())
    assert match is not None  # `namespace impl` is in one
    return match[1]


def _as_included(path: str) -> str:
    """Return how a file is included from the folders `include` and `lib`."""
    first, _, rest = path.partition("/")
    return rest if first in ("include", "lib", "src", "csrc") else path


def _declared(port: OpenedPort, path: str, name: str) -> str:
    if path not in port.languages:
        raise PorterError("has no ops.h", path=port.root / posixpath.dirname(path))
    text = port.read(path).decode()
    declarations = list(_DECLARATION.finditer(text))
    if not declarations:
        raise PorterError("declares no operator to put another behind", path=port.root / path)
    at = declarations[-1].end()
    line = f"void {name}(const float* input, float* output, int64_t count, hipStream_t stream);\n"
    text = text[:at] + line + text[at:]
    return (
        text
        if "cstdint" in text
        else text.replace("\n#include", "\n#include <cstdint>\n#include", 1)
    )


def _bound(port: OpenedPort, path: str, name: str) -> str:
    """Return a binding whose module has one function more, in front of the others."""
    text = port.read(path).decode()
    includes = list(_INCLUDE.finditer(text)) or list(_ANY_INCLUDE.finditer(text))
    opening = _MODULE.search(text)
    if re.search(rf'\.def\(\s*+"{name}"', text):
        raise PorterError(f"defines {name} already", path=port.root / path, hint=_TAKE_ANOTHER)
    if not includes or opening is None:
        raise PorterError("has no include and module to put another behind", path=port.root / path)
    definition = _DEFINITION.search(text, opening.end())
    line = f'    {opening[1]}.def("{name}", &{name}_binding::call);\n'
    at = opening.end() if definition is None else definition.start()
    text = text[:at] + ("\n" if definition is None else "") + line + text[at:]
    at = includes[-1].end()
    return text[:at] + f'#include "{name}_binding.h"\n' + text[at:]


def _exported(text: str, module: str, name: str) -> str:
    imports = list(_IMPORT.finditer(text))
    at = imports[-1].end() if imports else 0
    text = f"{text[:at]}from {module} import {name}\n{text[at:]}"
    return _ALL.sub(f'__all__ = [\n    "{name}",\n', text, count=1)


def _bound_names(module: bytes) -> set[str]:
    """Return the names that a Python module has."""
    found: set[str] = set()
    for node in parse_python(module).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {one.asname or one.name for one in node.names}
        elif isinstance(node, ast.Assign):
            found |= {one.id for one in node.targets if isinstance(one, ast.Name)}
    return found


@lru_cache(maxsize=1)
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("porter.port.multiarch"),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        autoescape=False,  # what is written is code, no HTML
    )


def _render(template: str, **values: object) -> str:
    return _environment().get_template(f"{template}.jinja").render(**values)
