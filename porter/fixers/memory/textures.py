"""Compute textures and surfaces on processors without texture units.

## What it does
Kernels' reads of textures and accesses of surfaces (`tex2D<float>(t, x, y)`, `surf2Dwrite(...)`)
and the host's functions that make arrays, texture and surface objects and that copy to and from
arrays become those of the support header `textures.hpp`: `porter::tex2D<float>(t, x, y)`,
`porter::hipCreateTextureObject(...)`. Mipmaps, and textures of the driver API, are reported.

## Why
AMD's CDNA3 accelerators (gfx940 to gfx942) have no texture units: `tex2D` does not compile for them
(`The image/texture API not supported on the device`), and making an array or a texture object
fails. The header computes there what CUDA documents: address modes, filters with 8 bits of
fraction, normalised coordinates and reads, layers and cubes. On processors of other lines than
gfx9 its functions are HIP's own.

## What it leaves alone
Fetches from linear memory through texture references, which MEM05 makes plain reads. Copies by
`cudaMemcpy3D` in files that name no array.

## References
CUDA C++ Programming Guide, "Texture and Surface Memory" and "Texture Fetching"; HIP kernel language
reference, "Texture functions"; clang, `__HIP_NO_IMAGE_SUPPORT`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.memory._texture_references import references
from porter.source import SourceFile, Use
from porter.source.text.edits import RuleOutput

_READS = (
    "tex1D tex2D tex3D tex1Dfetch tex1DLayered tex2DLayered texCubemap texCubemapLayered"
    " tex2Dgather tex1DLod tex2DLod tex3DLod tex1DLayeredLod tex2DLayeredLod texCubemapLod"
    " texCubemapLayeredLod tex1DGrad tex2DGrad tex3DGrad tex1DLayeredGrad tex2DLayeredGrad"
)
_SURFACES = " ".join(
    f"surf{shape}{way}"
    for shape in ("1D", "2D", "3D", "1DLayered", "2DLayered", "Cubemap")
    for way in ("read", "write")
)
_HOST = (
    "MallocArray Malloc3DArray FreeArray ArrayGetInfo GetChannelDesc"
    " Memcpy2DToArray Memcpy2DToArrayAsync Memcpy2DFromArray Memcpy2DFromArrayAsync"
    " MemcpyToArray MemcpyFromArray CreateTextureObject DestroyTextureObject"
    " GetTextureObjectResourceDesc CreateSurfaceObject DestroySurfaceObject"
)
#: Copies that only sometimes have an array at one end, which these members name.
_BOXES = frozenset((b"cudaMemcpy3D", b"cudaMemcpy3DAsync"))
_ARRAY_MEMBERS = (b"srcArray", b"dstArray")
_REPORTED = {
    b"cudaMallocMipmappedArray": "mipmaps are refused there",
    b"cuMipmappedArrayCreate": "mipmaps are refused there",
    b"cuTexObjectCreate": "the driver API's textures fail there",
    b"cuSurfObjectCreate": "the driver API's surfaces fail there",
    b"cuModuleGetTexRef": "texture references of modules fail there",
}
_FETCH = b"tex1Dfetch"
_HEADER = "textures.hpp"
_ON_DEVICE = frozenset((_READS + " " + _SURFACES).encode().split())
_ON_HOST = frozenset(b"cuda" + name for name in _HOST.encode().split()) | _BOXES

rule = Rule(
    "MEM03",
    "textures",
    names=_ON_DEVICE | _ON_HOST | _REPORTED.keys(),
    handles=_ON_DEVICE | _ON_HOST,
)

EXAMPLES = (
    Example(
        """
        __global__ void k(cudaTextureObject_t t, cudaSurfaceObject_t s) {
          float v = tex2D<float>(t, 1, 2);
          surf2Dwrite(v, s, 4, 0);
        }
        """,
        """
        #include "porter_compat/textures.hpp"
        __global__ void k(cudaTextureObject_t t, cudaSurfaceObject_t s) {
          float v = porter::tex2D<float>(t, 1, 2);
          porter::surf2Dwrite(v, s, 4, 0);
        }
        """,
    ),
    Example(
        """
        void make(cudaArray_t *a, cudaTextureObject_t *t) {
          cudaMallocArray(a, &format, 8, 8);
          cudaCreateTextureObject(t, &resource, &how, nullptr);
        }
        """,
        """
        #include "porter_compat/textures.hpp"
        void make(cudaArray_t *a, cudaTextureObject_t *t) {
          porter::hipMallocArray(a, &format, 8, 8);
          porter::hipCreateTextureObject(t, &resource, &how, nullptr);
        }
        """,
        title="on the host",
    ),
    Example(
        """
        float v = image.tex2D(x, y);
        cudaTextureObject_t texture;
        cudaMemcpy3D(&between_pitched_memory);
        """,
        title="no textures",
    ),
    Example(
        """
        __global__ void k(cudaTextureObject_t t, float* p) {
          p[0] = tex1Dfetch<float>(t, 1) + tex1Dfetch(u, 2);
        }
        """,
        """
        #include "porter_compat/textures.hpp"
        __global__ void k(cudaTextureObject_t t, float* p) {
          p[0] = porter::tex1Dfetch<float>(t, 1) + porter::tex1Dfetch(u, 2);
        }
        """,
        title="a texture object, and a reference that is declared nowhere",
    ),
    Example(
        "cudaMallocMipmappedArray(&levels, &format, extent, 4);\n",
        findings=("warning",),
        title="mipmaps",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the header's functions, and a warning for what it does not have."""
    has_arrays = any(member in file.code for member in _ARRAY_MEMBERS)
    for use in file.uses(_ON_DEVICE | _ON_HOST):
        if use.name in _BOXES and not has_arrays:
            continue
        if _is_of_texture(file, use):
            name = b"hip" + use.name[len(b"cuda") :] if use.name in _ON_HOST else use.name
            yield rule.replace(use, b"porter::" + name, support=_HEADER)
    for use in file.uses(_REPORTED.keys()):
        yield rule.warning(
            use,
            f"{use.name.decode()}: gfx940 to gfx942 have no texture units, and "
            f"{_REPORTED[use.name]}",
            hint="make texture objects of arrays by the runtime API, which are computed there",
        )


def _is_of_texture(file: SourceFile, use: Use) -> bool:
    """Tell whether a name is called, and for what remains a texture in the port."""
    call = file.call_at(use.start, use.end)
    if call is None or file.qualifier(use.start):
        return False
    if use.name != _FETCH or not call.arguments or file.code[use.end : use.end + 1] == b"<":
        return True
    start, end = call.arguments[0]
    return file.code[start:end] not in references(file).linear
