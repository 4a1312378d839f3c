"""Names that an operator can have: none of a language's, and none that its own files use."""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from porter.errors import PorterError
from porter.files.regular import LARGEST_SOURCE, read_regular

#: Stands for an operator's name where its files are looked at for other names.
STAND_IN = "the_name_of_an_operator"
_NAME = re.compile(r"[a-z][a-z0-9_]*")
#: Words that C++ keeps, and Python does not.
_CPP = frozenset(
    "alignas alignof and_eq asm auto bitand bitor bool case catch char char8_t char16_t char32_t"
    " co_await co_return co_yield compl concept const consteval constexpr constinit const_cast"
    " decltype default delete do double dynamic_cast enum explicit export extern false float friend"
    " goto inline int long mutable namespace new noexcept not_eq nullptr operator or_eq private"
    " protected public register reinterpret_cast requires short signed sizeof static static_assert"
    " static_cast struct switch template this thread_local throw true try typedef typeid typename"
    " union unsigned using virtual void volatile wchar_t xor xor_eq main".split()
)


def check_name(name: str, files: Mapping[str, str]) -> None:
    """Refuse a name that an operator cannot have.

    Args:
        name: what it is to be called.
        files: texts by their places, as they are when the operator is called `STAND_IN`.

    Raises:
        PorterError: it is none in Python or C++, or means something else in the operator's files.
    """
    if not _NAME.fullmatch(name) or keyword.iskeyword(name) or name in _CPP:
        raise PorterError(
            f"{name!r} cannot be a function's name in Python and in C++",
            hint="use small letters, digits and _, and no word of either language",
        )
    for path, text in sorted(files.items()):
        if path.endswith(".py") and name in _used(text):
            raise PorterError(
                f"{name!r} means something else in {path.replace(STAND_IN, name)}",
                hint="choose another name",
            )


def check_operators(package: Path, name: str) -> None:
    """Refuse a name whose operator PyTorch would have from elsewhere in the package.

    Operators are kept by the names of their declarations: a second of one name is an error, or is
    taken for the first.

    Args:
        package: the folder of the Python package.
        name: what the operator is to be called; its declarations are this with an ending.

    Raises:
        PorterError: another file of the package declares one.
    """
    declared = re.compile(rf"^\s*+def ({name}_(?:ck|tune))\(".encode(), re.MULTILINE)
    for path in sorted(package.rglob("*.py")):
        if path == package / "ops" / f"{name}.py" or path.is_symlink() or not path.is_file():
            continue
        try:
            match = declared.search(read_regular(path, LARGEST_SOURCE))
        except OSError as error:
            raise PorterError(f"{error.strerror}", path=path) from error
        if match is not None:
            raise PorterError(
                f"has an operator {match[1].decode()} already",
                path=path,
                hint="choose another name",
            )


def _used(text: str) -> set[str]:
    """Return the names beside the operator's in a file that uses it by its name."""
    found = {name for node in ast.walk(ast.parse(text)) for name in _of(node)}
    return found - {STAND_IN} if STAND_IN in found else set()


def _of(node: ast.AST) -> Iterator[str]:
    """Yield the names that a piece of Python reads, binds or brings in."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.alias):
        yield (node.asname or node.name).partition(".")[0]
