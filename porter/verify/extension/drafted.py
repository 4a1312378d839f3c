"""Cases for a project whose porter.toml names none: drafted from what its code checks."""

from __future__ import annotations

from dataclasses import replace

from porter.errors import PorterError
from porter.files.digests import digest_of
from porter.files.home import porter_home
from porter.files.write import write_atomically
from porter.project.settings.settings import ProjectSettings
from porter.verify.drafting.draft import draft
from porter.verify.drafting.writing import file_name

NOTE = "cases are drafted from what the code checks; `porter new cases` writes them to go on from"
#: At how many points each drafted case runs.
_POINTS = 12


def drafted(project: ProjectSettings) -> ProjectSettings | None:
    """Return a project with drafted cases; None where it names cases, or binds nothing to Python.

    The file lies in porter's own folder, by its content: neither the tree nor the port is written
    to.
    """
    names_cases = project.programs or project.kernels or project.cases
    if names_cases or not project.upstream.is_dir() or not project.port.is_dir():
        return None
    try:
        made = draft(project.upstream, _POINTS, is_asked=False)
    except PorterError:  # it binds nothing
        return None
    if not made.cases:
        return None
    text = made.text.encode()
    path = porter_home() / "drafts" / digest_of(text) / file_name(project.upstream)
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text)
    return replace(project, cases=path)
