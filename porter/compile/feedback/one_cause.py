"""What errors of compilers have in common that have one cause: a name, a message."""

from __future__ import annotations

import re

#: How a finding about an error begins that a compiler was asked for at conversion time.
REFUSED_BY_CLANG = "clang refuses the port: "

#: A message about a name that is not there, as clang and GCC say so of values, types and members.
_UNKNOWN = re.compile(
    r"undeclared|unknown type name|no (?:member|type|template) named|not declared"
    r"|does not name a type|is not a member of|has no member"
)
_QUOTED = re.compile(r"['\u2018]([^'\u2018\u2019]++)['\u2019]")
#: What differs between the instances of one template.
_INSTANCE = re.compile(r"<[^<>]*+>")


def one_cause(message: str) -> str:
    """Return what errors with one cause have in common: the name that is not known, or the words.

    Args:
        message: what a compiler says, without its place.
    """
    names = _QUOTED.findall(message)
    if names and _UNKNOWN.search(message):
        return str(names[0]).rpartition("::")[2]
    while (shorter := _INSTANCE.sub("", message)) != message:
        message = shorter
    return message
