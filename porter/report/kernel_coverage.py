"""Which kernels ran, which never did, and of which templates instances were left out, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from porter.listing import listed, number_of
from porter.machine.naming import base_name
from porter.verify.coverage import Kernels, united
from porter.verify.verdict import Verdict

#: Names of kernels, and instances of one, that are named.
_MOST_NAMES = 12
_MOST_INSTANCES = 6


def coverage(verdicts: Sequence[Verdict]) -> list[str]:
    """Return how many kernels of each project ran on each architecture, and which never did."""
    lines = []
    for key in dict.fromkeys((v.project, v.arch) for v in verdicts if is_known(v.kernels)):
        kernels = united(v.kernels for v in verdicts if (v.project, v.arch) == key)
        if not kernels.names:
            lines.append(f"{key[0]} as {key[1]}: no kernel of its own{_of_libraries(kernels)}")
            continue
        count = f"{len(kernels.launched_names)} of {len(kernels.names)} kernels were launched"
        never = sorted(kernels.never_names)
        names = ", ".join(never[:_MOST_NAMES]) + (", …" if len(never) > _MOST_NAMES else "")
        few = "" if kernels.is_enough else ", too few to call the port the same"
        lines.append(f"{key[0]} as {key[1]}: {count}{few}" + (f"; never: {names}" if never else ""))
        lines += _instances(kernels)
    return lines


def is_known(kernels: Kernels) -> bool:
    """Tell whether somebody wrote down which kernels ran, be there any or none."""
    return bool(kernels.names) or kernels.of_libraries is not None


def _of_libraries(kernels: Kernels) -> str:
    """Return the kernels of libraries that ran, as the end of a sentence."""
    names = sorted({base_name(one) for one in kernels.of_libraries or ()})
    if not names:
        return ""
    return f"; of libraries {number_of(len(names), 'kernel')} ran: {listed(names, _MOST_NAMES)}"


def _instances(kernels: Kernels) -> Iterator[str]:
    """Yield a line for each kernel of which some instances ran and others did not.

    The arguments of a template say by which branch of a dispatch an instance is reached.
    """
    for name in sorted(kernels.launched_names):
        never = sorted(_arguments(one) for one in kernels.never if base_name(one) == name)
        if never:
            count = sum(base_name(one) == name for one in kernels.present | kernels.launched)
            named = listed(never, _MOST_INSTANCES)
            yield f"  {len(never)} of {count} instances of {name} never ran: {named}"


def _arguments(demangled: str) -> str:
    """Return what tells an instance from the others: a template's arguments, or parameters."""
    text = demangled.replace("(anonymous namespace)::", "")
    depth, start, end = 0, 0, len(text)
    for at, sign in enumerate(text):
        depth += (sign == "<") - (sign == ">")
        if not depth and sign == " ":  # behind the type that is returned
            start = at + 1
        elif not depth and sign == "(":
            end = at
            break
    whole, name = text[start:end], base_name(demangled)
    scope = name.rpartition("::")[0]
    own = whole.removeprefix(name) or text[end:]
    return own.replace(f"{scope}::", "") if scope else own
