"""The language server: findings while typing, quick fixes, and what becomes of a name.

Source: Language Server Protocol 3.17.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import unquote, urlparse

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from porter import __version__
from porter.files.real_path import real_path
from porter.options import Options
from porter.report.editor.analysis import Analysis, FixOffer
from porter.report.editor.positions import Position, Positions
from porter.report.editor.surroundings import Surroundings, root_of, with_severities
from porter.source import Edit, Finding

#: Seconds without a key stroke after which a text is converted.
_PAUSE = 0.15
_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
}
_FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.porter"


class Server(LanguageServer):
    """The texts that are open, each with what was last made of it.

    Args:
        options: the choices of the port.
    """

    def __init__(self, options: Options) -> None:
        super().__init__("porter", __version__)
        self._options = options
        self._analyses: dict[str, tuple[int | None, Analysis]] = {}
        self._waiting: dict[str, asyncio.TimerHandle] = {}
        self._surroundings = Surroundings(options, self._project_is_known)

    def analysis(self, uri: str) -> Analysis:
        """Return the analysis of a text as it is now."""
        document = self.workspace.get_text_document(uri)
        known = self._analyses.get(uri)
        if known is not None and known[0] == document.version:
            return known[1]
        path = _path(uri)
        root = self._root(uri)
        project = None if root is None else self._surroundings.known(root)
        name = (
            path.name if project is None else real_path(path).relative_to(project.root).as_posix()
        )
        made = Analysis(name, document.source, with_severities(self._options, path), project)
        self._analyses[uri] = (document.version, made)
        return made

    def look_around(self, uri: str, *, again: bool) -> None:
        """Look at the project of a text.

        Args:
            uri: the text.
            again: something in the project has changed.
        """
        root = self._root(uri)
        if root is not None and (again or not self._surroundings.has_looked_at(root)):
            self._surroundings.look(root)

    def _root(self, uri: str) -> Path | None:
        # Older clients name one folder in another way.
        folders = [*self.workspace.folders, *filter(None, [self.workspace.root_uri])]
        return root_of(_path(uri), [_path(one) for one in folders])

    def _project_is_known(self, root: Path) -> None:
        """Look anew at the texts of a project."""
        for uri in list(self._analyses):
            if self._root(uri) == root:
                del self._analyses[uri]
                self.publish(uri)

    def end(self) -> None:
        """Leave nothing running."""
        self._surroundings.stop()

    def later(self, uri: str) -> None:
        """Publish the findings of a text once nobody types."""
        if uri in self._waiting:
            self._waiting[uri].cancel()
        loop = asyncio.get_running_loop()
        self._waiting[uri] = loop.call_later(_PAUSE, self.publish, uri)

    def publish(self, uri: str) -> None:
        """Publish the findings of a text."""
        self._waiting.pop(uri, None)
        found = self.analysis(uri)
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(
                uri,
                [_diagnostic(found.positions, one) for one in found.findings],
                self.workspace.get_text_document(uri).version,
            )
        )

    def forget(self, uri: str) -> None:
        """Drop what is known of a text that was closed."""
        if uri in self._waiting:
            self._waiting.pop(uri).cancel()
        self._analyses.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


def server(options: Options) -> Server:
    """Return a server that is ready to be started.

    Args:
        options: the choices of the port.
    """
    made = Server(options)

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def _(parameters: types.DidOpenTextDocumentParams) -> None:
        made.publish(parameters.text_document.uri)
        made.look_around(parameters.text_document.uri, again=False)

    @made.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def _(parameters: types.DidSaveTextDocumentParams) -> None:
        made.look_around(parameters.text_document.uri, again=True)

    @made.feature(types.SHUTDOWN)
    def _(_parameters: None) -> None:
        made.end()

    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def _(parameters: types.DidChangeTextDocumentParams) -> None:
        made.later(parameters.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def _(parameters: types.DidCloseTextDocumentParams) -> None:
        made.forget(parameters.text_document.uri)

    kinds = [types.CodeActionKind.QuickFix, _FIX_ALL]

    @made.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(kinds))
    def _(parameters: types.CodeActionParams) -> list[types.CodeAction]:
        return _actions(made.analysis(parameters.text_document.uri), parameters)

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    def _(parameters: types.HoverParams) -> types.Hover | None:
        found = made.analysis(parameters.text_document.uri)
        place = parameters.position
        told = found.hover(Position(place.line, place.character))
        if told is None:
            return None
        text, start, end = told
        markup = types.MarkupContent(types.MarkupKind.Markdown, text)
        return types.Hover(markup, _range(found.positions, start, end))

    return made


def _path(uri: str) -> Path:
    return Path(unquote(urlparse(uri).path))


def _actions(found: Analysis, parameters: types.CodeActionParams) -> list[types.CodeAction]:
    """Return the actions for a range: safe fixes, unsafe ones, and the whole file."""
    uri, place, only = parameters.text_document.uri, parameters.range, parameters.context.only
    actions = []
    if not only or any(_FIX_ALL.startswith(kind) for kind in only):
        every = found.fix_all()
        if every is not None:
            actions.append(_action(found, uri, every, _FIX_ALL))
    if not only or types.CodeActionKind.QuickFix in only:
        start = Position(place.start.line, place.start.character)
        end = Position(place.end.line, place.end.character)
        quick = types.CodeActionKind.QuickFix
        actions += [_action(found, uri, one, quick) for one in found.fixes(start, end)]
    return actions


def _action(
    found: Analysis, uri: str, offer: FixOffer, kind: types.CodeActionKind | str
) -> types.CodeAction:
    edits = [_text_edit(found.positions, edit) for edit in offer.edits]
    return types.CodeAction(
        title=offer.title,
        kind=kind,
        is_preferred=offer.is_safe or None,
        edit=types.WorkspaceEdit(changes={uri: edits}),
    )


def _text_edit(positions: Positions, edit: Edit) -> types.TextEdit:
    text = edit.text.decode("utf-8", "replace")
    return types.TextEdit(_range(positions, edit.start, edit.end), text)


def _diagnostic(positions: Positions, finding: Finding) -> types.Diagnostic:
    hint = f"\n{finding.hint}" if finding.hint else ""
    return types.Diagnostic(
        range=_range(positions, finding.start, finding.end),
        message=finding.full_message + hint,
        severity=_SEVERITIES[finding.severity.value],
        code=finding.rule,
        source="porter",
    )


def _range(positions: Positions, start: int, end: int) -> types.Range:
    first, last = positions.position(start), positions.position(end)
    return types.Range(types.Position(*first), types.Position(*last))
