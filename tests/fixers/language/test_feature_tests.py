"""LNG15 and LNG16: which way HIP takes through tests for architectures and versions."""

import re
import subprocess

import pytest

from porter.testing import apply

#: Condition in CUDA -> whether HIP is to take its branch in the device pass, on the host.
TESTS = {
    "defined(__CUDA_ARCH__)": (True, False),
    "!defined(__CUDA_ARCH__)": (False, True),
    "__CUDA_ARCH__": (True, False),
    "__CUDA_ARCH__ >= 600": (True, False),
    "__CUDA_ARCH__ < 600": (False, True),
    "(__CUDA_ARCH__ < 600)": (False, True),
    "600 > __CUDA_ARCH__": (False, True),
    "defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600": (False, False),
    "defined __CUDA_ARCH__ && (__CUDA_ARCH__ >= 800)": (True, False),
    "!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800": (True, True),
    "!(defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800)": (False, True),
    "!(defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800)": (True, True),
    "defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < 600 || CUDA_VERSION < 8000)": (False, False),
    "(__CUDA_ARCH__ >= 700) && (__CUDA_ARCH__ < 800)": (False, False),
    "CUDA_VERSION >= 11000": (True, True),
    "CUDART_VERSION < 11000": (False, False),
    "defined(CUDA_VERSION) && CUDA_VERSION >= 11000": (True, True),
    "!defined(CUDA_VERSION) || CUDA_VERSION < 11000": (False, False),
    "defined(__CUDACC__) && __CUDACC_VER_MAJOR__ >= 9": (True, True),
    "!defined(__NVCC__)": (False, False),
}


@pytest.mark.parametrize(("condition", "expected"), TESTS.items())
@pytest.mark.toolchain
def test_way_taken(converted, condition: str, expected: tuple[bool, bool]) -> None:
    """The preprocessor decides, with what HIP's compiler defines in each pass."""
    from porter.toolchain.discovery import find

    result = converted(f"#if {condition}\ntaken\n#endif\n", "LNG15", "LNG16")
    text = re.sub(rb"#include.*", b"", result.data)
    hip = ["-D__HIPCC__=1", "-D__HIP__=1", "-DHIP_VERSION=60443484"]
    outcome = []
    for defines in (["-D__HIP_DEVICE_COMPILE__=1"], []):
        command = [str(find().clang), "-x", "c++", "-E", "-P", *hip, *defines, "-"]
        done = subprocess.run(command, input=text, capture_output=True, check=True)
        outcome.append(b"taken" in done.stdout)
    assert tuple(outcome) == expected


def chain(newer: str, older: str) -> str:
    return f"#if __CUDA_ARCH__ >= 800\n{newer}\n#else\n{older}\n#endif\n"


@pytest.mark.parametrize(
    ("newer", "older", "takes_newer"),
    [
        ("x = __hfma(a, b, c);", "x = a * b + c;", True),
        ('asm("mma.sync" : "=r"(x));', "x = a;", False),
        ('asm("wgmma.fence.sync.aligned;");', "nvcuda::wmma::mma_sync(d, a, b, c);", False),
        ('asm("popc.b32 %0, %1;" : "=r"(x) : "r"(a));', "x = slow(a);", True),
        ('asm volatile("" ::: "memory");', "x = a;", True),
        ('asm("mma.sync" : "=r"(x));', "assert(false);", True),
        ('asm("mma.sync" : "=r"(x));', '#error "too old"', True),
        ('asm("mma.sync" : "=r"(x));', "", True),
        ("__pipeline_commit();", "copy();", False),
        ("nvcuda::wmma::mma_sync(d, a, b, c);", "x = a;", True),
    ],
)
def test_the_older_way_is_taken_when_only_it_works(
    converted, newer: str, older: str, takes_newer: bool
) -> None:
    result = converted(chain(newer, older), "LNG15")
    assert (b"__HIP_DEVICE_COMPILE__" in result.data) is takes_newer
    assert bool(result.findings) is not takes_newer


def test_arithmetic_with_an_architecture_counts_with_its_number(converted) -> None:
    text = "#if __CUDA_ARCH__ / 100 >= 7\n#endif\n#define NEW (__CUDA_ARCH__ >= 700)\n"
    result = converted(text, "LNG15")
    number = "(800 * defined(__HIP_DEVICE_COMPILE__))"
    assert result.data.decode() == text.replace("__CUDA_ARCH__", number, 1)
    assert [finding.severity.value for finding in result.findings] == ["warning"]


def test_a_file_that_defines_the_macro_itself_keeps_it(converted) -> None:
    text = "#define __CUDACC__\n#ifdef __CUDACC__\n#endif\n"
    assert converted(text, "LNG16").data.decode() == text


@pytest.mark.parametrize("name", ["__fdiv_rd", "__dadd_ru"])
def test_what_a_support_header_supplies_is_no_reason_for_the_older_way(name: str) -> None:
    text = f"#if __CUDA_ARCH__ > 0\nx = {name}(a, b);\n#else\ny = 1;\n#endif\n"
    once = apply(text)
    assert b"#if defined(__HIP_DEVICE_COMPILE__)\n" in once.data
    assert apply(once.data).data == once.data
