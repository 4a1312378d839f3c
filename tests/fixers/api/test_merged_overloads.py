"""API13: what CUDA overloads for its runtime and its driver is defined once in HIP."""

import pytest

HELPER = """
#include <cuda.h>
#include <cuda_runtime.h>
#ifdef __DRIVER_TYPES_H__
static const char *name(cudaError_t error)
{
  return cudaGetErrorName(error);
}
#endif

#ifdef __cuda_cuda_h__
static const char *name(CUresult error)
{
  const char *text = 0;
  cuGetErrorName(error, &text);
  return text;
}
#endif
struct Log {
  void add(const CUresult &e, int line) { last = e; }
  CUresult last;
};
void add(cudaError_t e, int line) { }
int main() { return name(cudaSuccess) != name(CUDA_SUCCESS); }
"""


@pytest.mark.toolchain
def test_the_pair_compiles(type_errors) -> None:
    assert type_errors(HELPER) == []


def test_the_second_is_there_where_the_first_is_not(converted) -> None:
    text = converted(HELPER, "API13").data.decode()
    assert "}\n#define PORTER_DEFINED_name_hipError_t\n#endif\n" in text
    assert "#ifndef PORTER_DEFINED_name_hipError_t\nstatic const char *name(CUresult" in text
    assert text.count("PORTER_DEFINED") == 2


@pytest.mark.parametrize(
    "text",
    [
        "void f(cudaStream_t s) {\n}\nvoid f(cudaEvent_t s) {\n}\n",
        "void f(cudaError_t s) {\n}\nvoid f(CUresult s, int n) {\n}\n",
        "void f(cudaError_t s) {\n}\nvoid f(CUresult *s) {\n}\n",
        "void f(cudaError_t s);\nvoid f(CUresult s) {\n}\n",
        "if constexpr (a<T, cudaError_t>) {\n} else if constexpr (a<T, CUresult>) {\n}\n",
        "namespace a {\nvoid f(cudaError_t s) {\n}\n}\nvoid f(CUresult s) {\n}\n",
    ],
)
def test_what_differs_stays(converted, text: str) -> None:
    result = converted(text, "API13")
    assert (result.data.decode(), list(result.findings)) == (text, [])


def test_a_definition_that_shares_its_line_is_reported_at_its_name(converted) -> None:
    text = "void f(cudaError_t s) {\n} int a;\nvoid f(CUresult s) {\n}\n"
    (finding,) = converted(text, "API13").findings
    assert text[finding.start : finding.end] == "f"
    assert finding.start == text.rindex("f(")
