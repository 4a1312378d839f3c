"""`porter explain`: print the page of a rule on the terminal."""

from __future__ import annotations

import sys

import click

from porter.errors import PorterError


@click.command("explain")
@click.argument("rule", required=False)
def command(rule: str | None) -> None:
    """Explain what RULE does and why, with examples; without RULE, list all rules.

    Takes the ids of errors, too: ERR07.
    """
    from porter.fixers.registry import rules
    from porter.report import error_topics
    from porter.report.near_misses import near_misses
    from porter.report.rule_pages import index, page
    from porter.rule_ids import current

    if rule is None:
        _print(index())
        return
    for topic in error_topics.TOPICS:
        if rule.upper() == topic.id:
            _print(error_topics.page(topic))
            return
    for known in rules():
        if current(rule.upper()) == known.id or rule.lower() == known.name:
            _print(page(known))
            return
    names = {known.id: known.name for known in rules()}
    raise PorterError(f"no rule is called {rule!r}", hint=near_misses(rule, names))


def _print(markdown: str) -> None:
    """Render Markdown on a terminal, print it as it is into a pipe."""
    if not sys.stdout.isatty():
        click.echo(markdown, nl=False)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(markdown))
