"""Derives the tables of ROCm's own libraries, which a user may choose over the hip wrappers.

They are stricter than those of the wrappers: a function has a row only when a call for CUDA, in
one of its overloads at least, can stay as it is but for the name. Anything else is listed as
missing, with what differs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from porter.derive.clang_headers import ClangHeaders
from porter.derive.declarations import Declaration
from porter.derive.functions import ACCEPTED, Verdict
from porter.derive.headersets import HeaderSet, read_roc
from porter.derive.history import History
from porter.derive.interface import public_names
from porter.derive.irregular import Dropped, Irregular
from porter.derive.libraries import library_of
from porter.derive.pairing import Pair, Pairing
from porter.derive.proving import REFERENCE, is_called, prove, proving_sets
from porter.derive.roc_libraries import ROC_DEFINES, ROC_HEADERS, TABLES, WITH_ROC
from porter.derive.rows import Proof, name_row
from porter.derive.spelling import TypeNames
from porter.derive.write import write_table
from porter.tables.names import (
    HEADER_COLUMNS,
    MIXED_COLUMNS,
    NAME_COLUMNS,
    ROC,
    ROC_FOLDER,
    UNMAPPED_COLUMNS,
    roc_name,
)


@dataclass
class RocDerived:
    """What a derivation found of ROCm's own libraries.

    Attributes:
        pairs: CUDA name -> pair.
        proofs: CUDA name -> proof.
        lacking: CUDA name -> its declaration and the reason.
        headers: CUDA header -> header, by hand.
        mixed: CUDA function of another library -> tables whose types its signature names.
        cuda: CUDA's names.
        roc: the names of ROCm's own libraries.
        dropped: names that CUDA's headers no longer have, and the wrappers still have.
    """

    pairs: dict[str, Pair]
    proofs: dict[str, Proof]
    lacking: dict[str, tuple[Declaration, str]]
    headers: Mapping[str, str]
    mixed: dict[str, tuple[str, frozenset[str]]]
    cuda: History
    roc: History
    dropped: tuple[Dropped, ...] = ()


def derive_roc(
    cuda: History,
    hip_pairs: Mapping[str, Pair],
    rocm: Sequence[HeaderSet],
    hip_irregular: Irregular,
    irregular: Irregular,
    resources: ClangHeaders,
    report: Callable[[str], None] = lambda _: None,
    dropped: Iterable[Dropped] = (),
) -> RocDerived:
    """Pair and prove the names of ROCm's own libraries.

    Args:
        cuda: CUDA's names.
        hip_pairs: what the derivation of the hip wrappers paired.
        rocm: ROCm's headers, one set a version.
        hip_irregular: what is decided by hand of the hip wrappers.
        irregular: what is decided by hand of ROCm's own libraries.
        resources: the headers of the compiler and the host.
        report: called with what is being done, a line at a time.
        dropped: names that CUDA's headers no longer have, and the wrappers still have.
    """
    universes = []
    for one in rocm:
        universes.append(read_roc(one, resources))
        report(f"ROCm {one.version}'s own libraries: {len(universes[-1].problems)} errors")
    roc = History(universes)
    pairs, names, public = _pair(cuda, roc, hip_irregular, irregular)
    proofs: dict[str, dict[tuple[str, str], Verdict]] = {name: {} for name in pairs}
    for one in proving_sets(rocm):
        report(f"proving against ROCm {one.version}'s own libraries")
        universe = next(u for u in roc.universes if u.version == one.version)
        prove(
            pairs,
            names,
            cuda,
            universe,
            one,
            resources,
            proofs,
            hip_irregular,
            defines=ROC_DEFINES,
            included=ROC_HEADERS,
        )
    derived = RocDerived(
        pairs, {}, {}, irregular.headers, _mixed(cuda, hip_pairs, pairs), cuda, roc,
        tuple(one for one in dropped if one.table in TABLES),
    )  # fmt: skip
    options = {table: option for option, table in ROC.items()}
    wrapper = {
        name: f"--{options[pair.library]} hip has {pair.hip.name}"
        for name, pair in hip_pairs.items()
        if pair.library in options
    }
    for name, declaration in public.items():
        reason = _refusal(pairs.get(name), proofs.get(name, {}))
        if name in pairs and not reason:
            derived.proofs[name] = Proof(proofs[name])
            continue
        pairs.pop(name, None)
        reason = reason or irregular.not_in_hip(name) or hip_irregular.not_in_hip(name)
        if not reason:
            reason = f"no declaration in {roc_name(_table(declaration))}"
        reason_text = f"{reason}; {wrapper[name]}" if name in wrapper else reason
        derived.lacking[name] = (declaration, reason_text.replace("\t", " "))
    return derived


def write_roc(derived: RocDerived, rules: Path) -> None:
    """Write the tables of ROCm's own libraries below `rules`.

    Args:
        derived: what a derivation found.
        rules: the folder `rules/`.
    """
    folder = rules / ROC_FOLDER
    tables: dict[str, list[tuple[str, ...]]] = {table: [] for table in TABLES}
    for name, pair in derived.pairs.items():
        row = name_row(pair, derived.proofs[name], derived.cuda, derived.roc, REFERENCE)
        tables[pair.library].append(row)
    for table, rows in tables.items():
        write_table(folder / f"{table}.tsv", NAME_COLUMNS, rows)
    write_table(folder / "headers.tsv", HEADER_COLUMNS, _header_rows(derived))
    lacking = [
        (name, one.kind, "", _table(one), one.header, reason)
        for name, (one, reason) in derived.lacking.items()
    ]
    lacking += [
        (one.cuda, one.kind, "", one.table, f"{one.table}.h", _dropped_reason(one))
        for one in derived.dropped
    ]
    write_table(folder / "unmapped.tsv", UNMAPPED_COLUMNS, lacking)
    mixed = [
        (name, library, ",".join(sorted(tables)))
        for name, (library, tables) in derived.mixed.items()
    ]
    write_table(folder / "mixed.tsv", MIXED_COLUMNS, mixed)


def _dropped_reason(one: Dropped) -> str:
    option = next(option for option, table in ROC.items() if table == one.table)
    return f"CUDA {one.removed} dropped it; --{option} hip has {one.hip}"


def _pair(
    cuda: History, roc: History, hip_irregular: Irregular, irregular: Irregular
) -> tuple[dict[str, Pair], TypeNames, dict[str, Declaration]]:
    """Return the pairs, how CUDA's types are called, and the names that need a row."""
    public = public_names(cuda, hip_irregular)
    by_hand = {
        name: hip
        for name, hip in hip_irregular.names.items()
        if name not in public or _table(public[name]) not in TABLES
    }
    pairing = Pairing(
        public,
        {name: d for name, d in roc.newest().items() if not d.scope},
        {**by_hand, **irregular.names},
        lambda name: bool(irregular.not_in_hip(name) or hip_irregular.not_in_hip(name)),
        lambda name: cuda.names[name].declarations.values(),
        WITH_ROC,
    )
    pairs = {name: pair for name, pair in pairing.run().items() if pair.library in TABLES}
    own = {name: one for name, one in public.items() if _table(one) in TABLES}
    return pairs, pairing.types, own


