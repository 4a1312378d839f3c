"""Classes that a project's C++ gives to Python: `py::class_<Net>(m, "Net").def(py::init<>())`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from porter.source.file import SourceFile
from porter.source.text.brackets import closing, split_arguments
from porter.verify.drafting.bound_lambdas import lambda_at, lambda_behind
from porter.verify.drafting.cpp_code import CppCode, Function, function_of

_CLASS = re.compile(
    rb"\bclass_\s*+<\s*+(?P<type>(?:\w++\s*+::\s*+)*+\w++)[^;(){}]{0,200}?>\s*+(?P<variable>\w++)?"
    rb"\s*+\(\s*+(?:\w++\s*+,\s*+)?\"(?P<name>\w++)\""
)
_ASSIGNED = re.compile(rb"\b(?:auto|class_\s*+<[^;(){}]{0,200}>)\s*+&?\s*+(\w++)\s*+=[^=;]{0,60}\Z")
_LIBRARY = re.compile(rb"\bTORCH_LIBRARY(?:_FRAGMENT)?\s*\(\s*(\w+)")
_INIT = re.compile(
    rb"\.\s*+def\s*+\(\s*+(?:\w++\s*+::\s*+)?init\s*+(?:<(?P<types>[^;(){}]*?)>)?\s*+(?=\()"
)
_METHOD = re.compile(rb"\.\s*+def\s*+\(\s*+\"(?P<name>\w++)\"")
_TARGET = re.compile(
    rb"\s*+,\s*+(?:(?:\w++\s*+::\s*+)?overload_cast\s*+<[^;{}]{0,200}?>\s*+\(\s*+)?"
    rb"&\s*+(?:\w++\s*+::\s*+)*?(\w++)\s*+::\s*+(\w++)"
)
_BREAK = re.compile(rb"[;({\[]")
_NAMED = re.compile(rb"\barg\s*+\(\s*+\"(\w++)\"\s*+\)|\"(\w++)\"_a\b")


class BoundClass(NamedTuple):
    """A class that Python can make objects of.

    Attributes:
        name: under which Python finds it.
        namespace: of PyTorch's classes; "" for one of the module.
        made_by: its constructor, which may be another function.
        methods: what Python calls each, and what is called, in order.
        path: of the file that binds it.
    """

    name: str
    namespace: str
    made_by: Function
    methods: Sequence[tuple[str, Function]]
    path: str


def class_places(file: SourceFile) -> list[range]:
    """Return where a file binds classes, with all that it defines of them."""
    return [place for found in _CLASS.finditer(file.data) for place in _places(file, found)]


def bound_classes(code: CppCode) -> list[BoundClass]:
    """Return the classes that sources bind and of which it is known how an object is made.

    Args:
        code: the sources.
    """
    found: dict[tuple[str, str], BoundClass] = {}
    for file in code.files:
        spaces = [(one.start(), one[1].decode()) for one in _LIBRARY.finditer(file.code)]
        for match in _CLASS.finditer(file.data):
            if not file.code[match.start() : match.start() + 1].strip():  # in a comment
                continue
            namespace = next((name for at, name in reversed(spaces) if at < match.start()), "")
            one = _class(file, match, namespace, code)
            if one is not None:
                found.setdefault((one.namespace, one.name), one)
    return list(found.values())


def _places(file: SourceFile, found: re.Match[bytes]) -> Iterator[range]:
    """Yield the statement that binds a class, and those of the variable that it is kept in."""
    code = file.code
    end = _statement_end(code, found.start())
    yield range(found.start(), end)
    before = code[max(found.start() - 300, 0) : found.start()]
    assigned = _ASSIGNED.search(before)
    variable = found["variable"] or (assigned and assigned[1])
    if variable:
        for use in re.finditer(rb"\b%b\s*+(?=\.)" % re.escape(variable), code[end:]):
            yield range(end + use.start(), _statement_end(code, end + use.start()))


def _statement_end(code: bytes, start: int) -> int:
    """Return the offset of the semicolon that ends a statement, outside of its brackets."""
    at = start
    while (found := _BREAK.search(code, at)) is not None:
        if found[0] == b";":
            return found.start()
        closed = closing(code, found.start())
        if closed is None:
            break
        at = closed + 1
    return len(code)


def _class(
    file: SourceFile, match: re.Match[bytes], namespace: str, code: CppCode
) -> BoundClass | None:
    type_ = match["type"].decode().rpartition("::")[2].strip()
    places = list(_places(file, match))
    makers = (
        maker
        for place in places
        for init in _INIT.finditer(file.data, place.start, place.stop)
        if (maker := _maker(file, init, type_, code)) is not None
    )
    made_by = next(makers, None)
    if made_by is None:
        return None
    methods = [
        (method["name"].decode(), function)
        for place in places
        for method in _METHOD.finditer(file.data, place.start, place.stop)
        if file.code[method.start() : method.start() + 1].strip()
        and (function := _method(file, method, code)) is not None
    ]
    return BoundClass(match["name"].decode(), namespace, made_by, methods, file.path)


def _maker(file: SourceFile, init: re.Match[bytes], type_: str, code: CppCode) -> Function | None:
    """Return what makes an object: a constructor, a lambda or another function."""
    if not file.code[init.start() : init.start() + 1].strip():
        return None
    end = closing(file.code, init.end())
    if end is None:
        return None
    if init["types"] is None:  # py::init([](int n) { … }) or py::init(&make)
        begins = file.code[init.end() + 1 : end]
        if begins.lstrip().startswith(b"["):
            opened = init.end() + 1 + len(begins) - len(begins.lstrip())
            return lambda_at(file, opened, type_)
        name = re.fullmatch(rb"\s*+&\s*+(?:\w++\s*+::\s*+)*+(\w++)\s*+", begins)
        return next(iter(code.functions.get(name[1].decode(), ())), None) if name else None
    spans = split_arguments(file.code, init.start("types"), init.end("types"))
    types = [file.data[start:end] for start, end in spans]
    fitting = (
        one
        for one in code.functions.get(f"{type_}::{type_}", ())
        if len(one.parameters) == len(types)
    )
    return next(fitting, None) or _by_types(file, init, type_, types)


def _by_types(
    file: SourceFile, init: re.Match[bytes], type_: str, types: Sequence[bytes]
) -> Function | None:
    """Return a constructor of which no more is known than what it is given."""
    stop = closing(file.code, file.code.index(b"(", init.start())) or init.end()
    names = [one or other for one, other in _NAMED.findall(file.data[init.end() : stop])]
    if len(names) != len(types):
        names = [b"given_%d" % index for index in range(len(types))]
    listed = b", ".join(b" ".join(one) for one in zip(types, names, strict=True))
    line = file.data.count(b"\n", 0, init.start())
    return function_of(file.path, line, b"void %b(%b) {}" % (type_.encode(), listed))


def _method(file: SourceFile, method: re.Match[bytes], code: CppCode) -> Function | None:
    """Return the method that is bound, without the object of a lambda that stands for one."""
    target = _TARGET.match(file.data, method.end())
    if target:
        name = f"{target[1].decode()}::{target[2].decode()}"
        return next(iter(code.functions.get(name, ())), None)
    found = lambda_behind(file, method.end(), method["name"].decode())
    return found and replace(found, parameters=found.parameters[1:])
