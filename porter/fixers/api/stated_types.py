"""Take away what sets a matrix product's types to those that it was made with.

## What it does
`cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_SCALE_TYPE, &type, …)` becomes
`HIPBLAS_STATUS_SUCCESS` where the file makes `d` with the same type, and gives `type` that value
alone; so does `…_COMPUTE_TYPE`. Other uses of these attributes are errors.

## Why
A descriptor of cuBLASLt is made with both types and may get others later. hipBLASLt keeps those
that it was made with, and has no such attributes. Programs often state them a second time.

## What it leaves alone
Attributes that hipBLASLt has.

## References
cuBLAS, `cublasLtMatmulDescAttributes_t`; `hipblaslt.h`, `hipblasLtMatmulDescAttributes_t`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from porter.fixers import Context, Example, Precedence, Rule
from porter.source import SourceFile
from porter.source.text.calls import Call
from porter.source.text.edits import RuleOutput

_MAKES = b"cublasLtMatmulDescCreate"
_SETS = b"cublasLtMatmulDescSetAttribute"
#: Which argument of the function that makes a descriptor an attribute says again.
_STATED = {b"CUBLASLT_MATMUL_DESC_COMPUTE_TYPE": 1, b"CUBLASLT_MATMUL_DESC_SCALE_TYPE": 2}
_VALUE = re.compile(rb"(?:CUDA_R|CUBLAS_COMPUTE)_\w++")
_ADDRESS = re.compile(rb"&\s*+([A-Za-z_]\w*+)")
_GIVEN = re.compile(rb"(?<![\w.>])([A-Za-z_]\w*+)\s*+=(?!=)\s*+(\w*+)")

rule = Rule("API65", "stated-types", names=tuple(_STATED), precedence=Precedence.REWRITE)

EXAMPLES = (
    Example(
        """
        void product(cublasLtMatmulDesc_t d) {
          check(cublasLtMatmulDescCreate(&d, CUBLAS_COMPUTE_32F, CUDA_R_32F));
          cudaDataType_t type = CUDA_R_32F;
          check(cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_SCALE_TYPE, &type, size));
        }
        """,
        """
        void product(cublasLtMatmulDesc_t d) {
          check(cublasLtMatmulDescCreate(&d, CUBLAS_COMPUTE_32F, CUDA_R_32F));
          cudaDataType_t type = CUDA_R_32F;
          check(HIPBLAS_STATUS_SUCCESS);
        }
        """,
    ),
    Example(
        """
        void product(cublasLtMatmulDesc_t d) {
          cublasLtMatmulDescCreate(&d, CUBLAS_COMPUTE_32F, CUDA_R_32F);
          cudaDataType_t type = CUDA_R_16F;
          cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_SCALE_TYPE, &type, sizeof(type));
        }
        """,
        findings=("error",),
        title="another type",
    ),
    Example(
        """
        void product(cublasLtMatmulDesc_t d, cublasOperation_t op) {
          cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_TRANSA, &op, sizeof(op));
        }
        """,
        title="an attribute that hipBLASLt has",
    ),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each call that says the same again, and an error for each other use."""
    said = _Said(file)
    calls = {one.arguments[1][0]: one for one in said.sets}
    for use in file.mentions(tuple(_STATED)):
        call = calls.get(use.start)
        if call is not None and said.is_repeated(call, use.name):
            yield rule.replace(call.whole, b"HIPBLAS_STATUS_SUCCESS")
            continue
        yield rule.error(
            use,
            "hipBLASLt's descriptors keep the types that they are made with",
            hint="give the type to hipblasLtMatmulDescCreate",
        )


class _Said:
    """What a file makes its descriptors with, and what it gives to the variables it passes.

    Attributes:
        sets: the calls that set an attribute.
    """

    def __init__(self, file: SourceFile) -> None:
        self._file = file
        self.sets = [one for one in file.api_calls((_SETS,)) if len(one.arguments) == 4]
        self._made: dict[tuple[bytes, int], set[bytes]] = {}
        for call in file.api_calls((_MAKES,)):
            if len(call.arguments) == 3:
                for index in _STATED.values():
                    key = self._text(call, 0).removeprefix(b"&").strip(), index
                    self._made.setdefault(key, set()).add(self._text(call, index))
        self._given: dict[bytes, set[bytes]] = {}
        for match in _GIVEN.finditer(file.code):
            self._given.setdefault(match[1], set()).add(match[2])
        self._addresses = Counter(_ADDRESS.findall(file.code))
        self._passed = Counter(self._text(one, 2).removeprefix(b"&").strip() for one in self.sets)

    def is_repeated(self, call: Call, attribute: bytes) -> bool:
        """Tell whether all that a call may set is what its descriptor is made with."""
        variable = _ADDRESS.fullmatch(self._text(call, 2))
        made = self._made.get((self._text(call, 0), _STATED[attribute]), set())
        if variable is None or len(made) != 1:
            return False
        (first,) = made
        is_passed_alone = self._addresses[variable[1]] == self._passed[variable[1]]
        is_given = self._given.get(variable[1]) == {first}
        return bool(_VALUE.fullmatch(first)) and is_given and is_passed_alone

    def _text(self, call: Call, index: int) -> bytes:
        return self._file.code[slice(*call.arguments[index])]
