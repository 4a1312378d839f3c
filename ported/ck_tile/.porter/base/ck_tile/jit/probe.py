"""Whether the compiler and the GPU work together."""

from .core import compile_ops


@compile_ops("module_jit_probe")
def ck_tile_probe() -> int: ...


def lanes() -> int:
    """The lanes of a wave, counted by a kernel that is compiled and run.

    Raises:
        CkTileBuildError: nothing compiles.
        RuntimeError: what was compiled does not run here.
    """
    found = ck_tile_probe()
    if found <= 0:
        raise RuntimeError(
            f"a kernel that was compiled for this machine does not run: HIP's code {-found}"
        )
    return found
