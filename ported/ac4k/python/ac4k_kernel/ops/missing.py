"""What a build lacks, and why: said at the first call, before anything is allocated."""

from collections.abc import Iterable

from ac4k_kernel.extension import get_arch

#: Precision -> why the hardware of some architectures has none.
_WHY = {
    "nvfp4": "no GPU of AMD's multiplies 4-bit numbers with scales in float8 e4m3",
    "mxfp4": "its matrix cores multiply no 4-bit numbers",
}


def missing(operator: str, precision: str, have: Iterable[str]) -> ValueError:
    """Return the error of an operator that is asked for a precision which this build lacks."""
    why = f": {_WHY[precision]}" if precision in _WHY else ""
    return ValueError(
        f"{operator} has no {precision!r} on {get_arch()}{why}; it has {', '.join(have)}"
    )
