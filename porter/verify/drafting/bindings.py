"""The functions that a project's C++ gives to Python: by pybind11, and as operators of PyTorch."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from porter.source.file import SourceFile
from porter.verify.drafting.bound_classes import class_places
from porter.verify.drafting.bound_lambdas import lambda_behind
from porter.verify.drafting.cpp_code import CppCode, Function
from porter.verify.drafting.cpp_parameters import Parameter, kind_of
from porter.verify.drafting.inner_modules import inner_modules

_DEF = re.compile(rb"\b(\w++)\s*+\.\s*+(def|impl|op)\s*\(\s*(?=\")")
_CHAINED = re.compile(rb"\)\s*\.\s*(def|impl|op)\s*\(\s*(?=\")")
_LIBRARY = re.compile(rb"\bTORCH_LIBRARY(?:_FRAGMENT|_IMPL)?\s*\(\s*(\w+)")
#: A module, or a function of another file that a module is given to: `void init(py::module_ &m)`.
_MODULE = re.compile(
    rb"\bPYBIND11_MODULE\s*+\(\s*+\w++\s*+,\s*+\w++\s*+\)"
    rb"|\b(?:py|pybind11)\s*+::\s*+module_?+\s*+&?+\s*+\w"
)
_WHOLE_MODULE = re.compile(rb"\bPYBIND11_MODULE\s*+\(")
#: A schema may stand in several literals, one behind the other.
_TEXT = re.compile(rb'"((?:[^"\\\n]|\\.)*)"(?:\s*+"(?:[^"\\\n]|\\.)*+")*+')
#: What a function may be handed over in, which calls it as it is.
_WRAPPED = (
    rb"(?:TORCH_FN|(?:\w++::)*+(?:wrap_pybind_function(?:_no_gil)?+|overload_cast<[^;()]{0,300}>)"
    rb"|static_cast<[^;]{0,300}>)\s*+\(\s*+"
)
#: For which devices an operator is: `c10::DispatchKey::CUDA,`, `torch::dispatch(c10::kCUDA,`.
_DISPATCHED = (
    rb"(?:(?:\w++::)*?dispatch\s*+\(\s*+)?(?:\w++::)*?(?:DispatchKey::|k(?=[A-Z]))(\w++)\s*+,\s*+"
)
#: Devices of which nothing is ported.
_ELSEWHERE = re.compile(rb"(?:Autograd|Sparse|Quantized)?+(?:CPU|XLA|MPS|Meta|MKLDNN|XPU|Vulkan)")
_TARGET = re.compile(
    rb"\s*+,\s*+(?:%b)?+(?:%b)?+&?+\s*+((?:\w++\s*+::\s*+)*\w++)(?:\s*+<([^<>;]{1,200})>)?+"
    % (_DISPATCHED, _WRAPPED)
)


#: What a macro is that binds the function that it is given: `m.def(#f, &f)`.
_BY_MACRO = re.compile(r"\.\s*+(?:def|impl)\s*+\(\s*+#\s*+(\w++)\s*+,\s*+&?+\s*+(?:\w++::)*+(\w++)")


class Bound(NamedTuple):
    """A function that Python can call.

    Attributes:
        name: under which Python finds it.
        namespace: of PyTorch's operators; "" for a function of the module.
        function: what is called.
        path: of the file that binds it.
        module: the extension that it is in, as Python imports it; "" where nothing tells.
        within: the module inside of that one that has it, as "ops"; "" where it has it itself.
    """

    name: str
    namespace: str
    function: Function
    path: str
    module: str = ""
    within: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What it is told from others by: operators by their namespace, others by their module."""
        module = f"{self.module}.{self.within}" if self.within else self.module
        return (f"torch.ops.{self.namespace}" if self.namespace else module, self.name)

    @property
    def holder(self) -> str:
        """The name of the module that has it, as part of another name."""
        return self.within.replace(".", "_") or self.module.rpartition(".")[2]

    @property
    def owner(self) -> str:
        """The expression by which Python reaches what the function is an attribute of."""
        if self.namespace:
            return f"torch.ops.{self.namespace}"
        return f'import_module("{self.module}")' + (f".{self.within}" if self.within else "")


