"""A report as one page: styles and drawings inside, no outside request, no script.

┌──────────┬──────────────────────────────┐
│ contents │ 31 claims: 9 hold, …         │     beside each other on a screen,
│          │ ▇▇▇▇▇▇▇▇▒▒▒▒▒░░░             │     below each other on a phone
│ 1 Maze … │ Maze Runner                  │
│ 2 …      │ ┃ the answer in one sentence │
│          │ figures, tables, ledger      │
└──────────┴──────────────────────────────┘
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path

from plyground.experiments.document import (
    SHORT,
    SIGNS,
    Board,
    Claim,
    Crosstable,
    Figure,
    Part,
    Report,
    Section,
    Table,
    Verdict,
    slugs,
    verdicts,
)
from plyground.experiments.numerals import counted, duration
from plyground.experiments.row_plots import crosstable

STYLE = Path(__file__).parent.parent / "static" / "report.css"
LONG = 15
"""Tables with more rows than this are folded."""

NARROW = re.compile(r"(?<=\d) (?=%)|(?<=[∞\d],) (?=[+−-]?[∞\d.,]+\])")
"""Spaces at which a line must not break: before a percent sign, and within an interval."""

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header><p class="kind">Plyground report</p><h1>{title}</h1>{made}</header>
{contents}
<main>
{sections}
</main>
</body>
</html>
"""


def as_html(report: Report) -> str:
    """The whole page."""
    names = slugs(report.sections)
    named = list(zip(names, report.sections, strict=True))
    body = [_summary(report, names)] if report.ledger else []
    body += [_section(name, section) for name, section in named]
    body.append(_environment(report))
    sections, styles = _shared_styles("\n".join(filter(None, body)))
    return PAGE.format(
        title=escape(report.title),
        style="\n".join([STYLE.read_text("utf-8"), *styles]),
        made=_made(report),
        contents=_contents(report, names),
        sections=sections or '<section><p class="answer">Nothing to report.</p></section>',
    )


def _shared_styles(html: str) -> tuple[str, list[str]]:
    """The page without the drawings' style sheets, and each different one of these once."""
    styles: dict[str, None] = {}

    def taken(found: re.Match[str]) -> str:
        styles[found[1]] = None
        return ""

    return re.sub(r"<style>(.*?)</style>", taken, html, flags=re.DOTALL), list(styles)


def _made(report: Report) -> str:
    words = [report.environment.get("date", "")]
    words.append(f"measured in {duration(report.seconds)}" if report.seconds else "")
    said = " · ".join(filter(None, words))
    return (f"<p>{escape(said)}</p>" if said else "") + _command(report.command)


def _command(command: str) -> str:
    return f'<pre class="command"><code>{escape(command)}</code></pre>' if command else ""


def _contents(report: Report, names: Sequence[str]) -> str:
    entries = [("claims", "The claims")] if report.ledger else []
    entries += [(name, each.title) for name, each in zip(names, report.sections, strict=True)]
    entries += [("environment", "Environment")] if report.environment else []
    if not entries:
        return ""
    links = "".join(f'<li><a href="#{name}">{escape(title)}</a></li>' for name, title in entries)
    return f'<nav aria-label="Contents"><ol>{links}</ol></nav>'


def _environment(report: Report) -> str:
    if not report.environment:
        return ""
    rows = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>"
        for name, value in report.environment.items()
    )
    return f'<section id="environment"><h2>Environment</h2><dl>{rows}</dl></section>'


# --- the ledger ----------------------------------------------------------------------------------


def _summary(report: Report, names: Sequence[str]) -> str:
    """All claims at a glance: how many of each verdict, and each with a link to its evidence."""
    counts = Counter(claim.verdict for claim in report.ledger)
    strip = "".join(
        f'<li class="{_kind(verdict)}" style="flex-grow:{counts[verdict]}">'
        f"<b>{counts[verdict]}</b> {SIGNS[verdict]} {SHORT[verdict]}</li>"
        for verdict in Verdict
        if counts[verdict]
    )
    rows = "".join(
        f'<tr><td class="where">{escape(claim.section)}</td>'
        f'<td><a href="#{name}_claim_{number}">{_inline(claim.claim)}</a></td>'
        f"<td>{_badge(claim.verdict)}</td></tr>"
        for name, section in zip(names, report.sections, strict=True)
        for number, claim in enumerate(section.ledger, 1)
    )
    return (
        f'<section id="claims"><h2>The claims</h2><p class="answer">{verdicts(report.ledger)}.</p>'
        f'<ul class="strip">{strip}</ul><table class="glance"><thead><tr><th scope="col">§</th>'
        f'<th scope="col">claim</th><th scope="col">verdict</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></section>"
    )


