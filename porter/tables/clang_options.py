"""The options of clang that a port may use: `rules/cuda-hip/clang_options.toml`."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import NamedTuple

from porter.tables.kinds import FILLED_TEXT, TEXT_BY_NAME
from porter.tables.names import rules_folder
from porter.tables.toml import Shape, read

#: What the values of the table's sections look like.
_VALUES = {"number": r"\d+", "word": r"[\w.,+-]+", "text": r".+"}
_NAMES = Shape({"names": FILLED_TEXT})
_TABLE = Shape(
    {
        **dict.fromkeys(("alone", "switches", "machine", "llvm", *_VALUES), _NAMES),
        **dict.fromkeys(("decided", "decided_with_value"), _NAMES),
        "reasons": TEXT_BY_NAME,
    }
)
#: Warnings by name. No comma: `-Wl,…`, `-Wa,…` and `-Wp,…` are words for other programs.
_WARNING = re.compile(r"-W[a-zA-Z0-9][\w+=#.-]*")
_STANDARD = re.compile(r"(?:c|gnu)(?:\+\+)?\d[\da-z]")
_NOT_HERE = "it is not among the options that a port may choose"


class ClangOptions(NamedTuple):
    """The table.

    Attributes:
        whole: words that a port may hand on.
        valued: the same with a value behind them.
        llvm: names of LLVM's own that may stand behind `-mllvm`.
        decided: words about what to make, for which machine, what to link: passed over.
        decided_with_value: the same with a value, joined or as the next word.
        reasons: pattern of a word -> why it is left out.
    """

    whole: frozenset[str]
    valued: re.Pattern[str]
    llvm: re.Pattern[str]
    decided: frozenset[str]
    decided_with_value: tuple[str, ...]
    reasons: dict[str, str]

    def allows(self, word: str) -> bool:
        """Tell whether a port may hand on an option that is one word."""
        return (
            word in self.whole
            or self.valued.fullmatch(word) is not None
            or _WARNING.fullmatch(word) is not None
        )

    def allows_llvm(self, word: str) -> bool:
        """Tell whether a port may hand `word` to LLVM, behind `-mllvm`."""
        return self.llvm.fullmatch(word) is not None

    def decides(self, word: str) -> bool:
        """Tell whether a word, with a value joined to it, is nothing a unit is compiled with."""
        return word not in self.reasons and word.startswith(self.decided_with_value)

    def why_not(self, word: str) -> str:
        """Return why an option is left out."""
        patterns = self.reasons.items()
        return next((why for pattern, why in patterns if fnmatchcase(word, pattern)), _NOT_HERE)


@lru_cache(maxsize=1)
def clang_options() -> ClangOptions:
    """Return the table.

    Raises:
        PorterError: it is damaged.
    """
    document = read(rules_folder() / "cuda-hip" / "clang_options.toml", _TABLE)
    names = {section: row["names"].split() for section, row in document.items() if "names" in row}
    whole = {
        *names["alone"],
        *(f"-f{no}{name}" for name in names["switches"] for no in ("", "no-")),
        *(f"-m{no}{name}" for name in names["machine"] for no in ("", "no-")),
    }
    valued = [
        f"{re.escape(name)}{value}" for kind, value in _VALUES.items() for name in names[kind]
    ]
    llvm = "|".join(map(re.escape, names["llvm"]))
    return ClangOptions(
        frozenset(whole),
        re.compile("|".join(valued)),
        re.compile(rf"--?(?:{llvm})(?:=[\w.+-]+)?"),
        frozenset(names["decided"]),
        tuple(names["decided_with_value"]),
        document["reasons"],
    )


def is_standard(name: str) -> bool:
    """Tell whether `-std=` may name it: `c++17`, `gnu++2a`."""
    return _STANDARD.fullmatch(name) is not None
