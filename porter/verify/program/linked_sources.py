"""The other sources that a program is linked of, where no build file says so.

Written down for nvcc, or by need: the source of each header that is included, and what defines a
function that is declared and that nothing else of the program defines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import PurePosixPath

from porter.compile.read.written_calls import WrittenCalls
from porter.source.file import SourceFile
from porter.source.text.brackets import closing
from porter.verify.program.source_flags import written_for
from porter.verify.recording.included_files import IncludedFiles

SUFFIXES = (".cu", ".cpp", ".cc", ".cxx", ".c")
#: More sources than these are a project that has a build file, or should.
_MOST = 100
#: A function that others may call, which begins with its line, up to its body.
_DEFINED = re.compile(
    rb"(?m)^(?!(?:typedef|using|static|return|else|if|for|while|switch|do)\b)"
    rb"[A-Za-z_][\w \t*&<>:,]{0,300}+\([^;{}]{0,2000}+\{"
)
#: One that is declared there, and defined elsewhere.
_DECLARED = re.compile(
    rb"(?m)^(?!(?:typedef|using|static|return|else|if|for|while|switch|do)\b)"
    rb"[A-Za-z_][\w \t*&<>:,\"]{0,300}+\([^;{}]{0,2000}+;"
)
_UNNAMED = re.compile(rb"\bnamespace\s*+(?=\{)")
_NAME = re.compile(rb"\b(?!__)((?:[A-Za-z_]\w*+::){0,8}+~?+[A-Za-z_]\w*+)\s*+\(")
#: No functions of a program's own: its beginning, and operators of each class.
_NO_NAMES = frozenset((b"main", b"new", b"delete"))


def linked_sources(
    calls: WrittenCalls,
    source: str,
    others: Mapping[str, SourceFile],
    included: IncludedFiles,
) -> tuple[str, ...]:
    """Return the other sources of a program, sorted.

    Args:
        calls: those of nvcc that are written down in the tree.
        source: what has the `main`, relative to it.
        others: the tree's sources that have none, by path.
        included: finds what they include.
    """
    written = next(
        (one.linked for one in written_for(calls, source) if one.linked is not None), None
    )
    if written is not None:
        return tuple(sorted(written))
    if len(others) > _MOST:
        return ()
    all_defined = {path: _functions(file) for path, file in others.items()}
    of_one = {path: _functions(file, of_templates=False) for path, file in others.items()}
    defined = _defined_once(all_defined)
    found: set[str] = set()
    left = [source]
    while left:
        texts = included.of(left.pop()).texts
        for path in sorted(_by_header(texts, others) | _by_call(texts, defined, found)):
            has_another = any(of_one[path] & of_one[one] for one in found)
            if path not in found and path not in texts and not has_another:
                found.add(path)
                left.append(path)
    return tuple(sorted(found))


def _defined_once(defined: Mapping[str, frozenset[bytes]]) -> dict[str, frozenset[bytes]]:
    """Return the functions that each source alone defines, by its path."""
    times = Counter(name for names in defined.values() for name in names)
    return {
        path: frozenset(one for one in names if times[one] == 1) for path, names in defined.items()
    }


def _by_header(texts: Mapping[str, bytes], others: Mapping[str, SourceFile]) -> set[str]:
    """Return the sources that are called as a header that is included."""
    stems = {PurePosixPath(path).stem for path in texts if not path.endswith(SUFFIXES)}
    return {path for path in others if PurePosixPath(path).stem in stems}


def _by_call(
    texts: Mapping[str, bytes], defined: Mapping[str, frozenset[bytes]], found: set[str]
) -> set[str]:
    """Return the sources that define what is declared, and neither these texts nor `found` do."""
    files = [SourceFile(path, data) for path, data in texts.items()]
    declared = {
        name
        for file in files
        for match in _DECLARED.finditer(file.code)
        for name in _NAME.findall(match[0])[:1]
    }
    here = {name for file in files for name in _functions(file)}
    for path in found:
        here |= defined[path]
    return {path for path, names in defined.items() if names & (declared - here)}


def _functions(file: SourceFile, *, of_templates: bool = True) -> frozenset[bytes]:
    """Return the functions that a file defines for others, as it names them.

    Args:
        file: the file.
        of_templates: templates and members of such, too, which others may define likewise.
    """
    own = [
        (match.start(), closing(file.code, match.end()) or len(file.code))
        for match in _UNNAMED.finditer(file.code)
    ]
    found = (
        (match[0], _NAME.search(match[0]))
        for match in _DEFINED.finditer(file.code)
        if not any(first < match.start() < last for first, last in own)
    )
    return (
        frozenset(
            name[1]
            for text, name in found
            if name is not None and (of_templates or not _is_template(text[: name.start()]))
        )
        - _NO_NAMES
    )


def _is_template(head: bytes) -> bool:
    """Tell whether a function is a template or a member of one, by what is before its name."""
    return head.startswith(b"template") or head.endswith(b">::")
