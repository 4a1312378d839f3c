"""Writes the C++ of hipBLAS's and cuBLAS's functions from the rows of `blas.toml`.

For each row a template that checks and calls the host's BLAS, and for each of a vendor's names a
line that calls the template. `native/libraries/blas` has what they are made of.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.execute.cpu.libraries.blas_names import Entry, entries
from porter.execute.cpu.libraries.blas_table import Family, Parameter, families

TYPES = {
    "s": "float",
    "d": "double",
    "c": "std::complex<float>",
    "z": "std::complex<double>",
    "h": "_Float16",
    "b": "__bf16",
}
REAL = {"s": "float", "d": "double", "c": "float", "z": "double", "h": "_Float16", "b": "__bf16"}
_LETTERS = {
    "op": "operation",
    "transpose": "transpose",
    "adjoint": "adjoint",
    "uplo": "triangle",
    "side": "side",
    "diag": "diagonal",
}
#: What OpenBLAS calls its functions where sizes have 64 bits and others may be loaded as well.
_SYMBOL = "scipy_{name}_64_"


def host_header() -> str:
    """Return the header that declares what is called of the host's BLAS."""
    lines = ["#pragma once", "", "#include <complex>", "#include <cstdint>", ""]
    lines += ["namespace porter::blas::host {"]
    for family in families():
        lines += _host_functions(family)
    return "\n".join([*lines, "}", ""])


def source(level: int) -> str:
    """Return the file with the functions of a level of BLAS."""
    chosen = [family for family in families() if family.level == level]
    lines = ['#include "blas/legacy.h"', '#include "blas/own.h"', "", "#include <algorithm>", ""]
    lines += ["using namespace porter::blas;", "", "namespace {"]
    for family in chosen:
        lines += _template(family)
    lines += ["}", "", 'extern "C" {']
    lines += [_alias(entry) for family in chosen for entry in entries(family)]
    for family in chosen:
        lines += _legacy(family)
    return "\n".join([*lines, "}", ""])


def _host_functions(family: Family) -> Iterator[str]:
    """Yield the host's functions, and overloads that take arguments by value."""
    if family.own:
        return
    for name, letter in family.names.items():
        answer, wanted, values, given = "void", [], [], []
        for one in family.parameters:
            if one.kind == "result":
                answer = _type(one, letter)
                continue
            for type_, word in _by_value(one, letter):
                values.append(f"{type_} {word}")
                is_pointer = type_.endswith("*")
                wanted.append(type_ if is_pointer else f"const {type_} *")
                given.append(word if is_pointer else f"&{word}")
        symbol = _SYMBOL.format(name=name.lower())
        letters = sum(value.startswith("char ") for value in values)
        wanted += ["size_t"] * letters  # Fortran's lengths of texts
        given += ["1"] * letters
        yield f'extern "C" {answer} {symbol}({", ".join(wanted)});'
        yield f"inline {answer} {family.name}({', '.join(values)}) {{"
        yield f"  return {symbol}({', '.join(given)});"
        yield "}"


def _template(family: Family) -> Iterator[str]:
    """Yield the function that all names of a family call."""
    parameters = family.parameters
    is_counted = any(one.type == "int" for one in parameters)
    yield f"template <class T{', class Index' if is_counted else ''}>"
    yield f"int {family.name}(Call call, {', '.join(_declared(parameters))}) {{"
    for one in parameters:
        if one.kind in _LETTERS:
            yield f"  const char {one.name} = call.{_LETTERS[one.kind]}<T>({one.name}Code);"
    sizes = [one.name for one in parameters if one.kind == "size"]
    if family.level > 1:
        yield f"  call.need({' && '.join(_conditions(parameters))});"
    elif family.forward:
        yield "  n = incx < 1 ? 0 : n;"
    pointers = [_is_given(one) for one in parameters if one.is_array or one.kind == "scalar"]
    if pointers:
        used = " && ".join(f"{name} > 0" for name in sizes) or "true"
        yield f"  call.need(!({used}) || ({' && '.join(pointers)}));"
    for one in parameters:
        if one.kind == "result":
            yield f"  call.need({one.name});"
        elif one.kind == "scalar":
            yield f"  const auto {one.name}Value = call.scalar({one.name});"
    function = f"own::{family.own}" if family.own else f"host::{family.name}"
    expression = f"{function}({', '.join(_arguments(parameters))})"
    for one in parameters:
        if one.kind == "result":
            expression = f"{one.name}[i] = {expression}"
    yield f"  return call.run([=](int64_t i) {{ {expression}; }});"
    yield "}"


def _is_given(one: Parameter) -> str:
    """Return the condition that a pointer is there where it has to be."""
    if not one.factor:
        return one.name
    is_zero = f"({one.factor} && *{one.factor} == T())"
    return f"({one.name} || call.takesScalarsOfDevice() || {is_zero})"


