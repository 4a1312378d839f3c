"""Drafts the file of cases of a CUDA extension: bindings, what they check, who calls them."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from porter.errors import PorterError
from porter.files.real_path import real_path
from porter.files.write import write_atomically
from porter.project.discover import Project, discover
from porter.source.file import SourceFile
from porter.source.text.languages import Language
from porter.verify.drafting.argument import Argument, Given, plain_name
from porter.verify.drafting.arguments import draw
from porter.verify.drafting.bindings import Bound, bound_functions
from porter.verify.drafting.c_draft import CLibraryDraft
from porter.verify.drafting.calls import is_backward, kind_of_parameter, passed_to
from porter.verify.drafting.cpp_code import CppCode, Parameter, read_cpp
from porter.verify.drafting.described import described
from porter.verify.drafting.enumerations import Enumeration, enumerations
from porter.verify.drafting.extensions import Extensions
from porter.verify.drafting.gradient_shapes import notes_of_gradients
from porter.verify.drafting.python_checks import take_python_checks
from porter.verify.drafting.python_code import PythonCode
from porter.verify.drafting.python_function import PythonFunction
from porter.verify.drafting.reading import Reader
from porter.verify.drafting.roles import AMOUNTS
from porter.verify.drafting.shape_notes import take_notes
from porter.verify.drafting.space import Space
from porter.verify.drafting.text import CaseText, file_text

_OUTPUTS = re.compile(r"out(?:put)?|\w+_out|out_\w+")


@dataclass(frozen=True)
class Draft:
    """A file of cases that a person goes on from.

    Attributes:
        text: what is in it.
        cases: how many cases.
        left_out: functions that are bound and have none, with the reason.
    """

    text: str
    cases: int
    left_out: tuple[str, ...]


def draft(root: Path, count: int, *, is_asked: bool = True) -> Draft:
    """Return a file of cases for the extension of a CUDA tree.

    Functions of the tree's Python package that reach what C++ binds are called as a user calls
    them; functions that only C++ offers are called by their binding.

    Args:
        root: the tree.
        count: at how many points each case runs.
        is_asked: a user asked for it; else a C interface counts where Python loads a library.

    Raises:
        PorterError: nothing is bound.
    """
    project = discover(root)
    files = list(_sources(project))
    code = read_cpp(files)
    bound = bound_functions(code)
    if not bound:
        library = CLibraryDraft(project, files)
        if not library.functions or not (is_asked or library.is_loaded):
            raise PorterError(
                "binds no function to Python by pybind11, TORCH_LIBRARY, RegisterOperators or a C "
                "interface",
                path=root,
                hint="programs need no cases: `porter verify` finds them",
            )
        return _of_library(library, count)
    python = PythonCode(
        {one.path: project.read(one.path) for one in project.entries
         if one.language is Language.PYTHON and not one.is_link}
    )  # fmt: skip
    return _Drafter(
        root, count, code, python, {one.name: one for one in bound},
        [one.path for one in project.entries if not one.is_link], enumerations(files),
    ).draft()  # fmt: skip


def _of_library(library: CLibraryDraft, count: int) -> Draft:
    made = list(library.cases())
    cases = [one for one in made if isinstance(one, CaseText)]
    left_out = tuple(one for one in made if isinstance(one, str))
    text = file_text(library.library, cases, count, library.sources)
    return Draft(text, len(cases), left_out)


def file_name(root: Path) -> str:
    """Return what the file of cases of a tree is called by default."""
    return re.sub(r"\W+", "_", real_path(root).name) + ".py"


def write_draft(root: Path, count: int, path: Path) -> Draft:
    """Write a draft to a file that is not there yet, and return it.

    Args:
        root: the CUDA tree.
        count: at how many points each case runs.
        path: the file.

    Raises:
        PorterError: the tree is none or binds nothing, or the file is there.
    """
    if not root.is_dir():
        raise PorterError("is not a folder", path=root, hint="name the CUDA tree")
    if os.path.lexists(path):
        raise PorterError("is there already", path=path, hint="--out names another file")
    made = draft(root, count)
    write_atomically(path, made.text.encode())
    return made


def _sources(project: Project) -> Iterator[SourceFile]:
    for entry in project.entries:
        is_own = not entry.is_link and not project.is_vendored(entry.path)
        if entry.language is Language.CUDA and is_own:
            yield SourceFile(entry.path, project.read(entry.path))


@dataclass
class _Drafter:
    root: Path
    count: int
    code: CppCode
    python: PythonCode
    bound: dict[str, Bound]
    paths: Sequence[str]
    enumerations: Mapping[str, Enumeration]

    def draft(self) -> Draft:
        package = self._package()
        extensions = Extensions(self.root, self.paths)
        functions = self.python.public(package, self.bound) if package else []
        whole = (self.python.with_fields(one, package) for one in functions)
        functions = [one for one in whole if one is not None]
        cases = [case for one in functions for case in self._of_python(one, extensions)]
        reached = {name for one in functions for name in one.reaches if self._is_told(one, name)}
        reached |= {name for name in self.bound if is_backward(name) and reached}
        if not (package or extensions.first):
            raise PorterError(
                "binds functions to Python, but no setup.py names the extension that they are in",
                path=self.root,
                hint="write one, or a file of cases whose MODULE is what Python imports",
            )
        left_out = []
        for name, one in self.bound.items():
            if name in reached:
                continue
            made = list(self._of_binding(one, extensions.of(one.function.path)))
            names = {case.name for case in cases}  # a function of Python may be called the same
            cases += [case._replace(name=f"{case.name}_bound") if case.name in names else case
                      for case in made]  # fmt: skip
            if not made:
                left_out.append(f"{name}: no tensor is passed to it")
        text = file_text(package or extensions.first, cases, self.count)
        return Draft(text, len(cases), tuple(left_out))

    def _is_told(self, function: PythonFunction, name: str) -> bool:
        """Tell whether what C++ checks is known of all tensors that a function of Python takes.

        Where it makes others of them first, the binding has cases of its own.
        """
        known = {plain_name(one.name) for one in self.bound[name].function.parameters}
        return all(
            plain_name(one.name) in known
            for one in function.parameters
            if kind_of_parameter(one) == "tensor"
        )

    def _package(self) -> str:
        """Return the package that a user imports; "" when there is none."""
        from porter.compile.read.setup_py import extension_names

        inits = [path for path in self.python.sources if path.count("/") == 1
                 and path.endswith("/__init__.py")]  # fmt: skip
        folders = [path.partition("/")[0] for path in inits]
        folders = [one for one in folders if not re.match(r"tests?$|benchmark|examples?$", one)]
        names = []
        if (self.root / "setup.py").is_file():
            names = [one.partition(".")[0] for one in extension_names(self.root, "setup.py")]
        named = [one for one in folders if one in names]
        return (named or folders or [""])[0]

    def _readings(
        self, bound: Bound, learn: Callable[[Space], None] = lambda _: None
    ) -> Iterator[tuple[str, Reader]]:
        """Yield what a function takes, for either way where its checks go two.

        Args:
            bound: the function.
            learn: adds what its callers say.
        """
        known: list[str] = []
        for takes_else in (False, True):
            reader = Reader(self.code, takes_else)
            space = reader.read(bound.function)
            learn(space)
            tensors = [plain_name(p.name) for p in bound.function.parameters if p.kind == "tensor"]
            shapes = repr([[space.representative(slot) for slot in space.shape(one, 0)]
                           + [space.dtypes(one)] for one in tensors])  # fmt: skip
            if shapes not in known:
                known.append(shapes)
                yield ("_otherwise" if takes_else else ""), reader
            if not reader.has_choice:
                return

    def _of_binding(self, bound: Bound, module: str) -> Iterator[CaseText]:
        function = bound.function
        arguments = [
            Argument(plain_name(one.name), one.kind, one.is_optional, one.is_written,
                     enumeration=self._enumeration(one, module))
            for one in function.parameters
        ]  # fmt: skip
        if not any(one.kind == "tensor" for one in arguments):
            return
        owner = f"torch.ops.{bound.namespace}" if bound.namespace else f'import_module("{module}")'
        for suffix, reader in self._readings(bound):
            made = draw(arguments, reader.space, with_gradients=False)
            passed = ", ".join(made.given[one.name] for one in arguments)
            yield CaseText(
                bound.name + suffix, f"{owner}.{bound.name}({passed})", made, reader.space,
                True, f"{function.path}: {function.name}",
            )  # fmt: skip

    def _enumeration(self, parameter: Parameter, module: str) -> Given | None:
        """Return how a value of an enumeration is given; None for other parameters."""
        bound = self.enumerations.get(parameter.type)
        if bound is None or not module:
            return None
        return Given(f'import_module("{module}").{bound.name}', bound.values)

    def _of_python(self, function: PythonFunction, extensions: Extensions) -> Iterator[CaseText]:
        """Yield the cases of a function that users call."""
        names = {plain_name(one.name) for one in function.parameters}
        bound = max(
            (self.bound[name] for name in function.reaches),
            key=lambda one: len(names & {plain_name(p.name) for p in one.function.parameters}),
        )
        known = {plain_name(one.name): one for one in bound.function.parameters}
        called = self.python.called_with(function.name, [p.name for p in function.parameters])
        arguments = []
        for parameter in function.parameters:
            plain = plain_name(parameter.name)
            cpp = known.get(plain)
            kind = cpp.kind if cpp is not None else kind_of_parameter(parameter)
            values = function.values.get(parameter.name) or called.get(parameter.name, ())
            is_optional = parameter.has_default and parameter.default is None
            if kind == "tensor" and is_optional and _OUTPUTS.fullmatch(plain):
                continue
            if kind in ("other", "str") and parameter.has_default and not values:
                continue
            if kind in ("int", "float") and parameter.has_default and is_optional:
                continue
            if is_optional and AMOUNTS.search(plain):  # an example's is of its own tensors
                continue
            module = extensions.of(bound.function.path)
            if kind == "float" and not values and isinstance(parameter.default, float):
                values = (parameter.default,)  # others may leave nothing to compute
            given = None if values or cpp is None else self._enumeration(cpp, module)
            said = (tuple(values), given, parameter.default)
            arguments.append(Argument(parameter.name, kind, is_optional, False, *said))
        if not any(one.kind == "tensor" for one in arguments):
            return
        tensors = frozenset(one.name for one in arguments if one.kind == "tensor")
        integers = [one.name for one in arguments if one.kind == "int"]

        def learn(space: Space) -> None:
            notes = notes_of_gradients(self.code, tensors)
            notes |= dict(described(ast.get_docstring(function.node) or ""))
            notes |= {one.name: one.note for one in function.parameters if one.note}
            beside = {name: text for name, text in notes.items() if name in tensors}
            take_notes(beside, space, integers, function.place)
            take_python_checks(function.node, space, tensors)

        for suffix, reader in self._readings(bound, learn):
            has_gradient = function.has_gradient or reader.applies
            made = draw(arguments, reader.space, with_gradients=has_gradient)
            passed = passed_to(function, arguments, made)
            yield CaseText(
                function.name + suffix, f"module.{function.name}({passed})", made, reader.space,
                not has_gradient,
                f"{function.place}, {bound.function.path}: {bound.function.name}",
            )  # fmt: skip
