"""A port as a series of changes to upstream: CUDA's side stays, HIP's comes beside it.

Each step is about one matter. Until the last, CUDA's build is the only one, and each leaves every
byte that it sees as it was; the last brings the switch that builds HIP's side.
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from porter.compat.headers import SUPPORT_FOLDER
from porter.convert.gates.build_files import can_hold_both, gated_build_file
from porter.convert.gates.code import gated
from porter.errors import PorterError
from porter.files.digests import digest_of
from porter.project.settings.settings import ProjectSettings, Settings
from porter.source import Edit
from porter.source.text.languages import Language, language_of
from porter.sync.edits.hand_edits import added_paths
from porter.sync.lock.lines import FileLine, PortLock
from porter.sync.lock.states import LINK, Content, content_if_any, state_of
from porter.sync.upstream.rules import Rules

if TYPE_CHECKING:
    from porter.convert.result import FileResult

#: Prefix of rules -> what their edits do, in the order of the steps.
_SUBJECTS = {
    "API": "Call HIP's runtime and libraries where CUDA's are called",
    "LNG": "Say for HIP's compiler what only nvcc takes",
    "LCH": "Launch kernels as HIP does",
    "MEM": "Use memory as AMD's processors have it",
    "NUM": "Keep CUDA's numbers",
    "WRP": "Keep warps of 32 lanes on wavefronts of 64",
}
_OTHER = "Convert the rest of the code"
_SUPPORT = "Add the headers that give HIP's side CUDA's meaning"
_BY_HAND = "Change by hand what no rule writes"
_BUILD = "Build HIP's side where it is asked for"
#: What a port says of itself, which is none of upstream's business.
_OF_THE_PORT = re.compile(r"(?:.*/)?(?:README(?:\.porter)?\.md|\.porter/.*)")


class Step(NamedTuple):
    """One change of upstream's tree.

    Attributes:
        subject: a line that says what it is about.
        files: path -> the file before and after, of those that change.
    """

    subject: str
    files: Mapping[str, tuple[Content | None, Content]]


@dataclass(slots=True)
class Series:
    """A port as changes to upstream.

    Attributes:
        steps: in order; each goes on where the one before ended.
        left: path -> why the port's file has no part in it.
    """

    steps: list[Step] = field(default_factory=list)
    left: dict[str, str] = field(default_factory=dict)


def series(settings: Settings, project: ProjectSettings, section: PortLock) -> Series:
    """Return a port as changes to its upstream.

    Args:
        settings: porter.toml.
        project: the port.
        section: what the lock knows of it.

    Raises:
        PorterError: upstream or the port's rules are not those of the last sync, or the port's
            files have other names than upstream's.
    """
    return _Making(settings, project, section).made()


class _Making:
    """Collects what each step does to each file."""

    def __init__(self, settings: Settings, project: ProjectSettings, section: PortLock) -> None:
        self._project, self._section = project, section
        rules = Rules(project, settings.severities)
        if rules.target.name != "hip":
            raise PorterError(
                f"a series keeps CUDA's side, and {project.name} becomes {project.to}",
                path=settings.path,
            )
        self._results = rules.results(project.upstream)
        #: Subject -> path -> the file afterwards.
        self._after: dict[str, dict[str, Content]] = {}
        self._series = Series()

    def made(self) -> Series:
        for line in sorted(self._section.files.values(), key=lambda one: one.path):
            if line.base is not None and not _OF_THE_PORT.fullmatch(line.path):
                self._line(line)
        for path in added_paths(self._project, self._section):
            self._new(path, _BY_HAND)
        now: dict[str, Content] = {}
        for subject in (_SUPPORT, *_SUBJECTS.values(), _OTHER, _BY_HAND, _BUILD):
            changed = {}
            for path, content in self._after.get(subject, {}).items():
                before = now.get(path) or self._upstream(path)
                if before != content:
                    changed[path] = (before, content)
                    now[path] = content
            if changed:
                self._series.steps.append(Step(subject, changed))
        return self._series

    def _line(self, line: FileLine) -> None:
        """Take in one file that the conversion gives."""
        path = line.path
        upstream = self._upstream(line.source or path)
        if upstream is None:
            support = path.startswith(f"{SUPPORT_FOLDER}/") or path.endswith("/hip_extension.py")
            is_support = support or path == "hip_extension.py"
            self._new(path, _SUPPORT if is_support else _BUILD)
            return
        if line.source is not None and line.source != path:
            raise PorterError(
                f"upstream's {line.source} is called {path} in the port",
                path=self._project.port,
                hint="a series needs a port whose files are called as upstream's",
            )
        if line.source is not None and state_of(self._project.upstream / path) != line.upstream:
            raise PorterError(
                f"{path} changed since the last sync",
                path=self._project.upstream,
                hint="run porter sync first",
            )
        port = self._port(path)
        if port is None:
            self._series.left[path] = "the port has none, and upstream keeps its own"
        elif port != upstream and LINK not in (port.kind, upstream.kind):
            self._changed(line, upstream, port)

    def _changed(self, line: FileLine, upstream: Content, port: Content) -> None:
        path, language = line.path, language_of(line.path)
        try:
            if language is Language.CUDA:
                self._code(line, upstream, port)
            elif can_hold_both(path, language):
                made = gated_build_file(language, upstream.data, port.data)
                self._put(_BUILD, path, upstream, made)
            else:
                self._series.left[path] = "no compiler chooses between its sides"
        except ValueError as error:
            self._series.left[path] = f"cannot hold both sides: {error}"

    def _code(self, line: FileLine, upstream: Content, port: Content) -> None:
        """Take in a source: each family's edits with those before, then what people wrote."""
        result = self._results.get(line.path)
        base = upstream.data if result is None else result.apply(upstream.data)
        if line.base is None or digest_of(base) != line.base.digest:
            raise PorterError(
                f"{line.path} is converted differently since the last sync",
                path=self._project.port,
                hint="run porter sync first",
            )
        for subject, edits in _by_subject(result):
            self._put(subject, line.path, upstream, gated(upstream.data, edits))
        if port.data != base:
            edits = list(_line_edits(upstream.data, port.data))
            self._put(_BY_HAND, line.path, upstream, gated(upstream.data, edits))

    def _new(self, path: str, subject: str) -> None:
        """Take in a file that upstream does not have."""
        content = self._port(path)
        if content is not None and not _OF_THE_PORT.fullmatch(path):
            self._after.setdefault(subject, {})[path] = content

    def _put(self, subject: str, path: str, upstream: Content, data: bytes) -> None:
        self._after.setdefault(subject, {})[path] = Content(upstream.kind, data)

    def _upstream(self, path: str) -> Content | None:
        return content_if_any(self._project.upstream / path)

    def _port(self, path: str) -> Content | None:
        return content_if_any(self._project.port / path)


def _by_subject(result: FileResult | None) -> Iterator[tuple[str, list[Edit]]]:
    """Yield each subject with its edits and those of the subjects before, in order of place."""
    if result is None:
        return
    edits = [one.edit for one in result.edits]
    order = list(_SUBJECTS)

    def family(edit: Edit) -> int:
        name = re.sub(r"\d.*", "", edit.rule)
        return order.index(name) if name in order else len(order)

    for number in sorted({family(edit) for edit in edits}):
        subject = [*_SUBJECTS.values(), _OTHER][number]
        yield subject, [edit for edit in edits if family(edit) <= number]


def _line_edits(old: bytes, new: bytes) -> Iterator[Edit]:
    """Yield the edits of whole lines that make `new` of `old`."""
    before, after = (data.decode("latin-1").splitlines(keepends=True) for data in (old, new))
    starts = [0, *itertools.accumulate(len(line) for line in before)]
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for kind, first, last, new_first, new_last in matcher.get_opcodes():
        if kind != "equal":
            text = "".join(after[new_first:new_last]).encode("latin-1")
            yield Edit(starts[first], starts[last], text, "by hand")
