"""The Python functions of a package that reach what its C++ binds, and how they are called."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from porter.source.python.syntax import parse_python
from porter.verify.drafting.number_lists import literal_of
from porter.verify.drafting.python_comments import comments
from porter.verify.drafting.python_function import (
    PythonFunction,
    PythonParameter,
    Settings,
    fields,
    literals,
    parameters,
    way_forward,
)


@dataclass
class _Module:
    path: str
    tree: ast.Module
    comments: Mapping[int, str]
    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)
    constants: dict[str, tuple[object, ...]] = field(default_factory=dict)


@dataclass
class PythonCode:
    """The Python files of a project.

    Args:
        sources: path -> bytes.
    """

    sources: Mapping[str, bytes]
    _modules: list[_Module] = field(default_factory=list)
    _classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    _functions: dict[str, ast.FunctionDef] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for path, data in sorted(self.sources.items()):
            try:
                tree = parse_python(data)
            except SyntaxError:
                continue
            module = _Module(path, tree, comments(data))
            for node in tree.body:
                if isinstance(node, ast.FunctionDef):
                    module.functions[node.name] = node
                    self._functions.setdefault(node.name, node)
                elif isinstance(node, ast.ClassDef):
                    self._classes.setdefault(node.name, node)
                elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    module.constants[node.targets[0].id] = tuple(literals(node.value))
            self._modules.append(module)

    def public(self, package: str, bound: Iterable[str]) -> list[PythonFunction]:
        """Return the functions that a package offers and that reach what is bound.

        Args:
            package: its folder.
            bound: names of functions that C++ binds.
        """
        names, found = set(bound), []
        offered = self._offered(package)
        for module in self._modules:
            if not module.path.startswith(f"{package}/"):
                continue
            for name, node in module.functions.items():
                if name not in offered:
                    continue
                reached, has_gradient = self._reached(node, names)
                if reached:
                    found.append(
                        PythonFunction(
                            name, tuple(parameters(node, module.comments)), reached, has_gradient,
                            _compared(node, self._all_constants(), self._all_functions()),
                            f"{module.path}:{node.lineno}", node,
                        )
                    )  # fmt: skip
        return found

    def called_with(self, name: str, parameters: Iterable[str]) -> dict[str, tuple[object, ...]]:
        """Return the literals that calls of a function anywhere give for its parameters."""
        order, found = list(parameters), dict[str, dict[object, None]]()
        for module in self._modules:
            for node in ast.walk(module.tree):
                if isinstance(node, ast.Call) and _last(node.func) == name:
                    pairs = [*zip(order, node.args, strict=False),
                             *((word.arg, word.value) for word in node.keywords)]  # fmt: skip
                    for parameter, value in pairs:
                        literal = literal_of(value)
                        if parameter in order and literal is not None:
                            found.setdefault(str(parameter), {})[literal] = None
        return {key: tuple(values) for key, values in found.items()}

    def trees(self) -> Iterator[tuple[str, ast.Module]]:
        """Yield the path and the tree of each module."""
        yield from ((module.path, module.tree) for module in self._modules)

    def on_the_way(
        self, start: ast.FunctionDef, tensors: Collection[str]
    ) -> Iterator[tuple[ast.FunctionDef, dict[str, str]]]:
        """Yield a function and those that it calls, with what their parameters are of its own.

        Functions of autograd count by their way forward.

        Args:
            start: the function.
            tensors: its parameters that are followed.
        """
        seen = {start.name}
        queue = [(start, {one: one for one in tensors})]
        while queue:
            function, known = queue.pop(0)
            yield function, known
            for call in (one for one in ast.walk(function) if isinstance(one, ast.Call)):
                owner = call.func.value if isinstance(call.func, ast.Attribute) else call.func
                target, skipped = self._target(call.func, _last(owner))
                if target is None or _last(owner) in seen:
                    continue
                seen.add(_last(owner))
                names = [one.name for one in parameters(target)][skipped:]
                given = [*zip(names, call.args, strict=False),
                         *((word.arg or "", word.value) for word in call.keywords)]  # fmt: skip
                passed = {name: known[value.id] for name, value in given
                          if isinstance(value, ast.Name) and value.id in known}  # fmt: skip
                if passed:
                    queue.append((target, passed))

    def _target(self, called: ast.expr, name: str) -> tuple[ast.FunctionDef | None, int]:
        """Return what a call enters, and how many of its parameters the call does not give."""
        if isinstance(called, ast.Name):
            return self._functions.get(name), 0
        if _last(called) != "apply" or name not in self._classes:
            return None, 0
        return way_forward(self._classes[name]), 1

    def _all_functions(self) -> list[ast.FunctionDef]:
        methods = [one for owner in self._classes.values() for one in owner.body
                   if isinstance(one, ast.FunctionDef)]  # fmt: skip
        return [*self._functions.values(), *methods]

    def _all_constants(self) -> dict[str, tuple[object, ...]]:
        return {key: one for module in self._modules for key, one in module.constants.items()}

    def _offered(self, package: str) -> frozenset[str]:
        """Return the names that `import PACKAGE` gives."""
        for module in self._modules:
            if module.path == f"{package}/__init__.py":
                names = set(module.functions)
                for node in ast.walk(module.tree):
                    if isinstance(node, ast.ImportFrom):
                        names |= {alias.asname or alias.name for alias in node.names}
                return frozenset(name for name in names if not name.startswith("_"))
        return frozenset()

    def with_fields(self, function: PythonFunction, package: str) -> PythonFunction | None:
        """Return a function with the fields of settings in their place; None where none makes them.

        An object of a class that the package does not offer, nothing makes.

        Args:
            function: that users call.
            package: its folder.
        """
        taken = {one.name for one in function.parameters}
        parameters: list[PythonParameter] = []
        settings: dict[str, Settings] = {}
        for one in function.parameters:
            made_of = None if one.has_default else self._settings(one)
            if made_of is None:
                parameters.append(one)
                continue
            fields_ = {field.name for field in made_of.fields}
            if not self._is_offered(package, made_of.name) or fields_ & taken or not fields_:
                return None
            settings[one.name] = made_of
            taken |= fields_
            parameters += made_of.fields
        return replace(function, parameters=tuple(parameters), settings=settings)

    def _settings(self, parameter: PythonParameter) -> Settings | None:
        """Return the class of which a parameter is an object, such as of settings; None for none.

        It is of one that its annotation names, or whose fields are all that is read of it.
        """
        words = re.findall(r"\w+", parameter.annotation)
        read = {
            node.attr
            for function in self._all_functions()
            if any(one.name == parameter.name for one in parameters(function))
            for node in ast.walk(function)
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name) and node.value.id == parameter.name
        }  # fmt: skip
        for name, owner in self._classes.items():
            held = tuple(fields(owner))
            if name in words or (read and read <= {one.name for one in held}):
                return Settings(name, held)
        return None

    def _is_offered(self, package: str, name: str) -> bool:
        """Tell whether `import PACKAGE` gives a name."""
        offered = self._offered(package)
        return name in offered or any(
            module.path == f"{package}/__init__.py"
            and any(isinstance(one, ast.ClassDef) and one.name == name for one in module.tree.body)
            for module in self._modules
        )

    def _looked_up(self, call: ast.Call) -> str:
        """Return the name in `lazily("scan")`, where that function looks a name up; else ""."""
        first = call.args[0] if call.args else None
        called = self._functions.get(_last(call.func))
        if not isinstance(first, ast.Constant) or called is None:
            return ""
        names = {one.name for one in parameters(called)}
        looks_up = any(
            isinstance(node, ast.Call) and _last(node.func) == "getattr" and len(node.args) > 1
            and isinstance(node.args[1], ast.Name) and node.args[1].id in names
            for node in ast.walk(called)
        )  # fmt: skip
        return str(first.value) if looks_up else ""

    def _reached(self, start: ast.FunctionDef, bound: set[str]) -> tuple[tuple[str, ...], bool]:
        """Return the bound functions that a function reaches forward, and whether by autograd."""
        reached: dict[str, None] = {}
        has_gradient, seen, queue = False, set[str](), list[ast.AST]([start])
        while queue:
            for node in ast.walk(queue.pop()):
                name = _last(node) if isinstance(node, (ast.Name, ast.Attribute)) else ""
                is_own = isinstance(node, ast.Name) and name in self._functions
                if name in bound and not is_own:
                    reached[name] = None
                if isinstance(node, ast.Call) and _last(node.func) == "getattr":
                    reached.update(dict.fromkeys(_formatted_among(node, bound)))
                if isinstance(node, ast.Call) and (text := self._looked_up(node)) in bound:
                    reached[text] = None
                if name in seen:
                    continue
                if name in self._classes:
                    seen.add(name)
                    methods = self._classes[name].body
                    functions = (one for one in methods if isinstance(one, ast.FunctionDef))
                    forward = [one for one in functions if one.name == "forward"]
                    bases = [_last(base) for base in self._classes[name].bases]
                    if forward and any("Function" in base for base in bases):
                        has_gradient = True
                        queue += forward
                elif isinstance(node, ast.Name) and name in self._functions and name != start.name:
                    seen.add(name)
                    queue.append(self._functions[name])
        return tuple(reached), has_gradient


def _compared(
    node: ast.FunctionDef,
    constants: Mapping[str, tuple[object, ...]],
    functions: Iterable[ast.FunctionDef],
) -> dict[str, tuple[object, ...]]:
    """Return the values that parameters are looked for among: `if activation not in (…)`.

    Functions of any class and module count, by the name of what they compare.
    """
    own = {one.name for one in parameters(node)}
    found: dict[str, tuple[object, ...]] = {}
    for function in [node, *functions]:
        for one in ast.walk(function):
            if not isinstance(one, ast.Compare) or not isinstance(one.ops[0], (ast.In, ast.NotIn)):
                continue
            name, among = _last(one.left), one.comparators[0]
            values = constants.get(_last(among), ()) if isinstance(among, ast.Name) else tuple(
                literals(among))  # fmt: skip
            if name in own and values:
                found.setdefault(name, values)
    return found


def _formatted_among(call: ast.Call, bound: set[str]) -> list[str]:
    """Return the bound names that `getattr(kernels, f"gemm_{algorithm}")` may mean."""
    text = call.args[1] if len(call.args) > 1 else None
    if not isinstance(text, ast.JoinedStr) or not isinstance(text.values[0], ast.Constant):
        return []
    prefix = str(text.values[0].value)
    return sorted(name for name in bound if name.startswith(prefix))


def _last(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
