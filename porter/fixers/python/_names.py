"""What the names of a Python file are bound to, and what its functions return."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from porter.source.python.code import Binding, PythonCode
from porter.source.python.scopes import scope_of

if TYPE_CHECKING:
    from tree_sitter import Node

#: In place of where a scope starts: any scope of the file, or the body of any class.
_ANYWHERE, _IN_CLASSES = -1, -2
#: A name as it is written, and where the scope starts that binds it.
Variable = tuple[str, int]


class Names:
    """Names, looked up in tables that are made once.

    Args:
        code: the Python file.
    """

    def __init__(self, code: PythonCode) -> None:
        self._code = code

    def bindings(self, variable: Variable) -> list[Binding]:
        """Return the assignments to a variable, in order of place."""
        return self._bindings.get(variable, [])

    def variables(self, node: Node) -> list[Variable]:
        """Return what a name may stand for; nothing where that is bound in other ways, too."""
        found = [one for one in self._candidates(node) if one in self._bindings]
        return [] if any(one in self._bound_otherwise for one in found) else found

    def returned(self, call: Node) -> list[Node]:
        """Return what a function of the file returns that a call names."""
        function = call.child_by_field_name("function")
        if function is None or function.type != "identifier":
            return []
        definitions = self._functions.get(self._code.text(function), [])
        return self._returns.get(definitions[0].id, []) if len(definitions) == 1 else []

    def _candidates(self, node: Node) -> list[Variable]:
        """Return the variables that a name is looked up as, whether they are bound or not."""
        name = self._code.text(node)
        if node.type != "attribute":
            return [(name, start) for start in sorted(_scopes(node))]
        owner, member = node.child_by_field_name("object"), node.child_by_field_name("attribute")
        if owner is None or member is None or owner.type != "identifier":
            return []
        if (name, _ANYWHERE) in self._bindings:
            return [(name, _ANYWHERE)]
        attribute = self._code.text(member)
        known = self._code.text(owner) in {"self", "cls"} | self._classes.get(attribute, set())
        return [(attribute, _IN_CLASSES)] if known else []

    @cached_property
    def _bindings(self) -> dict[Variable, list[Binding]]:
        found: dict[Variable, list[Binding]] = {}
        for name, bindings in self._code.assigned.items():
            found[name, _ANYWHERE] = bindings
            for binding in bindings:
                scope = scope_of(binding.target)
                found.setdefault((name, scope.start_byte), []).append(binding)
                if scope.type == "class_definition":
                    found.setdefault((name, _IN_CLASSES), []).append(binding)
        return found

    @cached_property
    def _bound_otherwise(self) -> frozenset[Variable]:
        """The variables that are parts of tuples, say, so that their values are not known."""
        return frozenset(
            variable
            for variable, bindings in self._bindings.items()
            if any(binding.value is None and binding.added is None for binding in bindings)
        )

    @cached_property
    def _classes(self) -> dict[str, set[str]]:
        """Name -> the classes that bind it in their bodies."""
        found: dict[str, set[str]] = {}
        for (name, start), bindings in self._bindings.items():
            if start == _IN_CLASSES:
                for binding in bindings:
                    named = scope_of(binding.target).child_by_field_name("name")
                    if named is not None:
                        found.setdefault(name, set()).add(self._code.text(named))
        return found

    @cached_property
    def _functions(self) -> dict[str, list[Node]]:
        found: dict[str, list[Node]] = {}
        for one in self._code.nodes("function_definition"):
            name = self._code.text(one.child_by_field_name("name") or one)
            found.setdefault(name, []).append(one)
        return found

    @cached_property
    def _returns(self) -> dict[int, list[Node]]:
        """A function -> what its statements return."""
        found: dict[int, list[Node]] = {}
        for statement in self._code.nodes("return_statement"):
            if statement.named_children:
                value = statement.named_children[0]
                found.setdefault(scope_of(statement).id, []).append(value)
        return found


def _scopes(node: Node) -> set[int]:
    """Return where the scopes start that a name in `node` is looked up in."""
    found: set[int] = set()
    at = node
    while at.parent is not None:
        at = scope_of(at)
        if not found or at.type != "class_definition":
            found.add(at.start_byte)
    return found
