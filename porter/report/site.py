"""The pages of the documentation site: docs/ as it is, and references made from the sources.

python -m porter.report.site docs build/site-pages
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from porter.cli import group
from porter.derive.explain import lines
from porter.files.write import write_atomically
from porter.options import Options
from porter.tables.names import HeaderRow, MarkRow, Row, UnmappedRow, tables_of

_AnyRow = Row | HeaderRow | UnmappedRow | MarkRow
#: What a page of a library is called where a row names none.
_NO_LIBRARY = "headers"
_HEAD = "---\nhide:\n  - toc\n---\n"


def pages() -> dict[str, str]:
    """Return the name and text of every page that is made."""
    return {"reference/commands.md": commands(), **names()}


def names() -> dict[str, str]:
    """Return a page for each library of CUDA's, on which every name has an anchor."""
    by_library: dict[str, dict[bytes, _AnyRow]] = {}
    tables = tables_of(Options())
    every: Iterable[_AnyRow] = (
        *tables.names.values(),
        *tables.unmapped.values(),
        *tables.headers.values(),
        *tables.marks.values(),
    )
    for row in every:
        library = getattr(row, "library", "") or _NO_LIBRARY
        by_library.setdefault(library, {}).setdefault(row.cuda, row)
    made = {f"reference/{library}.md": _page(library, rows) for library, rows in by_library.items()}
    index = [
        f"- [{library}]({library}.md): {len(rows)} names" for library, rows in by_library.items()
    ]
    head = "# What becomes of a CUDA name\n\nSearch for it, or open its library.\n\n"
    return made | {"reference/index.md": head + "\n".join(sorted(index)) + "\n"}


def anchor(name: bytes) -> str:
    """Return the anchor of a name on its page."""
    return name.decode("latin-1").replace("::", ".").replace("/", "-").replace(" ", "-")


def _page(library: str, rows: dict[bytes, _AnyRow]) -> str:
    parts = [f"{_HEAD}# {library}\n"]
    for name in sorted(rows):
        text = "\n".join(f"    {line}" for line in lines(rows[name]))
        parts.append(f"### `{name.decode('latin-1')}` {{ #{anchor(name)} }}\n\n{text}\n")
    return "\n".join(parts)


def commands() -> str:
    """Return the reference of the command line, made from the commands themselves."""
    return "# Commands\n\n" + "\n".join(_commands(group, "porter"))


def _commands(command: click.Command, path: str) -> Iterator[str]:
    with click.Context(command, info_name=path) as context:
        if command is not group:
            text = command.get_help(context)
            yield f"## {path}\n\n```text\n{text}\n```\n"
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                inner = command.get_command(context, name)
                if inner is not None:
                    yield from _commands(inner, f"{path} {name}")


def main() -> None:
    """Write all pages below the folder that is given."""
    source, folder = Path(sys.argv[1]), Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, folder)
    for name, text in pages().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / name, text.encode())


if __name__ == "__main__":
    main()
