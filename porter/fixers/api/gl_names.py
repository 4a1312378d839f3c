"""Include OpenGL's header, which CUDA's header of OpenGL brings and HIP's does not.

## What it does
Where a file uses OpenGL's names (`GL_TEXTURE_2D`), and it or a header of the project that it
includes has `cuda_gl_interop.h`, `GL/gl.h` is included, if nothing that they include brings one.

## Why
`cuda_gl_interop.h` includes `GL/gl.h`. `hip/hip_gl_interop.h` declares the few types that its own
functions take.

## What it leaves alone
Files that include a header of OpenGL's, of GLEW, GLAD, or of a library that brings it (GLFW, SDL,
GLUT), by themselves or by a header of the project.

## References
`cuda_gl_interop.h` of CUDA 12; `hip/amd_detail/amd_hip_gl_interop.h` of ROCm 6.4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.project.compiled_together import headers_of
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

rule = Rule("API78", "gl-names")

_INTEROP = b"cuda_gl_interop.h"
_NAME = re.compile(rb"GL_[A-Z][A-Z0-9_]++")
_BRINGS_GL = re.compile(
    rb"(?i)#[ \t]*+include[ \t]*+[<\"](?:[\w./-]*?/)?+"
    rb"(?:gl|glew|glad|gl3|gl3w|glcorearb|glext|glut|freeglut|glfw3?|epoxy|gl_core\w*+|sdl_opengl"
    rb"|qopengl\w*+|glloader|helper_gl)(?:\.h|[>\"/])"
)

EXAMPLES = (
    Example(
        """
        #include <cuda_gl_interop.h>
        cudaGraphicsGLRegisterImage(&shown, texture, GL_TEXTURE_2D, 0);
        """,
        """
        #include <GL/gl.h>
        #include <cuda_gl_interop.h>
        cudaGraphicsGLRegisterImage(&shown, texture, GL_TEXTURE_2D, 0);
        """,
    ),
    Example(
        """
        #include <GL/glew.h>
        #include <cuda_gl_interop.h>
        cudaGraphicsGLRegisterImage(&shown, texture, GL_TEXTURE_2D, 0);
        """,
        title="OpenGL's names are there",
    ),
    Example(
        "#include <cuda_gl_interop.h>\ncudaGraphicsUnregisterResource(shown);\n",
        title="HIP's names alone",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the header of OpenGL's."""
    if not any(map(_NAME.fullmatch, file.names)):
        return
    texts = (file.data, *headers_of(file).values())
    has_interop = any(_INTEROP in text for text in texts)
    if has_interop and not any(map(_BRINGS_GL.search, texts)):
        yield rule.include("<GL/gl.h>", is_first=True)
