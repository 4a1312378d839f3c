"""Include the standard header of what a C source calls without one.

## What it does
Includes `<stdlib.h>`, `<string.h>`, `<stdio.h>`, `<math.h>` or `<ctype.h>` in a C source (`.c`)
that calls functions of it, where neither the source nor a header of the project's brings it, and
says so.

## Why
C before 1999 let a function be called without a declaration, and gcc before release 14 still does
with a warning. nvcc hands `.c` files to it; hipcc compiles them with clang, which refuses.

## What it leaves alone
Sources that include a header which is neither in the project nor the standard's, since that may
declare them; functions that the project defines or declares.

## References
C99, 6.5.2.2 and its rationale, and chapter 7 for the headers; release notes of clang 16,
"-Wimplicit-function-declaration".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from porter.fixers import Context, Example, Rule
from porter.fixers.language._counted_on import is_seen_whole
from porter.project.compiled_together import headers_of
from porter.source import SourceFile, Use
from porter.source.cpp.placement import include_offset
from porter.source.text.edits import RuleOutput

rule = Rule("LNG98", "c-headers")

#: C99, chapter 7: what its headers declare.
_HEADERS = {
    b"stdlib.h": b"abort abs atof atoi atol atoll bsearch calloc exit free getenv labs malloc qsort"
    b" rand realloc srand strtod strtof strtol strtoll strtoul system",
    b"string.h": b"memchr memcmp memcpy memmove memset strcat strchr strcmp strcpy strerror strlen"
    b" strncat strncmp strncpy strrchr strstr strtok",
    b"stdio.h": b"fclose fflush fgets fopen fprintf fputs fread fscanf fseek ftell fwrite getchar"
    b" perror printf putchar puts remove rewind scanf snprintf sprintf sscanf",
    b"math.h": b"acos asin atan atan2 ceil ceilf cos cosf exp expf fabs fabsf floor floorf fmod"
    b" log log10 log2 logf pow powf round sin sinf sqrt sqrtf tan tanh",
    b"ctype.h": b"isalnum isalpha isdigit isspace isupper islower tolower toupper",
}
_OF = {name: header for header, names in _HEADERS.items() for name in names.split()}
_CALL = re.compile(rb"(?<![\w.>])(%s)[ \t]*+\(" % b"|".join(sorted(_OF)))
_INCLUDED = re.compile(rb"(?m)^[ \t]*+#[ \t]*+include[ \t]*+<([\w./+-]++)>")
#: Of which one knows that they declare none of these but their own: the standard's and POSIX's.
_KNOWN = frozenset(
    b"assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h limits.h locale.h math.h"
    b" setjmp.h signal.h stdarg.h stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h time.h"
    b" unistd.h pthread.h fcntl.h sys/time.h sys/types.h sys/stat.h cuda.h cuda_runtime.h"
    b" cuda_runtime_api.h".split()
)

EXAMPLES = (
    Example(
        """
        #include <stdio.h>
        int main(int argc, char **argv) {
          int n = atoi(argv[1]);
          printf("%d", n);
        }
        """,
        """
        #include <stdlib.h>
        #include <stdio.h>
        int main(int argc, char **argv) {
          int n = atoi(argv[1]);
          printf("%d", n);
        }
        """,
        path="main.c",
        findings=("note",),
    ),
    Example(
        """
        #include <stdio.h>
        int main(int argc, char **argv) { printf("%s", argv[0]); }
        """,
        path="main.c",
        title="it is declared",
    ),
    Example(
        """
        #include <mpi.h>
        int main(int argc, char **argv) { return atoi(argv[1]); }
        """,
        path="main.c",
        title="a header that is not here may declare it",
    ),
    Example(
        """
        int abs(int x);
        int main(int argc, char **argv) { return abs(argc); }
        """,
        path="main.c",
        title="it is declared by hand",
    ),
    Example("int main(int argc, char **argv) { return atoi(argv[1]); }\n", title="C++"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the inclusions, and say where the first call of each header's functions stands."""
    if not file.path.endswith(".c"):
        return
    calls: dict[bytes, Use] = {}
    for found in _CALL.finditer(file.code):
        if found[1] not in context.defined:
            calls.setdefault(_OF[found[1]], Use.at(found.start(1), found[1]))
    if not calls or not is_seen_whole(file):
        return
    texts = [file.data, *headers_of(file).values()]
    included = {name for text in texts for name in _INCLUDED.findall(text)}
    wanted = [(header, use) for header, use in calls.items() if header not in included]
    if not included <= _KNOWN or _declares(texts, [use.name for _, use in wanted]):
        return
    for header, use in wanted:
        yield rule.insert(include_offset(file), b"#include <%s>%s" % (header, file.newline))
        yield rule.note(
            use,
            f"nothing declares {use.name.decode()} here: {header.decode()} is included, since "
            "clang compiles no call without a declaration",
        )


def _declares(texts: Sequence[bytes], names: Sequence[bytes]) -> bool:
    """Tell whether a source declares or defines one of these functions itself.

    Args:
        texts: the source and the project's headers.
        names: of the functions; for none the answer is no.
    """
    one = re.compile(
        rb"(?m)^[ \t]*+(?!(?:return|else|do|case)\b)[A-Za-z_]\w*+[ \t*][\w \t*]{0,80}?\b(?:%s)"
        rb"[ \t]*+\([^;{}()]*+\)\s*+[;{]" % b"|".join(names)
    )
    return bool(names) and any(one.search(text) for text in texts)
