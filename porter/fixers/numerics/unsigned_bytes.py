"""Convert floating-point numbers to `unsigned char` as NVIDIA's GPUs do.

## What it does
In device code, floating-point numbers that become `unsigned char` are converted by
`porter::saturated` of the support header `saturation.hpp`: casts (`(unsigned char)(x * 255.0f)`),
assignments to variables, elements and members of that type, and arguments of `make_uchar4` and its
kin.

## Why
C++ leaves the conversion of what does not fit open. nvcc converts to 32 bits without a sign, which
makes 0 of negative numbers, and takes the lowest eight bits; a pixel that a filter made negative is
black. clang takes AMD's instruction with a sign: -5 becomes 251.

## What it leaves alone
Values that are bounded below where they are cast (`fmaxf`, `clamp`, `fabsf`, `__saturatef`),
integers, `unsigned short` and wider types, whose instructions agree; host code.

## References
C++ standard, [conv.fpint]; PTX ISA, `cvt`; LLVM, `DAGTypeLegalizer::PromoteIntRes_FP_TO_XINT`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Rule
from porter.fixers.numerics._declarations import Declarations, Declared
from porter.source import Call, SourceFile
from porter.source.cpp.functions import DeviceFunction, function_around, functions_of
from porter.source.text.edits import RuleOutput

if TYPE_CHECKING:
    from tree_sitter import Node

_BYTE = rb"(?:unsigned[ \t]++char|(?:std::)?uint8_t|uchar|u_char|Npp8u)"
_CAST = re.compile(
    rb"\([ \t]*+(?:const[ \t]++)?+(?P<c>" + _BYTE + rb")[ \t]*+\)"
    rb"|\bstatic_cast[ \t]*+<[ \t]*+(?P<named>" + _BYTE + rb")[ \t]*+>"
    rb"|(?<![\w:<(,*&])(?P<call>" + _BYTE + rb")[ \t]*+(?=\()"
)
_MADE = tuple(b"make_uchar%d" % count for count in (1, 2, 3, 4))
#: Variables, arrays and pointers of bytes and of their vectors; of floating-point numbers.
_BYTES = re.compile(rb"\b(?:" + _BYTE + rb"|uchar[1234])\b([^;(){}<>]{0,200})")
_REALS = re.compile(rb"\b(?:float|double)[1234]?\b([^;(){}<>]{0,200})")
_NUMBER = re.compile(rb"\d*+\.\d*+(?:[eE][-+]?\d++)?+[fF]?|\d++[eE][-+]?\d++[fF]?")
#: Functions that give floating-point numbers, and those that give what they are given.
_REAL = re.compile(
    rb"(?:std::)?(?:round|rint|floor|ceil|trunc|sqrt|exp|exp2|log|pow|fabs|fmin|fmax|fma)f?"
    rb"|__(?:saturatef|fdividef|expf|powf|fmaf_rn|fmul_rn|fadd_rn)|float|double"
    rb"|static_cast[ \t]*+<[ \t]*+(?:float|double)[ \t]*+>"
)
_GIVEN = re.compile(rb"(?:std::|::)?(?:min|max|abs)")
_NAME = re.compile(rb"[A-Za-z_]\w*+")
_BOUNDED = re.compile(
    rb"[\s(]*+(?:\w++::)*+"
    rb"(?:saturated<|(?:f?maxf?|fabsf?|clamp\w*+|saturate\w*+|__saturatef|sqrtf?)[ \t]*+\("
    rb"|f?minf?[ \t]*+\(.*\b(?:f?maxf?|fabsf?)[ \t]*+\()",
    re.DOTALL,
)
#: Nodes whose value is that of their parts, and those that name something by their first part.
_OF_PARTS = frozenset(("parenthesized_expression", "unary_expression", "argument_list"))
_OF_FIRST = frozenset(("subscript_expression", "field_expression", "pointer_expression"))
_COMPARED = frozenset(("<", ">", "<=", ">=", "==", "!=", "&&", "||", "%", "&", "|", "<<", ">>"))
_STORED = frozenset(
    ("identifier", "subscript_expression", "pointer_expression", "field_expression")
)

rule = Rule("NUM08", "unsigned-bytes", names=(b"__global__", b"__device__"), handles=())

EXAMPLES = (
    Example(
        """
        __global__ void sharpen(unsigned char *out, const float *in, float k, int i) {
          out[i] = in[i] * k - 1.0f;
          unsigned char edge = static_cast<unsigned char>(k - 0.5f);
          out[i + 1] = edge + (uint8_t)(k * in[i]);
        }
        """,
        """
        #include "porter_compat/saturation.hpp"
        __global__ void sharpen(unsigned char *out, const float *in, float k, int i) {
          out[i] = porter::saturated<unsigned char>(in[i] * k - 1.0f);
          unsigned char edge = porter::saturated<unsigned char>(k - 0.5f);
          out[i + 1] = edge + porter::saturated<uint8_t>(k * in[i]);
        }
        """,
    ),
    Example(
        """
        __device__ uchar4 color(float4 c) { return make_uchar4(c.x * 255.0f, c.y, c.z, 255); }
        """,
        """
        #include "porter_compat/saturation.hpp"
        __device__ uchar4 color(float4 c) { return \
make_uchar4(porter::saturated<unsigned char>(c.x * 255.0f), porter::saturated<unsigned char>(c.y), \
porter::saturated<unsigned char>(c.z), 255); }
        """,
        title="the parts of a vector",
    ),
    Example(
        """
        __global__ void k(unsigned char *out, float *x, int n, int i) {
          out[i] = n + 1;
          out[i] = (unsigned char)fminf(fmaxf(x[i], 0.0f), 255.0f);
          x[i] = (unsigned char)n;
          unsigned short wide = (unsigned short)x[i];
        }
        unsigned char host(float x) { return (unsigned char)x; }
        """,
        title="integers, bounded values, wider types, host code",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each floating-point number that becomes a byte."""
    if _BYTES.search(file.code) is None and not any(name in file.names for name in _MADE):
        return
    reals, names = Declarations(_REALS, file.code), Declarations(_BYTES, file.code)
    casts, words = _by_function(file, _CAST), _by_function(file, _NAME, names.places.keys())
    calls: dict[DeviceFunction | None, list[Call]] = {}
    for call in file.calls(*_MADE):
        calls.setdefault(function_around(file, call.start), []).append(call)
    for function in functions_of(file):
        real = reals.of(function)
        yield from _casts(file, casts.get(function, ()), real)
        yield from _stores(file, words.get(function, ()), real, names.of(function))
        yield from _parts(file, calls.get(function, ()), real)


