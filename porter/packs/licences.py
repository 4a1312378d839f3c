"""Finds copyright and licence texts, which are never changed."""

from __future__ import annotations

import re
from collections.abc import Iterator

#: A line that says whose the work is.
_NOTICE = re.compile(
    rb"(?<![\w-])SPDX-[\w-]++:|Copyright[ \t]*(?:\(c\)|\xc2\xa9|&copy;|[0-9]{4})"
    rb"|\xc2\xa9[ \t]*[0-9]{4}|All rights reserved",
    re.IGNORECASE,
)
#: Sentences of licences in wide use; the whole paragraph belongs to them.
_SENTENCE = re.compile(
    rb"Permission is hereby granted|Permission to use, copy, modify"
    rb"|above copyright notice|THE SOFTWARE IS PROVIDED|THIS SOFTWARE IS PROVIDED"
    rb"|Redistribution and use in source|Neither the names? of"
    rb"|Licensed under the|Unless required by applicable law|You may obtain a copy of the License"
    rb"|GNU (?:Lesser )?General Public License|Mozilla Public License",
    re.IGNORECASE,
)
#: What a comment's line starts with, in any language.
_LEADER = re.compile(rb"[ \t]*(?:#+|//+!?|/\*+|\*+(?!/)|--|;+|%+|\.\.|REM\b)?")
#: Files that hold nothing but such words.
_FILES = re.compile(
    r"(?:LICEN[CS]ES?|COPYING|COPYRIGHT|NOTICE|PATENTS|ThirdPartyNotices)"
    r"(?:[._-][\w.-]*)?(?:\.(?:txt|md|rst))?",
    re.IGNORECASE,
)
_CODE = re.compile(r"\.(?:py|pyi|c|cc|cpp|cu|cuh|h|hpp|hip|sh|cmake|json|toml|ya?ml|js|ts)\Z")


def is_licence(path: str) -> bool:
    """Tell whether the file called `path` is the text of a licence."""
    name = path.rpartition("/")[2]
    return _FILES.fullmatch(name) is not None and _CODE.search(name) is None


def licence_spans(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the spans of copyright notices and of paragraphs of licences, in order."""
    found = [
        (data.rfind(b"\n", 0, match.start()) + 1, _line_end(data, match.end()))
        for match in _NOTICE.finditer(data)
    ]
    found += [_paragraph(data, match.start()) for match in _SENTENCE.finditer(data)]
    done = 0
    for start, end in sorted(found):
        if end > done:
            yield max(start, done), end
            done = end


def _paragraph(data: bytes, offset: int) -> tuple[int, int]:
    """Return the span of the lines around `offset` that are of one comment and hold text."""
    start = data.rfind(b"\n", 0, offset) + 1
    end = _line_end(data, offset)
    leader = _kind(data[start:end])
    while start:
        above = data.rfind(b"\n", 0, start - 1) + 1
        if not _continues(data[above : start - 1], leader):
            break
        start = above
    while end < len(data):
        below = _line_end(data, end + 1)
        if not _continues(data[end + 1 : below], leader):
            break
        end = below
    return start, end


def _continues(line: bytes, leader: bytes) -> bool:
    match = _LEADER.match(line)
    assert match is not None
    return _kind(line) == leader and bool(line[match.end() :].strip(b" \t\r*/"))


def _kind(line: bytes) -> bytes:
    """Return the first character of what starts a line of comment, empty for none."""
    match = _LEADER.match(line)
    assert match is not None
    return match.group().strip()[:1]


def _line_end(data: bytes, offset: int) -> int:
    end = data.find(b"\n", offset)
    return len(data) if end < 0 else end
