"""Dispatch over a tensor's scalar type where PyTorch took its deprecated type.

## What it does
`AT_DISPATCH_FLOATING_TYPES(x.type(), …)` and the other dispatch macros are given
`x.scalar_type()`.

## Why
PyTorch's macros took either; since 2.11 they take a `ScalarType` alone, and `x.type()` is an
object of `DeprecatedTypeProperties`. `scalar_type()` is there since PyTorch 1.0 and says the same.

## What it leaves alone
`x.type().scalarType()`, and `type()` anywhere but as a whole argument of a dispatch macro.

## References
`ATen/Dispatch.h` of the installed PyTorch; PyTorch's release notes of 1.0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.preprocessor.definitions import defined_names
from porter.source.text.edits import Edit

_TYPE = re.compile(rb"\.\s*+(type)\s*+\(\s*+\)\Z")
_MACROS = tuple(
    b"AT_DISPATCH_" + one
    for one in (
        b"FLOATING_TYPES FLOATING_TYPES_AND_HALF FLOATING_TYPES_AND FLOATING_TYPES_AND2 ALL_TYPES "
        b"ALL_TYPES_AND_HALF ALL_TYPES_AND ALL_TYPES_AND2 ALL_TYPES_AND3 INTEGRAL_TYPES "
        b"INTEGRAL_TYPES_AND COMPLEX_TYPES FLOATING_AND_COMPLEX_TYPES ALL_TYPES_AND_COMPLEX "
        b"ALL_TYPES_AND_COMPLEX_AND ALL_TYPES_AND_COMPLEX_AND2 ALL_TYPES_AND_COMPLEX_AND3 SWITCH"
    ).split()
)

rule = Rule("API64", "torch-dispatch", names=_MACROS)

EXAMPLES = (
    Example(
        """
        void f(at::Tensor x) {
          AT_DISPATCH_FLOATING_TYPES(x.type(), "f", [&] { run(x.data_ptr<scalar_t>()); });
        }
        """,
        """
        void f(at::Tensor x) {
          AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "f", [&] { run(x.data_ptr<scalar_t>()); });
        }
        """,
    ),
    Example(
        'AT_DISPATCH_FLOATING_TYPES_AND(at::kHalf, t[0].type(), "f", run);\n',
        'AT_DISPATCH_FLOATING_TYPES_AND(at::kHalf, t[0].scalar_type(), "f", run);\n',
        title="of any of its arguments",
    ),
    Example(
        'AT_DISPATCH_ALL_TYPES(x.type().scalarType(), "f", run);\nbool on = x.type().is_cuda();\n',
        title="what is a scalar type already, and another use",
    ),
    Example(
        """
        #define AT_DISPATCH_ALL_TYPES(...) mine(__VA_ARGS__)
        AT_DISPATCH_ALL_TYPES(x.type(), 1);
        """,
        title="the project's own macro",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield the other name for each argument of a dispatch macro that is a deprecated type."""
    made = {one.partition(b"(")[0] for one in defined_names(file.code, file.directives)}
    own = made | context.defined
    for call in file.calls(*_MACROS):
        if call.name in own:
            continue
        for start, end in call.arguments:
            found = _TYPE.search(file.code, start, end)
            if found is not None:
                yield rule.replace(found.span(1), b"scalar_type")
