"""Holds porter's tables beside torch.utils.hipify's mapping and prints the comparison as Markdown.

    python -m benchmarks.tables                 # the summary, as docs/benchmarks.md has it
    python -m benchmarks.tables --names         # every name on which the two differ

Neither side is believed: a use of each HIP name is compiled against the installed ROCm headers,
and where both sides' names compile, whether they are one and the same is asserted at compile time.
"""

from __future__ import annotations

import importlib.metadata
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from porter.derive.calls import Compiler
from porter.derive.clang_headers import installed_headers
from porter.derive.headersets import HeaderSet, scoped_headers
from porter.derive.libraries import LIBRARIES
from porter.tables.names import Row, Tables, load
from porter.toolchain.discovery import find

#: The start of a name that stands in none of porter's tables -> its library.
_FAMILIES = (
    (r"cusparseLt|CUSPARSELT|cuSPARSELt|CUSPARSE_COMPUTE|cusparseComputeType", "cusparselt"),
    (r"cublas|CUBLAS", "cublas"),
    (r"cusparse|CUSPARSE", "cusparse"),
    (r"curand|CURAND|mtgp32", "curand"),
    (r"cufft|CUFFT", "cufft"),
    (r"cusolver|CUSOLVER", "cusolver"),
    (r"cudnn|CUDNN", "cudnn"),
    (r"nvml|NVML", "nvml"),
    (r"nvshmem|NVSHMEM", "nvshmem"),
    (r"nccl|NCCL", "nccl"),
    (r"nvrtc|NVRTC", "nvrtc"),
    (r"cub::", "cub"),
    (r"cuda|CUDA_|CUDART", "runtime"),
    (r"CU_|CU[a-z]|cu[A-Z]", "driver"),
)
#: Libraries of which porter has no table: NVIDIA's management, sparsity and SHMEM libraries have
#: AMD counterparts with other calls, and the rest is PyTorch's own.
_WITHOUT_TABLE = frozenset(("cusparselt", "nvml", "nvshmem", "other"))
_NAME = re.compile(r"(?:cub::)?[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What compiling said of the names that the two sides give one CUDA name.

    Attributes:
        cuda: the CUDA name.
        library: its library.
        theirs: torch.utils.hipify's name, empty when it has none.
        ours: porter's name, empty when it has none.
        word: what was found.
    """

    cuda: str
    library: str
    theirs: str
    ours: str
    word: str


def mapping() -> tuple[str, dict[str, str]]:
    """Return PyTorch's version and its mapping of identifiers, as its converter applies it."""
    module = _mappings()
    found: dict[str, str] = {}
    for table in module.CUDA_TO_HIP_MAPPINGS:
        for cuda, hip in table.items():
            name = hip[0] if isinstance(hip, tuple | list) else hip
            if _NAME.fullmatch(cuda):
                found[cuda] = name  # a later table wins, as in its trie
    return importlib.metadata.version("torch"), found


def _mappings() -> ModuleType:
    """Load the mapping without PyTorch itself, which takes seconds to import."""
    spec = find_spec("torch")
    assert spec is not None and spec.origin is not None
    folder = Path(spec.origin).parent / "utils" / "hipify"
    package = ModuleType("hipify_of_torch")
    package.__path__ = [str(folder)]
    sys.modules[package.__name__] = package
    path = folder / "cuda_to_hip_mappings.py"
    own = spec_from_file_location(f"{package.__name__}.cuda_to_hip_mappings", path)
    assert own is not None and own.loader is not None
    module = module_from_spec(own)
    sys.modules[own.name] = module
    own.loader.exec_module(module)
    return module


class Judge:
    """Compiles uses of HIP names against the installed headers."""

    def __init__(self) -> None:
        tools = find()
        version = ".".join(tools.rocm_version.split(".")[:2])
        headers = HeaderSet(version, tools.rocm_path / "include")
        plain = [header for library in LIBRARIES for header in library.hip_headers]
        cub = [h for h in scoped_headers(headers) if h.startswith("hipcub/hipcub")]
        self.rocm = version
        self.compiler = Compiler(headers, installed_headers(), [*plain, *cub])

    def has(self, row: Row) -> bool:
        """Tell whether the component that declares a row's HIP name is installed."""
        return (self.compiler.headers.include / row.header).exists()

    def usable(self, names: Iterable[str]) -> frozenset[str]:
        """Return the names of which some use compiles: as a type, a value, or a function."""
        ordered = sorted(set(names))
        uses = [
            piece
            for name in ordered
            for piece in (
                f"using porter_used = {name}*;",
                f"PORTER_SIDE void porter_used() {{ (void)({name}); }}",
                f"using ::{name};",
            )
        ]
        refused = self._refused(uses)
        return frozenset(
            n for i, n in enumerate(ordered) if not {3 * i, 3 * i + 1, 3 * i + 2} <= refused
        )

    def same(self, pairs: Sequence[tuple[str, str]]) -> frozenset[tuple[str, str]]:
        """Return the pairs of names that are one type, one value or one function."""
        checks = [
            piece
            for one, other in pairs
            for piece in (
                f"static_assert(__is_same({one}, {other}));",
                f"static_assert((long long)({one}) == (long long)({other}));",
                f"static_assert(&{one} == &{other});",
            )
        ]
        refused = self._refused(checks)
        return frozenset(
            p for i, p in enumerate(pairs) if not {3 * i, 3 * i + 1, 3 * i + 2} <= refused
        )

    def _refused(self, pieces: Sequence[str]) -> frozenset[int]:
        host = sorted(self.compiler.refused(pieces, device=False))
        device = self.compiler.refused([pieces[i] for i in host], device=True)
        return frozenset(host[i] for i in device)


def compare(tables: Tables, theirs: dict[str, str], judge: Judge) -> list[Verdict]:
    """Return a verdict for each name that either side maps."""
    ours = {
        row.cuda.decode(): row.hip.decode()
        for row in tables.names.values()
        if row.kind != "namespace" and (not row.scope or row.scope == "cub")
    }
    either = {n for n in theirs.keys() | ours.keys() if theirs.get(n) != ours.get(n)}
    named = {theirs[n] for n in either if _NAME.fullmatch(theirs.get(n, ""))}
    usable = judge.usable(named | {ours[n] for n in either if n in theirs and n in ours})
    both = [(theirs[n], ours[n]) for n in either if n in theirs and n in ours]
    same = judge.same([pair for pair in both if usable.issuperset(pair)])
    found = []
    for name in sorted(theirs.keys() | ours.keys()):
        hip, own = theirs.get(name, ""), ours.get(name, "")
        library = _library(name, tables)
        word = _word(hip, own, usable, same)
        if not own and library in _WITHOUT_TABLE:
            word = "theirs alone, a library without a table"
        elif word == "differ, only theirs compiles" and not judge.has(tables.names[name.encode()]):
            word = "differ, porter's header is not installed"
        found.append(Verdict(name, library, hip, own, word))
    return found


def _word(theirs: str, ours: str, usable: frozenset[str], same: frozenset[tuple[str, str]]) -> str:
    if theirs == ours:
        return "agree"
    if not theirs:
        return "porter's alone"
    if not ours:
        return "theirs alone, usable" if theirs in usable else "theirs alone, not in ROCm's headers"
    if theirs not in usable:
        return "differ, only porter's compiles" if ours in usable else "differ, neither compiles"
    if ours not in usable:
        return "differ, only theirs compiles"
    return "differ, one and the same" if (theirs, ours) in same else "differ, both compile"


def _library(name: str, tables: Tables) -> str:
    row = tables.names.get(name.encode()) or tables.unmapped.get(name.encode())
    if row is not None:
        return row.library
    return next((lib for start, lib in _FAMILIES if re.match(start, name)), "other")


def summary(verdicts: Sequence[Verdict], torch: str, rocm: str) -> Iterator[str]:
    """Yield the tables of numbers."""
    words = sorted({v.word for v in verdicts if v.word != "agree"})
    by_library: dict[str, Counter[str]] = defaultdict(Counter)
    for verdict in verdicts:
        by_library[verdict.library][verdict.word] += 1
    mapped = [v for v in verdicts if v.ours]
    kept = sum(v.ours == v.cuda for v in mapped)
    yield (
        f"`torch.utils.hipify` of PyTorch {torch}: {sum(bool(v.theirs) for v in verdicts)} names; "
        f"porter: {len(mapped)}, of which {kept} keep their name; compiled against ROCm {rocm}."
    )
    yield ""
    yield "| library | porter maps | hipify maps | agree | " + " | ".join(words) + " |"
    yield "|---|" + "--:|" * (3 + len(words))
    total: Counter[str] = Counter()
    for library, counts in [*sorted(by_library.items()), ("all", total)]:
        mine = [v for v in verdicts if library in (v.library, "all")]
        if library != "all":
            total.update(counts)
        cells = [
            sum(bool(v.ours) for v in mine),
            sum(bool(v.theirs) for v in mine),
            counts["agree"],
            *(counts[word] for word in words),
        ]
        yield f"| {library} | " + " | ".join(map(str, cells)) + " |"


def names(verdicts: Sequence[Verdict], tables: Tables) -> Iterator[str]:
    """Yield a page with every name on which the two differ, by what was found."""
    yield "# Names on which porter and torch.utils.hipify differ"
    yield ""
    yield "`python -m benchmarks.tables --names` makes this page; benchmarks.md has the numbers."
    groups: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        if verdict.word not in ("agree", "porter's alone"):
            groups[verdict.word].append(verdict)
    for word, group in sorted(groups.items()):
        yield f"\n## {word[0].upper()}{word[1:]}: {len(group)}\n"
        yield "| CUDA | hipify | porter | porter's reason or proof |"
        yield "|---|---|---|---|"
        for one in group:
            own = f"`{one.ours}`" if one.ours else ""
            yield f"| `{one.cuda}` | `{one.theirs}` | {own} | {_reason(one, tables)} |"


def _reason(verdict: Verdict, tables: Tables) -> str:
    row = tables.names.get(verdict.cuda.encode())
    if row is not None:
        return " ".join(filter(None, (row.proof, row.differs))).replace("|", "\\|")
    unmapped = tables.unmapped.get(verdict.cuda.encode())
    if unmapped is not None:
        return unmapped.reason.replace("|", "\\|")
    return "in none of the CUDA headers that were read (11.8 to 13.0)"


def main(arguments: Sequence[str]) -> None:
    """Print the summary, or every name with `--names`."""
    tables = load()
    torch, theirs = mapping()
    judge = Judge()
    verdicts = compare(tables, theirs, judge)
    whole = "--names" in arguments
    lines = names(verdicts, tables) if whole else summary(verdicts, torch, judge.rocm)
    print("\n".join(lines))


if __name__ == "__main__":
    main(sys.argv[1:])
