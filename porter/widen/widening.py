"""Widens the kernels of a port: proposes, verifies, keeps what is the same and no slower."""

from __future__ import annotations

import posixpath
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from tempfile import TemporaryDirectory

from porter.compat.headers import SUPPORT_FOLDER, text, with_dependencies
from porter.errors import PorterError
from porter.files.regular import LARGEST_SOURCE, read_regular
from porter.files.write import write_atomically
from porter.project.discover import discover
from porter.project.settings.settings import ProjectSettings
from porter.source.cpp.functions import functions_of
from porter.source.file import SourceFile
from porter.source.text.languages import Language, language_of
from porter.toolchain.discovery import find
from porter.verify.options import Options
from porter.verify.place import Place
from porter.verify.run import Steps
from porter.widen.closure import kernels, uses_warps
from porter.widen.judging import Figures, Judgement, figures, judge
from porter.widen.launches import refuse_odd_blocks
from porter.widen.refusal import Refused
from porter.widen.rewrite import HEADER, Proposal, propose, rewritten
from porter.widen.words import Vocabulary, constants

_NOT_COPIED = shutil.ignore_patterns(".git", ".porter", "__pycache__", "*.o", "*.so")


@dataclass
class Outcome:
    """What became of a kernel.

    Attributes:
        source: its file, relative to the port.
        line: where it is.
        kernel: its name.
        answer: "kept", "refused", "differs", "not run", "slower" or "no gain".
        why: in words, where it was not kept.
        compared: how many comparisons ran it.
        before: architecture -> figures of the port as it is.
        now: architecture -> figures of the widened one.
    """

    source: str
    line: int
    kernel: str
    answer: str
    why: str = ""
    compared: int = 0
    before: dict[str, Figures] = field(default_factory=dict)
    now: dict[str, Figures] = field(default_factory=dict)


