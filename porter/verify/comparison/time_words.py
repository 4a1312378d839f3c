"""Words by which programs say that a number is a time or a rate: units, and names of clocks."""

from __future__ import annotations

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
    r"overhead)"
)
CLOCK = rf"(?:time(?![ -]?steps?\b)|{MEASURED})"