def bound_functions(code: CppCode, module_of: Callable[[str], str]) -> list[Bound]:
    """Return what the sources bind, once each; functions whose body is not here are left out.

    Args:
        code: the sources.
        module_of: a source -> the extension that it belongs to.
    """
    found: dict[tuple[str, str], Bound] = {}
    for file in code.files:
        for name, namespace, within, target, types in (
            *_bindings(file), *_by_macros(file, code)
        ):  # fmt: skip
            functions = [target] if isinstance(target, Function) else code.functions.get(target, [])
            own = [one for one in functions if one.path == file.path]
            for function in (own or functions)[:1]:
                if function.parameters:
                    instance = _instance(function, types)
                    one = Bound(
                        name, namespace, instance, file.path, module_of(file.path), within
                    )  # fmt: skip
                    found.setdefault(one.key, one)
    return list(found.values())


def without_alternatives(
    bound: Sequence[Bound],
    code: CppCode,
    built: Collection[str],
    counts: Callable[[str], bool] = lambda path: True,
) -> list[Bound]:
    """Return what is bound by sources that are built, where a module is written several times.

    A project keeps earlier versions of its bindings, which no build file names.

    Args:
        bound: what the sources bind.
        code: the sources.
        built: those that build files name.
        counts: tells whether what a file binds counts at all.
    """
    whole = {file.path for file in code.files if _WHOLE_MODULE.search(file.code)}
    of_built = {one.module for one in bound if one.path in built}
    others = {one.path for one in bound if one.path in whole and one.module in of_built}
    wanted = [one for one in bound if counts(one.path)]
    return [one for one in wanted if one.path in built or one.path not in others]


def _instance(function: Function, types: tuple[str, ...]) -> Function:
    """Return a template with the types that it is bound with in its parameters."""
    given = dict(zip(function.template, types, strict=False))

    def with_types(one: Parameter) -> Parameter:
        if one.element in given:
            return one._replace(element=given[one.element])
        is_number = one.kind == "other" and one.type in given
        return one._replace(kind=kind_of(given[one.type]), type="") if is_number else one

    parameters = tuple(map(with_types, function.parameters)) if given else function.parameters
    return replace(function, parameters=parameters)


def _by_macros(
    file: SourceFile, code: CppCode
) -> Iterator[tuple[str, str, str, str, tuple[str, ...]]]:
    """Yield, likewise, what a macro of the project's binds under its own name."""
    spaces = [(m.start(), m[1].decode()) for m in _LIBRARY.finditer(file.code)]
    if not spaces and not _MODULE.search(file.code):
        return
    for name, macro in code.macros.items():
        binds = _BY_MACRO.search(macro.body)
        if binds is None or len(macro.parameters) != 1 or {*binds.groups()} != {*macro.parameters}:
            continue
        use = re.compile(rb"(?<!define )\b%b\s*+\(\s*+(\w++)\s*+\)" % re.escape(name.encode()))
        for found in use.finditer(file.code):
            before = [namespace for at, namespace in spaces if at < found.start()]
            function = found[1].decode()
            yield function, before[-1] if before else "", "", function, ()


def _bindings(
    file: SourceFile,
) -> Iterator[tuple[str, str, str, str | Function, tuple[str, ...]]]:
    """Yield name, namespace, inner module, C++ function and its template's types of what is bound.

    A function is its name, or what a lambda is.
    """
    code, data = file.code, file.data
    spaces = [(m.start(), m[1].decode()) for m in _LIBRARY.finditer(code)]
    has_module = _MODULE.search(code) is not None
    inner = inner_modules(file)
    places = [(m.start(), m.end(), m[1].decode()) for m in _DEF.finditer(data)]
    places += [(m.start(), m.end(), "") for m in _CHAINED.finditer(data)]
    methods, holder = class_places(file), ""
    for start, end, variable in sorted(places):
        if not code[start : start + 1].strip() or any(end in one for one in methods):
            continue  # in a comment, or of a class
        holder = variable or holder  # a chain goes on with what it began with
        text = _TEXT.match(data, end)
        if not text:
            continue
        target = _TARGET.match(data, text.end())
        written_here = None if target else lambda_behind(file, text.end(), "lambda")
        if not target and not written_here:
            continue
        if target and target[1] and _ELSEWHERE.fullmatch(target[1]):
            continue
        written = text[1].decode("utf-8", "replace").partition("(")[0].strip()
        before = [name for at, name in spaces if at < start]
        namespace, _, name = written.rpartition("::")
        if not namespace and before:
            namespace = before[-1]
        if written_here and (namespace or has_module or before):
            yield name.partition(".")[0], namespace, inner.get(holder, ""), written_here, ()
        elif target and (namespace or has_module or before):
            function = target[2].decode().rpartition("::")[2].strip()
            types = (target[3] or b"").decode("utf-8", "replace").split(",")
            given = tuple(one.strip() for one in types if one.strip())
            yield name.partition(".")[0], namespace, inner.get(holder, ""), function, given
