"""A report without pictures: Markdown, CSV, and text for the terminal.

    heuristic    nodes  path            numbers to the right, texts to the left,
    ---------  -------  ----            both from the same cells
    octile     1,209.5    38

CSV keeps numbers as they were measured; the other two show them as people write them.
"""

import csv
import io
import re
from collections.abc import Sequence
from textwrap import wrap

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
    ledger_table,
    named_parts,
    verdicts,
)
from plyground.experiments.numerals import duration

# --- Markdown ------------------------------------------------------------------------------------


def as_markdown(report: Report, figures: str = "") -> str:
    """The report in Markdown; drawings are links that begin with `figures`, or only captions."""
    names = {id(part): name for name, part in named_parts(report)}
    blocks = [f"# {_plain(report.title)}"]
    if report.ledger:
        blocks += [f"**{verdicts(report.ledger)}.**", _markdown_summary(report.ledger)]
    for section in report.sections:
        blocks += _markdown_section(section, names, figures)
    if report.environment:
        rows = [[name, value] for name, value in report.environment.items()]
        blocks += ["## Environment", _markdown_table(Table(["", ""], rows))]
    if report.command:
        blocks += ["Made by", _fenced(report.command)]
    if report.seconds:
        blocks.append(f"in {duration(report.seconds)}.")
    return "\n\n".join(blocks) + "\n"


def _markdown_section(section: Section, names: dict[int, str], figures: str) -> list[str]:
    blocks = [f"## {_plain(section.title)}"]
    blocks += [f"*{_plain(section.question)}*"] if section.question else []
    blocks += [f"**{_plain(section.answer)}**"] if section.answer else []
    blocks += [_markdown_part(part, names, figures) for part in section.parts]
    if section.ledger:
        blocks += ["### Ledger", _markdown_table(ledger_table(section.ledger))]
    if section.command:
        blocks += ["Make it again:", _fenced(section.command)]
    return blocks


def _markdown_part(part: Part, names: dict[int, str], figures: str) -> str:
    if isinstance(part, str):
        return _plain(part)
    if isinstance(part, Figure | Board):
        caption = _plain(part.caption)
        return f"![{caption}](<{figures}{names[id(part)]}.svg>)" if figures else f"*{caption}*"
    table = part.table() if isinstance(part, Crosstable) else part
    caption = f"*{_plain(table.caption)}*\n\n" if table.caption else ""
    return caption + _markdown_table(table)


def _markdown_summary(claims: Sequence[Claim]) -> str:
    rows = [[each.section, each.claim, f"{SIGNS[each.verdict]} {each.verdict}"] for each in claims]
    return _markdown_table(Table(["section", "claim", "verdict"], rows))


def _markdown_table(table: Table) -> str:
    marks = ["---:" if side == "r" else "---" for side in table.alignment()]
    rows = [[_plain(name) for name in table.columns], marks]
    rows += [[_plain(text) for text in row] for row in table.texts()]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _plain(text: str) -> str:
    """Text that Markdown shows as it is; words between backticks stay code."""
    pieces = re.split(r"(`[^`]+`)", " ".join(text.split()))
    return "".join(
        piece.replace("|", "\\|")
        if piece.startswith("`") and len(piece) > 1
        else re.sub(r"([\\*|\[\]`])", r"\\\1", piece).replace("&", "&amp;").replace("<", "&lt;")
        for piece in pieces
    )


def _fenced(command: str) -> str:
    return f"```sh\n{command}\n```"


# --- CSV -----------------------------------------------------------------------------------------


def as_csv(report: Report) -> dict[str, str]:
    """The text of a file for each table, and for the ledger, by the file's name."""
    files = {
        f"{name}.csv": _csv(part.scores() if isinstance(part, Crosstable) else part)
        for name, part in named_parts(report)
        if isinstance(part, Table | Crosstable)
    }
    if report.ledger:
        files["ledger.csv"] = _csv(ledger_table(report.ledger))
    return files


def _csv(table: Table) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(["" if cell is None else cell for cell in row] for row in table.rows)
    return text.getvalue()


def figures(report: Report) -> dict[str, str]:
    """Each drawing by the name of its file."""
    return {
        f"{name}.svg": part.svg
        for name, part in named_parts(report)
        if isinstance(part, Figure | Board)
    }


# --- the terminal --------------------------------------------------------------------------------


def in_terminal(shown: Report | Section, width: int = 100) -> str:
    """Answers, tables and ledger as plain text; drawings are left out."""
    if isinstance(shown, Section):
        return "\n\n".join(_terminal_section(shown, width)) + "\n"
    blocks = [shown.title] if shown.title else []
    for section in shown.sections:
        blocks += _terminal_section(section, width)
    if shown.ledger:
        blocks.append(f"{verdicts(shown.ledger)}.")
    return "\n\n".join(blocks) + "\n"


def _terminal_section(section: Section, width: int) -> list[str]:
    blocks = [f"{section.title}\n{'─' * len(section.title)}"]
    blocks += [_wrapped(text, width) for text in (section.question, section.answer) if text]
    for part in section.parts:
        if isinstance(part, str):
            blocks.append(_wrapped(part, width))
        elif isinstance(part, Table | Crosstable):
            table = part.table() if isinstance(part, Crosstable) else part
            caption = f"{_wrapped(table.caption, width)}\n" if table.caption else ""
            blocks.append(caption + text_table(table))
    return blocks + [_terminal_claim(claim, width) for claim in section.ledger]


def text_table(table: Table) -> str:
    """Aligned columns, two spaces apart."""
    rows = [list(table.columns), *table.texts()]
    sides = table.alignment()
    widths = [max(len(row[number]) for row in rows) for number in range(len(table.columns))]
    rows.insert(1, ["─" * width for width in widths])
    return "\n".join(
        "  ".join(
            text.rjust(width) if side == "r" else text.ljust(width)
            for text, width, side in zip(row, widths, sides, strict=True)
        ).rstrip()
        for row in rows
    )


def _terminal_claim(claim: Claim, width: int) -> str:
    """The claim, what was reported and measured, and the verdict, below each other."""
    head = f"{SIGNS[claim.verdict]} {claim.section:<4}"
    lines = [
        ("", claim.claim),
        ("reported  ", claim.reported),
        ("measured  ", claim.measured),
        ("verdict   ", claim.ruling if claim.because else SHORT[claim.verdict]),
    ]
    space = " " * (len(head) + 1)
    blocks = [
        _wrapped(label + text, width, space, space + " " * len(label))
        for label, text in lines
        if text
    ]
    return f"{head} " + "\n".join(blocks).lstrip()


def _wrapped(text: str, width: int, first: str = "", later: str = "") -> str:
    return "\n".join(wrap(text, width, initial_indent=first, subsequent_indent=later)) or first
