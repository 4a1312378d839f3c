"""API12: a `switch` over a status has one label for each value that HIP's functions return."""

import pytest

NAMES = """
#include <cufft.h>
#include <cuda.h>
const char *name(cufftResult e) {
  switch (e) {
    case CUFFT_SUCCESS:
      return "success";

    case CUFFT_NVRTC_FAILURE:
      return "nvrtc";
    // the two have one branch
    case CUFFT_NVJITLINK_FAILURE:
    case CUFFT_INVALID_PLAN:
      return "plan";
    case CUFFT_LICENSE_ERROR: break;
  }
  return "unknown";
}
int both(cudaError_t e) {
  switch (e) { case cudaErrorUnknown: return 1; case CUDA_ERROR_UNKNOWN: return 2; default:; }
  switch (e) { case CUDA_ERROR_UNKNOWN: return 3; default: return 0; }
}
"""


@pytest.mark.toolchain
def test_the_switch_compiles(type_errors) -> None:
    assert type_errors(NAMES) == []


def test_what_is_reached_otherwise_stays(converted) -> None:
    result = converted(NAMES, "API12", "API09")
    text = result.data.decode()
    assert '"nvrtc"' not in text
    assert 'case CUFFT_INVALID_PLAN:\n      return "plan";' in text
    assert text.count("CUDA_ERROR_UNKNOWN") == 1
    assert list(result.findings) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "switch (e) { case 1: f(); case CUFFT_NVRTC_FAILURE: return 1; case 2: g(); }",
            "switch (e) { case 1: f(); return 1; case 2: g(); }",
        ),
        (
            "switch (a) { case CUFFT_SUCCESS: switch (b) { case CUFFT_SUCCESS: f(); } }",
            "switch (a) { case CUFFT_SUCCESS: switch (b) { case CUFFT_SUCCESS: f(); } }",
        ),
        (
            "enum { CUFFT_NVRTC_FAILURE }; switch (e) { case CUFFT_NVRTC_FAILURE: f(); }",
            "enum { CUFFT_NVRTC_FAILURE }; switch (e) { case CUFFT_NVRTC_FAILURE: f(); }",
        ),
    ],
)
def test_labels(converted, before: str, after: str) -> None:
    assert converted(before, "API12").data.decode() == after
