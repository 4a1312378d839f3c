"""The rows of the tables, and a mapping that parses each on first use.

There are many thousand rows, and a run uses some hundred: a row stays the line it was read as
until then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

R = TypeVar("R", bound=tuple[object, ...])


class NameKind(StrEnum):
    """What a name of CUDA is."""

    FUNCTION = "function"
    TYPE = "type"
    ENUMERATOR = "enumerator"
    MACRO = "macro"
    VARIABLE = "variable"
    INTRINSIC = "intrinsic"
    TEMPLATE = "template"
    NAMESPACE = "namespace"
    #: Among what has no counterpart only.
    HEADER = "header"


class Row(NamedTuple):
    """A CUDA name that HIP has.

    Attributes:
        cuda: the name as CUDA's headers have it, qualified when it lives in a namespace.
        hip: the name as HIP's headers have it; equal to `cuda` when HIP kept the name.
        kind: what it is; never a header.
        scope: the namespace the name lives in (`cub`), empty for a global name.
        library: the table it stands in (`runtime`, `driver`, `cublas`, …).
        header: the HIP header that declares it, as it is written in an `#include`.
        rocm_since: the oldest ROCm among those read that declares it (`5.2`).
        rocm_absent: the newest ROCm before that which was read and lacks it, or empty.
        rocm_removed: the oldest ROCm after the last that declares it, or empty.
        cuda_removed: the oldest CUDA among those read that no longer declares it, or empty.
        proof: how the row was proved; see `docs/tables.md`.
        differs: how parameters, members or values differ, or empty when they do not.
    """

    cuda: bytes
    hip: bytes
    kind: NameKind
    scope: str
    library: str
    header: str
    rocm_since: str
    rocm_absent: str
    rocm_removed: str
    cuda_removed: str
    proof: str
    differs: str

    def known_in(self, rocm: str) -> bool | None:
        """Say whether a ROCm version has the HIP name.

        Args:
            rocm: a version, such as `6.4`.

        Returns:
            True or False where headers were read that tell, None where none were.
        """
        at = _version(rocm)
        if self.rocm_removed and at >= _version(self.rocm_removed):
            return False
        if self.rocm_since and at >= _version(self.rocm_since):
            return True
        if self.rocm_absent and at <= _version(self.rocm_absent):
            return False
        return None

    @property
    def same(self) -> bool:
        """Whether HIP has the name as it is, so that nothing is to be edited."""
        return self.cuda == self.hip


class HeaderRow(NamedTuple):
    """A CUDA header and the HIP header that takes its place."""

    cuda: bytes
    hip: bytes
    library: str
    rocm_since: str
    proof: str


class MarkRow(NamedTuple):
    """A macro that tells that a header of CUDA was read, and the one that tells it of HIP's.

    Attributes:
        cuda: the macro: an include guard, `CUSPARSEAPI`, `CUFFT_VERSION`.
        hip: HIP's macro; empty when no header of HIP's takes that header's place.
        kind: `version` when it has a number that is compared, else `mark`.
        library: the table of the header's names.
        cuda_header: the header that defines it.
        hip_header: the HIP header that takes its place.
        rocm_since: the oldest ROCm among those read that has that header.
        proof: `all`: whatever brings the one becomes what brings the other; `own`: the header
            itself does; `lacking`: there is no counterpart.
        without: headers of CUDA that bring the one and become headers that do not bring the other.
    """

    cuda: bytes
    hip: bytes
    kind: str
    library: str
    cuda_header: str
    hip_header: str
    rocm_since: str
    proof: str
    without: str


class UnmappedRow(NamedTuple):
    """A CUDA name or header without a counterpart in HIP: reported, never renamed."""

    cuda: bytes
    kind: NameKind
    scope: str
    library: str
    header: str
    reason: str


class Lines(Mapping[bytes, R], Generic[R]):
    """Rows by name, made of their lines on first use.

    Args:
        lines: name -> the line, without its end, and the table that it stands in.
        make: what makes a row of a line and the name of its table.
    """

    def __init__(
        self, lines: Mapping[bytes, tuple[bytes, str]], make: Callable[[bytes, str], R]
    ) -> None:
        self.raw = lines
        self._make = make
        self._made: dict[bytes, R] = {}

    def __getitem__(self, name: bytes) -> R:
        row = self._made.get(name)
        if row is None:
            row = self._made[name] = self._make(*self.raw[name])
        return row

    def among(self, names: Set[bytes]) -> set[bytes]:
        """Return those of `names` that have a row."""
        return self.raw.keys() & names

    def __contains__(self, name: object) -> bool:
        return name in self.raw

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.raw)

    def __len__(self) -> int:
        return len(self.raw)


def name_row(line: bytes, library: str) -> Row:
    """Return the row of a table of names."""
    cuda, hip, kind, scope, *rest = line.split(b"\t")
    what = NameKind(kind.decode())
    return Row._make((cuda, hip, what, scope.decode(), library, *map(_text, rest)))


def header_row(line: bytes, library: str) -> HeaderRow:
    """Return the row of a table of headers."""
    return HeaderRow._make(_two_names_and_texts(line))


def mark_row(line: bytes, library: str) -> MarkRow:
    """Return the row of a table of marks."""
    return MarkRow._make(_two_names_and_texts(line))


def unmapped_row(line: bytes, library: str) -> UnmappedRow:
    """Return the row of a table of names without a counterpart."""
    cuda, kind, *rest = line.split(b"\t")
    return UnmappedRow._make((cuda, NameKind(kind.decode()), *map(_text, rest)))


def _two_names_and_texts(line: bytes) -> tuple[bytes | str, ...]:
    cuda, hip, *rest = line.split(b"\t")
    return cuda, hip, *map(_text, rest)


def _text(field: bytes) -> str:
    return field.decode("ascii")


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("."))
