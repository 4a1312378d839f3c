"""Drafts the file of cases of a CUDA extension: bindings, what they check, who calls them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from porter.errors import PorterError
from porter.project.discover import Project, discover
from porter.source.text.languages import Language
from porter.verify.drafting.argument import Given, not_known, plain_name
from porter.verify.drafting.arguments import draw
from porter.verify.drafting.bindings import Bound, bound_functions, without_alternatives
from porter.verify.drafting.bound_arguments import bound_arguments
from porter.verify.drafting.bound_classes import BoundClass, bound_classes
from porter.verify.drafting.bound_handles import handles, unknown_classes
from porter.verify.drafting.builders import Builder, with_others_told
from porter.verify.drafting.c_draft import CLibraryDraft
from porter.verify.drafting.callers import take_caller
from porter.verify.drafting.calls import is_backward, passed_to
from porter.verify.drafting.class_cases import ClassCases
from porter.verify.drafting.cpp_code import CppCode, read_cpp
from porter.verify.drafting.cpp_parameters import Parameter
from porter.verify.drafting.described import described
from porter.verify.drafting.draft_of_library import Draft, of_library
from porter.verify.drafting.enumerations import Enumeration, enumerations
from porter.verify.drafting.extensions import Extensions
from porter.verify.drafting.fit import fit, is_told
from porter.verify.drafting.gradient_shapes import notes_of_gradients
from porter.verify.drafting.host_extensions import of_gpu_extensions
from porter.verify.drafting.host_functions import is_of_host
from porter.verify.drafting.kernel_text_cases import KernelTextsDraft
from porter.verify.drafting.offered import Offered, offered_functions
from porter.verify.drafting.python_arguments import python_arguments
from porter.verify.drafting.python_checks import take_python_checks
from porter.verify.drafting.python_code import PythonCode
from porter.verify.drafting.python_function import PythonFunction
from porter.verify.drafting.reading import Reader
from porter.verify.drafting.shape_notes import take_notes
from porter.verify.drafting.space import Space
from porter.verify.drafting.text import CaseText, file_text
from porter.verify.drafting.views import take_views

_TENSORS = ("tensor", "tensors", "lists")
_OF_NO_EXTENSION = "no setup.py, CMakeLists.txt or `load` names an extension that binds it"
_NOT_KNOWN = "nothing is known to pass for {}; write a case that passes one"


def draft(root: Path, count: int) -> Draft:
    """Return a file of cases for the extension of a CUDA tree that a user asked for.

    Args:
        root: the tree.
        count: at how many points each case runs.

    Raises:
        PorterError: nothing is bound.
    """
    return with_others_told(draft_of(discover(root), count))


def draft_of(project: Project, count: int, *, is_asked: bool = True, built_by: str = "") -> Draft:
    """Return a file of cases for the extension of a CUDA tree.

    Functions of the tree's Python package that reach what C++ binds are called as a user calls
    them; functions that only C++ offers are called by their binding.

    Args:
        project: the tree.
        count: at how many points each case runs.
        is_asked: a user asked for it; else a C interface counts where Python loads a library.
        built_by: of several scripts that build extensions of one name, the one to draft for.

    Raises:
        PorterError: nothing is bound.
    """
    root, texts = project.root, KernelTextsDraft(project)
    extensions = Extensions(root, [one.path for one in project.entries if not one.is_link])
    builder = Builder.of(extensions, built_by)
    files = list(builder.sources(project))
    code = read_cpp(files)
    bound = bound_functions(code, extensions.of)
    bound = without_alternatives(bound, code, extensions.sources, builder.counts)
    bound, of_host = of_gpu_extensions(bound, extensions)
    classes = [(one, extensions.of(one.path)) for one in bound_classes(code)
               if builder.counts(one.path)]  # fmt: skip
    is_bound = bool(bound or classes)
    if not (is_bound and (extensions.first or (root / "setup.py").is_file())):
        library = CLibraryDraft(project, files)
        if library.functions and (library.is_loaded or (is_asked and not is_bound)):
            beside = (f"{one.name}: {_OF_NO_EXTENSION}" for one in bound)
            return of_library(library, count, (*texts.beside(library.library), *beside))
    if not is_bound:
        if not (texts.functions or texts.left_out):
            raise PorterError(
                "binds no function to Python by pybind11, TORCH_LIBRARY, RegisterOperators or a C "
                "interface, and has no kernels in texts of Python",
                path=root,
                hint="programs need no cases: `porter verify` finds them",
            )
        return of_library(texts, count)
    python = PythonCode(
        {one.path: project.read(one.path) for one in project.entries
         if one.language is Language.PYTHON and not one.is_link}
    )  # fmt: skip
    offered = offered_functions(root, python, bound)
    if not (offered.package or extensions.first):
        raise PorterError(
            f"binds a function to Python, but {_OF_NO_EXTENSION}",
            path=root,
            hint="write one, or a file of cases whose MODULE is what Python imports",
        )
    enumerated = enumerations(files)
    made = _Drafter(count, code, python, bound, classes, offered, enumerated, builder).draft()
    if not made.cases and texts.functions:
        return of_library(texts, count, made.left_out)
    of_host += texts.beside("what C++ binds") if builder.is_first else ()
    return replace(made, left_out=(*made.left_out, *of_host), others=builder.later)


@dataclass
class _Drafter:
    count: int
    code: CppCode
    python: PythonCode
    bound: Sequence[Bound]
    classes: Sequence[tuple[BoundClass, str]]
    offered: Offered
    enumerations: Mapping[str, Enumeration]
    builder: Builder

    def draft(self) -> Draft:
        cases, left_out, calling = list[CaseText](), list[str](), list[PythonFunction]()
        for function in self.offered.functions:
            of_python = [*self._of_python(function)]
            own = [one for one in of_python if isinstance(one, CaseText)]
            cases += own
            left_out += [one for one in of_python if isinstance(one, str)]
            calling += [function] if own else []  # else its bindings are called by themselves
        reached = self._reached(calling)
        for one in self.bound:
            if one.key in reached:
                continue
            names = {case.name for case in cases}  # a function of Python may be called the same
            for made in self._of_binding(one):
                if isinstance(made, str):
                    left_out.append(made)
                else:
                    is_taken = made.name in names
                    cases.append(made._replace(name=f"{made.name}_bound") if is_taken else made)
        of_classes = [*self._of_classes()]
        cases += [one for one in of_classes if isinstance(one, CaseText)]
        left_out += [one for one in of_classes if isinstance(one, str)]
        cases = [one._replace(name=self.builder.prefix + one.name) for one in cases]
        text = file_text(self._module(cases), cases, self.count, built_by=self.builder.script)
        return Draft(text, len(cases), tuple(dict.fromkeys(left_out)))

    def _reached(self, functions: Sequence[PythonFunction]) -> set[tuple[str, str]]:
        """Return the bound functions that Python's functions call."""
        reached = {
            one.key
            for function in functions
            for one in self._called_by(function)
            if is_told(function, one)
        }
        owners = {owner for owner, _ in reached}
        ways_back = (one.key for one in self.bound if is_backward(one.name))
        return reached.union(key for key in ways_back if key[0] in owners)

    def _called_by(self, function: PythonFunction) -> list[Bound]:
        """Return the bound functions that a function reaches, of one name the best fitting."""
        return [
            max((one for one in self.bound if one.name == name), key=partial(fit, function))
            for name in function.reaches
        ]

    def _module(self, cases: Sequence[CaseText]) -> str:
        """Return what Python imports before a case: the package where the cases need it."""
        own = [one.module for one in self.bound if one.module]
        own += [module for _, module in self.classes if module]
        is_needed = any(re.match(r"module\.|torch\.ops\.", case.call) for case in cases)
        package = self.offered.package if is_needed or not own else ""
        return package or own[0]

    def _readings(
        self, bound: Bound, learn: Callable[[Space], None]
    ) -> Iterator[tuple[str, Reader]]:
        """Yield what a function takes, for either way where its checks go two.

        What its callers say, `learn` adds.
        """
        known: list[str] = []
        for takes_else in (False, True):
            reader = Reader(self.code, takes_else)
            space = reader.read(bound.function)
            learn(space)
            take_views(space)
            tensors = [plain_name(p.name) for p in bound.function.parameters if p.kind == "tensor"]
            shapes = repr([[space.representative(slot) for slot in space.shape(one, 0)]
                           + [space.dtypes(one)] for one in tensors])  # fmt: skip
            if shapes not in known:
                known.append(shapes)
                yield ("_otherwise" if takes_else else ""), reader
            if not reader.has_choice:
                return

    def _of_binding(self, bound: Bound) -> Iterator[CaseText | str]:
        function, module = bound.function, bound.module
        arguments = bound_arguments(function, lambda one: self._enumeration(one, module))
        if not any(one.kind in _TENSORS for one in arguments):
            yield f"{bound.name}: no tensor is passed to it"
            return
        if is_of_host(function):
            yield f"{bound.name}: it takes tensors of the host's alone, and nothing runs on a GPU"
            return
        if said := not_known(arguments):
            yield f"{bound.name}: {_NOT_KNOWN.format(said)}"
            return
        made_by = handles(bound, self.bound, arguments)
        unknown = [one for one in unknown_classes(function, self.code)
                   if plain_name(one.name) not in made_by
                   and self._enumeration(one, module) is None]  # fmt: skip
        if unknown:
            named = ", ".join(f"{one.name}, a {one.type}" for one in unknown)
            yield f"{bound.name}: no bound function makes {named}; write a case that does"
            return
        owners = {one.key[0] for one in self.bound if one.name == bound.name}
        prefix = f"{bound.holder}_" if len(owners) > 1 else ""

        def learn(space: Space) -> None:
            take_caller(bound, self.python, space, is_named_alone=len(owners) == 1)

        for suffix, reader in self._readings(bound, learn):
            others = [one for made in made_by.values() for one in made.arguments]
            own = [one for one in arguments if one.name not in made_by]
            made = draw([*others, *own], reader.space, with_gradients=False)
            before = []
            for name, (maker, given) in made_by.items():
                passed = ", ".join(made.given[one.name] for one in given)
                before.append(f"{name} = {bound.owner}.{maker.name}({passed})")
                made.given[name] = name
            passed = ", ".join(made.given[one.name] for one in arguments)
            yield CaseText(
                prefix + bound.name + suffix, f"{bound.owner}.{bound.name}({passed})", made,
                reader.space, True, f"{function.path}: {function.name}", tuple(before),
            )  # fmt: skip

    def _of_classes(self) -> Iterator[CaseText | str]:
        """Yield the cases of what C++ binds as classes, or why there are none."""
        for one, module in self.classes:
            owner = f"torch.classes.{one.namespace}" if one.namespace else ""
            owner = owner or f'import_module("{module}")'
            known = partial(self._enumeration, module=module)
            yield from ClassCases(self.code, one, owner, known).cases()

    def _enumeration(self, parameter: Parameter, module: str) -> Given | None:
        """Return how a value of an enumeration is given; None for other parameters."""
        bound = self.enumerations.get(parameter.type)
        if bound is None or not module:
            return None
        return Given(f'import_module("{module}").{bound.name}', bound.values)

    def _of_python(self, function: PythonFunction) -> Iterator[CaseText | str]:
        """Yield the cases of a function that users call."""
        bound = max(self._called_by(function), key=partial(fit, function))
        known = {plain_name(one.name): one for one in bound.function.parameters}
        called = self.python.called_with(function.name, [p.name for p in function.parameters])
        arguments = python_arguments(
            function, known, called, lambda one: self._enumeration(one, bound.module)
        )
        if said := not_known(arguments):
            yield f"{function.name}: {_NOT_KNOWN.format(said)}"
            return
        if not any(one.kind in _TENSORS for one in arguments):
            return
        tensors = frozenset(one.name for one in arguments if one.kind == "tensor")
        integers = [one.name for one in arguments if one.kind == "int"]

        def learn(space: Space) -> None:
            notes = notes_of_gradients(self.code, sorted(tensors))
            notes |= dict(described(ast.get_docstring(function.node) or ""))
            notes |= {one.name: one.said for one in function.parameters if one.said}
            beside = {name: text for name, text in notes.items() if name in tensors}
            take_notes(beside, space, integers, function.place)
            for node, known in self.python.on_the_way(function.node, tensors):
                take_python_checks(node, space, known)

        for suffix, reader in self._readings(bound, learn):
            has_gradient = function.has_gradient or reader.applies
            made = draw(arguments, reader.space, with_gradients=has_gradient)
            passed = passed_to(function, arguments, made)
            yield CaseText(
                function.name + suffix, f"module.{function.name}({passed})", made, reader.space,
                not has_gradient,
                f"{function.place}, {bound.function.path}: {bound.function.name}",
            )  # fmt: skip
