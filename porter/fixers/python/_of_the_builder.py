"""Names of `torch.utils.cpp_extension` that PyTorch for ROCm has others for."""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Rule
from porter.source import Edit, SourceFile
from porter.source.python.code import PythonCode, python_of

MODULE = "torch.utils.cpp_extension"


def renamed(rule: Rule, file: SourceFile, name: str, to: str) -> Iterator[Edit]:
    """Yield what writes another name of the module; an import keeps the local one.

    Args:
        rule: whose edits they are.
        file: Python; files that speak of HIP themselves are left alone.
        name: the name in PyTorch for CUDA.
        to: the name in PyTorch for ROCm.
    """
    code = python_of(file)
    if code is None or code.knows_hip:
        return
    yield from _imports(rule, code, name, to)
    for node in code.nodes("attribute"):
        if code.means(node, f"{MODULE}.{name}"):
            attribute = node.child_by_field_name("attribute")
            assert attribute is not None
            yield rule.replace(attribute, to.encode())


def _imports(rule: Rule, code: PythonCode, name: str, to: str) -> Iterator[Edit]:
    for node in code.nodes("import_from_statement"):
        module = node.child_by_field_name("module_name")
        if module is None or code.text(module) != MODULE:
            continue
        for child in node.children_by_field_name("name"):
            if child.type == "aliased_import":
                imported = child.child_by_field_name("name")
                if imported is not None and code.text(imported) == name:
                    yield rule.replace(imported, to.encode())
            elif code.text(child) == name:
                yield rule.replace(child, f"{to} as {name}".encode())
