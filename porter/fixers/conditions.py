"""The options under which a rule runs, as its metadata declares and its page shows them."""

from __future__ import annotations

from typing import Any, NamedTuple

from porter.options import Options

Version = tuple[int, int]


class When(NamedTuple):
    """Choices that all have to be made.

    Attributes:
        warp: what `--warp` says, as `native`.
        launch: what `--launch` says, as `hip`.
        rename: whether files get HIP's suffixes.
        rocm_since: the first ROCm that the rule is about.
        rocm_before: the first ROCm that it is no longer about.
    """

    warp: str | None = None
    launch: str | None = None
    rename: bool | None = None
    rocm_since: Version | None = None
    rocm_before: Version | None = None

    def holds(self, options: Options) -> bool:
        """Tell whether the user chose so."""
        return (
            (self.warp is None or self.warp == options.warp)
            and (self.launch is None or self.launch == options.launch)
            and (self.rename is None or self.rename == options.rename)
            and (self.rocm_since is None or options.rocm >= self.rocm_since)
            and (self.rocm_before is None or options.rocm < self.rocm_before)
        )

    def __str__(self) -> str:
        """Say it as the command line and the documentation do."""
        conditions = [f"`--warp {self.warp}`"] if self.warp is not None else []
        if self.launch is not None:
            conditions.append(f"`--launch {self.launch}`")
        if self.rename is not None:
            conditions.append("`--rename`" if self.rename else "no `--rename`")
        if self.rocm_since is not None:
            conditions.append("a ROCm from {}.{} on".format(*self.rocm_since))
        if self.rocm_before is not None:
            conditions.append("a ROCm before {}.{}".format(*self.rocm_before))
        return " and ".join(conditions)

    def encode(self) -> list[Any]:
        """Return the condition in terms of JSON."""
        return list(self)

    @classmethod
    def decode(cls, fields: list[Any]) -> When:
        """Return the condition that `encode` wrote.

        Raises:
            ValueError: it is none.
        """
        warp, launch, rename, since, before = fields
        texts = all(one is None or type(one) is str for one in (warp, launch))
        if not texts or not (rename is None or type(rename) is bool):
            raise ValueError(fields)
        return cls(warp, launch, rename, _version(since), _version(before))


def _version(value: Any) -> Version | None:
    if value is None:
        return None
    major, minor = value
    if not type(major) is type(minor) is int:
        raise ValueError(value)
    return major, minor


#: No choice at all has to be made.
ALWAYS = When()
