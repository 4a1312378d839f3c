"""An inclusion that a rule replaces is not added once more."""

from porter.fixers import Context
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.languages import Language
from porter.tables.names import load
from porter.testing import apply, convert


def test_a_replaced_inclusion_counts_although_the_table_renames_it_too() -> None:
    file = SourceFile("a.cpp", b"#include <vector>\n#include <cuda_bf16.h>\n", Language.CUDA)
    converted = convert(file, Context(Options(), load("hip")))
    assert converted.data == b'#include <vector>\n#include "porter_compat/host_bfloat16.hpp"\n'


def test_a_header_that_may_be_missing_is_asked_for_first() -> None:
    text = "#pragma once\n#if CUDART_VERSION >= 11000\nint x;\n#endif\n"
    once = apply(text, path="util.h").data
    assert once.decode() == (
        "#pragma once\n#if __has_include(<hip/hip_version.h>)\n#include <hip/hip_version.h>\n"
        "#endif\n#if defined(HIP_VERSION)\nint x;\n#endif\n"
    )
    assert apply(once, path="util.h").data == once


def test_who_needs_a_header_in_any_case_has_its_way() -> None:
    asked = apply("#if CUDART_VERSION >= 11000\n#endif\n", path="a.cu").data
    assert b"__has_include" not in asked and b"#include <hip/hip_version.h>\n" in asked
