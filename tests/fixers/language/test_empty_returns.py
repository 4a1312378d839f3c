"""LNG72: `return;` in main."""

from __future__ import annotations

import pytest

from tests.fixers.conftest import Convert


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("int main() { return; }\n", "int main() { return 0; }\n"),
        ("int\nmain(void)\n{\n  return\n;\n}\n", "int\nmain(void)\n{\n  return 0\n;\n}\n"),
        ("int main() { struct A { void f() { return; } }; }\n", ""),
        ("struct A { int main(); };\nint A::main() { return; }\n", ""),
        ("int main();\nvoid f() { return; }\n", ""),
        ("#define MAIN int main() { return; }\n", ""),
    ],
)
def test_what_main_returns(converted: Convert, before: str, after: str) -> None:
    assert converted(before, "LNG72").data.decode() == (after or before)
