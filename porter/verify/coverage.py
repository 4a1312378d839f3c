"""Which kernels of a port were launched, and which never, as the cpu executor writes them down."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from porter.files.regular import LARGEST_FILE, read_regular
from porter.machine.naming import base_name

#: The executor's variable that names the folder of its notes.
VARIABLE = "PORTER_CPU_KERNELS"
#: Kernels of libraries: nobody launches them but the library, which has them for all cases.
_LIBRARIES = re.compile(r"(?:\w+ )*+(?:::)?(?:cub|hipcub|thrust|rocprim|at|c10|porter)::")


class Kernels(NamedTuple):
    """The kernels of a program, instances of templates one by one.

    Attributes:
        present: what it has.
        launched: what ran at least once.
        of_libraries: what ran of libraries' kernels; None where nobody wrote down what ran.
    """

    present: frozenset[str] = frozenset()
    launched: frozenset[str] = frozenset()
    of_libraries: frozenset[str] | None = None

    @property
    def never(self) -> frozenset[str]:
        """Instances that never ran."""
        return self.present - self.launched

    @property
    def names(self) -> frozenset[str]:
        """The kernels by name."""
        return frozenset(map(base_name, self.present | self.launched))

    @property
    def launched_names(self) -> frozenset[str]:
        """The kernels by name of which some instance ran."""
        return frozenset(map(base_name, self.launched))

    @property
    def never_names(self) -> frozenset[str]:
        """The kernels by name of which no instance ran."""
        return self.names - self.launched_names

    @property
    def is_enough(self) -> bool:
        """Whether more than half of the kernels ran, so that the same results say something."""
        return not self.names or 2 * len(self.launched_names) > len(self.names)


def united(kernels: Iterable[Kernels]) -> Kernels:
    """Return the kernels of several runs together."""
    listed = list(kernels)
    libraries = [one.of_libraries for one in listed if one.of_libraries is not None]
    return Kernels(
        frozenset().union(*(one.present for one in listed)),
        frozenset().union(*(one.launched for one in listed)),
        frozenset().union(*libraries) if libraries else None,
    )


def read(folder: Path) -> Kernels:
    """Read what the processes of a run on the executor have written into `folder`."""
    lines: dict[str, set[str]] = {"has": set(), "ran": set()}
    libraries: set[str] = set()
    for path in sorted(folder.glob("kernels-*.txt")):
        for line in read_regular(path, LARGEST_FILE).decode("utf-8", "replace").splitlines():
            word, _, name = line.partition(" ")
            if word not in lines or not name:
                continue
            if not _LIBRARIES.match(name):
                lines[word].add(name)
            elif word == "ran":
                libraries.add(name)
    own, ran = frozenset(lines["has"] | lines["ran"]), frozenset(lines["ran"])
    return Kernels(own, ran, frozenset(libraries))
