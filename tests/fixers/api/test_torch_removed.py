"""API03: what PyTorch has removed is reported with what took its place."""

from __future__ import annotations

from porter.fixers.api.torch import _REMOVED
from porter.tables.names import load


def test_a_header_that_is_gone(converted) -> None:
    result = converted("#include <THC/THCAtomics.cuh>\n", "API03")
    (finding,) = result.findings
    assert finding.severity.value == "error"
    assert "PyTorch has no header THC/THCAtomics.cuh" in finding.message
    assert "ATen/cuda/Atomic.cuh" in finding.message
    assert result.data == b"#include <THC/THCAtomics.cuh>\n"


def test_a_name_is_told_once_where_it_stands_first(converted) -> None:
    text = "// THCudaCheck\nvoid f() {\n  THCudaCheck(a());\n  THCudaCheck(b());\n}\n"
    (finding,) = converted(text, "API03").findings
    assert "C10_CUDA_CHECK" in finding.message
    assert text[finding.start : finding.end] == "THCudaCheck"
    assert finding.start == text.index("THCudaCheck(a")


def test_what_the_project_has_itself_is_its_own(converted) -> None:
    own = converted('#include "THC/THC.h"\n', "API03", files=("THC/THC.h",))
    assert own.findings == []
    assert converted("#define THCudaCheck(x) x\nTHCudaCheck(1);\n", "API03").findings == []
    assert converted("#if __has_include(<THC/THC.h>)\n#endif\n", "API03").findings == []


def test_what_a_file_is_known_by_stands_in_the_table() -> None:
    assert set(_REMOVED) <= load("torch").unmapped.keys()


def test_headers_of_the_c_library_before_are_removed_too(converted) -> None:
    (finding,) = converted("#include <TH/TH.h>\n", "API03").findings
    assert "PyTorch has no header TH/TH.h" in finding.message
