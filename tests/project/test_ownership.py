"""A name that a project defines a thousand times is looked for once."""

from __future__ import annotations

import pytest

from porter.project.ownership import own_places
from porter.source import SourceFile
from porter.source.cpp.definitions import KnownNames, find_definitions

KNOWN = KnownNames(frozenset((b"cudaMalloc", b"cudaFree")), frozenset(), {})


@pytest.mark.parametrize(
    "text",
    [
        "#define cudaFree(p) mine(p)\nvoid f() { cudaFree(p); }\n",
        "struct Pool {\n  void *cudaMalloc(int n);\n  int f() { return cudaMalloc(1); }\n};\n",
        "namespace a { int cudaMalloc(int n) { return 0; } }\n",
        "void f(int cudaFree) { cudaFree = 1; }\n",
        "{ int cudaFree = 0;\n",
    ],
)
def test_the_places_looked_at_grow_with_the_file(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at = 0
    qualifier = SourceFile.qualifier

    def counting(file: SourceFile, offset: int) -> bytes | None:
        nonlocal looked_at
        looked_at += 1
        return qualifier(file, offset)

    def looks(copies: int) -> int:
        nonlocal looked_at
        file = SourceFile("a.cu", text.encode() * copies)
        found = find_definitions(file, KNOWN)
        assert len(found) >= copies
        looked_at = 0
        assert own_places(file, found, found)
        return looked_at

    monkeypatch.setattr(SourceFile, "qualifier", counting)
    assert looks(200) <= 10 * looks(20)
