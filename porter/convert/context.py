"""Everything a rule may know about a file, put together from its facts and surroundings."""

from __future__ import annotations

from porter.fixers import Context
from porter.options import Options
from porter.project.environment import Environment
from porter.project.facts import Facts
from porter.project.ownership import own_places, wholly_own
from porter.source.file import SourceFile
from porter.tables.names import tables_of


def prepare(file: SourceFile, facts: Facts, environment: Environment, options: Options) -> Context:
    """Mark in `file` what is the project's own, and return the context of its conversion."""
    if environment.seen:
        file.own = own_places(file, environment.seen, facts.definitions)
    return Context(
        options,
        tables_of(options),
        wholly_own(environment.seen),
        environment.headers,
        definitions=facts.definitions,
        included=tuple(one for one in environment.seen if one.path),
        renamed=environment.renamed,
    )
