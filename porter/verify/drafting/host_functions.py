"""Functions that take tensors of the host's memory alone: what a GPU does, they do not tell."""

from __future__ import annotations

import re

from porter.source.text.lexer import mask
from porter.verify.drafting.cpp_code import Function

#: `TORCH_CHECK(x.device().is_cpu(), …)`, `AT_ASSERTM(!x.is_cuda(), …)`, `CHECK_CPU(x)`
_OF_HOST = re.compile(
    rb"\b(?:(?:TORCH|AT)_CHECK|AT_ASSERTM?|TORCH_INTERNAL_ASSERT|CHECK|assert)\s*+\(\s*+"
    rb"(?:\w++(?:\.device\(\))?+\.is_cpu\(\)|!\s*+\w++\.is_cuda\(\))\s*+[,)]"
    rb"|\bCHECK_(?:IS_)?CPU\s*+\("
)
#: `if (x.is_cuda()) {`, whose other branch is the host's
_PARTED = re.compile(rb"\bif\s*+\(\s*+!?+\s*+\w++(?:\.device\(\))?+\.is_(?:cuda|cpu)\(\)")


def is_of_host(function: Function) -> bool:
    """Tell whether a function checks that a tensor of its is the host's, in each of its branches.

    Args:
        function: that is bound.
    """
    body = function.data[function.body.start_byte : function.body.end_byte]
    checked = _OF_HOST.search(body)
    if checked is None:
        return False
    before = mask(body)[: checked.start()]
    is_inside = before.count(b"{") - before.count(b"}") > 1
    return not (is_inside and _PARTED.search(before))
