"""The options with which clang takes C++ as nvcc does: ports have them, and the executor."""

from __future__ import annotations

#: clang reads memory again after a write through a pointer of another type, as nvcc does.
ALIASING = "-fno-strict-aliasing"
#: Numbers that narrow in the braces of an aggregate are a warning of nvcc's and g++'s, and an error
#: of clang's.
NARROWING = "-Wno-error=c++11-narrowing"
#: HIP's errors are to be looked at, CUDA's are not: a call whose error nobody reads is a warning of
#: every compiler's, and an error where the project makes warnings errors.
UNREAD = "-Wno-error=unused-result"
OPTIONS = (ALIASING, NARROWING)
#: `-Wall` and `-Wextra` are the host compiler's with nvcc, which shows it no device code; clang
#: warns of that as well, which stays a warning where the project makes warnings errors.
OF_DEVICE_CODE = ("-Wno-error=all", "-Wno-error=extra")
#: What compilers of C before GCC 14 warn of and clang refuses.
OF_C = (
    ALIASING,
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
)
#: The same for CUDA's side, where nvcc leaves C to GCC whatever it warns of.
OF_GCC = (
    *OF_C,
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=return-mismatch",
    "-Wno-error=return-type",
)
