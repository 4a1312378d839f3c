"""Converts one file of a project: reads it, collects its facts, runs the rules."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from porter.convert.context import prepare
from porter.convert.engine import convert_file
from porter.convert.result import EncodedFacts, FileResult, Inputs
from porter.convert.selection import Select, known_names
from porter.convert.single import converter
from porter.convert.specimen import SPECIMEN
from porter.errors import described
from porter.files.digests import digest_of
from porter.files.regular import read_regular
from porter.files.signatures import Signature, signature, unless_racily_clean
from porter.fixers import Rule
from porter.fixers.registry import load_all
from porter.options import Options
from porter.project import facts as project_facts
from porter.project.discover import Entry
from porter.project.file_view import FileView, FileViews
from porter.source import SourceFile
from porter.source.cpp.definitions import KnownNames
from porter.source.text.encoding import narrowed, refusal
from porter.source.text.languages import DEVICE_SUFFIXES, WITH_COMMANDS, Language
from porter.tables.names import tables_of

if TYPE_CHECKING:
    from porter.fixers.conversion import Convert


class Job(NamedTuple):
    """One file to convert.

    Attributes:
        entry: the file.
        view: what it sees of its project; None before all files have been read.
        before: what an earlier look at the file gave, where there was one.
    """

    entry: Entry
    view: FileView | None = None
    before: FileResult | None = None


class FileConverter:
    """Reads and converts files; what the processes of a pool run.

    Args:
        root: the project's folder.
        options: the user's choices.
        views: makes the files' views of the project.
        select: the rules of the target.
    """

    def __init__(self, root: Path, options: Options, views: FileViews, select: Select) -> None:
        self._root = root
        self._options = options
        self._views = views
        self._select = select

    @cached_property
    def _rules(self) -> tuple[Rule, ...]:
        return self._select(self._options)

    @cached_property
    def _convert_text(self) -> Convert:
        return converter(self._select)

    def warm_up(self, *, all_rules: bool) -> None:
        """Load what every file needs.

        Args:
            all_rules: load the code of all rules, too, and what they look up, so that forked
                processes have it.

        Raises:
            PorterError: a table is damaged.
        """
        known_names(tables_of(self._options))
        if all_rules:
            load_all()
            self.convert_data(Entry("specimen.cu", Language.CUDA), SPECIMEN)

    def convert(self, job: Job) -> FileResult:
        """Read and convert one file."""
        entry = job.entry
        path = self._root / entry.path
        try:
            found = unless_racily_clean(signature(path))
            data = read_regular(path)
        except OSError as error:
            return FileResult(entry.path, reason=f"cannot be read: {error.strerror or error}")
        try:
            return self.convert_data(entry, data, found, job.view, job.before, may_wait=True)
        except Exception as error:  # a bug must not cost the other files
            return FileResult(entry.path, reason=f"porter failed on it: {described(error)}")

    def convert_data(
        self,
        entry: Entry,
        data: bytes,
        found: Signature | None = None,
        view: FileView | None = None,
        before: FileResult | None = None,
        *,
        may_wait: bool = False,
    ) -> FileResult:
        """Convert the bytes of one file.

        Args:
            entry: the file.
            data: its bytes.
            found: its signature, where it lies on disk.
            view: what it sees of its project; by default, of a project without other files.
            before: what an earlier look at the file gave.
            may_wait: where the view is not known and rules will have much to say about the file,
                only collect its facts.
        """
        digest = digest_of(data)
        language = entry.language
        known = known_names(tables_of(self._options))
        if reason := refusal(data):
            # A text for people may be in any encoding, and what has nothing to convert.
            if language not in WITH_COMMANDS and _may_speak_of_cuda(entry.path, data, known):
                return FileResult(entry.path, digest, reason)
            language = Language.OTHER
        file = SourceFile(entry.path, data, language, root=self._root)
        if before is not None and before.digest == digest and before.inputs.facts is not None:
            facts = project_facts.Facts.decode(before.inputs.facts.text)
        else:
            facts = project_facts.facts_of(file, known)
        if view is None:
            if may_wait and known.speaks_of_cuda(file.names):
                inputs = Inputs(found, facts=EncodedFacts.of(facts))
                return FileResult(entry.path, digest, inputs=inputs)
            view = self._views.isolated(entry.path, facts)
        context = prepare(file, facts, view, self._options, self._convert_text)
        conversion = convert_file(file, context, self._rules)
        inputs = Inputs(
            found,
            view.digest,
            file.depends_on_tree,
            file.installed_headers,
            EncodedFacts.of(facts),
            tuple(sorted(file.beside)),
        )
        return FileResult.of(conversion, digest, inputs)

    def crashed(self, job: Job) -> FileResult:
        """Return the result of a file on which a worker died."""
        return FileResult(job.entry.path, reason="porter's worker died while converting it")


def _may_speak_of_cuda(path: str, data: bytes, known: KnownNames) -> bool:
    """Tell whether a file that no compiler reads may hold CUDA code: what is UTF-16 is read."""
    text = narrowed(data)
    if text is data or path.endswith(tuple(DEVICE_SUFFIXES)):
        return True
    return known.speaks_of_cuda(SourceFile(path, text, Language.CUDA).names)
