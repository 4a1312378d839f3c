"""Leave arithmetic on vector types to HIP where both sides define it.

## What it does
Guards a project's own `+=`, `-=`, `*=`, `/=`, `*` and `/` of two `float4`, `int2` …, or of a name
that the file gives one of them (`using real3 = float3;`), for host and device, with
`#if !defined(__HIP_PLATFORM_AMD__)` when its body works component by component, as HIP's operator
does. An operator that does something else (products of `cuFloatComplex`), or whose body cannot be
read, is an error.

## Why
CUDA's vector types have no operators, so projects bring their own (`helper_math.h`). HIP's have:
with both, `use of overloaded operator '*=' is ambiguous`. The other operators (`+`, `-`, those with
a scalar, comparisons) are templates in HIP, and the project's are preferred.

## What it leaves alone
Operators for the device alone or the host alone, which clang prefers there; operators of other
types; templates; definitions that the project guards already.

## References
`amd_hip_vector_types.h`; HIP FAQ, "How to use complex multiplication and division operations".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from porter.fixers import Context, Example, Rule
from porter.fixers.language._definitions import head, whole_lines
from porter.fixers.language._vector_types import KINDS
from porter.source import SourceFile
from porter.source.text.brackets import closing, split_arguments
from porter.source.text.edits import RuleOutput

_VECTORS = {f"{base}{size}".encode(): size for base in KINDS for size in (1, 2, 3, 4)}
_VECTORS |= dict.fromkeys((b"cuComplex", b"cuFloatComplex", b"cuDoubleComplex"), 2)
_ALIAS = re.compile(
    rb"\b(?:using\s++(?P<name>\w++)\s*+=\s*+(?P<of>\w++)|typedef\s++(?P<given>\w++)\s++(?P<to>\w++))"
    rb"\s*+;"
)
#: What makes a function one for both sides: CUDA's words, `constexpr`, a macro of the project.
_BOTH_SIDES = re.compile(
    rb"\A(?=.*__host__\b)(?=.*__device__\b)|\bconstexpr\b|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b",
    re.DOTALL,
)
_OPERATOR = re.compile(rb"\boperator[ \t]*(\+=|-=|\*=|/=|\*|/)[ \t]*\(")
_PARAMETER = re.compile(rb"(?:const[ \t]++)?(\w++)(?:[ \t]++const)?[ \t]*+(?:(&)[ \t]*+)?(\w++)\Z")
_BLANKS = re.compile(rb"[\s\\]+")
_COMPONENTS = b"xyzw"

rule = Rule("LNG04", "vector-operators", names=(b"operator",))

_GUARD = "#if !defined(__HIP_PLATFORM_AMD__)  // HIP has this operator\n"

EXAMPLES = (
    Example(
        """
        inline __host__ __device__ void operator+=(float3& a, float3 b) {
          a.x += b.x; a.y += b.y; a.z += b.z;
        }
        """,
        """
        #if !defined(__HIP_PLATFORM_AMD__)  // HIP has this operator
        inline __host__ __device__ void operator+=(float3& a, float3 b) {
          a.x += b.x; a.y += b.y; a.z += b.z;
        }
        #endif
        """,
    ),
    Example(
        """
        constexpr float2 operator*(const float2& a, const float2& b)
        { return make_float2(a.x * b.x, a.y * b.y); }
        """,
        """
        #if !defined(__HIP_PLATFORM_AMD__)  // HIP has this operator
        constexpr float2 operator*(const float2& a, const float2& b)
        { return make_float2(a.x * b.x, a.y * b.y); }
        #endif
        """,
    ),
    Example(
        """
        using real3 = float3;
        __host__ __device__ real3 operator*(real3 a, real3 b) {
          return make_float3(a.x * b.x, a.y * b.y, a.z * b.z);
        }
        """,
        """
        using real3 = float3;
        #if !defined(__HIP_PLATFORM_AMD__)  // HIP has this operator
        __host__ __device__ real3 operator*(real3 a, real3 b) {
          return make_float3(a.x * b.x, a.y * b.y, a.z * b.z);
        }
        #endif
        """,
        title="another name of a vector",
    ),
    Example(
        """
        HOST_DEVICE float2 operator*(float2 a, float2 b) {
          return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
        }
        """,
        findings=("error",),
        title="a complex product",
    ),
    Example(
        """
        HOST_DEVICE int2 operator+(int2 a, int2 b) { return make_int2(a.x + b.x, a.y + b.y); }
        HOST_DEVICE int2 operator*(int2 a, int s) { return make_int2(a.x * s, a.y * s); }
        HOST_DEVICE Vec operator*(Vec a, Vec b) { return a; }
        __device__ void operator*=(float2& a, float2 b) { a = product(a, b); }
        """,
        title="operators that are the project's alone, or preferred",
    ),
)


@dataclass(frozen=True, slots=True)
class _Definition:
    operator: bytes
    type: bytes
    vectors: frozenset[bytes]  # that the type may be
    parameters: tuple[bytes, bytes]
    start: int
    body: tuple[int, int] | None
    end: int


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a guard, or an error, for each operator that HIP has, too."""
    for definition in _definitions(file):
        name = definition.operator.decode()
        kind = definition.type.decode()
        lines = whole_lines(file, definition.start, definition.end)
        if lines is not None and _is_componentwise(file, definition):
            guard = _GUARD.encode().replace(b"\n", file.newline)
            yield from rule.wrap(lines, guard, b"#endif" + file.newline)
            continue
        yield rule.error(
            definition,
            f"operator{name} of two {kind} is ambiguous: HIP has one, which works by component",
            hint=f"give it a name, or a type of its own in place of {kind}",
        )


