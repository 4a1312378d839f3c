"""Where the answer of a vote goes, and whether that has 32 bits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from porter.source import Call, SourceFile
from porter.source.cpp.arithmetic_types import element_type
from porter.source.cpp.functions import DeviceFunction, function_around, functions_of
from porter.source.once import once_for_each_file
from porter.source.text.brackets import closing, split_arguments

if TYPE_CHECKING:
    from tree_sitter import Node

_WIDE = (b"long", b"unsigned long", b"long long", b"unsigned long long")
_NARROW = rb"(?:unsigned(?:[ \t]++int)?+|int|u?int32_t|uint)"
_ALIAS = re.compile(
    rb"\btypedef[ \t]++" + _NARROW + rb"[ \t]++(\w++)[ \t]*+;"
    rb"|\busing[ \t]++(\w++)[ \t]*+=[ \t]*+" + _NARROW + rb"[ \t]*+;"
)
_TRAILING = re.compile(rb"->[ \t]*+([\w:]++)\s*+\Z")
_WRITTEN = re.compile(rb"([\w:]++)[ \t&]++\w*+")
_ATOMIC = re.compile(rb"atomic\w++")
#: Constants that say "all 32 lanes".
_ALL = re.compile(rb"0[xX][fF]{8}[uU]?|UINT(?:32)?_MAX")
_TRANSPARENT = ("parenthesized_expression", "conditional_expression")
_BITWISE = ("&", "|", "^", "~")


def narrow_end(file: SourceFile, call: Call) -> str | None:
    """Return what of 32 bits the answer of a vote goes into, None where that is not seen.

    New variables, members, elements and results of plain types are left to the rules that know
    them.

    Args:
        file: the file.
        call: a vote.
    """
    node = file.tree.root_node.descendant_for_byte_range(call.start, call.name_end)
    while node is not None and node.type != "call_expression":
        node = node.parent
    while node is not None and (above := node.parent) is not None:
        sign = above.child_by_field_name("operator")
        is_bitwise = sign is not None and sign.type in _BITWISE
        if above.type in _TRANSPARENT or (is_bitwise and above.type != "assignment_expression"):
            node = above
        elif above.type == "binary_expression":
            return _comparison(file, node, above)
        elif above.type == "argument_list":
            return _argument(file, node, above)
        elif above.type == "return_statement":
            return _result(file, above)
        else:
            return _kept(file, above, call)
    return None


def _text(file: SourceFile, node: Node) -> bytes:
    return file.code[node.start_byte : node.end_byte].strip()


def _comparison(file: SourceFile, node: Node, above: Node) -> str | None:
    others = [one for one in above.named_children if one != node]
    is_all = any(_ALL.fullmatch(_text(file, one)) for one in others)
    return "a comparison with 32 lanes" if is_all else None


def _kept(file: SourceFile, above: Node, call: Call) -> str | None:
    """Return what is declared or assigned, where the plain forms of both do not say it."""
    if above.type == "initializer_list":
        return "a member of a structure"
    if above.type == "init_declarator":
        declared = above.child_by_field_name("declarator")
        if declared is not None and declared.type == "reference_declarator":
            return "a reference"
        of = above.parent.child_by_field_name("type") if above.parent is not None else None
        return "a variable" if of is not None and _text(file, of) in _aliases(file) else None
    sign = above.child_by_field_name("operator")
    if above.type == "assignment_expression" and sign is not None:
        outer = above.parent
        left = above.child_by_field_name("left")
        if left is not None and element_type(file, _text(file, left)) in _WIDE:
            return None
        if sign.type != "=" or (outer is not None and outer.type == "assignment_expression"):
            return "what it is combined with"
    return None


def _argument(file: SourceFile, node: Node, above: Node) -> str | None:
    """Return the parameter that an answer is passed to, where it is seen to have 32 bits."""
    called = above.parent.child_by_field_name("function") if above.parent is not None else None
    if called is None:
        return None
    name = _text(file, called).rpartition(b"::")[2]
    if _ATOMIC.fullmatch(name):
        return "an atomic function"
    taken = _parameters(file).get(name, ())
    at = [one for one in above.named_children if one.type != "comment"].index(node)
    if at < len(taken) and taken[at] is not None:
        return f"a parameter of {name.decode()}"
    return None


def _result(file: SourceFile, statement: Node) -> str | None:
    """Return the result that an answer becomes: by an alias, or behind an arrow."""
    function = function_around(file, statement.start_byte)
    if function is None:
        return None
    head = file.code[function.start : function.body_start]
    trailing = _TRAILING.search(head)
    words = head.partition(function.name + b"(")[0].split() if function.name else []
    written = trailing.group(1) if trailing is not None else (words[-1] if words else b"")
    is_alias = written in _aliases(file)
    if is_alias or (trailing is not None and re.fullmatch(_NARROW, written)):
        return f"what {function.name.decode() or 'a lambda'} returns"
    return None


@once_for_each_file
def _aliases(file: SourceFile) -> frozenset[bytes]:
    return frozenset(name for names in _ALIAS.findall(file.code) for name in names if name)


@once_for_each_file
def _parameters(file: SourceFile) -> dict[bytes, list[bytes | None]]:
    """Return for each device function of the file which parameters have 32 bits."""
    return {one.name: _narrow_parameters(file, one) for one in functions_of(file) if one.name}


def _narrow_parameters(file: SourceFile, function: DeviceFunction) -> list[bytes | None]:
    opened = file.code.find(function.name + b"(", function.start, function.body_start)
    close = closing(file.code, opened + len(function.name)) if opened >= 0 else None
    found: list[bytes | None] = []
    if close is not None and close < function.body_start:
        for span in split_arguments(file.code, opened + len(function.name) + 1, close):
            written = _WRITTEN.fullmatch(file.code[slice(*span)].removeprefix(b"const "))
            own = written.group(1) if written is not None else b""
            plain = re.match(_NARROW + rb"[ \t]++\w++\Z", file.code[slice(*span)])
            found.append(own if plain or own in _aliases(file) else None)
    return found
