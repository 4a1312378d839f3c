"""API03: what PyTorch has removed is reported with what took its place."""

from __future__ import annotations

from porter.fixers.api.torch import _MOVED, _REMOVED
from porter.tables.names import load


def test_a_header_that_is_gone(converted) -> None:
    result = converted("#include <THC/THCNumerics.cuh>\n", "API03")
    (finding,) = result.findings
    assert finding.severity.value == "error"
    assert "PyTorch has no header THC/THCNumerics.cuh" in finding.message
    assert "ATen/cuda/NumericLimits.cuh" in finding.message
    assert result.data == b"#include <THC/THCNumerics.cuh>\n"


def test_what_has_another_name_now(converted) -> None:
    text = "#include <THC/THCAtomics.cuh>\nvoid f() { AT_CHECK(x); THCudaCheck(cudaFree(p)); }\n"
    result = converted(text, "API03")
    assert not result.findings
    assert b"<ATen/hip/Atomic.cuh>" in result.data
    assert b"TORCH_CHECK(x); C10_CUDA_CHECK(cudaFree(p));" in result.data


def test_an_attribute_in_a_macro_of_the_projects_own(converted) -> None:
    text = (
        "#include <ATen/Dispatch.h>\n"
        "#define CASE(T, x) case x: { using T C10_UNUSED_DISPATCH_CUDA_WORKAROUND = int; }\n"
    )
    result = converted(text, "API03")
    assert not result.findings and b"using T C10_UNUSED = int;" in result.data


def test_a_name_is_told_once_where_it_stands_first(converted) -> None:
    text = "// THCCeilDiv\nvoid f() {\n  THCCeilDiv(a, 2);\n  THCCeilDiv(b, 2);\n}\n"
    (finding,) = converted(text, "API03").findings
    assert "at::ceil_div" in finding.message
    assert text[finding.start : finding.end] == "THCCeilDiv"
    assert finding.start == text.index("THCCeilDiv(a")


def test_what_the_project_has_itself_is_its_own(converted) -> None:
    own = converted('#include "THC/THC.h"\n', "API03", files=("THC/THC.h",))
    assert own.findings == [] and own.data == b'#include "THC/THC.h"\n'
    assert converted("#define THCudaCheck(x) x\nTHCudaCheck(1);\n", "API03").findings == []
    assert converted("#if __has_include(<THC/THC.h>)\n#endif\n", "API03").findings == []


def test_what_a_file_is_known_by_stands_in_the_table() -> None:
    assert set(_REMOVED) <= load("torch").unmapped.keys()
    assert set(_MOVED) <= load("torch").names.keys()


def test_headers_of_the_c_library_before_are_removed_too(converted) -> None:
    (finding,) = converted("#include <TH/TH.h>\n", "API03").findings
    assert "PyTorch has no header TH/TH.h" in finding.message
