"""Support headers as one text, for source strings, which have no file to include from."""

from __future__ import annotations

import re
from collections.abc import Iterable

from porter.compat.headers import every_name, text

_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([\w.]+)"[^\n]*\n', re.MULTILINE)
_ONCE = re.compile(rb"^[ \t]*#[ \t]*pragma[ \t]+once[^\n]*\n", re.MULTILINE)
#: Headers of HIP's that support headers include and that hipRTC does not have built in. It has
#: hip_runtime.h, hip_fp16.h and cooperative groups: hipamd/src/hiprtc/cmake/HIPRTC.cmake.
_NOT_BUILT_IN = (b"hip/hip_bf16.h",)


def inlined(names: Iterable[str]) -> bytes:
    """Return the named support headers and what they include, each once and under a guard.

    The guards let the text stand in several strings that are compiled as one. What hipRTC does not
    have built in is included before them: the headers leave it to the file that includes them.
    """
    done: set[str] = set()
    body = b"".join(_with_inclusions(name, done) for name in sorted(names))
    return b"".join(b"#include <%b>\n" % name for name in _NOT_BUILT_IN if name in body) + body


def names_in(body: bytes) -> set[str]:
    """Return the names of the support headers that a text of `inlined` holds."""
    return {name for name in every_name() if b"#define %b\n" % _guard(name) in body}


def _guard(name: str) -> bytes:
    return b"PORTER_INLINED_" + name.replace(".", "_").upper().encode()


def _with_inclusions(name: str, done: set[str]) -> bytes:
    """Return a header with the headers that it includes where it includes them."""
    if name in done:
        return b""
    done.add(name)
    body = _ONCE.sub(b"", text(name))
    body = _INCLUDE.sub(lambda match: _with_inclusions(match.group(1).decode(), done), body)
    guard = _guard(name)
    return b"#ifndef %b\n#define %b\n%b#endif\n" % (guard, guard, body)
