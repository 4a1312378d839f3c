"""Proves pairs against one set of ROCm headers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from porter.derive.calls import Compiler
from porter.derive.clang_headers import ClangHeaders
from porter.derive.declarations import Declaration, Universe
from porter.derive.functions import DEFINES, FunctionProver, Verdict
from porter.derive.header_cache import digest_of_set
from porter.derive.headersets import HeaderSet, scoped_headers, version_key
from porter.derive.history import History
from porter.derive.irregular import Irregular
from porter.derive.libraries import LIBRARIES
from porter.derive.pairing import Pair
from porter.derive.spelling import TypeNames
from porter.derive.values import type_verdict, uses, value_verdict
from porter.derive.verdict_cache import VerdictCache

#: The ROCm whose headers the proof code of a row is for, when it has the name.
REFERENCE = "6.4"
#: Types of the language that a CUDA name of its own may stand for.
FUNDAMENTAL = frozenset(("int", "unsigned", "float", "double", "uint32_t", "uint64_t"))
#: What a program of all libraries includes. hipCUB's are read for its own names alone: they take
#: as long as all others.
HIP_HEADERS = tuple(
    header
    for library in LIBRARIES
    for header in library.hip_headers
    if not header.startswith("hipcub/")
)


def proving_sets(rocm: Sequence[HeaderSet]) -> list[HeaderSet]:
    """Return the sets that pairs are proved against: the complete ones from the reference on."""
    complete = [one for one in rocm if (one.include / "hip" / "hip_runtime.h").is_file()]
    recent = [one for one in complete if one.key >= version_key(REFERENCE)]
    return recent or complete[-1:]


def prove(
    pairs: dict[str, Pair],
    names: TypeNames,
    cuda: History,
    universe: Universe,
    headers: HeaderSet,
    resources: ClangHeaders,
    proofs: dict[str, dict[tuple[str, str], Verdict]],
    irregular: Irregular,
    claimed: frozenset[str] = frozenset(),
    defines: Sequence[str] = DEFINES,
    included: Sequence[str] = HIP_HEADERS,
    cache: Path | None = None,
) -> None:
    """Prove pairs against one ROCm by compiling, and record the verdicts.

    Args:
        pairs: CUDA name -> pair.
        names: how CUDA's types are called in HIP.
        cuda: CUDA's names.
        universe: what the ROCm declares.
        headers: its headers.
        resources: the headers of the compiler and the host.
        proofs: CUDA name -> (CUDA version, ROCm version) -> verdict; added to.
        irregular: what is decided by hand.
        claimed: functions said to have the same types: that is tried first, and nothing else where
            it holds.
        defines: macros to try where a call does not compile without.
        included: the headers that declare HIP's names.
        cache: where to keep what compiling said; None to compile anew.
    """
    key = "" if cache is None else digest_of_set("compiled", headers, resources)

    def compiler_of(wanted: Sequence[str], arch: str = "gfx942") -> Compiler:
        verdict_cache = VerdictCache(cache, (key, arch, *wanted))
        return Compiler(headers, resources, wanted, arch, verdict_cache)

    compiler, other = compiler_of(included), compiler_of(included, "gfx1100")
    scoped = compiler_of(scoped_headers(headers))
    prover = FunctionProver(compiler, other, names, universe.declarations, defines)
    wanted = [
        (pair, _public_overloads(declaration, irregular), version)
        for name, pair in pairs.items()
        if pair.cuda.kind == "function" and pair.by != "scope"
        for version, declaration in cuda.names[name].declarations.items()
    ]
    verdicts = prover.prove([(pair, declaration) for pair, declaration, _ in wanted], claimed)
    for (name, index), verdict in verdicts.items():
        proofs[name][wanted[index][2], universe.version] = verdict
    known = [p for p in pairs.values() if p.hip.qualified in universe.declarations and uses(p)]
    unusable = {
        **_unusable([p for p in known if p.by != "scope"], compiler),
        **_unusable([p for p in known if p.by == "scope"], scoped),
    }
    for one in (compiler, other, scoped):
        one.verdicts.save()
    for name, pair in pairs.items():
        hip = universe.declarations.get(pair.hip.qualified)
        if name in proofs and hip is not None and not is_called(pair):
            for version, declaration in cuda.names[name].declarations.items():
                verdict = _verdict(pair, declaration, hip, names, pairs)
                if name in unusable:
                    verdict = Verdict("refused", (unusable[name],))
                proofs[name][version, universe.version] = verdict


def _public_overloads(declaration: Declaration, irregular: Irregular) -> Declaration:
    """Return a function without the overloads that take types no user can name."""
    public = [
        signature
        for signature in declaration.signatures
        if not any(
            irregular.is_internal(word)
            for parameter in signature.parameters
            for word in re.findall(r"\w+", parameter.spelling)
        )
    ]
    return replace(declaration, signatures=public or declaration.signatures)


def _unusable(pairs: list[Pair], compiler: Compiler) -> dict[str, str]:
    """Return the CUDA names whose HIP name cannot be used as its kind says, with the reason."""
    host, device = compiler.refused_by_both([uses(pair) for pair in pairs])
    return {pairs[i].cuda.qualified: text for i, text in host.items() if i in device}


def prove_by_comparing(
    pairs: dict[str, Pair],
    names: TypeNames,
    cuda: History,
    hip: History,
    proofs: dict[str, dict[tuple[str, str], Verdict]],
) -> None:
    """Prove by comparing what only ROCm versions have that are not compiled against."""
    for name, pair in pairs.items():
        if proofs[name]:
            continue
        declarations = hip.names.get(pair.hip.qualified)
        version, newest = (
            list(declarations.declarations.items())[-1] if declarations else (REFERENCE, pair.hip)
        )
        for cuda_version, declaration in cuda.names[name].declarations.items():
            verdict = _verdict(pair, declaration, newest, names, pairs)
            proofs[name][cuda_version, version] = verdict


def is_called(pair: Pair) -> bool:
    """Whether a pair is of functions whose calls can be compiled."""
    return pair.cuda.kind == "function" and pair.by != "scope"


def _verdict(
    pair: Pair, cuda: Declaration, hip: Declaration, names: TypeNames, pairs: dict[str, Pair]
) -> Verdict:
    """Compare what is not proved by a call."""
    if pair.by == "scope" and cuda.kind not in ("enumerator", "type"):
        return _class_verdict(cuda, hip)
    if cuda.kind in ("type", "template"):
        return type_verdict(cuda, hip, names)
    if cuda.kind in ("enumerator", "macro", "variable"):
        return value_verdict(
            cuda, hip, names, lambda enum: pairs[enum].hip.name if enum in pairs else ""
        )
    return Verdict("declared")


def _class_verdict(cuda: Declaration, hip: Declaration) -> Verdict:
    """Compare two classes or functions of a namespace by what can be written with them."""
    notes = []
    lacking = [m for m in cuda.members if m not in hip.members and not m.startswith("_")]
    if lacking and hip.members:
        notes.append("lacks " + ",".join(lacking))
    if cuda.template and hip.template and len(cuda.template) != len(hip.template):
        notes.append(f"parameters {len(cuda.template)}->{len(hip.template)}")
    return Verdict("class~" if notes else "class=", tuple(notes))
