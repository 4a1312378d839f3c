"""GCC's options that clang stops at: `rules/cuda-hip/gcc_options.toml`."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from porter.tables.kinds import FILLED_TEXT
from porter.tables.names import rules_folder
from porter.tables.toml import Shape, read

_SECTIONS = ("switches", "machine", "alone", "valued")
_TABLE = Shape(dict.fromkeys(_SECTIONS, Shape({"names": FILLED_TEXT})))


class GccOptions(NamedTuple):
    """The table.

    Attributes:
        whole: words that are an option.
        valued: beginnings of words that have a value behind them.
    """

    whole: frozenset[str]
    valued: tuple[str, ...]


@lru_cache(maxsize=1)
def gcc_options() -> GccOptions:
    """Return the table.

    Raises:
        PorterError: it is damaged.
    """
    document = read(rules_folder() / "cuda-hip" / "gcc_options.toml", _TABLE)
    names = {section: document[section]["names"].split() for section in _SECTIONS}
    whole = {
        *names["alone"],
        *(f"-f{no}{name}" for name in names["switches"] for no in ("", "no-")),
        *(f"-m{no}{name}" for name in names["machine"] for no in ("", "no-")),
    }
    return GccOptions(frozenset(whole), tuple(names["valued"]))


def is_gccs_own(word: str) -> bool:
    """Tell whether GCC takes an option that clang stops at."""
    table = gcc_options()
    return word in table.whole or word.startswith(table.valued)