def _table(declaration: Declaration) -> str:
    library = library_of(declaration.file)
    return library.name if library is not None else ""


def _refusal(pair: Pair | None, verdicts: Mapping[tuple[str, str], Verdict]) -> str:
    """Return why a pair makes no row, empty when it makes one."""
    if pair is None:
        return ""
    if not verdicts:
        return f"{pair.hip.name} is in no ROCm that rows are proved against"
    code, notes = Proof(verdicts).summary(REFERENCE)
    if code == "refused":
        return f"{pair.hip.name} cannot be used: {notes}"
    if code == "type~" and "->" in notes:
        return f"{pair.hip.name} is of another make: {notes}"
    if is_called(pair) and code not in ACCEPTED and code != "some":
        return f"{pair.hip.name} takes other arguments: {notes}"
    return ""


def _mixed(
    cuda: History, hip_pairs: Mapping[str, Pair], pairs: Mapping[str, Pair]
) -> dict[str, tuple[str, frozenset[str]]]:
    """Return the functions whose signatures name types of another library that can be chosen."""
    types = {name: pair.library for name, pair in pairs.items() if pair.cuda.kind == "type"}
    found: dict[str, tuple[str, frozenset[str]]] = {}
    for name, pair in hip_pairs.items():
        if not is_called(pair):
            continue
        words = _words(cuda.names[name].declarations.values())
        others = {types[word] for word in words if word in types} - {pair.library}
        if others:
            found[name] = (pair.library, frozenset(others))
    return found


def _words(declarations: Iterable[Declaration]) -> set[str]:
    """Return the words of all types in the signatures of a function."""
    spelled = {
        one.spelling
        for declaration in declarations
        for signature in declaration.signatures
        for one in (signature.result, *signature.parameters)
    }
    return {word for text in spelled for word in re.findall(r"\w+", text)}


def _header_rows(derived: RocDerived) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for cuda, hip in derived.headers.items():
        versions = [u.version for u in derived.roc.universes if hip in u.headers]
        library = library_of(cuda)
        if versions and library is not None:
            rows.append((cuda, hip, library.name, versions[0], "irregular"))
    return rows
