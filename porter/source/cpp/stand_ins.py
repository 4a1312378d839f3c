"""Where a file declares a name itself, as stand-ins for builds without CUDA do.

What stands in for CUDA's own is converted with the rest, and may be given HIP's name. It cannot be
given a qualified one: `struct porter::double4 { … };` declares nothing.
"""

from __future__ import annotations

import re

from porter.source.file import SourceFile
from porter.source.text.trees import TooLargeToParse

_TAG = re.compile(rb"\b(?:struct|class|union|enum)\b")
_ENDS = (b"{", b":", b";")


def is_own_name(file: SourceFile, start: int, end: int) -> bool:
    """Tell whether the name at an offset is that of a type, function or number declared there."""
    code = file.code
    after = file.next(end)
    follows = code[after : after + 1]
    last = file.previous(start)
    before = code[last : last + 1] if last >= 0 else b""
    if follows in _ENDS and code[after : after + 2] != b"::":
        if _ends_in_tag(code[file.statement_start(start) : start]):
            return True
        if before == b"}" and follows == b";":  # typedef struct { … } NAME;
            return True
    if follows == b"(" and (before.isalnum() or before in (b"_", b"*", b"&", b">", b")")):
        call = file.call_at(start, end)
        if call is not None:
            behind = file.next(call.close + 1)
            return code[behind : behind + 1] == b"{"
    return before in (b"{", b",") and follows in (b"=", b",", b"}") and _is_enumerator(file, start)


def _ends_in_tag(head: bytes) -> bool:
    """Tell whether a type's keyword stands in front, with attributes or macros at most between."""
    tags = list(_TAG.finditer(head))
    between = head[tags[-1].end() :] if tags else b""
    return bool(tags) and b":" not in between and between.count(b"(") == between.count(b")")


def _is_enumerator(file: SourceFile, start: int) -> bool:
    try:
        node = file.tree.root_node.descendant_for_byte_range(start, start + 1)
    except TooLargeToParse:
        return False
    return node is not None and node.parent is not None and node.parent.type == "enumerator"
