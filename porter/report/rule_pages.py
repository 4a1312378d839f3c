"""The page of a rule: for `porter explain`, and for `docs/rules`.

python -m porter.report.rule_pages docs/rules
"""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

from porter.convert.engine import convert_file
from porter.convert.targets import find
from porter.files.write import write_atomically
from porter.fixers import Example, Fix, Rule
from porter.fixers.conditions import ALWAYS
from porter.fixers.registry import rules
from porter.options import Options
from porter.source.text.languages import Language, language_of

_FIXES = {
    Fix.SAFE: "applied by default: it keeps what the program computes",
    Fix.UNSAFE: "applied with `--unsafe` only: it may change what the program does",
    Fix.NONE: "reports; changes nothing",
}
#: What a block of code is called. Python's stay text: formatters would rewrite the examples.
_FENCES = {Language.CUDA: "cpp", Language.CMAKE: "cmake"}


def page(rule: Rule) -> str:
    """Return the page of `rule` in Markdown."""
    summary, _, rest = rule.page.strip().partition("\n")
    parts = [
        f"# {rule.id}: {rule.name}",
        f"{summary}\n\nFamily *{rule.family.replace('_', ' ')}*; {_FIXES[rule.fix]}."
        + _conditions(rule),
        rest.strip(),
        "## Examples",
        *(_example(rule, example) for example in rule.examples),
    ]
    return "\n\n".join(parts) + "\n"


def _conditions(rule: Rule) -> str:
    """Say under which choices the rule runs, or a part of it; nothing where it always does."""
    said = [f"Runs with {rule.when} only."] if rule.when != ALWAYS else []
    if rule.unless:
        said.append(f"Does not run with {rule.unless}.")
    said += [f"A part runs with {when} only." for when, _ in rule.load() if when != ALWAYS]
    return "".join(f" {sentence}" for sentence in said)


def index() -> str:
    """Return the list of all rules in Markdown."""
    lines = ["# Rules", "", "| id | name | fix | what it does |", "|--|--|--|--|"]
    for rule in sorted(rules(), key=lambda rule: rule.id):
        summary = rule.page.strip().partition("\n")[0]
        link = f"[{rule.id}]({rule.id}.md)"
        lines.append(f"| {link} | {rule.name} | {rule.fix.value} | {summary} |")
    return "\n".join(lines) + "\n"


def pages() -> dict[str, str]:
    """Return the name and text of every file of `docs/rules`."""
    return {"index.md": index()} | {f"{rule.id}.md": page(rule) for rule in rules()}


def _example(rule: Rule, example: Example) -> str:
    """Return an example as a diff, with what the rule says about it."""
    before = example.before.encode()
    language = language_of(example.path)
    target, options = find(example.options.target), example.options
    file, context = target.single_text(example.path, before, language, options, example.files)
    result = convert_file(file, context, (rule,))
    choices = _options(options)
    title = (example.title or example.path) + (f" ({choices})" if choices else "")
    text = "".join(
        f"\n- line {file.position(finding.start)[0]}: {finding.severity.value}: "
        + finding.full_message
        + (f"; {finding.hint}" if finding.hint else "")
        for finding in result.findings
    )
    if result.data == before:
        block = f"```{_FENCES.get(language, 'text')}\n{example.before.rstrip()}\n```"
        verdict = text or "\nLeft alone."
    else:
        lines = difflib.unified_diff(
            before.decode().splitlines(), result.data.decode().splitlines(), n=99, lineterm=""
        )
        block = "```diff\n" + "\n".join(list(lines)[3:]) + "\n```"
        verdict = text
    return f"{title[:1].upper()}{title[1:]}:\n\n{block}\n{verdict}".rstrip()


def _options(options: Options) -> str:
    """Return the choices that differ from the defaults, as the command line spells them."""
    default = Options()
    chosen = []
    for name, value in options._asdict().items():
        if value == getattr(default, name):
            continue
        if name == "roc":
            chosen += [f"--{one} roc" for one in options.roc]
        elif value is True:
            chosen.append(f"--{name}")
        else:
            text = ".".join(map(str, value)) if isinstance(value, tuple) else str(value)
            flag = "to" if name == "target" else name.replace("_", "-")
            chosen.append(f"--{flag} {text}")
    return " ".join(f"`{text}`" for text in chosen)


def main() -> None:
    """Write the pages into the folder given; remove those of rules that are gone."""
    folder = Path(sys.argv[1])
    wanted = pages()
    for name, text in wanted.items():
        write_atomically(folder / name, text.encode())
    for path in folder.glob("*.md"):
        if path.name not in wanted:
            path.unlink()


if __name__ == "__main__":
    main()
