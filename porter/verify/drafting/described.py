"""What a docstring, or the comment above a function, says of parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator

#: `x: Means. [..., N, 3]`, `:param xyz: (B, N, 3) tensor`, `@A: torch.half of shape (m, k)`.
_DESCRIBED = re.compile(
    r"[\s*/]{0,40}[-:@\\]?(?:param(?:eter)? )?(?P<name>[A-Za-z_]\w{0,60})(?: ?\([^()\n]{0,60}\))?"
    r" ?: ?(?P<text>\S.{0,300})"
)


def described(text: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each parameter that a text describes, and the rest of that line."""
    for line in text.splitlines():
        found = _DESCRIBED.match(line)
        if found:
            yield found["name"], found["text"]
