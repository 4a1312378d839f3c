"""Declarations of a header, in a form in which two headers can be compared."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Parameter:
    """One parameter, or a result.

    Attributes:
        spelling: the type as the header writes it, without `struct`, `enum` and `union`.
        canonical: the type with all typedefs resolved.
        has_default: whether a call may leave it out.
        name: the parameter's name, empty when the header gives none.
        default: the argument that a call may leave out, as the header writes it.
    """

    spelling: str
    canonical: str
    has_default: bool = False
    name: str = ""
    default: str = field(default="", compare=False)


@dataclass(frozen=True)
class Signature:
    """One overload of a function or the parameters of a function-like macro.

    Attributes:
        result: the type of the result.
        parameters: in order.
        template: the names of the type parameters of a function template.
    """

    result: Parameter
    parameters: tuple[Parameter, ...]
    template: tuple[str, ...] = ()

    @property
    def arity(self) -> int:
        """Number of parameters, defaulted ones included."""
        return len(self.parameters)

    @property
    def least_arity(self) -> int:
        """Number of parameters that a call must give."""
        return sum(not p.has_default for p in self.parameters)


@dataclass
class Declaration:
    """All that one translation unit says of a name.

    Attributes:
        name: the bare name.
        scope: the namespaces it lives in, joined by `::`, empty for a global name.
        kind: `function`, `type`, `enumerator`, `macro`, `variable`, `template` or `namespace`.
        file: the file that declares it, relative to the include folder.
        header: the public header that brings it in.
        signatures: the overloads of a function; the parameters of a function-like macro.
        enum: for an enumerator, the name of its enum, as a user writes it.
        value: for an enumerator, its value; for a macro, its replacement.
        members: for a record, its fields and methods; for an enum, its enumerators; in order.
        template: the names of a class template's parameters.
        underlying: for a type, what it is: `record`, `enum`, `pointer`, or the canonical type.
        alias: for a macro that is another name of a declaration, that name.
    """

    name: str
    scope: str
    kind: str
    file: str
    header: str
    signatures: list[Signature] = field(default_factory=list)
    enum: str = ""
    value: int | str | None = None
    members: tuple[str, ...] = ()
    underlying: str = ""
    alias: str = ""
    template: tuple[str, ...] = ()

    @property
    def qualified(self) -> str:
        """The name with its namespaces."""
        return f"{self.scope}::{self.name}" if self.scope else self.name


@dataclass
class Universe:
    """Everything that one side's headers declare.

    Attributes:
        version: of the header set, such as `13.0` or `6.4`.
        declarations: by qualified name; a macro that renames a function has taken its signatures.
        headers: every header file below the include folders, as an `#include` writes it.
        standard: global names that the system's own headers declare, such as `sinf`.
        problems: errors that clang reported while parsing.
    """

    version: str
    declarations: dict[str, Declaration]
    headers: frozenset[str]
    standard: frozenset[str]
    problems: list[str]
