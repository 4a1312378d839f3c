"""Find comparisons of errors that no longer hold in a port.

## What it does
Reports

- comparisons with the errors that a kernel leaves behind when it fails while it runs:
  `cudaErrorAssert`, `cudaErrorIllegalAddress`, `cudaErrorLaunchFailure` and their kin, and the
  driver's `CUDA_ERROR_ASSERT` and so on;
- strings that are the name of an error (`"cudaErrorInvalidValue"`, `"CUDA_ERROR_…"`), or how such a
  name begins, and are compared in a file that asks for names of errors.

## Why
CUDA hands the error of a kernel to the next call that waits for it. AMD's runtime ends the process:
after a failed `assert`, a `__trap()` or an access outside of memory it prints what happened and
aborts, and the code that would have compared never runs. `hipGetErrorName` answers
`hipErrorInvalidValue`: the comparison with CUDA's name compiles, and is never true again.

## What it leaves alone
Names of errors in tables and `case` labels; errors that a call returns by itself; strings in
messages. Strings are never changed.

## References
HIP, "Error handling" and `hipGetErrorName`; ROCr, `HSA_STATUS_ERROR_EXCEPTION` and memory faults,
whose handler aborts; CUDA Runtime API, `cudaError_t` and `cudaGetErrorName`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.source import Finding, SourceFile

_FAULTS = (
    b"cudaErrorAssert",
    b"cudaErrorHardwareStackError",
    b"cudaErrorIllegalAddress",
    b"cudaErrorIllegalInstruction",
    b"cudaErrorInvalidAddressSpace",
    b"cudaErrorInvalidPc",
    b"cudaErrorLaunchFailure",
    b"cudaErrorMisalignedAddress",
    b"CUDA_ERROR_ASSERT",
    b"CUDA_ERROR_HARDWARE_STACK_ERROR",
    b"CUDA_ERROR_ILLEGAL_ADDRESS",
    b"CUDA_ERROR_ILLEGAL_INSTRUCTION",
    b"CUDA_ERROR_INVALID_ADDRESS_SPACE",
    b"CUDA_ERROR_INVALID_PC",
    b"CUDA_ERROR_LAUNCH_FAILED",
    b"CUDA_ERROR_MISALIGNED_ADDRESS",
)
_ASKING = (b"cudaGetErrorName", b"cuGetErrorName")
_BEFORE = re.compile(rb"[=!]=[ \t\r\n(]{0,20}(?:::)?\Z")
_BEHIND = re.compile(rb"[ \t\r\n)]{0,20}[=!]=")
_FEW = 24
_NAME = re.compile(rb'"(?:cuda(?:Error\w*+|Success)?+|CUDA(?:_ERROR_\w*+|_SUCCESS|_)?+)"')
#: What stands before a string that is compared.
_COMPARED = re.compile(
    rb"(?:[=!]=|\b(?:str(?:n|case|ncase)?cmp|strstr|memcmp|compare|find|rfind|starts_with|contains"
    rb"|(?:EXPECT|ASSERT)_(?:STR)?(?:CASE)?(?:EQ|NE))[ \t]*\([^;{}]{0,200})[ \t\r\n]*\Z"
)
_LONGEST = 240

rule = Rule("LNG43", "compared-errors", fix=Fix.NONE, names=(*_FAULTS, *_ASKING), handles=())

EXAMPLES = (
    Example(
        """
        fails<<<1, 32>>>();
        cudaError_t error = cudaDeviceSynchronize();
        if (error == cudaErrorAssert) printf("as expected");
        if (::cudaErrorIllegalAddress != (error)) return 1;
        """,
        findings=("warning", "warning"),
    ),
    Example(
        """
        if (strcmp(cudaGetErrorName(error), "cudaErrorInvalidValue") == 0) return;
        if (std::string(cudaGetErrorName(error)) == "cudaSuccess") return;
        if (!strncmp(cudaGetErrorName(error), "cuda", 4)) return;
        """,
        findings=("warning", "warning", "warning"),
        title="as text",
    ),
    Example(
        """
        const char *name(cudaError_t error) {
          switch (error) { case cudaErrorAssert: return "cudaErrorAssert"; }
          return error == cudaErrorMemoryAllocation ? "memory" : cudaGetErrorName(error);
        }
        cudaError_t all[] = {cudaErrorAssert, cudaErrorLaunchFailure};
        if (cuEGLStreamConsumerAcquireFrame(c, r, s, 0) == CUDA_ERROR_LAUNCH_TIMEOUT) return;
        // name == "cudaSuccess" or "cudaSuccess" == name
        """,
        title="tables, errors that calls return by themselves, and comments",
    ),
    Example('if (name == "cudaErrorInvalidValue") return;\n', title="nobody asks for names"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a finding for each comparison that no longer holds."""
    for use in file.uses(_FAULTS):
        before = file.code[max(0, use.start - _FEW) : use.start]
        if _BEFORE.search(before) or _BEHIND.match(file.code, use.end):
            yield rule.warning(
                use,
                f"{use.name.decode()} is not returned on AMD GPUs: the process ends where a kernel "
                "fails",
                hint="run what is meant to fail in a process of its own, and look at its status",
            )
    if file.names.isdisjoint(_ASKING):
        return
    for match in _NAME.finditer(file.data):
        before = file.code[max(0, match.start() - _LONGEST) : match.start()]
        if _BEHIND.match(file.code, match.end()) or _COMPARED.search(before):
            yield rule.warning(
                (match.start(), match.end()),
                "names of errors begin with hip in a port: this is compared with CUDA's",
                hint="compare the numbers: error == cudaErrorInvalidValue",
            )
