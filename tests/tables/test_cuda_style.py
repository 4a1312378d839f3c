"""How CUDA's names look: many at once are judged as each is alone."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from porter.tables.cuda_style import MARK, NVML, VERSION, may_be_cudas, remarkable

_PARTS = ("cuda", "CUDA", "Cu", "cublas", "nv", "__", "_", "atomic", "tex2D", "A", "ncclX", "Npp8u")
_NAMES = st.builds(
    lambda parts, tail: "".join((*parts, tail)).encode(),
    st.lists(st.sampled_from((*_PARTS, "lane", "is", "nvmlA", "x")), min_size=1, max_size=4),
    st.sampled_from(("", "_v2", "_v12_st", "_v3x", "__", "_h", "9")),
)


@settings(deadline=None)
@given(st.frozensets(_NAMES, max_size=40))
def test_many_names_at_once(names: frozenset[bytes]) -> None:
    alone = {
        name
        for name in names
        if may_be_cudas(name)
        or MARK.fullmatch(name)
        or NVML.fullmatch(name)
        or VERSION.search(name)
    }
    assert remarkable(names) == alone


def test_names_next_to_each_other() -> None:
    names = (b"cudaFree", b"a_v2", b"my_cuda_check", b"free", b"__shfl_sync", b"v2", b"atomicAdd")
    assert remarkable(frozenset(names)) == set(names) - {b"free", b"v2"}