def _declared(parameters: tuple[Parameter, ...]) -> Iterator[str]:
    for one in parameters:
        element = _template_type(one)
        if one.kind in _LETTERS:
            yield f"int {one.name}Code"
        elif one.kind == "size":
            yield f"int64_t {one.name}"
        elif one.kind == "scalar":
            yield f"const {element} *{one.name}"
        elif one.kind == "result":
            yield f"{element} *{one.name}"
        else:
            yield f"Batch<{element if one.written else f'const {element}'}> {one.name}"
            yield from (f"int64_t {step}" for step in steps(one))


def _conditions(parameters: tuple[Parameter, ...]) -> Iterator[str]:
    for one in parameters:
        if one.kind == "size":
            yield f"{one.name} >= 0"
        elif one.kind == "vector":
            yield f"inc{one.name} != 0"
        elif one.kind == "matrix":
            yield f"ld{one.name.lower()} >= std::max<int64_t>(1, {one.rows})"


def _arguments(parameters: tuple[Parameter, ...]) -> Iterator[str]:
    for one in parameters:
        if one.kind == "scalar":
            yield f"{one.name}Value()"
        elif one.is_array:
            yield f"{one.name}[i]"
            yield from steps(one)
        elif one.kind != "result":
            yield one.name


def _by_value(one: Parameter, letter: str) -> Iterator[tuple[str, str]]:
    """Yield the types and names of what a host function takes for a parameter."""
    if one.kind in _LETTERS:
        yield "char", one.name
    elif one.kind == "size":
        yield "int64_t", one.name
    elif one.kind == "scalar":
        yield _type(one, letter), one.name
    else:
        yield f"{'' if one.written else 'const '}{_type(one, letter)} *", one.name
        yield from (("int64_t", step) for step in steps(one))


def steps(one: Parameter) -> tuple[str, ...]:
    """Return what tells how an array lies in memory."""
    if one.kind == "vector":
        return (f"inc{one.name}",)
    return (f"ld{one.name.lower()}",) if one.kind == "matrix" else ()


def _type(one: Parameter, letter: str) -> str:
    return {"": TYPES[letter], "real": REAL[letter], "int": "int64_t"}[one.type]


def _template_type(one: Parameter) -> str:
    return {"": "T", "real": "Real<T>", "int": "Index"}[one.type]


def _alias(entry: Entry) -> str:
    """Return the function of one name."""
    declared, given = ["void *handle"], []
    size = "int64_t" if entry.is_wide else "int"
    for one in entry.family.parameters:
        element = size if one.type == "int" else _type(one, entry.letter)
        constant = "" if one.written else "const "
        if one.kind == "result":
            continue
        if not one.is_array:
            type_ = {"size": f"{size} ", "scalar": f"const {element} *"}.get(one.kind, "int ")
            declared.append(f"{type_}{one.name}")
            given.append(one.name)
            continue
        pointer = "*const *" if entry.variant == "batched" else "*"
        declared.append(f"{constant}{element} {pointer}{one.name}")
        declared += [f"{size} {step}" for step in steps(one)]
        if entry.variant == "strided":
            declared.append(f"int64_t stride{one.name}")
            given.append(f"{{{one.name}, stride{one.name}}}")
        else:
            given.append(f"{{{one.name}}}")
        given += steps(one)
    if entry.variant:
        declared.append(f"{size} batchCount")
    for one in entry.family.parameters:
        if one.kind == "result":
            element = size if one.type == "int" else _type(one, entry.letter)
            declared.append(f"{element} *{one.name}")
            given.append(one.name)
    call = f"{{Vendor::{entry.vendor}, handle{', batchCount' if entry.variant else ''}}}"
    is_counted = any(one.type == "int" for one in entry.family.parameters)
    types = f"{TYPES[entry.letter]}{f', {size}' if is_counted else ''}"
    return (
        f"int {entry.name}({', '.join(declared)}) "
        f"{{ return {entry.family.name}<{types}>({', '.join([call, *given])}); }}"
    )


def _legacy(family: Family) -> Iterator[str]:
    """Yield the functions of CUDA's first interface, which has those that got a second version."""
    if not family.legacy:
        return
    for name, letter in family.names.items():
        declared, given, answer = [], ["legacyCall()"], ""
        for one in family.parameters:
            element = "int" if one.type == "int" else _type(one, letter)
            if one.kind == "result":
                answer = element
                given.append("&result")
            elif one.is_array:
                declared.append(f"{'' if one.written else 'const '}{element} *{one.name}")
                declared += [f"int {step}" for step in steps(one)]
                given += [f"{{{one.name}}}", *steps(one)]
            else:
                type_ = {"size": "int", "scalar": element}.get(one.kind, "char")
                declared.append(f"{type_} {one.name}")
                given.append(f"&{one.name}" if one.kind == "scalar" else one.name)
        types = TYPES[letter] + (", int" if answer == "int" else "")
        call = f"noteLegacy({family.name}<{types}>({', '.join(given)}));"
        body = f"{answer} result{{}}; {call} return result;" if answer else call
        yield f"{answer or 'void'} cublas{name}({', '.join(declared)}) {{ {body} }}"
