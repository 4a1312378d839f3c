"""Words by which programs say that a number is a time or a rate: units, and names of clocks."""

from __future__ import annotations

from pathlib import PurePosixPath

#: A number as programs print it, without regard to what stands beside it.
NUMBER = r"[-+]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][-+]?\d++)?"
#: Units of time that simulations count in, too.
TIME_UNIT = (
    r"(?:(?:milli|micro|nano|m|u|n|µ)?-?(?:seconds?|secs?)|[munµ]?s|minutes?|hours?|cycles|ticks)"
)
#: Units of times that hardly anything but a measurement has.
SHORT_UNIT = r"(?:(?:milli|micro|nano|m|u|n|µ)-?(?:seconds?|secs?)|[munµ]s)"
RATE_UNIT = (
    r"(?:[kKMGTP]?i?(?:[Bb]|[Bb]ytes?|[Bb]its?)?(?:/|\s?per\s)\s?s(?:ec(?:ond)?)?"
    r"|[kKMGTP](?:FLOPS?|FLOP|flops?|Flops?|OPS|ops|UPS)(?:/s(?:ec)?)?|[kMGT]i?Bps|[kMGT]bps"
    r"|[A-Za-z]+\s?/\s?s(?:ec(?:ond)?)?|fps|FPS)"
)
FREQUENCY = r"(?:[kMG]Hz|Hz)"
#: What is measured, of which results of a computation are hardly called.
MEASURED = (
    r"(?:elapsed|duration|latency|bandwidth|throughput|performance|speed-?up|[KMGT]?flops?|"
    r"overhead|(?<![A-Za-z])bw(?=\s*[:=(]))"
)
CLOCK = rf"(?:time(?![ -]?steps?\b)|{MEASURED})"

#: Words of files' names that say that what is in them was measured, and those that say so beside
#: "time": a simulation may write `time_series.txt` and `time.txt`.
_MEASURED = frozenset(
    "timing timings elapsed latency bandwidth throughput performance speedup flops gflops".split()
)
_BESIDE_TIME = frozenset("exec execution run kernel cpu gpu ms us ns sec seconds".split())


def is_of_times(path: str) -> bool:
    """Tell whether a file's name says that what is in it was measured: `exec_time_ms.txt`.

    Args:
        path: the file's.
    """
    words = {*PurePosixPath(path).stem.lower().replace("-", "_").split("_")}
    has_time = not words.isdisjoint(("time", "times"))
    return not words.isdisjoint(_MEASURED) or (has_time and not words.isdisjoint(_BESIDE_TIME))
