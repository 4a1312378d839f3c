"""Cases for a project whose porter.toml names none: drafted from what its code checks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from porter.errors import PorterError
from porter.files.digests import digest_of
from porter.files.home import porter_home
from porter.files.write import write_atomically
from porter.project.settings.settings import ProjectSettings
from porter.verify.drafting.draft import draft_of
from porter.verify.drafting.draft_of_library import Draft
from porter.verify.drafting.writing import file_name
from porter.verify.upstream import once, tree_of

NOTE = "cases are drafted from what the code checks; `porter new cases` writes them to go on from"
#: At how many points each drafted case runs.
_POINTS = 12


def drafted(project: ProjectSettings) -> list[ProjectSettings]:
    """Return a project with drafted cases, once for each script that builds another extension.

    There is none where the project names cases, or binds nothing to Python. The files lie in
    porter's own folder, by their content: neither the tree nor the port is written to.
    """
    if not project.port.is_dir():
        return []
    return [_with(project, made) for made in _drafts(project) if made.cases]


def _with(project: ProjectSettings, made: Draft) -> ProjectSettings:
    text = made.text.encode()
    path = porter_home() / "drafts" / digest_of(text) / file_name(project.upstream)
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text)
    return replace(project, cases=path)


def not_drafted(project: ProjectSettings) -> Iterator[str]:
    """Yield what has no drafted case, and why, as lines for people.

    Args:
        project: the project; nothing is drafted for one that names cases.
    """
    left_out = (one for made in _drafts(project) for one in made.left_out)
    yield from (f"not compared: {one}" for one in dict.fromkeys(left_out))


@once
def _drafts(project: ProjectSettings) -> list[Draft]:
    names_cases = project.programs or project.kernels or project.cases
    if names_cases or not project.upstream.is_dir():
        return []
    made: list[Draft] = []
    scripts = [""]
    for script in scripts:
        with suppress(PorterError):  # it binds nothing
            made.append(draft_of(tree_of(project), _POINTS, is_asked=False, built_by=script))
            scripts += made[-1].others
    return made
