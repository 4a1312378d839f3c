"""Lambdas that a project's C++ binds: `m.def("f", [](torch::Tensor x) { … })`."""

from __future__ import annotations

import re

from porter.source.file import SourceFile
from porter.source.text.brackets import closing
from porter.verify.drafting.cpp_code import Function, function_of

_BEGINS = re.compile(rb"\s*+,\s*+(?=\[)")
_PARAMETERS = re.compile(rb"\s*+(?=\()")
_BODY = re.compile(
    rb"\s*+(?:mutable\b\s*+)?(?:noexcept\b\s*+)?(?:->\s*+([^{};]{1,200}?))?\s*+(?=\{)"
)


def lambda_behind(file: SourceFile, at: int, name: str) -> Function | None:
    """Return the lambda that is the next argument as a function of a name; None where none is.

    Args:
        file: the source that binds it.
        at: the offset behind the argument before it.
        name: what the function is called.
    """
    begins = _BEGINS.match(file.code, at)
    return lambda_at(file, begins.end(), name) if begins else None


def lambda_at(file: SourceFile, at: int, name: str) -> Function | None:
    """Return the lambda that begins somewhere, likewise.

    Args:
        file: the source.
        at: the offset of its first bracket.
        name: what the function is called.
    """
    captured = closing(file.code, at)
    opened = _PARAMETERS.match(file.code, captured + 1) if captured else None
    closed = closing(file.code, opened.end()) if opened else None
    body = _BODY.match(file.code, closed + 1) if closed else None
    end = closing(file.code, body.end()) if body else None
    if opened is None or closed is None or body is None or end is None:
        return None
    line = file.data.count(b"\n", 0, opened.end())
    listed = file.data[opened.end() : closed + 1]
    between = b"\n" * file.data.count(b"\n", closed, body.end())
    text = file.data[body.end() : end + 1]
    returned = body[1] or (b"auto" if re.search(rb"\breturn\s*+[^;\s]", text) else b"void")
    written = b" ".join((returned.replace(b"\n", b" "), name.encode(), listed, between, text))
    return function_of(file.path, line, written)
