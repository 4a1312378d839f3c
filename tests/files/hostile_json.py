"""What a file may hold in place of JSON that porter wrote: other types, too deep, cut off."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

#: No JSON, or JSON of no shape that porter writes.
TEXTS = (
    b"",
    b"\0",
    b"\xff\xfe",
    b"\x80\x04.",
    b"3",
    b"null",
    b"NaN",
    b"{}",
    b"[]",
    b"[[]]",
    b'"x"',
    b"{}x",
    b'{"a": 1, "a": 2}',
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b"9" * 100_000,
    b"[1e999, -1e999]",
)
#: What may stand where another value was: of every type, and at the ends of each.
VALUES = (
    None,
    True,
    -1,
    1 << 63,
    1 << 200,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "\0",
    "\ud800",
    "../x",
    [],
    [[]],
    [None],
    {},
    {"": None},
    {"a": {"a": {}}},
)


def without_and_with_other_values(document: Any) -> Iterator[tuple[str, bytes]]:
    """Yield what was done to a document and the JSON of it: one value another, gone, or more."""
    for path in _paths(document):
        for value in VALUES:
            yield f"{path} is {value!r}", _changed(document, path, value)
        if path:
            yield f"{path} is gone", _changed(document, path, gone=True)
    text = json.dumps(document)
    for cut in (1, len(text) // 2, len(text) - 1):
        yield f"cut off at {cut}", text[:cut].encode()


def _paths(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield above
    if isinstance(value, dict):
        for key in value:
            yield from _paths(value[key], (*above, key))
    elif isinstance(value, list):
        for index in range(len(value)):
            yield from _paths(value[index], (*above, index))


def _changed(
    document: Any, path: tuple[Any, ...], value: Any = None, *, gone: bool = False
) -> bytes:
    if not path:
        return json.dumps(value).encode()
    copy = json.loads(json.dumps(document))
    inner = copy
    for step in path[:-1]:
        inner = inner[step]
    if gone:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return json.dumps(copy).encode()
