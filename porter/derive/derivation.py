"""The derivation: from folders of headers to proved tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from porter.derive.clang_headers import ClangHeaders
from porter.derive.declarations import Declaration, Universe
from porter.derive.functions import ACCEPTED, Verdict
from porter.derive.headersets import HeaderSet, read_cuda, read_rocm
from porter.derive.history import History
from porter.derive.include_pairs import HeaderPair, pair_headers
from porter.derive.interface import public_names
from porter.derive.irregular import Dropped, Irregular
from porter.derive.libraries import library_of
from porter.derive.pairing import Pair, Pairing
from porter.derive.proving import (
    FUNDAMENTAL,
    REFERENCE,
    is_called,
    prove,
    prove_by_comparing,
    proving_sets,
)
from porter.derive.rows import Proof, name_row
from porter.derive.scopes import SCOPES, pair_scoped, scope_of
from porter.derive.spelling import TypeNames
from porter.derive.write import write_table
from porter.tables.names import HEADER_COLUMNS, NAME_COLUMNS, UNMAPPED_COLUMNS

#: Libraries of which a function is only mapped when a call can stay as it is: the counterpart is
#: another library with its own order of arguments, and a name alone would mislead.
_STRICT = {"cudnn", "nvtx"}
#: Folders that the tables of namespaces stand in; all others stand in `cuda-hip`.
_FOLDERS = {"cub": "cub-hipcub"}

Report = Callable[[str], None]


@dataclass
class Derived:
    """All that a derivation found.

    Attributes:
        pairs: CUDA name -> pair; names in namespaces are qualified.
        proofs: CUDA name -> proof.
        headers: pairs of headers.
        lacking: declarations without counterpart -> the reason.
        lacking_headers: headers without counterpart -> the reason.
        cuda: CUDA's names.
        hip: HIP's names.
        dropped: names that CUDA's headers no longer have.
    """

    pairs: dict[str, Pair]
    proofs: dict[str, Proof]
    headers: list[HeaderPair]
    cuda: History
    hip: History
    lacking: dict[str, tuple[Declaration, str]] = field(default_factory=dict)
    lacking_headers: dict[str, str] = field(default_factory=dict)
    dropped: tuple[Dropped, ...] = ()

    @property
    def kept_by_hip(self) -> list[Dropped]:
        """The names that CUDA's headers no longer have and HIP's still have."""
        return [one for one in self.dropped if one.hip in self.hip.names]


def derive(
    cuda_sets: Iterable[HeaderSet],
    rocm_sets: Iterable[HeaderSet],
    irregular: Irregular,
    resources: ClangHeaders,
    report: Report = lambda _: None,
) -> Derived:
    """Read both sides, pair their names and prove the pairs.

    Args:
        cuda_sets: CUDA's headers, one set a version.
        rocm_sets: ROCm's headers, one set a version.
        irregular: what is decided by hand.
        resources: the headers of the compiler and the host.
        report: called with what is being done, a line at a time.
    """
    rocm = list(rocm_sets)
    cuda = History(_read(read_cuda, cuda_sets, resources, "CUDA", report))
    hip = History(_read(read_rocm, rocm, resources, "ROCm", report))
    report("pairing names")
    pairs, names, lacking = _pair(cuda, hip, irregular)
    proofs: dict[str, dict[tuple[str, str], Verdict]] = {name: {} for name in pairs}
    for one in proving_sets(rocm):
        report(f"proving against ROCm {one.version}")
        universe = next(u for u in hip.universes if u.version == one.version)
        prove(pairs, names, cuda, universe, one, resources, proofs, irregular)
    prove_by_comparing(pairs, names, cuda, hip, proofs)
    derived = Derived(
        pairs, {n: Proof(v) for n, v in proofs.items()}, [], cuda, hip, dropped=irregular.dropped
    )
    for declaration in lacking:
        derived.lacking[declaration.qualified] = (
            declaration,
            irregular.not_in_hip(declaration.qualified) or _automatic(hip),
        )
    _drop_misleading(derived)
    _pair_headers(derived, irregular)
    return derived


def write(derived: Derived, rules: Path) -> None:
    """Write all tables below `rules`.

    Args:
        derived: what a derivation found.
        rules: the folder `rules/`.
    """
    tables: dict[str, list[tuple[str, ...]]] = {}
    for name, pair in derived.pairs.items():
        row = name_row(pair, derived.proofs[name], derived.cuda, derived.hip, REFERENCE)
        tables.setdefault(pair.library, []).append(row)
    for scope in SCOPES:
        tables.setdefault(scope.table, []).append(_namespace_row(scope.cuda, scope.hip, derived))
    for one in derived.kept_by_hip:
        tables.setdefault(one.table, []).append(_dropped_row(one, derived.hip))
    for library, rows in tables.items():
        folder = rules / _FOLDERS.get(library, "cuda-hip")
        write_table(folder / f"{library}.tsv", NAME_COLUMNS, rows)
    write_table(
        rules / "cuda-hip" / "headers.tsv",
        HEADER_COLUMNS,
        [_header_row(pair, derived.hip) for pair in derived.headers],
    )
    lacking = [
        (
            name,
            declaration.kind,
            declaration.scope.partition("::")[0],
            _library_name(declaration),
            declaration.header,
            reason,
        )
        for name, (declaration, reason) in derived.lacking.items()
    ]
    lacking += [(h, "header", "", "", h, reason) for h, reason in derived.lacking_headers.items()]
    write_table(rules / "cuda-hip" / "unmapped.tsv", UNMAPPED_COLUMNS, lacking)


def _read(
    reader: Callable[[HeaderSet, ClangHeaders], Universe],
    sets: Iterable[HeaderSet],
    resources: ClangHeaders,
    side: str,
    report: Report,
) -> list[Universe]:
    universes = []
    for one in sets:
        universe = reader(one, resources)
        count = len(universe.declarations)
        report(f"{side} {one.version}: {count} names, {len(universe.problems)} errors")
        universes.append(universe)
    return universes


def _pair(
    cuda: History, hip: History, irregular: Irregular
) -> tuple[dict[str, Pair], TypeNames, list[Declaration]]:
    """Return the pairs, how CUDA's types are called in HIP, and what HIP lacks."""
    newest = cuda.newest()
    public = public_names(cuda, irregular)
    everything = hip.newest()
    targets = {name: d for name, d in everything.items() if not d.scope}
    for name in FUNDAMENTAL:
        targets.setdefault(name, Declaration(name, "", "type", "", "stdint.h"))
    pairing = Pairing(
        public,
        targets,
        irregular.names,
        lambda name: bool(irregular.not_in_hip(name)),
        lambda name: cuda.names[name].declarations.values(),
    )
    pairs = pairing.run()
    scoped = {name: d for name, d in newest.items() if not irregular.is_internal(d.name)}
    scoped_pairs, lacking = pair_scoped(scoped, everything)
    lacking += [d for name, d in public.items() if name not in pairs]
    return {**pairs, **scoped_pairs}, pairing.types, lacking


