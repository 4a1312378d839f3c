"""A new inclusion goes where it can do no harm."""

from __future__ import annotations

import time

import pytest

from porter.source import SourceFile
from porter.source.cpp.placement import include_offset

HERE = "@"


@pytest.mark.parametrize(
    "text",
    [
        "@",
        "@int a;\n",
        "\n\n@int a;\n",
        "// licence\n\n@int a;\n",
        "/* licence\n * more */\n@int a;\n",
        "@/* licence\n * more */ int a;\n",
        "// licence\n@#include <a.h>\n",
        "#pragma once\n@int a;\n",
        "#pragma once /* and\n more */\n@int a;\n",
        "#pragma once /* and\n more */ /* and\n more\n*/\n@int a;\n",
        "#pragma once // and \\\n more\n@int a;\n",
        "@/* a\n */ int b; /* c\n */ #include <a.h>\n",
        "#ifndef A_H\n#define A_H\n@int a;\n#endif\n",
        "#ifndef A_H\n#define A_H\nint b;\n@#include <a.h>\n#endif\n",
        "#if !defined(A_H)\n#define A_H\nint b;\n@#include <a.h>\n#endif\n",
        "#pragma once\n#if X\n#include <x.h>\n#endif\n@#include <a.h>\n",
        "@#ifndef A\n#define A 1\n#include <x.h>\n#endif\n",
        "#if X\n#include <x.h>\n#endif\n@#include <a.h>\n",
        "@#if X\n#include <x.h>\n#endif\n",
        '@int a[] = {\n#include "table.inc"\n};\n',
        '@extern "C" {\n#include <a.h>\n}\n',
        "namespace a {}\n@#include <a.h>\n",
        "// licence\n@#define F(x) { x; }\nint f() {}\n#include <a.h>\n",
        "#pragma once\n@namespace a {\nint f() { return g(); }\n}\n#include <a.h>\n",
        "#define F(x) { x; }\nint f();\n@#include <a.h>\n",
        "\ufeff@#include <a.h>\n",
        "\ufeff@int a;\n",
        "\ufeff// licence\n@int a;\n",
        "@/* a\n b */ #include <a.h>\n",
        "// #include <no.h>\n@#include <a.h>\n",
        "#pragma once@",
        "// licence\r\n@#include <a.h>\r\n",
    ],
)
def test_place(text: str) -> None:
    before, after = text.split(HERE)
    data = (before + after).encode()
    assert include_offset(SourceFile("a.cu", data)) == len(before.encode())


def test_long_comments_behind_the_guard_are_passed_in_time() -> None:
    for comment in ("/*" + "\n" * 500_000 + "*/", "/*\n*/" * 100_000):
        start = time.monotonic()
        data = f"#pragma once {comment}\nint a;\n".encode()
        assert include_offset(SourceFile("a.cu", data)) == len(data) - len("int a;\n")
        assert time.monotonic() - start < 5
