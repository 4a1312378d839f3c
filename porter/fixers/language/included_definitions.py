"""Mark what a header declares as the file of definitions does that it includes.

## What it does
A function or a member that a header declares without a mark, and that the file of its definitions,
which it includes (`vec.inl` of `vec.hpp`), defines with `__host__ __device__` or a macro for them,
gets the same words in front of the declaration.

## Why
nvcc takes the declaration with the marks of the definition. To clang the two are functions for
different sides: `__host__ __device__ function 'operator*' cannot overload __host__ function
'operator*'`, of an explicit specialization `target attributes do not match`.

## What it leaves alone
Declarations with a mark, or with what may be a macro for one; functions that the definitions have
with several marks, unless parameters tell them apart; marks that the definitions' own file defines;
what one file declares and defines (LNG86).

## References
CUDA C++ Programming Guide, "Function Execution Space Specifiers"; clang, "HIP Support".
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.language._class_bodies import (
    DeclaredMember,
    declared_between,
    declared_members,
)
from porter.fixers.language._qualifier_macros import DEVICE, HOST, qualifier_macros, spelt_out
from porter.project.compiled_together import OF_DEFINITIONS, compiled_together, headers_of
from porter.source import SourceFile
from porter.source.text import lexer
from porter.source.text.brackets import closing
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("LNG95", "included-definitions", fix=Fix.SAFE, handles=())

EXAMPLES = (
    Example(
        """
        float dot(float a, float b);
        #include "example.inl"
        """,
        path="example.hpp",
        title="no such file, or one without marks",
    ),
    Example(
        """
        __host__ __device__ float dot(float a, float b);
        struct V { float at(int i) const; };
        #include "example.inl"
        """,
        path="example.hpp",
        title="what has marks, and members that the other file does not define",
        files=("example.inl",),
    ),
)

_WORD = re.compile(rb"[A-Za-z_]\w*+")
#: What is written as macros are.
_MACRO = re.compile(rb"[A-Z][A-Z0-9_]+")
_NAMESPACE = re.compile(rb"\b(?:namespace\b[\s\w:]{0,200}+|extern\s*+\"[^\"\n]*+\"\s*+)\{")
#: The owner in front of a member's name that is defined outside of its class.
_OWNER = re.compile(rb"(?<!\w)([A-Za-z_]\w*+)\s*+(?:<[^<>;{}()]*+>\s*+)?+::\s*+\Z")
#: What makes a statement no declaration of a function.
_NO_FUNCTION = re.compile(
    rb"\b(?:return|using|typedef|friend|throw|new|else|if|while|for|switch|delete)\b|="
)
_BYTES_OF_OWNER = 200

#: Owner, empty for a function, and name -> the types and the marks of each definition.
_Marked = dict[tuple[bytes, bytes], list[tuple[tuple[bytes, ...], tuple[bytes, ...]]]]


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the marks for each declaration that lacks them."""
    if posixpath.splitext(file.path)[1] in OF_DEFINITIONS:
        return
    headers = headers_of(file)
    own = posixpath.splitext(file.path)[0]
    data = next((headers[path] for end in OF_DEFINITIONS if (path := own + end) in headers), b"")
    if not data:
        return
    code = lexer.mask(data, Language.CUDA)
    macros = qualifier_macros([file.code, *_defining(headers, data)])
    if not macros and DEVICE not in code and (root := file.depend_on_tree()) is not None:
        # What includes the header may have included that of the macros in front of it.
        together = dict(compiled_together(root, file.path))
        macros = qualifier_macros(_defining(together, data))
    if DEVICE not in code and not any(name in code for name in macros):
        return
    marks = {DEVICE, HOST, *macros}
    marked = _marked(code, macros)
    for (owner, name), one in _declared(file.code, {owner for owner, _ in marked if owner}):
        words = _words_for(marked.get((owner, name), []), one.types)
        before = _WORD.findall(file.code, one.start, one.name)
        is_marked = any(word in marks or _MACRO.fullmatch(word) for word in before)
        if words and _is_declaration(file.code, one, owner, name) and not is_marked:
            yield rule.insert(one.start, b" ".join(words) + b" ")


def _defining(read: Mapping[str, bytes], but: bytes) -> Iterator[bytes]:
    """Yield the masked code of files that may define a mark, but for one."""
    for data in read.values():
        if data is not but and DEVICE in data and b"define" in data:
            yield lexer.mask(data, Language.CUDA)


def _is_declaration(code: bytes, one: DeclaredMember, owner: bytes, name: bytes) -> bool:
    """Tell whether a statement declares: what stands before its name is a type, or nothing."""
    before = code[one.start : one.name]
    if _NO_FUNCTION.search(before) is not None or before.rstrip().endswith(b"::"):
        return False
    return bool(before.strip()) or (bool(owner) and name.lstrip(b"~") == owner)


def _marked(code: bytes, macros: Mapping[bytes, bytes]) -> _Marked:
    """Return the definitions of a file by owner and name, with the words that mark them."""
    found: _Marked = {}
    for name, members in _functions(code):
        for one in members:
            before = code[one.start : one.name]
            words = tuple(word for word in _WORD.findall(before) if word in macros)
            words = words or tuple(w for w in _WORD.findall(before) if w in (HOST, DEVICE))
            said = frozenset(spelt_out(b" ".join(words), dict(macros)).split())
            owner = _OWNER.search(before[-_BYTES_OF_OWNER:])
            key = (owner[1] if owner is not None else b"", name)
            found.setdefault(key, []).append((one.types, words if {HOST, DEVICE} <= said else ()))
    return found


def _words_for(
    definitions: list[tuple[tuple[bytes, ...], tuple[bytes, ...]]], types: tuple[bytes, ...]
) -> tuple[bytes, ...]:
    """Return the words of the definition with these parameters, or that all of them have."""
    same = {words for one, words in definitions if one == types}
    every = same or {words for _, words in definitions}
    return next(iter(every)) if len(every) == 1 else ()


def _declared(
    code: bytes, owners: set[bytes]
) -> Iterator[tuple[tuple[bytes, bytes], DeclaredMember]]:
    """Yield what a header declares: owner, empty for a function, and name; and where."""
    for name, members in _functions(code):
        for one in members:
            yield (b"", name), one
    for owner, members_of in declared_members(code, owners).items():
        for name, members in members_of.items():
            for one in members:
                yield (owner, name), one


def _functions(code: bytes) -> Iterator[tuple[bytes, list[DeclaredMember]]]:
    """Yield the functions of namespaces and of the file's own scope, by name."""
    yield from declared_between(code, -1, len(code)).items()
    for match in _NAMESPACE.finditer(code):
        if (end := closing(code, match.end() - 1)) is not None:
            yield from declared_between(code, match.end() - 1, end).items()
