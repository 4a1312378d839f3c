"""Proves that a HIP function accepts the calls written for the CUDA function."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from porter.derive.calls import Compiler, call, pointer
from porter.derive.declarations import Declaration, Signature
from porter.derive.headersets import ENABLING
from porter.derive.pairing import Pair
from porter.derive.signatures import compare
from porter.derive.spelling import TypeNames

#: Macros that a program may define before it includes HIP's headers, and that change them.
DEFINES = ("HIPBLAS_V2", "HIPBLAS_USE_HIP_HALF", *ENABLING)
#: Parameters that take a kernel where a template leaves the type open.
_KERNEL = re.compile(r"func|entry|kernel|f|kernelFunc")
#: A result type that a trait computes from a template's arguments; it is not compared.
_COMPUTED = re.compile(r"\btypename\b|\bauto\b|_trait<|enable_if|_ret\b")
#: What clang says of a function that the architecture has no hardware for.
_UNAVAILABLE = "is unavailable"
#: From the best proof of a function to the worst.
RANKS = ("sig=", "call", "some", "cast", "arity")
#: Proofs after which a call can stay as it is but for the name.
ACCEPTED = frozenset(("sig=", "call"))


@dataclass(frozen=True)
class Verdict:
    """What a proof said.

    Attributes:
        code: `sig=` (same types), `call` (a call compiles), `some` (of several overloads some
            compile), `cast` (arguments need conversion), `arity` (another number of them).
        notes: what differs.
    """

    code: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Trial:
    signature: Signature
    pointer: int
    call: int
    wide: int | None = None


@dataclass(frozen=True)
class _Compiled:
    """What compiling said: which pieces pass, the macro some need, what the hardware lacks."""

    passed: set[int]
    needs: dict[int, str]
    unavailable: set[int]


class FunctionProver:
    """Proves function rows against one set of ROCm's headers.

    Args:
        compiler: for those headers.
        other: the same for another architecture, which has what the first lacks (images).
        names: how CUDA's types are called in HIP.
        hip: the declarations of those headers.
        defines: macros to try where a use does not compile without.
    """

    def __init__(
        self,
        compiler: Compiler,
        other: Compiler,
        names: TypeNames,
        hip: Mapping[str, Declaration],
        defines: Sequence[str] = DEFINES,
    ) -> None:
        self.compiler = compiler
        self.other = other
        self.names = names
        self.hip = hip
        self.defines = defines

    def prove(
        self,
        wanted: Sequence[tuple[Pair, Declaration]],
        claimed: frozenset[str] = frozenset(),
    ) -> dict[tuple[str, int], Verdict]:
        """Prove pairs.

        Args:
            wanted: pairs, each with the declaration of one CUDA version.
            claimed: CUDA names of functions that are said to have the same types.

        Returns:
            (CUDA name, index into `wanted`) -> verdict; without those that these headers lack.
        """
        pieces: list[str] = []
        trials: dict[tuple[str, int], list[_Trial]] = {}
        in_scope = [i for i, (pair, _) in enumerate(wanted) if self._is_in(pair, claimed)]
        same = self._same(in_scope, wanted)
        for index, (pair, cuda) in enumerate(wanted):
            if pair.hip.qualified not in self.hip or index in same:
                continue
            key = (pair.cuda.qualified, index)
            trials[key] = [self._try(pair, s, pieces) for s in _plain(cuda.signatures)]
        compiled = self._compile(pieces)
        verdicts = {(wanted[index][0].cuda.qualified, index): Verdict("sig=") for index in same}
        verdicts.update(
            (key, self._verdict(self.hip[wanted[key[1]][0].hip.qualified], tried, compiled))
            for key, tried in trials.items()
        )
        return verdicts

    def _is_in(self, pair: Pair, claimed: frozenset[str]) -> bool:
        return pair.cuda.qualified in claimed and pair.hip.qualified in self.hip

    def _same(
        self, indices: Sequence[int], wanted: Sequence[tuple[Pair, Declaration]]
    ) -> frozenset[int]:
        """Return those whose every signature is that of a function of HIP, on one side or other."""
        if not indices:
            return frozenset()
        pieces: list[str] = []
        own: dict[int, range] = {}
        for index in indices:
            pair, cuda = wanted[index]
            first = len(pieces)
            pieces += [self._pointer(pair, signature) for signature in _plain(cuda.signatures)]
            own[index] = range(first, len(pieces))
        host, device = self.compiler.refused_by_both(pieces)
        refused = host.keys() & device.keys()
        return frozenset(i for i, mine in own.items() if mine and refused.isdisjoint(mine))

    def _pointer(self, pair: Pair, signature: Signature) -> str:
        """Return the use that only a function of the same types allows."""
        function, types, result = self._words(pair, signature)
        return pointer(function, types, result)

    def _words(self, pair: Pair, signature: Signature) -> tuple[str, list[str], str]:
        """Return HIP's function with the types of CUDA's parameters and result in HIP's names."""
        substituted = _substitution(signature)
        types = [self._in_hip(p.spelling, substituted) for p in signature.parameters]
        result = self._in_hip(signature.result.spelling, substituted)
        if _COMPUTED.search(result):
            result = "void"
        return pair.hip.qualified + _explicit(signature, substituted), types, result

    def _try(self, pair: Pair, signature: Signature, pieces: list[str]) -> _Trial:
        function, types, result = self._words(pair, signature)
        pieces.append(pointer(function, types, result))
        pieces.append(call(function, types, result))
        trial = _Trial(signature, len(pieces) - 2, len(pieces) - 1)
        names = [p.name.strip("_").lower() for p in signature.parameters]
        if "mask" not in names:
            return trial
        types[names.index("mask")] = "unsigned long long"
        pieces.append(call(function, types, result))
        return replace(trial, wide=len(pieces) - 1)

    def _in_hip(self, spelling: str, substituted: Mapping[str, str]) -> str:
        text = self.names.in_hip(spelling)
        for name, type_ in substituted.items():
            text = re.sub(rf"\b{name}\b", f"porter_is<{type_}>::type", text)
        return text

    def _compile(self, pieces: Sequence[str]) -> _Compiled:
        """Compile as host and device see it, until a piece passes, with more and more macros."""
        compiled = _Compiled(set(), {}, set())
        passed, needs = compiled.passed, compiled.needs
        for defines in ((), *((name,) for name in self.defines)):
            left = [i for i in range(len(pieces)) if i not in passed]
            host, device = self.compiler.refused_by_both([pieces[i] for i in left], defines)
            for position, i in enumerate(left):
                if position not in host or position not in device:
                    passed.add(i)
                    if defines:
                        needs[i] = defines[0]
                elif _UNAVAILABLE in device[position]:
                    compiled.unavailable.add(i)
        lacking = sorted(compiled.unavailable - passed)
        refused = self.other.refused([pieces[i] for i in lacking], device=True)
        passed.update(i for position, i in enumerate(lacking) if position not in refused)
        return compiled

    def _verdict(
        self,
        hip: Declaration,
        tried: Sequence[_Trial],
        compiled: _Compiled,
    ) -> Verdict:
        if not tried:
            return Verdict("declared")
        passed, needs = compiled.passed, compiled.needs
        notes: list[str] = []
        if any(trial.call in compiled.unavailable for trial in tried):
            notes.append(f"unavailable:{self.compiler.arch}")
        codes: list[str] = []
        for trial in tried:
            plain_pointer = trial.pointer in passed and trial.pointer not in needs
            plain_call = trial.call in passed and trial.call not in needs
            if plain_pointer or (trial.pointer in passed and not plain_call):
                codes.append("sig=")
                notes += _needed(needs.get(trial.pointer))
            elif trial.call in passed:
                codes.append("call")
                notes += _needed(needs.get(trial.call))
            elif trial.wide in passed and trial.wide is not None:
                codes.append("cast")
                notes += [*_needed(needs.get(trial.wide)), "mask:64 bits"]
            else:
                comparison = compare(trial.signature, hip.signatures, self.names)
                if comparison.same:
                    # A template that the types tried here do not fit, though its parameters do.
                    codes.append("sig=")
                    continue
                codes.append("cast" if comparison.arity else "arity")
                if len(tried) == 1:
                    notes += comparison.notes
                else:
                    types = ",".join(
                        self.names.in_hip(p.spelling) for p in trial.signature.parameters
                    )
                    notes.append(f"lacks ({types})")
        worst = max(codes, key=RANKS.index)
        if worst in ("cast", "arity") and min(codes, key=RANKS.index) in ("sig=", "call"):
            worst = "some"
        return Verdict(worst, tuple(dict.fromkeys(notes)))


def _needed(define: str | None) -> list[str]:
    return [] if define is None else [f"define:{define}"]


def _plain(signatures: Sequence[Signature]) -> list[Signature]:
    """Return the signatures that can be tried; if none can, all of them."""
    plain = [
        s
        for s in signatures
        if all(re.fullmatch(r"[A-Z]\w*", t) for t in s.template)
        and not any("..." in p.spelling for p in s.parameters)
    ]
    return plain or list(signatures)


def _explicit(signature: Signature, substituted: Mapping[str, str]) -> str:
    """Return template arguments when a call could not do without them."""
    spelled = " ".join(p.spelling for p in signature.parameters)
    if all(re.search(rf"\b{name}\b", spelled) for name in signature.template):
        return ""
    return f"<{', '.join(substituted[name] for name in signature.template)}>"


def _substitution(signature: Signature) -> dict[str, str]:
    """Choose a type for each template parameter: a kernel's where a kernel goes, else float."""
    chosen = dict.fromkeys(signature.template, "float")
    for parameter in signature.parameters:
        if _KERNEL.fullmatch(parameter.name):
            for name in signature.template:
                if re.search(rf"\b{name}\b", parameter.spelling):
                    chosen[name] = "void(int*)"
    return chosen
