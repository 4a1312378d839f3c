"""The command line of clang for sources without device code: C, or C++ that may use the GPU API."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from porter.execute.cpu.command_line import RELOCATABLE
from porter.execute.cpu.dialects import Dialect
from porter.execute.cpu.instrumentation import Instrumentation
from porter.toolchain import as_nvcc
from porter.toolchain.model import Toolchain

#: Flags that choose a C++ standard, which C is not compiled by.
_CPP_STANDARD = ("-std=c++", "-std=gnu++", "--std=c++", "--std=gnu++")


@dataclass(frozen=True)
class PlainCpp:
    """Plain C++, or C, beside a language with device code.

    Args:
        toolchain: clang and the headers.
        dialect: the language of the other sources.
        like_gcc: whether C is taken as gcc takes it.
        is_c: C rather than C++.
    """

    toolchain: Toolchain
    dialect: Dialect
    like_gcc: bool = False
    is_c: bool = False

    def command(self, source: Path, flags: Sequence[str]) -> list[str]:
        """Return clang's command line for a source.

        Args:
            source: the file.
            flags: the user's own.
        """
        refused = (RELOCATABLE, *(_CPP_STANDARD if self.is_c else ()))
        given = [flag for flag in flags if not flag.startswith(refused)]
        lenient = as_nvcc.OF_GCC if self.is_c and self.like_gcc else ()
        return self.toolchain.cpp_command(
            source,
            std="gnu17" if self.is_c else "gnu++17",
            includes=self.dialect.host_includes(),
            flags=["-w", "-fPIC", *Instrumentation.wanted().host_flags, *lenient, *given],
        )
