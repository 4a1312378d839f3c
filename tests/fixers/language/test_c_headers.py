"""LNG98: C sources that call the standard library without its headers."""

from __future__ import annotations

import pytest

from porter.testing import apply

CALL = "int main(int argc, char **argv) { return atoi(argv[1]); }\n"


@pytest.mark.parametrize(
    ("head", "is_added"),
    [
        ("#include <stdio.h>\n", True),
        ("#include <stdlib.h>\n", False),
        ("#include <mpi.h>\n", False),
        ('#include "nowhere.h"\n', False),
        ("extern int atoi(const char *text);\n", False),
        ("static int atoi(const char *text) { return 0; }\n", False),
    ],
)
def test_what_nothing_declares_is_included(head: str, is_added: bool) -> None:
    converted = apply(head + CALL, "LNG98", path="main.c").data
    added = b"#include <stdlib.h>\n" if is_added else b""
    assert converted == added + (head + CALL).encode()
