"""Say that textures are not everywhere.

## What it does
Warns, once a file, where kernels read textures or access surfaces.

## Why
AMD's CDNA3 accelerators (gfx940 to gfx942) have no texture units: `tex2D` does not compile for them
(`The image/texture API not supported on the device`). It does for gfx90a and for Radeon GPUs.

## What it leaves alone
The host side, which only creates texture objects.

## References
HIP kernel language reference, "Texture functions"; clang, `__HIP_NO_IMAGE_SUPPORT`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Fixer
from porter.fixers.warp._builtins import uses
from porter.source import Finding, Severity, SourceFile

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
_NAMES = tuple((_READS + " " + _SURFACES).split())

fixer = Fixer("M03", "textures", fix=Fix.NONE, triggers=_NAMES)

EXAMPLES = (
    Example(
        "__global__ void k(cudaTextureObject_t t, float* p) {\n"
        "  p[0] = tex2D<float>(t, 1, 2) + tex2D<float>(t, 2, 2);\n}\n",
        findings=("warning",),
    ),
    Example("float v = image.tex2D(x, y);\ncudaTextureObject_t texture;\n", title="no reads"),
)


@fixer.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield one warning for the file."""
    names = frozenset(name.encode() for name in _NAMES) - context.defined
    places = sorted(
        (start, name)
        for start, name in uses(file, names)
        if file.call_at(start, start + len(name)) is not None
    )
    if places:
        start, name = places[0]
        yield fixer.finding(
            Severity.WARNING,
            start,
            start + len(name),
            f"{name.decode()}: gfx940 to gfx942 have no texture units",
            "read plain memory in kernels for these, with the interpolation written out",
            occurrences=len(places),
        )
