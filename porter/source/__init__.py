"""One file of a code base: its bytes, its code with comments and strings masked, its trees."""

from porter.source.apply import apply_edits
from porter.source.calls import Call
from porter.source.directives import IncludeDirective
from porter.source.edits import Conflict, Edit, Finding, Include, Severity, Support
from porter.source.file import SourceFile

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
