"""One file looked at: read, known for what it says about itself, converted."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from porter.convert.cache import LOOKED_AROUND
from porter.convert.context import prepare
from porter.convert.engine import convert
from porter.convert.result import Result
from porter.errors import described
from porter.files.digests import digest_of
from porter.files.regular import read_regular
from porter.files.signatures import Signature, signature, unless_racy
from porter.fixers.fixer import Context
from porter.fixers.registry import load_all, rules
from porter.options import Options
from porter.project import facts as project_facts
from porter.project.discover import Entry
from porter.project.environment import Environment, Surroundings
from porter.project.facts import Facts
from porter.project.includes import IncludeGraph
from porter.project.renaming import plan
from porter.source import SourceFile
from porter.source.cpp.definitions import KnownNames
from porter.source.text.encoding import refusal
from porter.source.text.languages import Language
from porter.tables.names import Tables, load, tables_of


class Job(NamedTuple):
    """One file to read; with an environment when the first guess was wrong."""

    entry: Entry
    environment: Environment | None = None


class Look(NamedTuple):
    """What reading and converting one file gave."""

    path: str
    signature: Signature | None = None
    digest: str = ""
    facts: Facts = project_facts.NOTHING
    environment: str = ""
    result: Result | None = None
    headers: str = ""
    reason: str = ""


class Converter:
    """Reads and converts files; what workers run.

    Args:
        root: the project's folder.
        options: the user's choices.
        surroundings: what the files' environments are made of.
    """

    def __init__(self, root: Path, options: Options, surroundings: Surroundings) -> None:
        self._root = root
        self._options = options
        self._surroundings = surroundings

    def warm_up(self, *, all_rules: bool) -> None:
        """Load what every file needs.

        Args:
            all_rules: load the code of all rules, too, so that forked processes have it.

        Raises:
            PorterError: a table is damaged.
        """
        known_names(tables_of(self._options))
        if all_rules:
            load_all()

    def look(self, job: Job) -> Look:
        """Read and convert one file."""
        entry = job.entry
        path = self._root / entry.path
        try:
            found = unless_racy(signature(path))
            data = read_regular(path)
        except OSError as error:
            return Look(entry.path, reason=f"cannot be read: {error.strerror or error}")
        try:
            return self.look_at(entry, data, found, job.environment)
        except Exception as error:  # a bug must not cost the other files
            return Look(entry.path, reason=f"porter failed on it: {described(error)}")

    def look_at(
        self,
        entry: Entry,
        data: bytes,
        found: Signature | None = None,
        environment: Environment | None = None,
    ) -> Look:
        """Convert the bytes of one file."""
        digest = digest_of(data)
        if reason := refusal(data):
            return Look(entry.path, found, digest, reason=reason)
        file = SourceFile(entry.path, data, entry.language, root=self._root)
        facts = project_facts.facts_of(file, known_names(tables_of(self._options)))
        if environment is None:
            environment = self._surroundings.alone(entry.path, facts)
        context = prepare(file, facts, environment, self._options)
        result = Result.of(file, convert(file, context))
        around = LOOKED_AROUND if file.depends_on_tree else ""
        state, headers = around + environment.digest, file.installed_headers
        return Look(entry.path, found, digest, facts, state, result, headers)

    def lost(self, job: Job) -> Look:
        """Return the answer for a file on which a worker died."""
        return Look(job.entry.path, reason="porter's worker died while converting it")


def stand_alone(
    path: str, data: bytes, language: Language, options: Options, files: tuple[str, ...] = ()
) -> tuple[SourceFile, Context]:
    """Return a file and its context when nothing but the names of its project's files is known.

    Args:
        path: the file, relative to the project's root.
        data: its bytes.
        language: what it is written in.
        options: the user's choices.
        files: other files of the project.
    """
    if options.target != "hip":
        from porter.convert.rename import alone
        from porter.packs.pack import find

        return alone(path, data, language, find(options.target), options)
    paths = (path, *files)
    changed = frozenset(plan(paths, paths)) if options.rename else frozenset()
    tables = tables_of(options)
    surroundings = Surroundings(IncludeGraph(paths), tables.headers, changed)
    file = SourceFile(path, data, language)
    facts = project_facts.facts_of(file, known_names(tables))
    environment = surroundings.alone(path, facts)
    return file, prepare(file, facts, environment, options)


@cache
def known_names(tables: Tables) -> KnownNames:
    """Return the names that mean something to a rule of a conversion by these tables."""
    renamed = tables.renamed
    api = frozenset().union(renamed, tables.unmapped, tables.marks, load("torch").unmapped)
    triggers = frozenset().union(*(rule.head.triggers for rule in rules()))
    language = frozenset(name for name in triggers if _is_of_the_language(name))
    return KnownNames(api, language - api, renamed)


def _is_of_the_language(name: bytes) -> bool:
    """Tell whether a trigger is a function or variable of CUDA's language.

    Namespaces (`at`), keywords, qualifiers (`__host__`) and macros of compilers (`__CUDACC__`) are
    triggers, too, and a project that uses such a word has not taken it for something of its own.
    """
    return name == b"warpSize" or (name.startswith(b"__") and not name.endswith(b"__"))
