"""The format of a cache file: an index in JSON, followed by the longer texts, all validated.

Whatever may happen to a file, reading it gives what was written or nothing: a checksum stands in
front, and every value is looked at for its type before anything is made of it. Facts and edits are
JSON already and are parsed when they are asked for only, so they follow the index as they are.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from porter.convert.result import (
    EncodedFacts,
    FileResult,
    Inputs,
    LocatedAccepted,
    LocatedFinding,
    Place,
)
from porter.files.signatures import Signature
from porter.source.text.edits import Finding, Severity

#: Counts of edits, findings, support headers and accepted findings as tuples of JSON's values.
_Encoded = tuple[
    tuple[tuple[str, str, int], ...],
    tuple[tuple[Any, ...], ...],
    tuple[str, ...],
    tuple[tuple[Any, ...], ...],
]

#: Raised when the form of the file changes.
FORMAT = 11


_STRING = r'"(?:[^"\\\n]++|\\["\\/bfnrt]|\\u[0-9a-f]{4})*+"'
#: A string of which each character is a byte.
_BYTES = r'"(?:[^"\\\n]++|\\["\\/bfnrt]|\\u00[0-9a-f]{2})*+"'
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
_INCLUDES = _many(_row(_BYTES, _BOOLEAN))
_FACTS = re.compile(_row(_INCLUDES, _many(_BYTES), _many(_DEFINITION), _INCLUDES))
_TYPES = [str, str, str, str, str, bool, bool, int, int]
_NOTHING: list[list[Any]] = [[], [], [], []]
_FINDING = [str, str, str, int, int, str, int, str, int, int]


class Content(NamedTuple):
    """All that a cache file holds; see `porter.convert.cache.Cache`."""

    fingerprint: str
    rule_metadata: list[Any]
    destination: str
    copies: Mapping[str, tuple[Signature, Signature]]
    written: Mapping[str, Signature]
    files: Mapping[str, FileResult]


def encode(content: Content) -> bytes:
    """Return the bytes of a cache file."""
    rows = []
    texts: list[str] = []
    for path, one in content.files.items():
        signature, view, depends_on_tree, headers, facts, beside = one.inputs
        assert facts is not None
        rows.append(
            (
                path,
                signature,
                one.digest,
                view,
                len(facts.text),
                facts.digest,
                facts.defines,
                _encoded(one),
                len(one.edits_text),
                content.written.get(path),
                headers,
                depends_on_tree,
                beside,
            )
        )
        texts += (facts.text, one.edits_text)
    copies = list(content.copies.items())
    index = json.dumps(
        (content.fingerprint, content.rule_metadata, content.destination, copies, rows)
    )
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
        fingerprint, rule_metadata, destination, copies, rows = json.loads(text[:size])
        if not (
            type(fingerprint) is type(destination) is str
            and all(map(_is_rule_metadata, _list(rule_metadata)))
        ):
            return None
        taken = {
            _text(path): (_signature(old), _signature(new)) for path, (old, new) in _list(copies)
        }
        files, written = {}, {}
        for row in _list(rows):
            one, port, size = _decoded(row, text, size)
            files[one.path] = one
            if port is not None:
                written[one.path] = port
    except (ValueError, TypeError, RecursionError):
        return None
    if size != len(text):
        return None
    return Content(fingerprint, rule_metadata, destination, taken, written, files)


def _decoded(row: Any, text: str, place: int) -> tuple[FileResult, Signature | None, int]:
    """Return a result, what its file became, and where the texts of the next one start.

    Raises:
        ValueError, TypeError: it has another form.
    """
    path, found, digest, view, facts, facts_digest, defines, result, edits, *last = row
    written, headers, depends_on_tree, beside = last
    given = [path, digest, view, facts_digest, headers, defines, depends_on_tree]
    if list(map(type, [*given, facts, edits])) != _TYPES or facts < 0 or edits < 0:
        raise ValueError(path)
    middle = place + facts
    end = middle + edits
    if not (_FACTS.fullmatch(text, place, middle) and _EDITS.fullmatch(text, middle, end)):
        raise ValueError(path)
    inputs = Inputs(
        None if found is None else _signature(found),
        view,
        depends_on_tree,
        headers,
        EncodedFacts(text[place:middle], facts_digest, defines),
        tuple(map(_text, _list(beside))),
    )
    counts, findings, supports, accepted = _changes(result)
    edits_text = text[middle:end]
    known = FileResult(
        path, digest, "", counts, findings, supports, edits_text, inputs, True, accepted
    )
    return known, None if written is None else _signature(written), end


def _signature(value: Any) -> Signature:
    size, changed, touched, inode = value
    if not type(size) is type(changed) is type(touched) is type(inode) is int:
        raise TypeError(value)
    return size, changed, touched, inode


def _encoded(one: FileResult) -> _Encoded:
    """Return edits by number, findings, support headers and what is accepted as JSON has them."""
    if not (one.counts or one.findings or one.supports or one.accepted):
        return ((), (), (), ())
    counts = tuple((rule, detail, count) for (rule, detail), count in one.counts.items())
    findings = tuple((*finding, *place) for finding, place in one.findings)
    accepted = tuple((*finding, *place, reason) for finding, place, reason in one.accepted)
    return counts, findings, tuple(sorted(one.supports)), accepted


def _changes(
    value: Any,
) -> tuple[
    dict[tuple[str, str], int],
    tuple[LocatedFinding, ...],
    frozenset[str],
    tuple[LocatedAccepted, ...],
]:
    """Return what `_encoded` was given.

    Raises:
        ValueError, TypeError: it has another form.
    """
    counts, findings, supports, accepted = value
    if value == _NOTHING:
        return {}, (), frozenset(), ()
    numbers: dict[tuple[str, str], int] = {}
    for rule, detail, count in _list(counts):
        if not (type(rule) is type(detail) is str and type(count) is int):
            raise TypeError(counts)
        numbers[rule, detail] = count
    found = tuple(map(_located, _list(findings)))
    kept = tuple(LocatedAccepted(*_located(row), _text(reason)) for *row, reason in _list(accepted))
    return numbers, found, frozenset(map(_text, _list(supports))), kept


def _located(row: Any) -> LocatedFinding:
    if list(map(type, row)) != _FINDING:
        raise TypeError(row)
    rule, severity, *rest, line, column = row
    return LocatedFinding(Finding(rule, Severity(severity), *rest), Place(line, column))


def _is_rule_metadata(value: Any) -> bool:
    """Tell whether a rule's id and name are there; the registry looks at the rest."""
    return [type(field) for field in _list(value)[:2]] == [str, str]


def _list(value: Any) -> list[Any]:
    if type(value) is not list:
        raise TypeError(value)
    return value


def _text(value: Any) -> str:
    if type(value) is not str:
        raise TypeError(value)
    return value
