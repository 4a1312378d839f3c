"""Where a name of CUDA's is used, and where it is declared."""

from __future__ import annotations

import pytest

from porter.source import SourceFile


def calls(text: str) -> int:
    """Return how many calls of `cudaMalloc` the text has."""
    return len(list(SourceFile("a.cu", text.encode()).api_calls((b"cudaMalloc",))))


@pytest.mark.parametrize(
    "text",
    [
        "bool done = ok && cudaMalloc(&p, 4) == cudaSuccess;",
        "if (ok &&cudaMalloc(&p, 4)) return;",
        "int both = a & cudaMalloc(&p, 4);",
        "int scaled = a * cudaMalloc(&p, 4);",
        "return a * cudaMalloc(&p, 4);",
        "report(name, count * cudaMalloc(&p, 4));",
        "int scaled = all.count * cudaMalloc(&p, 4);",
        "do cudaMalloc(&p, 4); while (0);",
        "throw cudaMalloc(&p, 4);",
        "if (not cudaMalloc(&p, 4)) return;",
        "#define ALLOCATE cudaMalloc(&p, 4)",
    ],
)
def test_a_call_within_an_expression_is_a_call(text: str) -> None:
    assert calls(text) == 1


@pytest.mark.parametrize(
    "text",
    [
        "cudaError_t cudaMalloc(void** p, size_t n);",
        "cudaError_t CUDARTAPI_CDECL cudaMalloc(void** p, size_t n);",
        "int *cudaMalloc(void** p, size_t n);",
        "int a; const int & cudaMalloc(void** p, size_t n);",
        'extern "C" void *cudaMalloc(size_t n);',
        "class A { public: std::string *cudaMalloc(size_t n); };",
        "template <class T> T *cudaMalloc(size_t n);",
        "#define DECLARE void cudaMalloc(size_t n);",
        "#ifdef MINE\nvoid *cudaMalloc(size_t n);\n#endif",
    ],
)
def test_a_declaration_is_no_call(text: str) -> None:
    assert calls(text) == 0


@pytest.mark.parametrize("keyword", ["ifdef ", "ifndef ", "  if defined ", "if !defined( "])
@pytest.mark.parametrize("far", ["", " " * 5000])
def test_a_name_that_a_directive_asks_for_is_not_used(keyword: str, far: str) -> None:
    file = SourceFile("a.cu", f"#{keyword}{far}warpSize)\nint x;\n#endif\n".encode())
    assert file.occurrences(b"warpSize")
    assert file.uses((b"warpSize",)) == []
