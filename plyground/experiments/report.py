"""A report and its faces: one page for the browser, text for everything else.

Report ──┬── as_html      ──▶  report.html            one file, no outside request, no script
         ├── as_markdown  ──▶  report.md
         ├── as_csv       ──▶  report_tables/report_<section>_table_1.csv, report_ledger.csv, …
         ├── figures      ──▶  report_figures/report_<section>_figure_1.svg, …
         └── in_terminal  ──▶  what a command prints
"""

from pathlib import Path

from plyground.errors import BadFile
from plyground.experiments.document import (
    Board,
    Claim,
    Crosstable,
    Figure,
    Part,
    Report,
    Section,
    Table,
    Verdict,
    environment,
    verdicts,
)
from plyground.experiments.numerals import shown, with_interval
from plyground.experiments.report_html import as_html
from plyground.experiments.report_text import as_csv, as_markdown, figures, in_terminal
from plyground.files import save

__all__ = [
    "Board",
    "Claim",
    "Crosstable",
    "Figure",
    "Part",
    "Report",
    "Section",
    "Table",
    "Verdict",
    "as_csv",
    "as_html",
    "as_markdown",
    "environment",
    "figures",
    "in_terminal",
    "shown",
    "verdicts",
    "with_interval",
    "write_report",
]


def write_report(report: Report, path: Path) -> list[Path]:
    """Write the page to `path` and the other faces beside it; the files, the page first."""
    page = path if path.suffix in (".html", ".htm") else path.with_name(f"{path.name}.html")
    name = page.stem
    drawings, tables = f"{name}_figures", f"{name}_tables"
    contents = {page: as_html(report)}
    contents[page.with_suffix(".md")] = as_markdown(report, f"{drawings}/{name}_")
    for folder, files in ((tables, as_csv(report)), (drawings, figures(report))):
        contents |= {page.parent / folder / f"{name}_{file}": text for file, text in files.items()}
    for file, text in contents.items():
        _make(file.parent)
        save(file, text)
    return list(contents)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"cannot make the folder {folder}: {error.strerror or error}") from error
