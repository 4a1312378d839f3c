"""Report sources in UTF-16.

## What it does
Warns where a source or header begins with the mark of UTF-16 and names nothing of CUDA's: it is
copied as it is. One that names CUDA is refused, as nothing in it would be converted.

## Why
Visual Studio writes resource headers so. clang and gcc read no UTF-16: a build that includes such a
file stops there.

## What it leaves alone
All of the file.

## References
The Unicode Standard, "Byte Order Mark"; gcc's manual, "-finput-charset"; clang's manual,
"Differences from GCC".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.source import Finding, SourceFile
from porter.source.text.encoding import WIDE_MARKS
from porter.source.text.languages import Language, language_of

rule = Rule("LNG50", "wide-text", fix=Fix.NONE, languages=(Language.OTHER,))

EXAMPLES = (Example("int x;\n", path="resource.h", title="a file that can be read"),)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a warning where the file is a source in UTF-16."""
    if file.data.startswith(WIDE_MARKS) and language_of(file.path) is Language.CUDA:
        yield rule.warning(
            (0, 2),
            "this source is in UTF-16 and copied as it is: clang and gcc do not read it",
            hint="where the build includes it: iconv -f UTF-16 -t UTF-8",
        )
