"""Proves by compiling that a call written for CUDA's declaration is accepted by HIP's headers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from clang.cindex import Diagnostic, Index

from porter.derive.clang_headers import ClangHeaders
from porter.derive.headersets import HeaderSet, includes, rocm_arguments
from porter.derive.verdict_cache import VerdictCache
from porter.errors import PorterError
from porter.processes.cores import cores
from porter.processes.workers import Workers

_SPACES = re.compile(r"\s+")
_INSTANTIATED = re.compile(r"in instantiation of [\w ]+ '(?:\w+::)*(\w+)")
_PRELUDE = """
template <class T> struct porter_is { using type = T; };
template <class T> __host__ __device__ typename porter_is<T>::type& porter_value();
template <class T> __host__ __device__ void porter_take(T);
"""


def call(function: str, parameters: Sequence[str], result: str) -> str:
    """Return source that compiles when a call with arguments of these types does.

    Args:
        function: HIP's name, qualified.
        parameters: the types of the arguments, in HIP's names.
        result: the type that the call's value has to convert to, or `void`.
    """
    values = ", ".join(f"porter_value<{p}>()" for p in parameters)
    source = f"{function}({values})"
    if result != "void":
        source = f"porter_take<porter_is<{result}>::type>({source})"
    return f"PORTER_SIDE void porter_used() {{ {source}; }}"


def pointer(function: str, parameters: Sequence[str], result: str) -> str:
    """Return source that compiles when a function of exactly these types exists."""
    types = ", ".join(f"porter_is<{p}>::type" for p in parameters)
    return (
        f"using porter_p = porter_is<{result}>::type (*)({types});"
        f" PORTER_SIDE void porter_used() {{ porter_take(static_cast<porter_p>(&{function})); }}"
    )


class Compiler:
    """Compiles many small pieces of HIP source at once, against one set of headers.

    Args:
        headers: ROCm's headers.
        resources: the headers of the compiler and the host.
        included: what to include, those of them that exist.
        arch: the architecture, such as `gfx942`.
        verdicts: what is known of pieces already.
    """

    def __init__(
        self,
        headers: HeaderSet,
        resources: ClangHeaders,
        included: Sequence[str],
        arch: str = "gfx942",
        verdicts: VerdictCache | None = None,
    ) -> None:
        self.headers = headers
        self.resources = resources
        self.included = includes(included)
        self.arch = arch
        self.verdicts = VerdictCache() if verdicts is None else verdicts

    def refused(
        self, pieces: Sequence[str], *, device: bool, defines: Sequence[str] = ()
    ) -> dict[int, str]:
        """Compile all pieces, each in a namespace of its own.

        Args:
            pieces: source, one line each.
            device: compile as the device sees it, not as the host does.
            defines: macros to define first.

        Returns:
            Index into `pieces` -> clang's first message, for those that do not compile.
        """
        configuration = (device, tuple(defines))
        unknown = self.verdicts.unknown(configuration, pieces)
        self.verdicts.store(configuration, unknown, self._refused(unknown, device, defines))
        return self.verdicts.refused(configuration, pieces)

    def _refused(
        self, pieces: Sequence[str], device: bool, defines: Sequence[str]
    ) -> dict[int, str]:
        """Compile all pieces.

        What clang says of a template it says once, at its first use. So other pieces that use such
        a template are compiled again without that one, until all that are left pass.
        """
        refusals: dict[str, str] = {}
        left = list(dict.fromkeys(pieces))
        while left:
            messages = self._compile(left, device, defines)
            refusals.update((left[i], message) for i, (message, _) in messages.items())
            templates = {template for _, template in messages.values() if template}
            left = [
                piece
                for i, piece in enumerate(left)
                if i not in messages and any(template in piece for template in templates)
            ]
        return {i: refusals[piece] for i, piece in enumerate(pieces) if piece in refusals}

    def refused_by_both(
        self, pieces: Sequence[str], defines: Sequence[str] = ()
    ) -> tuple[dict[int, str], dict[int, str]]:
        """Compile all pieces as the host and as the device sees them, at the same time.

        Returns:
            What `refused` returns, for the host and for the device.
        """
        macros = tuple(defines)
        unknown = {
            device: left
            for device in (False, True)
            if (left := self.verdicts.unknown((device, macros), pieces))
        }

        def compile_for(device: bool) -> tuple[bool, dict[int, str] | None]:
            return device, self._refused(unknown[device], device, defines)

        if unknown:
            workers = Workers(compile_for, lambda device: (device, None), min(2, cores()))
            for answers in workers.answers([[device] for device in unknown]):
                for device, refused in answers:
                    if refused is None:
                        raise PorterError("libclang died on the headers", path=self.headers.include)
                    self.verdicts.store((device, macros), unknown[device], refused)
        return self.verdicts.refused((False, macros), pieces), self.verdicts.refused(
            (True, macros), pieces
        )

    def _compile(
        self, pieces: Sequence[str], device: bool, defines: Sequence[str]
    ) -> dict[int, tuple[str, str]]:
        """Return for each piece that does not compile the message and the template it is about."""
        head = self.included + _PRELUDE
        first = head.count("\n") + 1
        body = "".join(f"namespace porter_{i} {{ {text} }}\n" for i, text in enumerate(pieces))
        main = "pieces.hip"
        side = f"-DPORTER_SIDE={'__device__' if device else '__host__'}"
        arguments = rocm_arguments(self.headers, self.resources, device=device, arch=self.arch)
        unit = Index.create().parse(
            main,
            [*arguments, side, *(f"-D{name}" for name in defines)],
            unsaved_files=[(main, head + body)],
        )
        first_errors: dict[int, tuple[str, str]] = {}
        for diagnostic in unit.diagnostics:
            line, template = _cause(diagnostic, main)
            if diagnostic.severity >= 3 and 0 <= line - first < len(pieces):
                first_errors.setdefault(
                    line - first, (_SPACES.sub(" ", diagnostic.spelling), template)
                )
        return first_errors


def _cause(diagnostic: Diagnostic, main: str) -> tuple[int, str]:
    """Return the line of `main` that a message is about, or 0, and the template within a header.

    A message from within a header tells in its notes from where a template was instantiated.
    """
    template = ""
    for one in (diagnostic, *diagnostic.children):
        if one.spelling.startswith("in file included from"):
            continue
        found = _INSTANTIATED.search(one.spelling)
        template = template or (found[1] if found else "")
        if one.location.file is not None and one.location.file.name == main:
            return int(one.location.line), template
    return 0, ""
