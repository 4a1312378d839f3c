"""`#if` expressions and chains, evaluated with what is known of macros."""

import pytest

from porter.source import SourceFile
from porter.source.preprocessor.conditionals import chains, condition, reached
from porter.source.preprocessor.expressions import Macro

WORLD = {b"YES": 1, b"SIX": 6, b"NO": Macro.UNDEFINED, b"SOME": Macro.DEFINED}


def holds(line: str) -> bool | None:
    file = SourceFile("a.cu", f"{line}\n#endif\n".encode())
    return condition(file.directives[0], file.code, WORLD)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("#ifdef YES", True),
        ("#ifdef NO", False),
        ("#ifndef NO", True),
        ("#ifdef OTHER", None),
        ("#if defined(YES) && defined SIX", True),
        ("#if defined(OTHER) && defined(NO)", False),
        ("#if defined(OTHER) || defined(YES)", True),
        ("#if defined(OTHER) || defined(NO)", None),
        ("#if !defined(NO)", True),
        ("#if NO >= 700", False),
        ("#if NO < 700", True),
        ("#if SOME >= 5", None),
        ("#if defined(SOME)", True),
        ("#if SIX * 2 == 12 && (SIX << 1) > 0xBu", True),
        ("#if -SIX / 4 == -1", True),
        ("#if SIX / NO", None),
        ("#if YES ? SIX : OTHER", True),
        ("#if 010 == 8 && 1'000 == 1000L", True),
        ("#if __has_include(<a.h>)", None),
        ("#if OTHER(1, (2)) && NO", False),
        ("#if defined(YES) && \\\n    SIX > 5", True),
        ("#if defined(YES) and (SIX bitand 4) == 4", True),
        ("#if not defined NO or OTHER", True),
        ("#if OTHER and NO", False),
        ("#if YES YES", None),
        ("#if", None),
    ],
)
def test_condition(line: str, expected: bool | None) -> None:
    assert holds(line) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#if YES\n#elif OTHER\n#else\n#endif\n", [True, False, False]),
        ("#if NO\n#elif SIX == 6\n#else\n#endif\n", [False, True, False]),
        ("#if OTHER\n#elif YES\n#else\n#endif\n", [None, None, False]),
        ("#if OTHER\n#else\n#endif\n", [None, None]),
        ("#if NO\n#else\n#endif\n", [False, True]),
    ],
)
def test_branches_reached(text: str, expected: list[bool | None]) -> None:
    file = SourceFile("a.cu", text.encode())
    (chain,) = chains(file.directives, len(file.data))
    assert reached(chain, file.code, WORLD) == expected


def test_chains_nest_and_may_lack_their_end() -> None:
    file = SourceFile("a.cu", b"#if A\n#if B\nb\n#endif\n#else\nc\n")
    inner, outer = chains(file.directives, len(file.data))
    assert file.code[inner.branches[0].start : inner.branches[0].end] == b"\nb\n"
    assert file.code[outer.branches[1].start : outer.branches[1].end] == b"\nc\n"
