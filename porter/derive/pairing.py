"""Finds for each CUDA name the HIP name that corresponds to it.

In this order: what `irregular.toml` says; the same name; for an enumerator its fellow in the
enum that its own enum corresponds to; and names with the same stem, of which the one wins whose
signature agrees best and whose spelling follows the CUDA name most closely.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from porter.derive.declarations import Declaration
from porter.derive.libraries import LIBRARIES, Library, library_of, stem
from porter.derive.signatures import compare
from porter.derive.spelling import TypeNames

#: Libraries whose headers declare names of another one, too: `CUuuid` in `driver_types.h`.
_ALSO_OF = {"runtime": "driver"}
#: Names with these endings are tags of a typedef; the typedef is preferred.
_TAG = re.compile(r"_(st|enum|union)?$")


@dataclass(frozen=True)
class Pair:
    """A CUDA declaration and the HIP declaration that corresponds to it.

    Attributes:
        cuda: of the newest CUDA that has the name.
        hip: of the newest ROCm that has the name.
        library: the CUDA library.
        by: how it was found: `irregular`, `name`, `enum`, `alias` or `stem`.
    """

    cuda: Declaration
    hip: Declaration
    library: str
    by: str


class Pairing:
    """Pairs the names of CUDA's headers with those of HIP's.

    Args:
        cuda: CUDA's declarations in the global namespace, by name.
        hip: HIP's declarations in the global namespace, by name.
        irregular: CUDA name -> HIP name, where no pattern finds it.
        refused: whether a CUDA name is not to be paired.
        versions: CUDA name -> its declarations in all CUDA versions read.
        libraries: what stands on either side.
    """

    def __init__(
        self,
        cuda: Mapping[str, Declaration],
        hip: Mapping[str, Declaration],
        irregular: Mapping[str, str],
        refused: Callable[[str], bool],
        versions: Callable[[str], Iterable[Declaration]],
        libraries: Sequence[Library] = LIBRARIES,
    ) -> None:
        self.cuda = cuda
        self.hip = hip
        self.irregular = irregular
        self.refused = refused
        self.versions = versions
        self.pairs: dict[str, Pair] = {}
        self.types = TypeNames({})
        self.libraries = libraries
        self._stems = {library.name: self._index(library) for library in libraries}

    def run(self) -> dict[str, Pair]:
        """Pair all names: types first, then what needs them, then other names of what is paired."""
        self._pair("type", "template")
        self.types = TypeNames(
            {name: pair.hip.name for name, pair in self.pairs.items() if pair.hip.name != name}
        )
        self._pair_enumerators()
        self._pair("function", "macro", "variable", "enumerator", "namespace")
        self._pair_aliases()
        return self.pairs

    def _index(self, library: Library) -> dict[str, list[Declaration]]:
        index: dict[str, list[Declaration]] = defaultdict(list)
        for declaration in self.hip.values():
            if library.hip_files.search(declaration.header) and library.hip_prefix.match(
                declaration.name
            ):
                index[stem(declaration.name, library.hip_prefix)].append(declaration)
        return index

    def _pair(self, *kinds: str) -> None:
        for name, cuda in self.cuda.items():
            if cuda.kind not in kinds or name in self.pairs or self.refused(name):
                continue
            library = library_of(cuda.file, self.libraries)
            if library is not None:
                pair = self._find(cuda, library)
                if pair is not None:
                    self.pairs[name] = pair

    def _find(self, cuda: Declaration, library: Library) -> Pair | None:
        owner = library.name
        if cuda.name in self.irregular:
            hip = self.hip.get(self.irregular[cuda.name])
            return None if hip is None else Pair(cuda, hip, library.name, "irregular")
        same = self.hip.get(cuda.name)
        if same is not None and comparable(cuda, same):
            return Pair(cuda, same, library.name, "name")
        candidates = self._candidates(cuda, library)
        if not candidates and library.name in _ALSO_OF:
            library = next(one for one in self.libraries if one.name == _ALSO_OF[library.name])
            candidates = self._candidates(cuda, library)
            candidates = [hip for hip in candidates if hip.underlying == cuda.underlying]
        if not candidates:
            return None
        best = max(
            candidates,
            key=lambda hip: (self._agreement(cuda, hip), _likeness(cuda, hip, library), hip.name),
        )
        return Pair(cuda, best, owner, "stem")

    def _candidates(self, cuda: Declaration, library: Library) -> list[Declaration]:
        """Return the HIP names that have the stem that a CUDA name has in a library."""
        return [
            hip
            for hip in self._stems[library.name].get(stem(cuda.name, library.cuda_prefix), [])
            if comparable(cuda, hip) and self._enums_agree(cuda, hip)
        ]

    def _enums_agree(self, cuda: Declaration, hip: Declaration) -> bool:
        """Whether an enumerator's enum corresponds to the candidate's, as far as is known."""
        if cuda.kind != "enumerator" or hip.kind != "enumerator" or cuda.enum not in self.pairs:
            return True
        wanted = self.pairs[cuda.enum].hip
        return not wanted.members or hip.name in wanted.members or hip.alias in wanted.members

    def _agreement(self, cuda: Declaration, hip: Declaration) -> float:
        """Return in how many CUDA versions the signatures are the same; overloads count in part."""
        rank = 0.0
        for version in self.versions(cuda.name):
            if version.signatures and hip.signatures:
                compared = [compare(s, hip.signatures, self.types) for s in version.signatures]
                rank += sum(c.same for c in compared) / len(compared)
        return rank

    def _pair_enumerators(self) -> None:
        for name, pair in list(self.pairs.items()):
            if pair.cuda.underlying != "enum" or pair.hip.underlying != "enum":
                continue
            versions = self.versions(name)
            members = dict.fromkeys(member for one in versions for member in one.members)
            ours = _tails(tuple(members))
            theirs = {tail: member for member, tail in _tails(pair.hip.members).items()}
            for member, tail in ours.items():
                cuda, hip = self.cuda.get(member), self.hip.get(theirs.get(tail, ""))
                if cuda is None or hip is None or member in self.pairs or self.refused(member):
                    continue
                if member not in self.irregular and cuda.enum == name:
                    self.pairs[member] = Pair(cuda, hip, pair.library, "enum")

    def _pair_aliases(self) -> None:
        """Pair enumerators that are another name of a paired enumerator of the same enum."""
        values: dict[tuple[str, object], list[str]] = defaultdict(list)
        for name, cuda in self.cuda.items():
            if cuda.kind == "enumerator" and cuda.enum:
                values[cuda.enum, cuda.value].append(name)
        for names in values.values():
            known = [n for n in names if n in self.pairs]
            for name in names:
                if known and name not in self.pairs and not self.refused(name):
                    fellow = self.pairs[known[0]]
                    self.pairs[name] = Pair(self.cuda[name], fellow.hip, fellow.library, "alias")


def comparable(cuda: Declaration, hip: Declaration) -> bool:
    """Whether two declarations are of kinds that can stand for each other."""
    if cuda.kind == hip.kind:
        return cuda.kind != "macro" or bool(cuda.signatures) == bool(hip.signatures)
    either = {cuda.kind, hip.kind}
    return (
        either == {"macro", "enumerator"}
        or either == {"macro", "variable"}
        or either == {"type", "template"}
        or (either == {"macro", "function"} and bool(cuda.signatures) == bool(hip.signatures))
    )


def _tails(members: tuple[str, ...]) -> dict[str, str]:
    """Return for each enumerator what follows the words that all of them share, as a stem."""
    alike = [m for m in members if not m.endswith(("_FORCE_INT", "_MAX"))]
    if len(alike) < 2:
        return {}
    shared = _common_prefix(alike)
    while shared and not _is_word_end(shared, alike):
        shared = shared[:-1]
    return {m: stem(m[len(shared) :], re.compile("_?")) for m in alike}


def _common_prefix(names: list[str]) -> str:
    first, last = min(names), max(names)
    length = next((i for i, c in enumerate(first) if c != last[i : i + 1]), len(first))
    return first[:length]


def _is_word_end(shared: str, members: list[str]) -> bool:
    """Whether every member starts a new word after `shared`."""
    return shared.endswith("_") or all(
        len(m) == len(shared) or m[len(shared)].isupper() or m[len(shared)] == "_" for m in members
    )


def _likeness(cuda: Declaration, hip: Declaration, library: Library) -> tuple[int, ...]:
    """Rank a candidate by how closely its spelling follows the CUDA name's."""
    ours, theirs = _bare(cuda.name, library.cuda_prefix), _bare(hip.name, library.hip_prefix)
    prefix = hip.name[: len(hip.name) - len(theirs)]
    version = re.compile(r"_v\d+(?=_|$)")
    return (
        int(cuda.kind == hip.kind),
        int(not _TAG.search(hip.name) or bool(_TAG.search(cuda.name))),
        int(bool(version.search(ours)) >= bool(version.search(theirs))),
        int(cuda.underlying == hip.underlying),
        int((cuda.name == cuda.name.upper()) == (hip.name == hip.name.upper())),
        int("rtc" not in prefix.lower()),
        int(version.sub("", ours) == theirs),
        int(ours.endswith("_t") == theirs.endswith("_t")),
        int(not version.search(theirs)),
        int(prefix in ("hip", "HIP_")),
    )


def _bare(name: str, prefix: re.Pattern[str]) -> str:
    found = prefix.match(name)
    return name[found.end() :] if found else name
