"""Follow the new names of files wherever the project speaks of them.

## What it does
With `--rename`, where `.cu` becomes `.hip` and `.cuh` becomes `.hip.hpp`, it renames the files in
inclusions, and in CMake, Makefiles, Python (setup.py), MANIFEST.in, pyproject.toml, Meson and
Bazel files, patterns such as `src/*.cu` among them; in scripts and README files in command lines.

## Why
A file that nobody finds is not part of the build.

## What it leaves alone
Files that are not the project's, or are not renamed since they are vendored; comments. Strings in
C++ are never changed: one that names a renamed file, for a compiler at run time perhaps, is
reported. So is a bare suffix (`endswith(".cu")`, `.cu.o:`), since what it selects cannot be told.

## References
Manuals of GNU make (pattern rules), CMake (`file(GLOB)`) and setuptools (MANIFEST.in).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from porter.fixers import Context, Example, Rule, When
from porter.options import Options
from porter.project.renaming import SUFFIXES, renamed
from porter.source import SourceFile
from porter.source.scripts.regions import command_spans
from porter.source.text import lexer
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import WITH_COMMANDS, Language
from porter.source.text.spans import Span, holds, merged

rule = Rule(
    "BLD25",
    "file-names",
    languages=(
        Language.CUDA,
        Language.CMAKE,
        Language.MAKE,
        Language.PYTHON,
        Language.BUILD,
        *WITH_COMMANDS,
    ),
    when=When(rename=True),
)

_RENAME = Options(rename=True)
_HELD = rb"\$?\{[^{}\s]*+\}|\$\([^()\s]*+\)|\$<[^<>\s]*+>"
#: A path with placeholders, as build descriptions write them, and what is written behind it.
_PATH = re.compile(rb"(?:[\w./+*?%@~\[\]-]|" + _HELD + rb")++")
_HOLDER = re.compile(_HELD)
_SUFFIX = re.compile(rb"\.cuh?(?:\.in)?(?!\w)")
_PLACEHOLDER = re.compile(
    r"\$\{[^{}]*+\}|\$\([^()]*+\)|\$<[^<>]*+>|\{[^{}]*+\}|\[[^\[\]]*+\]|@\w*+@|[*?%]++"
)

EXAMPLES = (
    Example(
        """
        #include "scan.cuh"
        #include <cub/cub.cuh>
        """,
        """
        #include "scan.hip.hpp"
        #include <cub/cub.cuh>
        """,
        options=_RENAME,
        files=("scan.cuh",),
        title="inclusions of the project's own files",
    ),
    Example(
        """
        file(GLOB K src/*.cu)  # all .cu files
        add_library(a ${DIR}/a.cu other.cu)
        """,
        """
        file(GLOB K src/*.hip)  # all .cu files
        add_library(a ${DIR}/a.hip other.cu)
        """,
        options=_RENAME,
        path="CMakeLists.txt",
        files=("src/a.cu", "src/b.cu"),
        title="CMake",
    ),
    Example(
        """
        sources = ["csrc/a.cu", os.path.join(here, "b.cu")]
        if name.endswith(".cu"): pass
        """,
        """
        sources = ["csrc/a.hip", os.path.join(here, "b.hip")]
        if name.endswith(".cu"): pass
        """,
        options=_RENAME,
        path="setup.py",
        files=("csrc/a.cu", "csrc/b.cu"),
        findings=("warning",),
        title="setup.py; a bare suffix is reported",
    ),
    Example(
        """
        %.o: %.cu
        \tnvcc -c $<
        """,
        """
        %.o: %.hip
        \tnvcc -c $<
        """,
        options=_RENAME,
        path="Makefile",
        files=("a.cu",),
        title="a pattern rule",
    ),
    Example(
        """
        The kernel is a.cu:

            $ hipcc a.cu -o a
        """,
        """
        The kernel is a.cu:

            $ hipcc a.hip -o a
        """,
        options=_RENAME,
        path="README.md",
        files=("a.cu",),
        title="a command line of a README",
    ),
    Example(
        'compile("kernels/a.cu");\n',
        options=_RENAME,
        files=("kernels/a.cu",),
        findings=("warning",),
        title="a string of a program",
    ),
    Example('#include "scan.cuh"\n', files=("scan.cuh",), title="without --rename"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each mention of a file that is renamed."""
    if file.language is Language.CUDA:
        yield from _inclusions(file, context)
        yield from _strings(file, context)
        return
    comments = merged(
        (start, end)
        for start, end in lexer.comment_and_literal_spans(file.data, file.language)
        if file.data[start] not in b"\"'["
    )
    is_text = file.language in WITH_COMMANDS
    commands = merged(command_spans(file)) if is_text else ()
    for start, end in _paths(file.data, 0, len(file.data)):
        if holds(comments, start) or (is_text and not holds(commands, start)):
            continue
        path = file.data[start:end].decode("utf-8", "surrogateescape")
        if any(path == cuda for cuda, _ in SUFFIXES):
            yield rule.warning(
                (start, end),
                f"{path} may select files that are called otherwise now",
                hint="--rename cannot tell what a bare suffix is for",
            )
        elif _means_any(path, context.renamed):
            new = renamed(path)
            kept = next(cuda for cuda, _ in SUFFIXES if path.endswith(cuda))
            text = new[len(path) - len(kept) :].encode()
            yield rule.replace((end - len(kept), end), text)


def _inclusions(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    for include in file.includes:
        path = include.path.decode("utf-8", "surrogateescape")
        if include.path in context.headers and _is_one_of(path, context.renamed):
            new = renamed(path).encode("utf-8", "surrogateescape")
            yield rule.replace(include.path_span, new)


def _strings(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Report strings that name a renamed file."""
    inclusions = {include.path_start - 1 for include in file.includes}
    for start, end in lexer.comment_and_literal_spans(file.data, file.language):
        if file.data[start] != 0x22 or start in inclusions:
            continue
        for span in _paths(file.data, start, end):
            path = file.data[slice(*span)].decode("utf-8", "surrogateescape")
            if _means_any(path, context.renamed) and not _PLACEHOLDER.search(path):
                yield rule.warning(
                    span,
                    f"a string names {path}, which is called {renamed(path)} now",
                    hint="porter never changes strings of a program",
                )


def _paths(data: bytes, start: int, end: int) -> Iterator[Span]:
    """Yield the spans of paths that end as CUDA's files do."""
    for match in _PATH.finditer(data, start, end):
        if b".cu" in match.group():
            text = _HOLDER.sub(lambda held: b"}" * len(held.group()), match.group())
            ends = [suffix.end() for suffix in _SUFFIX.finditer(text)]
            if ends:
                yield match.start(), match.start() + ends[-1]


def _is_one_of(path: str, files: frozenset[str]) -> bool:
    """Tell whether an inclusion of `path` may mean one of `files`."""
    path = re.sub(r"^(?:\.{1,2}/)+", "", path)
    name = path.rpartition("/")[2]
    return any(f"/{one}".endswith(f"/{path}") for one in _by_name(files).get(name, ()))


@lru_cache(maxsize=4)
def _by_name(files: frozenset[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in files:
        found.setdefault(path.rpartition("/")[2], []).append(path)
    return found


@lru_cache(maxsize=1024)
def _means_any(path: str, files: frozenset[str]) -> bool:
    """Tell whether `path`, which may hold placeholders, means any of `files`."""
    path = re.sub(r"^(?:\.{1,2}/)+", "", path)
    parts = _PLACEHOLDER.split(path)
    parts[-1] = parts[-1].lstrip("/")
    return any(_matches(parts, f"/{one}") for one in files)


def _matches(parts: list[str], file: str) -> bool:
    """Tell whether a file's name ends in the parts, the first from a slash on, in their order."""
    at = 0
    for number, part in enumerate(parts[:-1]):
        found = file.find(part if number else f"/{part}", at)
        if found < 0:
            return False
        at = found + len(part) + (not number)
    last = parts[-1] if len(parts) > 1 else f"/{parts[-1]}"
    return file.endswith(last) and len(file) - len(last) >= at
