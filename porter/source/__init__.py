"""One file of a code base: its bytes, its code with comments and strings masked, its trees."""

from porter.source.file import SourceFile
from porter.source.preprocessor.directives import IncludeDirective
from porter.source.text.apply import apply_edits
from porter.source.text.calls import Call
from porter.source.text.edits import Conflict, Edit, Finding, Include, Severity, Support
from porter.source.text.spans import Use

__all__ = [
    "Call",
    "Conflict",
    "Edit",
    "Finding",
    "Include",
    "IncludeDirective",
    "Severity",
    "SourceFile",
    "Support",
    "Use",
    "apply_edits",
]
