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
        ("static int atoi(const char *text)\n{ return 0; }\n", False),
        ("void f(void) {\n  atoi(0);\n  return atoi(0);\n}\n", True),
        ("extern int atoi(const char *text);\n", False),
    ],
)
def test_what_nothing_declares_is_included(head: str, is_added: bool) -> None:
    converted = apply(head + CALL, "LNG98", path="main.c").data
    assert (b"#include <stdlib.h>" in converted) == (is_added or "stdlib" in head)
    assert converted.endswith((head + CALL).encode())
