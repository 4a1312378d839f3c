"""Takes the name of a call with template arguments apart from these: `x.accessor<float, 2>`."""

from __future__ import annotations


def template_arguments(text: str) -> tuple[str, list[str]]:
    """Return what stands before the last template arguments of a name, and these.

    Args:
        text: as "x.to<A>().packed_accessor32<c10::complex<float>, 2>"; without such it is the name.
    """
    if not text.endswith(">"):
        return text, []
    depth, end, found = 0, len(text) - 1, list[str]()
    for place in range(len(text) - 1, -1, -1):
        depth += (text[place] == ">") - (text[place] == "<")
        if depth == 0 or (depth == 1 and text[place] == ","):
            found.append(text[place + 1 : end].strip())
            end = place
        if depth == 0:
            return text[:place], found[::-1]
    return text, []
