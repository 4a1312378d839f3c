"""Counts what becomes of every CUDA name that real projects use.

    python -m benchmarks.names --sources DIR [--names]

`--sources` holds checkouts, made beforehand. A name is CUDA's when a table or a rule has it, or
when it looks like one and the project does not define it. It is mapped by a table, taken care of
by a rule (a support header, another call), listed with the reason why HIP has nothing, or in no
list. Where it is neither mapped nor taken care of, ROCm's headers are searched for the name that
HIP would give it: a name that is there counts as a counterpart that is missing. `--names` prints
what is in no list, and each such counterpart.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from porter.fixers.api._handled import names_of_other_rules
from porter.source.cpp.definitions import KnownNames, find_definitions
from porter.source.file import SourceFile
from porter.source.text.languages import Language
from porter.tables.absent import absent_libraries
from porter.tables.cuda_style import looks_like_cuda
from porter.tables.names import Tables, load
from porter.toolchain.discovery import find

_SOURCES = frozenset(".cu .cuh .c .cc .cpp .cxx .h .hh .hpp .hxx .inl".split())
_WORD = re.compile(rb"[A-Za-z_]\w*")
#: Without these a file has nothing of CUDA.
_SIGN = re.compile(
    rb"cuda|CUDA|cublas|cufft|curand|cusparse|cusolver|cudnn|nccl|nvrtc|__global__|cuInit"
)
#: How HIP calls a name, by its beginning.
_HIP = (
    (rb"CUDA_", b"HIP_"), (rb"CUDA", b"HIP"), (rb"cuda", b"hip"), (rb"CU_", b"HIP_"),
    (rb"cublas", b"hipblas"), (rb"CUBLAS", b"HIPBLAS"), (rb"cusparse", b"hipsparse"),
    (rb"CUSPARSE", b"HIPSPARSE"), (rb"cusolver", b"hipsolver"), (rb"CUSOLVER", b"HIPSOLVER"),
    (rb"cufft", b"hipfft"), (rb"CUFFT", b"HIPFFT"), (rb"curand", b"hiprand"),
    (rb"CURAND", b"HIPRAND"), (rb"nvrtc", b"hiprtc"), (rb"NVRTC", b"HIPRTC"), (rb"cu", b"hip"),
)  # fmt: skip

MAPPED, RULE, LISTED, NOWHERE = "mapped", "by a rule", "listed with a reason", "in no list"


class Judge:
    """Tells what becomes of a name."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.mapped = {name.rpartition(b"::")[2] for name in tables.names}
        self.ruled = names_of_other_rules("API09")

    def fate(self, name: bytes) -> str | None:
        """Return what becomes of a name; None where it is none of CUDA's."""
        if name in self.tables.names:
            return MAPPED
        if name in self.ruled:
            return RULE
        if name in self.tables.unmapped:
            return LISTED
        if name in self.mapped or not (looks_like_cuda(name) or is_of_an_absent_library(name)):
            return None
        return NOWHERE


def uses(folder: Path, judge: Judge) -> dict[bytes, str]:
    """Return name -> fate of CUDA's names in a checkout."""
    found: dict[bytes, str] = {}
    doubtful: dict[bytes, list[tuple[str, bytes]]] = defaultdict(list)
    for path in sorted(folder.rglob("*")):
        if path.suffix not in _SOURCES or path.is_symlink() or not path.is_file():
            continue
        data = path.read_bytes()
        if not _SIGN.search(data):
            continue
        for name in set(_WORD.findall(_code(data))):
            fate = judge.fate(name)
            if fate == NOWHERE:
                doubtful[name].append((path.name, data))
            elif fate is not None:
                found[name] = fate
    defined = _defined(doubtful)
    return found | {
        name: LISTED if is_of_an_absent_library(name) else NOWHERE
        for name in doubtful
        if name not in defined
    }


def is_of_an_absent_library(name: bytes) -> bool:
    """Tell whether a name begins as those of a library that HIP has no like of."""
    text = name.decode()
    return any(one.has(text) for one in absent_libraries())


_NO_CODE = re.compile(rb"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", re.DOTALL)


def _code(data: bytes) -> bytes:
    return _NO_CODE.sub(b" ", data)


def _defined(doubtful: Mapping[bytes, Iterable[tuple[str, bytes]]]) -> set[bytes]:
    """Return the names that a file which uses them defines or declares."""
    names = frozenset(doubtful)
    known = KnownNames(names, frozenset(), {}, looks_like_cuda)
    files = {id(data): (name, data) for places in doubtful.values() for name, data in places}
    found: set[bytes] = set()
    for name, data in files.values():
        file = SourceFile(name, data, Language.CUDA)
        found |= {one.name for one in find_definitions(file, known)}
    for one in names - found:
        variable = re.compile(rb"[\w>*&]\s+[*&]*" + one + rb"\s*[=;,)\[{:]|#\s*define\s+" + one)
        if any(variable.search(data) for _, data in doubtful[one]):
            found.add(one)
    return found


def counterparts(names: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Yield those of the names that ROCm's headers have as HIP's, with HIP's."""
    include = find().rocm_path / "include"
    every: set[bytes] = set()
    for path in sorted(include.glob("hip*/**/*.h")) + sorted(include.glob("rccl/*.h")):
        every.update(_WORD.findall(_code(path.read_bytes())))
    for name in sorted(names):
        for start, hip in _HIP:
            if name.startswith(start) and (there := hip + name[len(start) :]) in every:
                yield name, there
                break


def main() -> None:
    """Print the table of what becomes of names."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sources", type=Path, required=True, metavar="DIR")
    parser.add_argument("--names", action="store_true", help="print what is in no list")
    arguments = parser.parse_args()
    judge = Judge(load())
    found: dict[bytes, str] = {}
    projects: Counter[bytes] = Counter()
    for folder in sorted(one for one in arguments.sources.iterdir() if one.is_dir()):
        names = uses(folder, judge)
        found |= names
        projects.update(names.keys())
        print(f"{folder.name}: {len(names)}", file=sys.stderr, flush=True)
    fates = Counter(found.values())
    left = [name for name, fate in found.items() if fate in (LISTED, NOWHERE)]
    missing = dict(counterparts(left))
    done = fates[MAPPED] + fates[RULE]
    print(
        "| names | mapped | by a rule | listed with a reason | in no list | counterpart missing |"
    )
    print("|--:|--:|--:|--:|--:|--:|")
    cells = [len(found), fates[MAPPED], fates[RULE], fates[LISTED], fates[NOWHERE], len(missing)]
    print(f"| {' | '.join(map(str, cells))} |")
    print(f"\n{done / (done + len(missing)):.1%} of those with a counterpart are mapped")
    if arguments.names:
        for name in sorted(left):
            if found[name] == NOWHERE or name in missing:
                hip = missing.get(name, b"").decode()
                print(f"{name.decode()}\t{found[name]}\t{projects[name]}\t{hip}")


if __name__ == "__main__":
    main()