def _ledger(name: str, claims: Sequence[Claim]) -> str:
    if not claims:
        return ""
    heads = "".join(
        f'<th scope="col">{head}</th>' for head in ("claim", "reported", "measured", "verdict")
    )
    rows = "".join(_claim(f"{name}_claim_{number}", each) for number, each in enumerate(claims, 1))
    return (
        f'<h3>Ledger</h3><table class="ledger"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _claim(name: str, claim: Claim) -> str:
    because = f'<p class="because">{_inline(claim.because)}</p>' if claim.because else ""
    return (
        f'<tr id="{name}"><td><span class="where">{escape(claim.section)}</span> '
        f"{_inline(claim.claim)}</td>"
        f'<td data-head="reported">{_inline(claim.reported)}</td>'
        f'<td data-head="measured">{_inline(claim.measured)}</td>'
        f'<td data-head="verdict">{_badge(claim.verdict)}{because}</td></tr>'
    )


def _kind(verdict: Verdict) -> str:
    return verdict.name.lower()


def _badge(verdict: Verdict) -> str:
    """Sign, words and color say the same."""
    return (
        f'<span class="badge {_kind(verdict)}" title="{escape(verdict)}">'
        f'<b aria-hidden="true">{SIGNS[verdict]}</b> {SHORT[verdict]}</span>'
    )


# --- sections ------------------------------------------------------------------------------------


def _section(name: str, section: Section) -> str:
    question = f'<p class="question">{_inline(section.question)}</p>' if section.question else ""
    answer = f'<p class="answer">{_inline(section.answer)}</p>' if section.answer else ""
    command = f"<h3>Make it again</h3>{_command(section.command)}" if section.command else ""
    return (
        f'<section id="{name}"><h2>{escape(section.title)}</h2>{question}{answer}'
        f"{''.join(_parts(section.parts))}{_ledger(name, section.ledger)}{command}</section>"
    )


def _parts(parts: Sequence[Part]) -> Iterator[str]:
    """Each part; boards that follow each other share a row."""
    for boards, run in groupby(parts, lambda part: isinstance(part, Board)):
        shapes = "".join(map(_part, run))
        yield f'<div class="boards">{shapes}</div>' if boards else shapes


def _part(part: Part) -> str:
    if isinstance(part, str):
        return f"<p>{_inline(part)}</p>"
    if isinstance(part, Table):
        return _table(part)
    caption = f"<figcaption>{_inline(part.caption)}</figcaption>" if part.caption else ""
    if isinstance(part, Crosstable):
        note = "<small>Bold: the interval (below the score) excludes 50 %.</small>"
        inner = f'<div class="scroll">{crosstable(part.names, part.cells)}</div>{note}'
        return f'<figure class="cross">{inner}{caption}</figure>'
    kind = "plot" if isinstance(part, Figure) else "board"
    return f'<figure class="{kind}"><div class="scroll">{part.svg}</div>{caption}</figure>'


def _table(table: Table) -> str:
    """Rows and columns; long ones are folded, with their caption as the handle."""
    sides = table.alignment()
    head = "".join(
        f'<th scope="col" class="{side}">{_inline(name)}</th>'
        for name, side in zip(table.columns, sides, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(
            f'<td class="{side}">{_inline(text)}</td>'
            for text, side in zip(row, sides, strict=True)
        )
        + "</tr>"
        for row in table.texts()
    )
    rows = f'<table class="data"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    scroll = f'<div class="scroll">{rows}</div>'
    caption = _inline(table.caption)
    if len(table.rows) > LONG:
        handle = f"{caption} " if caption else ""
        said = f"{handle}<small>{counted(len(table.rows), 'row')}</small>"
        return f'<details class="table"><summary>{said}</summary>{scroll}</details>'
    heading = f"<figcaption>{caption}</figcaption>" if caption else ""
    return f'<figure class="table">{heading}{scroll}</figure>'


def _inline(text: str) -> str:
    """Plain text; words between backticks are code; numbers and intervals stay on one line."""
    text = NARROW.sub("\N{NO-BREAK SPACE}", text)
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
