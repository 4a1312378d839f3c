"""Say that textures are not everywhere.

## What it does
Warns, once a file, where kernels read textures or access surfaces.

## Why
AMD's CDNA3 accelerators (gfx940 to gfx942) have no texture units: `tex2D` does not compile for them
(`The image/texture API not supported on the device`). It does for gfx90a and for Radeon GPUs.

## What it leaves alone
The host side, which only creates texture objects; fetches from linear memory through texture
references, which MEM05 makes plain reads.

## References
HIP kernel language reference, "Texture functions"; clang, `__HIP_NO_IMAGE_SUPPORT`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.memory._texture_references import references
from porter.source import Finding, SourceFile, Use

_READS = (
    "tex1D tex2D tex3D tex1Dfetch tex1DLayered tex2DLayered texCubemap texCubemapLayered"
    " tex2Dgather tex1DLod tex2DLod tex3DLod tex1DLayeredLod tex2DLayeredLod texCubemapLod"
    " texCubemapLayeredLod"
    " tex1DGrad tex2DGrad tex3DGrad tex1DLayeredGrad tex2DLayeredGrad texCubemapGrad"
)
_SURFACES = " ".join(
    f"surf{shape}{way}"
    for shape in ("1D", "2D", "3D", "1DLayered", "2DLayered", "Cubemap", "CubemapLayered")
    for way in ("read", "write")
)
_FETCH = b"tex1Dfetch"
_NAMES = frozenset((_READS + " " + _SURFACES).encode().split())

rule = Rule("MEM03", "textures", fix=Fix.NONE, names=_NAMES)

EXAMPLES = (
    Example(
        """
        __global__ void k(cudaTextureObject_t t, float* p) {
          p[0] = tex2D<float>(t, 1, 2) + tex2D<float>(t, 2, 2);
        }
        """,
        findings=("warning",),
    ),
    Example(
        """
        float v = image.tex2D(x, y);
        cudaTextureObject_t texture;
        """,
        title="no reads",
    ),
    Example(
        """
        __global__ void k(cudaTextureObject_t t, float* p) {
          p[0] = tex1Dfetch<float>(t, 1) + tex1Dfetch(u, 2);
        }
        """,
        findings=("warning",),
        title="a texture object, and a reference that is declared nowhere",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield one warning for the file."""
    calls = [use for use in file.uses(_NAMES) if _is_of_texture(file, use)]
    if calls:
        yield rule.warning(
            calls[0],
            f"{calls[0].name.decode()}: gfx940 to gfx942 have no texture units",
            hint="read plain memory in kernels for these, with the interpolation written out",
            occurrences=len(calls),
        )


def _is_of_texture(file: SourceFile, use: Use) -> bool:
    """Tell whether a name is called, and for what remains a texture in the port."""
    call = file.call_at(use.start, use.end)
    if call is None:
        return False
    if use.name != _FETCH or not call.arguments or file.code[use.end : use.end + 1] == b"<":
        return True
    start, end = call.arguments[0]
    return file.code[start:end] not in references(file).linear
