"""What a rule knows beside the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from porter.options import Options

if TYPE_CHECKING:
    from porter.fixers.conversion import Convert
    from porter.packs.renaming import Renaming
    from porter.source.cpp.definitions import Definition
    from porter.tables.names import Tables


class Context(NamedTuple):
    """What a rule may know beside the file.

    Attributes:
        options: the user's choices.
        tables: the rules that are data.
        defined: names of tables that the project defines itself; they are the project's.
        headers: header names, as an `#include` may spell them, that are files of the project.
        definitions: what the file itself defines under names that are also CUDA's.
        included: definitions of such names in files that the file includes, directly or not.
        renamed: files of the project whose names change (`--rename`).
        package: the rename of a package that is done; None in conversions of CUDA. Rules of
            packages ask for `renaming`.
        convert: converts a text that the file holds as if it were a file without its project;
            None where nothing is known of the target.
        elsewhere: names in CUDA's style that the file uses and that some file of the project
            defines, whether it is included or not.
        is_linked: a link leads to the file that nvcc compiles as device code: `a.cu -> a.cpp`.
    """

    options: Options
    tables: Tables
    defined: frozenset[bytes] = frozenset()
    headers: frozenset[bytes] = frozenset()
    definitions: tuple[Definition, ...] = ()
    included: tuple[Definition, ...] = ()
    renamed: frozenset[str] = frozenset()
    package: Renaming | None = None
    convert: Convert | None = None
    elsewhere: frozenset[bytes] = frozenset()
    is_linked: bool = False

    @property
    def renaming(self) -> Renaming:
        """The rename of a package that is done.

        Raises:
            LookupError: CUDA is converted, where rules of packages have nothing to do.
        """
        if self.package is None:
            raise LookupError("no package is renamed here: the target is no rule pack")
        return self.package