def _by_function(
    file: SourceFile, pattern: re.Pattern[bytes], wanted: Container[bytes] | None = None
) -> dict[DeviceFunction | None, list[re.Match[bytes]]]:
    """Return what a pattern matches, by the innermost function that holds it."""
    found: dict[DeviceFunction | None, list[re.Match[bytes]]] = {}
    done = 0
    for outer in sorted(functions_of(file), key=lambda one: one.body_start):
        for match in pattern.finditer(file.code, max(done, outer.body_start), outer.body_end):
            if wanted is None or match.group() in wanted:
                found.setdefault(function_around(file, match.start()), []).append(match)
        done = max(done, outer.body_end)
    return found


def _casts(
    file: SourceFile, casts: Iterable[re.Match[bytes]], reals: Declared
) -> Iterator[RuleOutput]:
    for match in casts:
        if file.directive_at(match.start()):
            continue
        node = file.tree.root_node.descendant_for_byte_range(match.start(), match.end() - 1)
        while node is not None and node.type not in ("cast_expression", "call_expression"):
            node = node.parent
        if node is None or node.start_byte != match.start():
            continue
        value = node.child_by_field_name("value") or node.child_by_field_name("arguments")
        if value is None or not _is_real(file, value, reals):
            continue
        name = match["c"] or match["named"] or match["call"]
        is_bare = value.type not in ("parenthesized_expression", "argument_list")
        head = rule.replace(
            (node.start_byte, value.start_byte + (not is_bare)),
            b"porter::saturated<%b>(" % name,
            support="saturation.hpp",
        )
        # What is converted is left to other rules.
        yield from rule.together(head, *[rule.insert(value.end_byte, b")")] * is_bare)


def _stores(
    file: SourceFile, words: Iterable[re.Match[bytes]], reals: Declared, names: Declared
) -> Iterator[RuleOutput]:
    """Yield the edits of what is stored in variables, elements and members of bytes."""
    for match in words:
        if not names.has(match.group()):
            continue
        node = file.tree.root_node.descendant_for_byte_range(match.start(), match.end() - 1)
        while node is not None and node.parent is not None and node.parent.type in _STORED:
            node = node.parent
        above = None if node is None else node.parent
        if node is None or above is None:
            continue
        value = None
        if above.type == "assignment_expression" and above.child_by_field_name("left") == node:
            sign = above.child_by_field_name("operator")
            value = above.child_by_field_name("right") if sign and sign.type == "=" else None
        elif above.type == "init_declarator" and node.type == "identifier":
            value = above.child_by_field_name("value")
        if value is not None and value.type != "initializer_list":
            yield from _edit(file, value, reals)


def _parts(file: SourceFile, calls: Iterable[Call], reals: Declared) -> Iterator[RuleOutput]:
    """Yield the edits of the parts of vectors that are made."""
    for call in calls:
        leaf = file.tree.root_node.descendant_for_byte_range(call.open, call.open + 1)
        arguments = None if leaf is None else leaf.parent
        if arguments is not None and arguments.type == "argument_list":
            for argument in arguments.named_children:
                yield from _edit(file, argument, reals)


def _edit(file: SourceFile, value: Node, reals: Declared) -> Iterator[RuleOutput]:
    if value.type == "cast_expression" or not _is_real(file, value, reals):
        return
    if b"_cast" not in file.data[value.start_byte : value.end_byte]:
        before = b"porter::saturated<unsigned char>("
        yield from rule.wrap(value, before, b")", support="saturation.hpp")


def _is_real(file: SourceFile, value: Node, reals: Declared) -> bool:
    """Tell whether an expression is seen to be floating-point, and not bounded below."""
    if _BOUNDED.match(file.code, value.start_byte, value.end_byte):
        return False
    left = [value]
    while left:
        node = left.pop()
        text = file.code[node.start_byte : node.end_byte]
        if node.type in _OF_FIRST:
            name = _NAME.search(text)
            if name is not None and reals.has(name.group()):
                return True
        elif node.type == "binary_expression":
            sign = node.child_by_field_name("operator")
            if sign is None or sign.type not in _COMPARED:
                left += node.named_children
        elif node.type == "conditional_expression":
            left += node.named_children[1:]
        elif node.type == "cast_expression":
            to = node.child_by_field_name("type")
            if to is not None and file.code[to.start_byte : to.end_byte] in (b"float", b"double"):
                return True
        elif node.type == "call_expression":
            called = node.child_by_field_name("function")
            name_text = text if called is None else text[: called.end_byte - called.start_byte]
            if _REAL.fullmatch(name_text):
                return True
            if _GIVEN.fullmatch(name_text):
                left += [one for one in node.named_children if one.type == "argument_list"]
        elif node.type in _OF_PARTS:
            left += node.named_children
        elif reals.has(text) or _NUMBER.fullmatch(text):
            return True
    return False
