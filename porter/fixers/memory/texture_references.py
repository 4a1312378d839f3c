"""Make texture references variables of the device.

## What it does
A reference that the project binds by `cudaBindTexture` or reads by `tex1Dfetch`, and in no other
way, `texture<float, 1, cudaReadModeElementType> t;`, becomes the linear memory that it is:
`static __device__ porter::linear_texture<float> t;`, of the support header `linear_texture.hpp`.
Other references become `static __device__ porter::texture_reference<float, 2> t;`, of
`texture_reference.hpp`: a variable that holds a texture object, which binding makes with the
attributes that the host has set by then. Calls that bind, read and unbind stay, and find the
headers' functions.

## Why
CUDA 12 and ROCm give texture references up, and AMD's accelerators have no texture units:
`tex1Dfetch` and `tex2D` do not compile for them. A fetch from linear memory is a read that gives
zeros outside, which any processor can do; other reads are computed where there are no texture units
(MEM03).

## What it leaves alone
Declarations with an initialiser, behind `extern`, or as a parameter; they are reported. The
attributes that a program sets (`t.filterMode = …`) stay; they mean nothing for linear memory in
CUDA, too.

## References
CUDA C++ Programming Guide 11, "Texture Reference API"; HIP's documentation, "Texture management".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.memory._texture_references import Declaration, declarations, references
from porter.source import SourceFile
from porter.source.text.edits import Edit, RuleOutput

rule = Rule("MEM05", "texture-references", names=(b"texture",))

_TYPE = b"texture"

EXAMPLES = (
    Example(
        """
        texture<float, 1, cudaReadModeElementType> t, u;
        static texture<int2> v;
        __global__ void k(float *y) { y[0] = tex1Dfetch(t, 1) + tex1Dfetch(u, 2); }
        void bind(float *p, int2 *q, size_t n) {
          cudaBindTexture(0, t, p, n);
          cudaBindTexture(NULL, &u, p, &desc, n);
          cudaBindTexture(NULL, v, q, n);
        }
        """,
        """
        #include "porter_compat/linear_texture.hpp"
        static __device__ porter::linear_texture<float> t, u;
        static __device__ porter::linear_texture<int2> v;
        __global__ void k(float *y) { y[0] = tex1Dfetch(t, 1) + tex1Dfetch(u, 2); }
        void bind(float *p, int2 *q, size_t n) {
          cudaBindTexture(0, t, p, n);
          cudaBindTexture(NULL, &u, p, &desc, n);
          cudaBindTexture(NULL, v, q, n);
        }
        """,
    ),
    Example(
        """
        texture<float, 2, cudaReadModeElementType> image;
        texture<uchar4, 1, cudaReadModeNormalizedFloat> colours;
        __global__ void k(float *y) { y[0] = tex2D(image, 1, 2) + tex1Dfetch(colours, 2).x; }
        """,
        """
        #include "porter_compat/texture_reference.hpp"
        static __device__ porter::texture_reference<float, 2, cudaReadModeElementType> image;
        static __device__ porter::texture_reference<uchar4, 1, cudaReadModeNormalizedFloat> colours;
        __global__ void k(float *y) { y[0] = tex2D(image, 1, 2) + tex1Dfetch(colours, 2).x; }
        """,
        title="of two dimensions, and one that converts",
    ),
    Example(
        """
        texture<float, 1> line;
        __global__ void k(float *y) { y[0] = tex1D(line, 0.5f); }
        """,
        """
        #include "porter_compat/texture_reference.hpp"
        static __device__ porter::texture_reference<float, 1> line;
        __global__ void k(float *y) { y[0] = tex1D(line, 0.5f); }
        """,
        title="an array of one dimension",
    ),
    Example(
        """
        #ifdef HALVES
        texture<float2> samples;
        #else
        texture<char2, 1, cudaReadModeNormalizedFloat> samples;
        #endif
        __global__ void k(float2 *y) { y[0] = tex1Dfetch(samples, 2); }
        """,
        """
        #include "porter_compat/linear_texture.hpp"
        #include "porter_compat/texture_reference.hpp"
        #ifdef HALVES
        static __device__ porter::linear_texture<float2> samples;
        #else
        static __device__ porter::texture_reference<char2, 1, cudaReadModeNormalizedFloat> samples;
        #endif
        __global__ void k(float2 *y) { y[0] = tex1Dfetch(samples, 2); }
        """,
        title="one name for two",
    ),
    Example(
        """
        extern texture<float, 2> elsewhere;
        __global__ void k(float *y) { y[0] = tex2D(elsewhere, 1, 2); }
        """,
        findings=("warning",),
        title="of another file",
    ),
    Example(
        """
        template <class T> class texture {};
        texture<float> mine;
        """,
        title="a class of the project's",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the type of references to linear memory, and a finding for others."""
    for one in declarations(file.code):
        known = references(file)
        if one.is_linear and known.linear.issuperset(one.names):
            yield from rule.together(*_changes(file, one))
        elif (known.others | known.linear).isdisjoint(one.names):
            continue
        elif one.is_variable:
            yield rule.replace(
                (one.type_start, one.type_start + len(_TYPE)),
                _qualifiers(one) + b"porter::texture_reference",
                support="texture_reference.hpp",
            )
        else:
            yield rule.warning(
                (one.type_start, one.type_end),
                f"{one.names[0].decode()}: ROCm's texture references are deprecated, and gfx940 "
                "to gfx942 have no texture units",
                hint="pass the kernel a hipTextureObject_t, or a pointer where gfx942 is meant",
            )


def _qualifiers(one: Declaration) -> bytes:
    return b"__device__ " if one.start < one.type_start else b"static __device__ "


def _changes(file: SourceFile, one: Declaration) -> Iterator[Edit]:
    """Yield the edits around the type of the elements, which stays."""
    support = "linear_texture.hpp"
    start, end = one.element
    yield rule.replace(
        (one.type_start, start), _qualifiers(one) + b"porter::linear_texture<", support=support
    )
    if file.code[end : one.type_end] != b">":
        yield rule.replace((end, one.type_end), b">", support=support)
