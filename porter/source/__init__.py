"""One file of a code base: its bytes, its code with comments and strings masked, its trees."""

from porter.source.apply import apply_edits
from porter.source.edits import Conflict, Edit, Finding, Include, Severity, Support
from porter.source.file import Call, IncludeDirective, SourceFile

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
    "apply_edits",
]