def _definitions(file: SourceFile) -> Iterator[_Definition]:
    code = file.code
    vectors = _vectors(file)
    looked_at = -1
    for match in _OPERATOR.finditer(code):
        close = closing(code, match.end() - 1)
        if close is None:
            continue
        arguments = [code[a:b] for a, b in split_arguments(code, match.end(), close)]
        parsed = [_PARAMETER.match(_BLANKS.sub(b" ", text).strip()) for text in arguments]
        if len(parsed) != 2 or parsed[0] is None or parsed[1] is None:
            continue
        if parsed[0].group(1) != parsed[1].group(1) or parsed[0].group(1) not in vectors:
            continue
        start = head(file, match.start())
        if start == looked_at:
            continue  # a statement that never ends defines one operator at most
        looked_at = start
        text = code[start : match.start()]
        if text.startswith(b"template") or not _BOTH_SIDES.search(text):
            continue
        after = file.next(close + 1)
        body = None
        end = min(after + 1, len(code))
        if code[after : after + 1] == b"{":
            brace = closing(code, after)
            if brace is None:
                continue
            body, end = (after + 1, brace), brace + 1
        yield _Definition(
            match.group(1),
            parsed[0].group(1),
            vectors[parsed[0].group(1)],
            (parsed[0].group(3), parsed[1].group(3)),
            start,
            body,
            end,
        )


def _vectors(file: SourceFile) -> dict[bytes, frozenset[bytes]]:
    """Return each name of a vector -> the vectors, of one size, that it may stand for."""
    found = {name: {name} for name in _VECTORS}
    for match in _ALIAS.finditer(file.code) if b"operator" in file.code else ():
        name = match["name"] or match["to"]
        vector = match["of"] or match["given"]
        if vector in _VECTORS and name not in _VECTORS:
            found.setdefault(name, set()).add(vector)
    return {
        name: frozenset(vectors)
        for name, vectors in found.items()
        if len({_VECTORS[vector] for vector in vectors}) == 1
    }


def _is_componentwise(file: SourceFile, definition: _Definition) -> bool:
    """Tell whether the body does to each component what the operator does to the whole."""
    if definition.body is None:
        return False
    text = _BLANKS.sub(b"", file.code[slice(*definition.body)]).rstrip(b";")
    a, b = definition.parameters
    operator = definition.operator.rstrip(b"=")
    components = [bytes((c,)) for c in _COMPONENTS[: _VECTORS[min(definition.vectors)]]]
    plain = [a + b"." + c + operator + b + b"." + c for c in components]
    whole = b"(" + b",".join(plain) + b")"
    braced = b"{" + b",".join(plain) + b"}"
    names = {definition.type, *definition.vectors}
    made = [
        form for name in names for form in (b"make_" + name + whole, name + whole, name + braced)
    ]
    if not definition.operator.endswith(b"="):
        return text in [b"return" + value for value in (*made, braced)]
    each = [a + b"." + c + operator + b"=" + b + b"." + c for c in components]
    statements = text.split(b";")
    if statements[-1] == b"return" + a:
        statements.pop()
    return sorted(statements) == sorted(each) or statements in [[a + b"=" + v] for v in made]
