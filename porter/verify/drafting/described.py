"""What a docstring, or the comment above a function, says of parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator

#: `x: Means. [..., N, 3]`, `:param xyz: (B, N, 3) tensor`, `@A: torch.half of shape (m, k)`,
#: `rays_o/d: [N, 3]`, which is of `rays_o` and `rays_d`.
_DESCRIBED = re.compile(
    r"[\s*/]{0,40}[-:@\\]?(?:param(?:eter)?s? )?(?P<name>[A-Za-z_]\w{0,60})"
    r"(?P<others>(?:/\w{1,60}){0,4})(?: ?\([^()\n]{0,60}\))? ?: ?(?P<text>\S.{0,300})"
)


def described(text: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each parameter that a text describes, and the rest of that line.

    Args:
        text: of names joined by a slash each is given, with the first one's stem, too.
    """
    for line in text.splitlines():
        found = _DESCRIBED.match(line)
        if not found:
            continue
        yield found["name"], found["text"]
        stem = found["name"].rpartition("_")[0]
        for other in found["others"].split("/")[1:]:
            yield other, found["text"]
            yield f"{stem}_{other}", found["text"]
