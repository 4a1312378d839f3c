"""A run of checks in parts, on several machines, and the parts put together again.

Each machine takes every n-th check and writes what it gave; together they are what one run would
have given. A part that is missing, twice there or of other checks is told, never passed over.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeVar

from porter.errors import PorterError
from porter.files.json_values import (
    document,
    row,
    rows,
    text,
    whole,
)
from porter.files.regular import LARGEST_FILE, read_regular
from porter.files.write import write_atomically
from porter.verify.verdict import Verdict
from porter.verify.verdict_json import from_json, to_json

FORMAT = 1
_SHARD = re.compile(r"([1-9]\d{0,4})/([1-9]\d{0,4})")

T = TypeVar("T")


class Shard(NamedTuple):
    """One of several parts of a run.

    Attributes:
        number: which, from 1.
        total: of how many.
    """

    number: int
    total: int

    def of(self, checks: Sequence[T]) -> list[T]:
        """Return the checks of this part: neighbours cost alike, so each takes every n-th."""
        return list(checks[self.number - 1 :: self.total])


@dataclass(frozen=True, slots=True)
class Part:
    """What one machine did.

    Attributes:
        shard: which part.
        checks: digest of the names of all checks, those of the other parts included.
        verdicts: in the order of its checks.
        broken: what stands for files of cases that are wrong, on every machine the same.
    """

    shard: Shard
    checks: str
    verdicts: tuple[Verdict, ...]
    broken: tuple[Verdict, ...] = ()


def parse_shard(value: str) -> Shard:
    """Return the part that "2/8" names.

    Raises:
        PorterError: it names none.
    """
    found = _SHARD.fullmatch(value)
    if found is None or int(found[1]) > int(found[2]):
        raise PorterError(f"{value!r} is no part of a run", hint="parts are 1/8, 2/8 … 8/8")
    return Shard(int(found[1]), int(found[2]))


def digest_of_names(names: Iterable[str]) -> str:
    """Return a digest of the names of checks, in their order."""
    return hashlib.sha256("\n".join(names).encode("utf-8", "surrogateescape")).hexdigest()[:32]


def write_part(path: Path, part: Part) -> None:
    """Write a part to `path`."""
    content = {
        "format": FORMAT,
        "shard": list(part.shard),
        "checks": part.checks,
        "verdicts": [to_json(one) for one in part.verdicts],
        "broken": [to_json(one) for one in part.broken],
    }
    write_atomically(path, json.dumps(content, indent=1, allow_nan=False).encode() + b"\n")


def read_part(path: Path) -> Part:
    """Read what `write_part` wrote.

    Raises:
        PorterError: it is not there, or is none.
    """
    try:
        return parse_part(read_regular(path, LARGEST_FILE))
    except OSError as error:
        raise PorterError(f"cannot be read: {error.strerror}", path=path) from error
    except PorterError as error:
        hint = "`porter verify --shard 1/4 --part FILE` writes one"
        raise PorterError(error.message, path=path, hint=hint) from error


def parse_part(data: bytes) -> Part:
    """Return the part that the bytes of a file hold.

    Raises:
        PorterError: they hold none.
    """
    try:
        found = document(data, FORMAT, ("shard", "checks", "verdicts", "broken"))
        index, total = (whole(one, 1) for one in row(found["shard"], 2))
        if index > total:
            raise ValueError(f"part {index} of {total}")
        verdicts, broken = (
            tuple(map(from_json, rows(found[key]))) for key in ("verdicts", "broken")
        )
        return Part(Shard(index, total), text(found["checks"]), verdicts, broken)
    except ValueError as error:
        raise PorterError(f"is no part of a run: {error}") from error


def merged(parts: Mapping[Path, Part]) -> list[Verdict]:
    """Return the verdicts of all parts in the order of one run.

    A part that is missing gives a verdict that says so, and nothing is compared by it.

    Args:
        parts: file -> what it holds.

    Raises:
        PorterError: two are the same part, or they are of different runs.
    """
    by_index: dict[int, Path] = {}
    first = next(iter(parts))
    for path, part in parts.items():
        if (part.checks, part.shard.total) != (parts[first].checks, parts[first].shard.total):
            raise PorterError(
                f"is of another run than {first}: other checks, or another number of parts",
                path=path,
                hint="run all parts of one commit with the same options",
            )
        if (twin := by_index.setdefault(part.shard.number, path)) != path:
            raise PorterError(f"is part {part.shard.number}, as {twin} is", path=path)
    total = parts[first].shard.total
    verdicts: list[Verdict] = list(parts[first].broken)
    longest = max(len(part.verdicts) for part in parts.values())
    for at in range(longest):
        for index in range(1, total + 1):
            if index in by_index and at < len(parts[by_index[index]].verdicts):
                verdicts.append(parts[by_index[index]].verdicts[at])
    missing = [index for index in range(1, total + 1) if index not in by_index]
    return verdicts + [_missing(index, total) for index in missing]


def _missing(index: int, total: int) -> Verdict:
    problem = (
        f"part {index} of {total} is missing: its checks were not run, or their machine is lost"
    )
    return Verdict(
        "", "part", f"{index}/{total}", "", passed=False, problem=problem, is_compared=False
    )
