"""Find code that counts on which element of a matrix a lane holds of a `wmma` fragment.

## What it does
It reports elements of a fragment, `x[k]`, whose place in the matrix is computed of `k`: in a loop
over them `k` is a part of other numbers, too (`col_of(k)`, `(k & 2) * 4`).

## Why
CUDA leaves open which lane holds which element of a `wmma` fragment, and such code has what one of
NVIDIA's architectures does. The port's fragments lie as AMD's matrix instructions want them, and
differently on gfx9 and gfx11, so rows and columns computed so are others: masks, scales and stores
go to the wrong elements, and nothing fails. Of a kernel of upstream's whose float16 path does so
nearly all outputs were wrong on gfx942 and gfx1100.

## What it leaves alone
The same done to every element, `c.x[k] = alpha * c.x[k] + beta * d.x[k]`, and elements kept in an
array of the lane's own, `kept[k] = c.x[k]`.

## References
CUDA C++ Programming Guide, "Warp Matrix Functions": the mapping of elements is unspecified.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.source import SourceFile
from porter.source.text.brackets import closing
from porter.source.text.edits import RuleOutput

_LOOP = re.compile(
    rb"\bfor\s*+\(\s*+(?:unsigned\s++|const\s++)?(?:int|unsigned|size_t|auto)\s++(\w++)\s*+="
)
_ELEMENT = rb"[.>]\s*+x\s*+\[\s*+%b\s*+\]"
#: An array of the lane's own by the same number, or a fragment's element.
_KEPT = rb"\w\s*+\[\s*+%b\s*+\]"

rule = Rule("LNG62", "fragment-places", names=(b"nvcuda", b"wmma"), handles=(), fix=Fix.NONE)

EXAMPLES = (
    Example(
        """
        #include <mma.h>
        using namespace nvcuda;
        __device__ void store(wmma::fragment<wmma::accumulator, 16, 16, 16, float>& c, float* out) {
          for (int k = 0; k < c.num_elements; k++) {
            out[row_of(k) * 16 + threadIdx.x % 4 * 2 + k % 2] = c.x[k];
          }
        }
        """,
        findings=("warning",),
    ),
    Example(
        """
        using namespace nvcuda;
        __device__ void f(wmma::fragment<wmma::accumulator, 16, 16, 16, float>* c, float* kept) {
          for (int k = 0; k < c->num_elements; k++) c->x[k] = op(c->x[k], k & 1);
        }
        """,
        findings=("warning",),
        title="a loop of one statement",
    ),
    Example(
        """
        using namespace nvcuda;
        __device__ void f(float alpha, float* kept) {
          for (int k = 0; k < c.num_elements; ++k) c.x[k] = alpha * c.x[k] + kept[k];
        }
        """,
        title="the same for every element",
    ),
    Example(
        """
        namespace wmma { struct row { float x[4]; }; }
        void f(wmma::row& r) { for (int k = 0; k < 4; k++) { r.x[k] = k * 2; } }
        """,
        title="a namespace of the project's own",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a warning for each loop that computes places of elements."""
    code = file.code
    if b"num_elements" not in code and b"fragment" not in code:
        return
    for loop in _LOOP.finditer(code):
        opened = code.index(b"(", loop.start())
        end = closing(code, opened)
        body = _body(code, end + 1) if end else b""
        name = re.escape(loop[1])
        element = re.search(_ELEMENT % name, body)
        if element is None:
            continue
        others = re.sub(_KEPT % name, b"", body)
        if re.search(rb"\b%b\b" % name, others):
            start = code.index(body, end) + element.start()
            yield rule.warning(
                (start, start + len(element[0])),
                "which element of the matrix this is depends on the lanes of NVIDIA's fragments",
                hint="store the fragment to shared memory (store_matrix_sync), change elements by "
                "their row and column there, and load it again",
            )


def _body(code: bytes, start: int) -> bytes:
    """Return what a loop repeats: a block or a statement."""
    rest = re.compile(rb"\s*+").match(code, start)
    start = rest.end() if rest else start
    is_block = code[start : start + 1] == b"{"
    end = closing(code, start) if is_block else code.find(b";", start)
    return code[start : end + 1] if end and end > 0 else b""
