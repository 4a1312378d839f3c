"""Widens the kernels of a port: proposes, verifies, keeps what is the same and no slower."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from tempfile import TemporaryDirectory

from porter.errors import PorterError
from porter.project.settings.settings import ProjectSettings
from porter.source.file import SourceFile
from porter.toolchain.discovery import find
from porter.verify.options import Options
from porter.verify.place import Place
from porter.verify.run import Steps
from porter.verify.verdict import Verdict
from porter.widen.blocks import refuse_odd_blocks
from porter.widen.closure import kernels
from porter.widen.judging import Comparison, Figures, Judgement, figures, judge
from porter.widen.memory import watched
from porter.widen.refusal import Refused
from porter.widen.rewrite import Proposal, propose, rewritten
from porter.widen.sources import included, of_others, sources_of, write
from porter.widen.words import Vocabulary

#: Warps that a wavefront of 64 holds.
_WARPS = 2
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
        sources = dict(sources_of(self.project.port))
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

    def _propose(
        self, file: SourceFile, sources: Mapping[str, SourceFile], patterns: Sequence[str]
    ) -> tuple[list[Outcome], dict[str, Proposal]]:
        outcomes, proposals = [], {}
        words = Vocabulary([file.code, *(one.code for one in included(file, sources))])
        elsewhere = frozenset(of_others(file, sources, words))
        every = [one.name for one in kernels(file)]
        for kernel in kernels(file):
            name = kernel.name.decode()
            if patterns and not any(fnmatchcase(name, pattern) for pattern in patterns):
                continue
            try:
                if every.count(kernel.name) > 1:
                    raise Refused("several kernels of the file have its name")
                proposal = propose(file, kernel, words, elsewhere)
                refuse_odd_blocks(sources.values(), name)
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
            why = _as_it_is(wrong)
            return [self._outcome(file, name, one, "refused", why)
                    for name, one in proposals.items()], None  # fmt: skip
        toolchain = find(archs=self.archs)
        with TemporaryDirectory(prefix="porter-widen-") as folder:
            before = {
                turns: figures(self.project.port, file.path, self.archs, toolchain,
                               Path(folder) / "before", turns)
                for turns in {1, *(_WARPS for one in proposals.values() if one.by_rows)}
            }  # fmt: skip
            outcomes, same = [], {}
            for name, how in self._same(file, proposals):
                one = self._outcome(file, name, proposals[name], *how)
                outcomes.append(one)
                if how[0] == "same":
                    same[name] = one
            if same:
                with self._copy(rewritten(file, [proposals[n] for n in same]), file) as copy:
                    now = figures(copy, file.path, self.archs, toolchain, Path(folder) / "now")
                for name, one in same.items():
                    self._weigh(one, before, now, by_rows=proposals[name].by_rows)
        kept = [name for name, one in same.items() if one.answer == "kept"]
        if kept:
            for name, wrong_with in self._wrong_memory(file, proposals, kept):
                same[name].answer, same[name].why, same[name].compared = "differs", wrong_with, 0
                kept.remove(name)
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
                    yield name, ("differs", f"{wrong.label.short}: {_said(wrong)}", 0)
                    continue
            ran = judged.ran(name)
            yield name, ("same", "", ran) if ran else ("not run", "no case runs it", 0)

    def _wrong_memory(
        self, file: SourceFile, proposals: Mapping[str, Proposal], kept: Sequence[str]
    ) -> list[tuple[str, str]]:
        """Return the kernels that use memory wrongly once they are widened, and how."""
        self.say(f"{file.path}: what is kept, with the memory checker")
        with self._copy(rewritten(file, [proposals[name] for name in kept]), file) as copy:
            now = watched(self._comparison(file, kept, copy))
        if not now.faults and not now.unwatched:
            return []
        before = watched(self._comparison(file, kept, self.project.port))
        return [(name, why) for name in kept if (why := now.of(name, before))]

    def _judged(self, file: SourceFile, names: Sequence[str], new: bytes | None) -> Judgement:
        if new is None:
            return judge(self._comparison(file, names, self.project.port), self.steps)
        with self._copy(new, file) as copy:
            return judge(self._comparison(file, names, copy), self.steps)

    def _comparison(self, file: SourceFile, names: Sequence[str], port: Path) -> Comparison:
        return Comparison(
            self.project, port, file.path, tuple(names), tuple(self.places), self.options
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
        before: Mapping[int, Mapping[tuple[str, str], Figures]],
        now: Mapping[tuple[str, str], Figures],
        *,
        by_rows: bool,
    ) -> None:
        """Put the model's figures into an outcome, and what follows from them.

        A row that all lanes of a wavefront take needs half as many turns of its loops, once for
        each of the wavefront's warps: so one turn now stands for two before.
        """
        better = False
        one.answer = "kept"
        for arch in self.archs:
            key = (one.kernel, arch)
            is_wide = arch.startswith("gfx9")
            old = before[_WARPS if by_rows and is_wide else 1].get(key)
            if old is None or key not in now:
                continue
            one.before[arch], one.now[arch] = old, now[key]
            better |= now[key].better(old)
            if (worse := now[key].worse(old)) and one.answer == "kept":
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


def _as_it_is(wrong: Sequence[Verdict]) -> str:
    """Say why nothing is proposed where the port as it is is not the same."""
    first = next((one for one in wrong if one.is_compared), wrong[0])
    what = "differs from CUDA's side" if first.is_compared else "could not be compared"
    return f"the port as it is {what}: {first.label.short}: {_said(first)}"


def _said(wrong: Verdict) -> str:
    """Say in a line why a comparison did not pass."""
    if wrong.problem or not wrong.differences:
        return wrong.problem.partition("\n")[0]
    first = wrong.differences[0]
    return ": ".join(filter(None, (first.place, first.reason)))
