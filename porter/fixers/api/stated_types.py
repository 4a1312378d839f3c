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
    sets = list(file.api_calls((_SETS,)))
    for use in file.mentions(tuple(_STATED)):
        call = next((one for one in sets if one.open < use.start < one.close), None)
        if call is not None and _says_the_same(file, call, use.name, sets):
            yield rule.replace(call.whole, b"HIPBLAS_STATUS_SUCCESS")
            continue
        yield rule.error(
            use,
            "hipBLASLt's descriptors keep the types that they are made with",
            hint="give the type to hipblasLtMatmulDescCreate",
        )


def _says_the_same(file: SourceFile, call: Call, attribute: bytes, sets: list[Call]) -> bool:
    """Tell whether all that a call may set is what its descriptor is made with."""
    if len(call.arguments) != 4:
        return False
    descriptor, _, value, _ = (file.code[slice(*one)] for one in call.arguments)
    address = _ADDRESS.fullmatch(value)
    made = {
        file.code[slice(*one.arguments[_STATED[attribute]])]
        for one in file.api_calls((_MAKES,))
        if len(one.arguments) == 3 and file.code[slice(*one.arguments[0])] == b"&" + descriptor
    }
    if address is None or len(made) != 1:
        return False
    (first,) = made
    variable = re.escape(address[1])
    given = re.findall(rb"(?<![\w.>])" + variable + rb"\s*+=(?!=)\s*+([^;]*+)", file.code)
    addresses = len(re.findall(rb"&\s*+" + variable + rb"(?!\w)", file.code))
    passed = sum(
        _ADDRESS.fullmatch(file.code[slice(*one.arguments[2])]) is not None
        and file.code[slice(*one.arguments[2])].endswith(address[1])
        for one in sets
        if len(one.arguments) == 4
    )
    return bool(_VALUE.fullmatch(first)) and set(given) == {first} and addresses == passed
