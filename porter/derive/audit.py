"""Proves the rows of the tables again, against the installed headers.

With ROCm's headers alone every HIP name and header is looked up and every type, enumerator and
class used in a program; with CUDA's headers too, every call is compiled again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from porter.derive.clang_headers import ClangHeaders
from porter.derive.declarations import Declaration, Universe
from porter.derive.functions import DEFINES, RANKS, Verdict
from porter.derive.header_cache import read_all
from porter.derive.headersets import HeaderSet, version_key
from porter.derive.history import History
from porter.derive.irregular import Irregular
from porter.derive.marks import marks_of
from porter.derive.pairing import Pair
from porter.derive.proving import FUNDAMENTAL, HIP_HEADERS, prove
from porter.derive.roc_libraries import ROC_DEFINES, ROC_HEADERS, TABLES
from porter.derive.scopes import scope_of
from porter.derive.spelling import TypeNames
from porter.tables.names import HeaderRow, MarkRow, Row, Tables

#: What a row says of one version: `cuda>=13.0: …`.
_CLAUSE = re.compile(r"(?:^|; )(cuda|rocm)(>=|<=|=)([\d.,]+):")


@dataclass
class Audit:
    """What an audit found.

    Attributes:
        rocm: the ROCm version that the rows were proved against.
        cuda: the CUDA versions whose signatures were compared.
        compiled: rows proved by compiling a call or a use, or by comparing values.
        declared: rows of which only the declaration was looked up, for want of CUDA's.
        newer: rows that these headers are too old or too new for, as the tables say.
        absent: rows of components that are not installed: nothing of theirs was found.
        failures: (CUDA name, what does not hold).
    """

    rocm: str
    cuda: tuple[str, ...]
    compiled: int = 0
    declared: int = 0
    newer: int = 0
    absent: int = 0
    failures: list[tuple[str, str]] = field(default_factory=list)


def audit(
    tables: Tables,
    rocm: HeaderSet,
    cuda_sets: Sequence[HeaderSet],
    irregular: Irregular,
    resources: ClangHeaders,
    report: Callable[[str], None] = lambda _: None,
    cache: Path | None = None,
    *,
    roc: bool = False,
) -> Audit:
    """Prove all rows again.

    Args:
        tables: the rows.
        rocm: ROCm's headers.
        cuda_sets: CUDA's headers; none will do.
        irregular: what is decided by hand.
        resources: the headers of the compiler and the host.
        report: called with what is being done, a line at a time.
        cache: where to keep what headers declare, and what compiling against them said, until they
            change; None to do all of it anew.
        roc: prove the rows of ROCm's own libraries (the tables have to be theirs) and no others.
    """
    versions = ", ".join(f"CUDA {one.version}" for one in cuda_sets)
    report(f"reading ROCm {rocm.version}" + (f", {versions}" if versions else ""))
    sides = [("roc" if roc else "rocm", rocm), *(("cuda", one) for one in cuda_sets)]
    universe, *universes = read_all(sides, resources, cache)
    cuda = History(universes)
    result = Audit(rocm.version, tuple(one.version for one in cuda_sets))
    rows = [
        row
        for row in tables.names.values()
        if row.kind != "namespace" and (not roc or row.library in TABLES)
    ]
    pairs = _pairs(rows, universe.declarations, cuda, result)
    names = TypeNames(
        {
            row.cuda.decode(): row.hip.decode()
            for row in tables.names.values()
            if row.kind == "type" and not row.same
        }
    )
    compared = {name: pair for name, pair in pairs.items() if name in cuda.names}
    report(f"proving {len(compared)} rows by compiling")
    proofs: dict[str, dict[tuple[str, str], Verdict]] = {name: {} for name in compared}
    same = frozenset(row.cuda.decode() for row in rows if row.proof == "sig=" and not row.differs)
    differences = " ".join(row.differs for row in rows if row.cuda.decode() in compared)
    known = ROC_DEFINES if roc else DEFINES
    prove(
        compared,
        names,
        cuda,
        universe,
        rocm,
        resources,
        proofs,
        irregular,
        same,
        [name for name in known if f"define:{name}" in differences],
        ROC_HEADERS if roc else HIP_HEADERS,
        cache,
    )
    for name in pairs:
        if name not in compared:
            result.declared += 1
            continue
        _judge(tables.names[name.encode()], proofs[name], result)
    headers = [row for row in tables.headers.values() if not roc or row.library in TABLES]
    _audit_headers(headers, rocm, universe.headers, result)
    marks = [row for row in tables.marks.values() if row.hip and (not roc or row.library in TABLES)]
    _audit_marks(marks, rocm, universe, result)
    return result


def _pairs(
    rows: Sequence[Row], declared: dict[str, Declaration], cuda: History, result: Audit
) -> dict[str, Pair]:
    """Return the rows whose HIP name these headers declare; note those that do not hold."""
    present = {declaration.header.partition("/")[0] for declaration in declared.values()}
    pairs: dict[str, Pair] = {}
    for row in rows:
        name, hip_name = row.cuda.decode(), row.hip.decode()
        hip = declared.get(hip_name)
        if hip is None and hip_name in FUNDAMENTAL:
            hip = Declaration(hip_name, "", "type", "", row.header)
        if hip is None:
            if row.header.partition("/")[0] not in present:
                result.absent += 1
            elif row.known_in(result.rocm) is True:
                result.failures.append((name, f"ROCm {result.rocm} does not declare {hip_name}"))
            else:
                result.newer += 1
            continue
        ours = cuda.names[name].newest if name in cuda.names else hip
        by = "scope" if scope_of(name) is not None else "name"
        pairs[name] = Pair(ours, hip, row.library, by)
    return pairs


def _judge(row: Row, verdicts: dict[tuple[str, str], Verdict], result: Audit) -> None:
    """Hold what was proved now against what the row says."""
    name = row.cuda.decode()
    for (version, _), verdict in verdicts.items():
        if verdict.code == "refused":
            result.failures.append((name, f"{row.hip.decode()} cannot be used: {verdict.notes[0]}"))
            return
        if _rank(verdict.code) > _rank(row.proof) and not _is_told(row, version, result.rocm):
            notes = "; ".join(verdict.notes)
            result.failures.append(
                (name, f"CUDA {version}: {verdict.code} {notes}, the row says {row.proof}")
            )
            return
    result.compiled += 1


def _rank(code: str) -> int:
    """Return how far a proof falls short of sameness."""
    if code in RANKS:
        return RANKS.index(code)
    return 1 if code.endswith("~") or code in ("macro", "declared") else 0


def _is_told(row: Row, cuda: str, rocm: str) -> bool:
    """Whether the row's differences speak of one of these versions."""
    for side, relation, versions in _CLAUSE.findall(row.differs):
        ours = version_key(cuda if side == "cuda" else rocm)
        theirs = [version_key(version) for version in versions.split(",")]
        if (
            (relation == ">=" and ours >= theirs[0])
            or (relation == "<=" and ours <= theirs[0])
            or (relation == "=" and ours in theirs)
        ):
            return True
    return False


def _audit_headers(
    rows: Sequence[HeaderRow], rocm: HeaderSet, headers: frozenset[str], result: Audit
) -> None:
    folders = {header.partition("/")[0] for header in headers}
    for row in rows:
        hip = row.hip.decode()
        if hip in headers or (rocm.include / hip).is_file():
            result.declared += 1
        elif hip.partition("/")[0] not in folders:
            result.absent += 1
        elif version_key(rocm.version) < version_key(row.rocm_since):
            result.newer += 1
        else:
            result.failures.append((row.cuda.decode(), f"there is no header {hip}"))


def _audit_marks(
    rows: Sequence[MarkRow], rocm: HeaderSet, universe: Universe, result: Audit
) -> None:
    folders = {header.partition("/")[0] for header in universe.headers}
    for row in rows:
        guard = row.hip.decode()
        if guard in universe.declarations or guard in marks_of(rocm.include / row.hip_header):
            result.declared += 1
        elif row.hip_header.partition("/")[0] not in folders:
            result.absent += 1
        elif version_key(rocm.version) < version_key(row.rocm_since):
            result.newer += 1
        else:
            message = f"{row.hip_header} does not define {guard}"
            result.failures.append((row.cuda.decode(), message))
