"""The catalogue of errors: what a message is about, by the part of porter that it comes from."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import NamedTuple

import porter
from porter.errors import PorterError


class Topic(NamedTuple):
    """What errors of one part of porter have in common.

    Attributes:
        id: as `porter explain` takes it.
        title: what they are about.
        parts: folders and modules of porter that such errors come from.
        cause: when they come.
        remedy: what to do.
    """

    id: str
    title: str
    parts: tuple[str, ...]
    cause: str
    remedy: str


TOPICS = (
    Topic(
        "ERR01",
        "The command line",
        ("cli",),
        "An argument names what is not there, or two options exclude each other.",
        "`porter COMMAND --help` lists what a command takes; the hint names what comes nearest.",
    ),
    Topic(
        "ERR02",
        "Sources and the folder of a port",
        ("port", "files", "processes", "project/discover.py"),
        "A source is missing, or the folder for the port holds what porter did not write, lies "
        "in its own source, or is kept by `porter sync`.",
        "Name another folder with `--out`. `--force` overwrites hand edits of a port that porter "
        "wrote; nothing overwrites what it did not.",
    ),
    Topic(
        "ERR03",
        "porter.toml, and what is known of a project",
        ("project", "rule_ids.py", "options.py"),
        "A file of settings is not TOML, has a key or a value that porter does not know, or names "
        "folders outside of its own.",
        "The message has the line. docs/porter-toml.md lists every key; `--allow-outside` lets a "
        "porter.toml that you trust name other folders.",
    ),
    Topic(
        "ERR04",
        "Rules, tables and rule packs",
        ("tables", "packs", "fixers", "convert", "report", "testing.py"),
        "There is no rule, target or pack of that name, or a rule pack is not in order.",
        "`porter explain` lists the rules, docs/rule-packs.md says how a pack is written.",
    ),
    Topic(
        "ERR05",
        "Reading sources",
        ("source", "ptx", "clang"),
        "A text is too large, or too deeply nested, to be parsed.",
        "Leave the file out with `--exclude`, or split it.",
    ),
    Topic(
        "ERR06",
        "Compiling a port",
        ("compile", "machine", "own_build", "tune", "widen"),
        "Nothing says how the port is built, a folder for objects cannot be used, or the port's "
        "own build system is missing.",
        "`porter doctor` says what is installed; docs/build.md says where flags come from.",
    ),
    Topic(
        "ERR07",
        "Compilers, headers and their installation",
        ("toolchain",),
        "A compiler or headers are missing, or cannot be fetched or unpacked.",
        "`porter doctor` says what is missing and what installs it. Without a network, "
        "`porter toolchain import` takes an archive that `porter toolchain export` made elsewhere.",
    ),
    Topic(
        "ERR08",
        "Running code",
        ("execute", "cluster",),
        "A program could not be built for the executor or a GPU, a kernel was stopped, or it ran "
        "out of time.",
        "The message has what the compiler or the kernel said. docs/cpu-executor.md says what the "
        "executor does not have; `--timeout` gives a program longer.",
    ),
    Topic(
        "ERR09",
        "Comparing and recording",
        ("verify", "pytest_plugin.py"),
        "A case is not described in full, its two sides cannot be compared, or a recording is "
        "missing, damaged, or of other sources.",
        "docs/verify.md describes cases. `porter record` makes recordings anew on an NVIDIA GPU; "
        "`--stale-ok` accepts those of sources that have changed.",
    ),
    Topic(
        "ERR10",
        "Keeping a port",
        ("sync", "hook.py"),
        "An earlier sync was not finished, the lock does not fit the port, or git is missing or "
        "says no.",
        "`porter sync --continue` or `--abort` ends an unfinished one; docs/sync.md describes the "
        "lock.",
    ),
    Topic(
        "ERR11",
        "Deriving the tables",
        ("derive",),
        "The vendors' headers cannot be read, or a row of a table does not hold.",
        "`porter toolchain install cuda-headers` brings the headers; docs/tables.md says how rows "
        "are proved.",
    ),
)  # fmt: skip
_PACKAGE = Path(porter.__file__).parent


def topic_of(error: PorterError) -> Topic:
    """Return what an error is about: the part of porter that raised it tells."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.is_relative_to(_PACKAGE):
            found = topic_of_module(path.relative_to(_PACKAGE))
            if found is not None:
                return found
    return TOPICS[0]


def topic_of_module(path: Path) -> Topic | None:
    """Return what errors of a module are about; None where it is in no topic.

    Args:
        path: the module, relative to the package.
    """
    for part in (path, *path.parents):
        found = next((topic for topic in TOPICS if part.as_posix() in topic.parts), None)
        if found is not None:
            return found
    return None


def page(topic: Topic) -> str:
    """Return the page of a topic in Markdown."""
    return (
        f"# {topic.id}: {topic.title}\n\n## When it comes\n{topic.cause}\n\n"
        f"## What to do\n{topic.remedy}\n"
    )


def catalogue() -> str:
    """Return docs/errors.md."""
    head = (
        "# Errors\n\nEvery error that porter reports ends with the id of its topic, such as "
        "`[ERR07]`; `porter explain ERR07` prints what is said here. The first line is what is "
        "wrong, with file and line where there is one; the hint is what to do about that very "
        "error. Exit statuses are told in [exit-status.md](exit-status.md).\n"
    )
    sections = [page(topic).replace("\n## ", "\n### ").replace("# ERR", "## ERR", 1)
                for topic in TOPICS]  # fmt: skip
    return "\n".join([head, *sections])


if __name__ == "__main__":
    import sys

    from porter.files.write import write_atomically

    write_atomically(Path(sys.argv[1]), catalogue().encode())
