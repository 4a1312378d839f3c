"""The form of a cache file: an index in JSON, behind it the longer texts, all of it checked.

Whatever may happen to a file, reading it gives what was written or nothing: a checksum stands in
front, and every value is looked at for its type before anything is made of it. Facts and edits are
JSON already and are parsed when they are asked for only, so they follow the index as they are.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from porter.convert.result import NOTHING_ENCODED
from porter.files.signatures import Signature

if TYPE_CHECKING:
    from porter.convert.result import Encoded

#: Raised when the form of the file changes.
FORMAT = 7


_STRING = r'"(?:[^"\\\n]|\\["\\/bfnrt]|\\u[0-9a-f]{4})*+"'
#: A string of which each character is a byte.
_BYTES = r'"(?:[^"\\\n]|\\["\\/bfnrt]|\\u00[0-9a-f]{2})*+"'
_NUMBER = r"\d{1,15}"
_BOOLEAN = r"(?:true|false)"


def _many(item: str) -> str:
    return rf"\[(?:{item}(?:, (?=[^\]])|(?=\])))*+\]"


def _row(*items: str) -> str:
    return r"\[" + ", ".join(items) + r"\]"


_EDIT = _row(_NUMBER, _NUMBER, _BYTES, _STRING, _STRING, _NUMBER)
_DEFINITION = _row(
    _BYTES,
    _STRING,
    '"(?:file|namespace|class|local)"',
    _many(_BYTES),
    _NUMBER,
    _NUMBER,
    _row(_NUMBER, _NUMBER),
    _BOOLEAN,
)
#: What `porter.convert.result` writes of edits, and `porter.project.facts` of facts.
_EDITS = re.compile(_many(_EDIT))
_FACTS = re.compile(_row(_many(_row(_BYTES, _BOOLEAN)), _many(_BYTES), _many(_DEFINITION)))
_SEVERITIES = frozenset(("error", "warning", "note"))
_TOLD = [str, str, str, str, str, bool, int, int]
_NOTHING: list[list[Any]] = [[], [], []]
_HEAD = [str, str, str, list, list, list, int, list]
_FINDING = [str, str, str, int, int, str, int, str, int, int]


@dataclass(slots=True)
class Known:
    """What is known of one file.

    Attributes:
        signature: of the file that was read; None when it may have changed since, unnoticed.
        digest: of its bytes.
        environment: digest of what else its conversion depended on.
        facts: what it says about itself, as JSON (`porter.project.facts`).
        facts_digest: of that part of the facts that matters to other files.
        defines: it defines a name that means something to a rule.
        result: everything but the edits, as plain values (`porter.convert.result`).
        edits: the edits, as JSON.
        written: signature of the file that it became in `Content.destination`.
        headers: digest of the installed headers that a rule asked; empty when none did.
    """

    signature: Signature | None
    digest: str
    environment: str
    facts: str
    facts_digest: str
    defines: bool
    result: Encoded
    edits: str
    written: Signature | None = None
    headers: str = ""


class Content(NamedTuple):
    """All that a cache file holds; see `porter.convert.cache.Cache`."""

    world: str
    heads: list[Any]
    destination: str
    copies: Mapping[str, tuple[Signature, Signature]]
    files: Mapping[str, Known]


def encode(content: Content) -> bytes:
    """Return the bytes of a cache file."""
    rows = [
        (
            path,
            one.signature,
            one.digest,
            one.environment,
            len(one.facts),
            one.facts_digest,
            one.defines,
            one.result,
            len(one.edits),
            one.written,
            one.headers,
        )
        for path, one in content.files.items()
    ]
    copies = list(content.copies.items())
    index = json.dumps((content.world, content.heads, content.destination, copies, rows))
    texts = [text for one in content.files.values() for text in (one.facts, one.edits)]
    body = "".join((index, *texts)).encode("ascii")
    return b"porter cache %d %08x %d\n" % (FORMAT, zlib.crc32(body), len(index)) + body


def decode(data: bytes) -> Content | None:
    """Return what `encode` was given; None for any other bytes."""
    line, _, body = data.partition(b"\n")
    match = re.fullmatch(rb"porter cache (\d{1,4}) ([0-9a-f]{8}) (\d{1,12})", line)
    if match is None or int(match[1]) != FORMAT or int(match[2], 16) != zlib.crc32(body):
        return None
    size = int(match[3])
    try:
        text = body.decode("ascii")
        world, heads, destination, copies, rows = json.loads(text[:size])
        if not (type(world) is type(destination) is str and all(map(_is_head, _list(heads)))):
            return None
        taken = {
            _text(path): (_signature(old), _signature(new)) for path, (old, new) in _list(copies)
        }
        files = {}
        for row in _list(rows):
            path, known, size = _known(row, text, size)
            files[path] = known
    except (ValueError, TypeError, RecursionError):
        return None
    return Content(world, heads, destination, taken, files) if size == len(text) else None


def _known(row: Any, text: str, place: int) -> tuple[str, Known, int]:
    """Return a file, what is known of it, and where the texts of the next one start.

    Raises:
        ValueError, TypeError: it has another form.
    """
    path, found, digest, environment, facts, facts_digest, defines, result, edits, *last = row
    written, headers = last
    told = [path, digest, environment, facts_digest, headers, defines, facts, edits]
    if list(map(type, told)) != _TOLD or facts < 0 or edits < 0:
        raise ValueError(path)
    middle = place + facts
    end = middle + edits
    if not (_FACTS.fullmatch(text, place, middle) and _EDITS.fullmatch(text, middle, end)):
        raise ValueError(path)
    known = Known(
        None if found is None else _signature(found),
        digest,
        environment,
        text[place:middle],
        facts_digest,
        defines,
        _result(result),
        text[middle:end],
        None if written is None else _signature(written),
        headers,
    )
    return path, known, end


def _signature(value: Any) -> Signature:
    size, changed, touched, inode = value
    if not type(size) is type(changed) is type(touched) is type(inode) is int:
        raise TypeError(value)
    return size, changed, touched, inode


def _result(value: Any) -> Encoded:
    counts, findings, supports = value
    if value == _NOTHING:
        return NOTHING_ENCODED
    rows: list[tuple[str, str, int]] = []
    for rule, detail, count in _list(counts):
        if not (type(rule) is type(detail) is str and type(count) is int):
            raise TypeError(counts)
        rows.append((rule, detail, count))
    for finding in _list(findings):
        if list(map(type, finding)) != _FINDING or finding[1] not in _SEVERITIES:
            raise TypeError(finding)
    return tuple(rows), tuple(map(tuple, findings)), tuple(map(_text, _list(supports)))


def _is_head(value: Any) -> bool:
    head, family, module = value
    return type(family) is type(module) is str and list(map(type, head)) == _HEAD


def _list(value: Any) -> list[Any]:
    if type(value) is not list:
        raise TypeError(value)
    return value


def _text(value: Any) -> str:
    if type(value) is not str:
        raise TypeError(value)
    return value