def _drop_misleading(derived: Derived) -> None:
    """Take out what cannot be used, and functions that need another call than a rename makes."""

    def declared_as(name: str) -> tuple[str, str]:
        return derived.proofs[name].summary(REFERENCE)

    for name, pair in list(derived.pairs.items()):
        code, notes = derived.proofs[name].summary(REFERENCE)
        if code == "refused":
            del derived.pairs[name]
            derived.lacking[name] = (pair.cuda, f"{pair.hip.qualified} cannot be used: {notes}")
        if not is_called(pair) or pair.by == "irregular":
            continue
        if code in ACCEPTED:
            continue
        if pair.library in _STRICT or is_another(name, derived.pairs, declared_as):
            del derived.pairs[name]
            reason = f"{pair.hip.name} takes other arguments: {notes}"
            derived.lacking[name] = (pair.cuda, reason.replace("\t", " "))


def is_another(
    name: str, pairs: Mapping[str, Pair], declared_as: Callable[[str], tuple[str, str]]
) -> bool:
    """Whether a versioned function (`f_v2`) is another than the one that CUDA's `f` calls.

    CUDA's headers make the plain name the current version's. Where both are proved alike the two
    are one, and what differs is told of both. Any other version has an interface of its own.

    Args:
        name: the function.
        pairs: CUDA name -> pair.
        declared_as: returns what was proved of a name.
    """
    if not re.search(r"_v\d+$", name):
        return False
    bare = re.sub(r"_v\d+$", "", name)
    plain = pairs.get(bare)
    if plain is None or plain.cuda.alias != name or plain.hip.name != pairs[name].hip.name:
        return True
    return declared_as(bare) != declared_as(name)


def _automatic(hip: History) -> str:
    versions = [u.version for u in hip.universes]
    return f"no declaration in ROCm {versions[0]} to {versions[-1]}"


def _pair_headers(derived: Derived, irregular: Irregular) -> None:
    cuda = frozenset().union(*(u.headers for u in derived.cuda.universes))
    hip = frozenset().union(*(u.headers for u in derived.hip.universes))
    derived.headers, lacking = pair_headers(cuda, hip, irregular.headers)
    for header in lacking:
        reason = irregular.not_in_hip(header) or _automatic(derived.hip)
        derived.lacking_headers[header] = reason


def _header_row(pair: HeaderPair, hip: History) -> tuple[str, ...]:
    since = next(u.version for u in hip.universes if pair.hip in u.headers)
    library = library_of(pair.cuda)
    table = library.name if library else pair.cuda.partition("/")[0]
    return (pair.cuda, pair.hip, table, since, pair.by)


def _namespace_row(cuda: str, hip: str, derived: Derived) -> tuple[str, ...]:
    """Return the row of a namespace itself; its key ends in `::`, so no identifier matches it."""
    since = derived.hip.since(hip) if hip in derived.hip.names else ""
    header = derived.hip.names[hip].newest.header if since else ""
    return (f"{cuda}::", f"{hip}::", "namespace", cuda, header, since, "", "", "", "declared", "")


def _dropped_row(one: Dropped, hip: History) -> tuple[str, ...]:
    """Return the row of a name that CUDA's headers no longer have."""
    name = one.hip
    versions = (hip.since(name), hip.absent(name), hip.removed(name), one.removed)
    return (one.cuda, name, one.kind, "", hip.names[name].newest.header, *versions, "declared", "")


def _library_name(declaration: Declaration) -> str:
    scope = scope_of(declaration.qualified)
    if scope is not None:
        return scope.table
    library = library_of(declaration.file)
    return library.name if library is not None else ""