@dataclass(frozen=True)
class Widener:
    """Widens the kernels of one port.

    Attributes:
        project: the port and its cases.
        places: where widened kernels are compared with CUDA's side.
        archs: architectures of the static model.
        options: of the comparisons.
        steps: shows progress.
        even_if_slower: keep all that is the same, whatever the model says.
        say: told what is done next.
    """

    project: ProjectSettings
    places: Sequence[Place]
    archs: Sequence[str]
    options: Options
    steps: Steps
    even_if_slower: bool = False
    say: Callable[[str], None] = lambda line: None

    def widen(self, patterns: Sequence[str]) -> tuple[list[Outcome], dict[str, bytes]]:
        """Return what became of each kernel, and the sources that change.

        Args:
            patterns: names of kernels, with `*`; empty for all that use warps.

        Raises:
            PorterError: the port as it is does not compile.
        """
        outcomes: list[Outcome] = []
        changed: dict[str, bytes] = {}
        sources = dict(self._sources())
        for path, file in sources.items():
            ours, proposals = self._propose(file, sources, patterns)
            outcomes += ours
            if proposals:
                kept, new = self._choose(file, proposals)
                outcomes += kept
                if new is not None:
                    changed[path] = new
        outcomes.sort(key=lambda one: (one.source, one.line))
        return outcomes, changed

    def _sources(self) -> Iterator[tuple[str, SourceFile]]:
        project = discover(self.project.port)
        for entry in project.entries:
            is_support = SUPPORT_FOLDER in entry.path.split("/")
            if entry.is_link or is_support or language_of(entry.path) is not Language.CUDA:
                continue
            try:
                data = read_regular(self.project.port / entry.path, LARGEST_SOURCE)
            except (OSError, ValueError):
                continue
            yield entry.path, SourceFile(entry.path, data)

    def _propose(
        self, file: SourceFile, sources: Mapping[str, SourceFile], patterns: Sequence[str]
    ) -> tuple[list[Outcome], dict[str, Proposal]]:
        outcomes, proposals = [], {}
        texts = [one.code for one in sources.values()]
        names = frozenset(one.name for other in sources.values() for one in kernels(other))
        words = Vocabulary([file.code, *(one.code for one in included(file, sources))])
        elsewhere = frozenset(_of_others(file, sources, words))
        every = [one.name for one in kernels(file)]
        for kernel in kernels(file):
            name = kernel.name.decode()
            if patterns and not any(fnmatchcase(name, pattern) for pattern in patterns):
                continue
            try:
                if every.count(kernel.name) > 1:
                    raise Refused("several kernels of the file have its name")
                proposal = propose(file, kernel, words, elsewhere)
                refuse_odd_blocks(texts, kernel.name, names)
                rewritten(file, [proposal])
                proposals[name] = proposal
            except Refused as refused:
                why = str(refused)
                if patterns or why != "calls no function of warps":
                    line = file.position(kernel.start)[0]
                    outcomes.append(Outcome(file.path, line, name, "refused", why))
        return outcomes, proposals

    def _choose(
        self, file: SourceFile, proposals: Mapping[str, Proposal]
    ) -> tuple[list[Outcome], bytes | None]:
        """Return what becomes of a file's proposals, and the file with those that are kept."""
        self.say(f"{file.path}: the port as it is")
        if wrong := self._judged(file, list(proposals), None).differences:
            why = f"the port as it is differs from CUDA's side: {wrong[0].label.short}"
            return [self._outcome(file, name, one, "refused", why)
                    for name, one in proposals.items()], None  # fmt: skip
        toolchain = find(archs=self.archs)
        with TemporaryDirectory(prefix="porter-widen-") as folder:
            before = figures(self.project.port, file.path, self.archs, toolchain,
                             Path(folder) / "before")  # fmt: skip
            outcomes, same = [], {}
            for name, how in self._same(file, proposals):
                one = self._outcome(file, name, proposals[name], *how)
                outcomes.append(one)
                if how[0] == "same":
                    same[name] = one
            if same:
                with self._copy(rewritten(file, [proposals[n] for n in same]), file) as copy:
                    now = figures(copy, file.path, self.archs, toolchain, Path(folder) / "now")
                for one in same.values():
                    self._weigh(one, before, now)
        kept = [name for name, one in same.items() if one.answer == "kept"]
        if not kept:
            return outcomes, None
        new = rewritten(file, [proposals[name] for name in kept])
        if len(kept) < len(proposals):
            self.say(f"{file.path}: what is kept, together")
            if wrong := self._judged(file, kept, new).differences:
                raise PorterError(f"kept kernels differ together: {wrong[0].label.short}")
        return outcomes, new

    def _same(
        self, file: SourceFile, proposals: Mapping[str, Proposal]
    ) -> Iterator[tuple[str, tuple[str, str, int]]]:
        """Yield each kernel with "same", "differs" or "not run", in words, and how often it ran."""
        names = list(proposals)
        self.say(f"{file.path}: {', '.join(names)}")
        together = self._judged(file, names, rewritten(file, [*proposals.values()]))
        for name in names:
            judged = together
            if together.differences:
                if len(names) > 1:
                    self.say(f"{file.path}: {name}")
                    judged = self._judged(file, [name], rewritten(file, [proposals[name]]))
                if judged.differences:
                    wrong = judged.differences[0]
                    said = wrong.problem or "; ".join(map(str, wrong.differences[:1]))
                    yield name, ("differs", f"{wrong.label.short}: {said}", 0)
                    continue
            ran = judged.ran(name)
            yield name, ("same", "", ran) if ran else ("not run", "no case runs it", 0)

    def _judged(self, file: SourceFile, names: Sequence[str], new: bytes | None) -> Judgement:
        if new is None:
            return judge(self.project, self.project.port, file.path, names, self.places,
                         self.options, self.steps)  # fmt: skip
        with self._copy(new, file) as copy:
            return judge(
                self.project, copy, file.path, names, self.places, self.options, self.steps
            )

    @contextmanager
    def _copy(self, new: bytes, file: SourceFile) -> Iterator[Path]:
        with TemporaryDirectory(prefix="porter-widen-") as folder:
            copy = Path(folder) / self.project.port.name
            shutil.copytree(self.project.port, copy, ignore=_NOT_COPIED, symlinks=True)
            write(copy, {file.path: new})
            yield copy

    def _weigh(
        self,
        one: Outcome,
        before: Mapping[tuple[str, str], Figures],
        now: Mapping[tuple[str, str], Figures],
    ) -> None:
        """Put the model's figures into an outcome, and what follows from them."""
        better = False
        one.answer = "kept"
        for arch in self.archs:
            key = (one.kernel, arch)
            if key not in before or key not in now:
                continue
            one.before[arch], one.now[arch] = before[key], now[key]
            better |= now[key].better(before[key])
            if (worse := now[key].worse(before[key])) and one.answer == "kept":
                one.answer, one.why = "slower", f"{arch}: {worse}"
        if one.answer == "kept" and not better:
            one.answer, one.why = "no gain", "the model sees no gain"
        if self.even_if_slower:
            one.answer, one.why = "kept", ""

    def _outcome(
        self, file: SourceFile, name: str, one: Proposal, answer: str, why: str, ran: int = 0
    ) -> Outcome:
        line = file.position(one.closure.kernel.start)[0]
        return Outcome(file.path, line, name, answer, why, ran)


def included(file: SourceFile, sources: Mapping[str, SourceFile]) -> list[SourceFile]:
    """Return the files of a port that a file includes, at any depth."""
    found: dict[str, SourceFile] = {}
    waiting = [file]
    while waiting:
        here = waiting.pop()
        for one in here.includes:
            name = one.path.decode(errors="replace")
            beside = posixpath.normpath(posixpath.join(posixpath.dirname(here.path), name))
            ends = [p for p in sources if p in (beside, name) or p.endswith(f"/{name}")]
            for path in ends:
                if path not in found and path != file.path:
                    found[path] = sources[path]
                    waiting.append(sources[path])
    return list(found.values())


def write(port: Path, changed: Mapping[str, bytes]) -> list[str]:
    """Write widened sources and the headers that they include; return what was written."""
    written = []
    for name in with_dependencies([HEADER]):
        path = port / SUPPORT_FOLDER / name
        if not path.exists():
            write_atomically(path, text(name))
            written.append(f"{SUPPORT_FOLDER}/{name}")
    for source, data in changed.items():
        write_atomically(port / source, data)
        written.append(source)
    return written


def _of_others(
    file: SourceFile, sources: Mapping[str, SourceFile], words: Vocabulary
) -> Iterator[bytes]:
    """Yield what other files of the port have that counts warps: functions and constants."""
    for path, other in sources.items():
        if path == file.path:
            continue
        for function in functions_of(other):
            if function.name and uses_warps(other, function) and path.endswith(_HEADERS):
                yield function.name
        for one in constants(other.code):
            counts = words.size_name.search(one.value) or b"/ 32" in one.value
            if counts and path.endswith(_HEADERS):
                yield one.name


_HEADERS = (".h", ".hpp", ".cuh", ".hh", ".inl", ".inc")
