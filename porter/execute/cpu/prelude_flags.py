"""What a command line says of how a unit begins: its macros, its folders, and the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

_WITH_VALUE = ("-D", "-U", "-I", "-isystem", "-iquote", "-idirafter")
#: What stands before the headers, or in their place.
_CHANGES_THE_BEGIN = ("-include", "-imacros", "-ivfsoverlay", "-x", "-Xclang", "-no", "@")
#: Words for the linker, or about warnings, of which there are none.
_SAYS_NOTHING = re.compile(r"-(W(?!p,)|L|l).*")
_OPTIMISE = re.compile(r"-O[0-3sz]?")


class Flags(NamedTuple):
    """The user's flags, apart.

    Attributes:
        macros: `-DNAME…` and `-UNAME`.
        folders: where headers are looked for.
        others: all that may change how headers are parsed.
    """

    macros: tuple[str, ...]
    folders: tuple[Path, ...]
    others: tuple[str, ...]

    @classmethod
    def of(cls, words: Sequence[str]) -> Flags | None:
        """Return the flags apart; None where units begin with something else."""
        macros, folders, others = [], [], []
        for option, value in _options(words):
            if option in ("-D", "-U"):
                macros.append(option + value)
            elif option:
                folders.append(Path(value))
            elif value.startswith(_CHANGES_THE_BEGIN):
                return None
            elif not _SAYS_NOTHING.fullmatch(value):
                others.append(value)
        return cls(tuple(macros), tuple(folders), tuple(others))

    def overridden(self, later: Sequence[str]) -> Flags:
        """Return the flags without what later ones of the command line decide.

        Args:
            later: what follows them.
        """
        if not any(_OPTIMISE.fullmatch(one) for one in later):
            return self
        return self._replace(others=tuple(o for o in self.others if not _OPTIMISE.fullmatch(o)))


def folders_from(first: int, words: Sequence[str]) -> list[str]:
    """Return the options that name folders, from one of them on."""
    options = [(option, value) for option, value in _options(words)
               if option and option not in ("-D", "-U")]  # fmt: skip
    return [word for option in options[first:] for word in option]


def _options(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield options that have a value with it, and others as a value without option."""
    rest = iter(words)
    for word in rest:
        option = next((option for option in _WITH_VALUE if word.startswith(option)), "")
        if option and word == option:
            yield option, next(rest, "")
        else:
            yield option, word.removeprefix(option)
