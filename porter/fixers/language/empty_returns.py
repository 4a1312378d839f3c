"""Say what `main` returns where it says nothing.

## What it does
`return;` in `int main()` becomes `return 0;`.

## Why
nvcc only warns of it. Clang refuses it: `non-void function 'main' should return a value`. A `main`
that ends without a word returns 0.

## What it leaves alone
Lambdas and members of classes in `main`; other functions, whose value somebody may ask for; files
of C, whose compilers warn.

## References
[basic.start.main] and [stmt.return] of the C++ standard; clang, `-Wreturn-type`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Rule
from porter.fixers.language._definitions import global_function
from porter.source import Edit, SourceFile
from porter.source.text.trees import TooLargeToParse

if TYPE_CHECKING:
    from tree_sitter import Node

rule = Rule("LNG72", "empty-returns", names=(b"main",), handles=())

_MAIN = re.compile(rb"\bint\s++(?P<name>main)\s*+\(")
_EMPTY = re.compile(rb"\breturn(?=\s*+;)")
#: What a statement may belong to.
_HOLDERS = ("function_definition", "lambda_expression", "ERROR")

EXAMPLES = (
    Example(
        """
        int main(int argc, char **argv) {
          if (argc < 2) return;
          auto f = [&](int i) { if (i) return; };
          return ;
        }
        """,
        """
        int main(int argc, char **argv) {
          if (argc < 2) return 0;
          auto f = [&](int i) { if (i) return; };
          return 0 ;
        }
        """,
    ),
    Example(
        "void f() { return; }\nint main() { f(); return 1; }\n",
        title="other functions",
    ),
    Example("void main() { return; }\n", title="a main that returns nothing"),
    Example("int main() { return; }\n", path="list.c", title="C's compilers warn"),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[Edit]:
    """Yield the value behind each."""
    mains = list(_MAIN.finditer(file.code)) if _EMPTY.search(file.code) else []
    if file.path.endswith(".c") or not mains:
        return
    for main in mains:
        whole = global_function(file, *main.span("name"))
        if whole is None or whole.type != "function_definition":
            continue
        for empty in _EMPTY.finditer(file.code, whole.start_byte, whole.end_byte):
            if _holder(file, empty) == whole:
                yield rule.insert(empty.end(), b" 0")


def _holder(file: SourceFile, empty: re.Match[bytes]) -> Node | None:
    """Return the function, or what else, that a statement belongs to."""
    try:
        node = file.tree.root_node.descendant_for_byte_range(*empty.span())
    except TooLargeToParse:
        return None
    while node is not None and node.type not in _HOLDERS:
        node = node.parent
    return node
