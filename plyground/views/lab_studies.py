"""The studies: what each asks, what came of it, kept so that it is read again at once.

    cache folder/studies/maze_runner-quick-1-0.1.0-5f0c61d2.json     study, scale, seed, version

A report is kept as the part of its page that can be shown within another one.
"""

import hashlib
import json
import re
import time
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from plyground.experiments.document import Section
from plyground.experiments.report import Report, as_html, environment, verdicts
from plyground.experiments.runner import LocalWorkers
from plyground.experiments.store import Store
from plyground.files import cache_folder, write
from plyground.studies.catalog import STUDIES, load_study
from plyground.views.lab_errand import Tell
from plyground.views.lab_form import CORES

PAUSE = 0.25
"""Seconds between two news."""
PARTS = re.compile(r"<style>(.*?)</style>.*<main>(.*)</main>", re.DOTALL)
WITHIN = {r":root\b": ":host", r"(?m)^main\b": ".main"}
"""Selectors of a whole page, and those of a part of one."""
Data = dict[str, Any]


def catalog(folder: Path) -> list[Data]:
    """Each study, what it asks, and what is kept of it."""
    asked = {name: (load_study(name).__doc__ or "").split("\n")[0] for name in STUDIES}
    return [
        {"name": name, "asks": asks, "kept": _kept(folder, name)} for name, asks in asked.items()
    ]


def read(folder: Path, name: str, scale: str, seed: int) -> Data | None:
    """A report that is kept; None if there is none."""
    try:
        found: Data = json.loads(_file(folder, name, scale, seed).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return found


def measure(tell: Tell, folder: Path, file: Path, name: str, scale: str, seed: int) -> None:
    """Run a study and keep its report; games that were played before are not played again."""
    from plyground.studies.lab import Lab

    study = load_study(name)
    begun, last = time.monotonic(), 0.0

    def told(title: str, done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last >= PAUSE:
            last = time.monotonic()
            tell({"progress": {"title": title, "done": done, "planned": total}})

    players = LocalWorkers(CORES)
    try:
        with Store.open(file) as store:
            lab = Lab(players, store, scale, seed, True, told)  # type: ignore[arg-type]
            section = study(lab)
    finally:
        players.close()
    _keep(_file(folder, name, scale, seed), section, time.monotonic() - begun)


def _keep(file: Path, section: Section, seconds: float) -> None:
    name, scale, seed, *_ = file.stem.split("-")
    command = f"plyground study {name} --scale {scale} --seed {seed}"
    about = environment()
    report = Report(section.title, [section], about, command, seconds)
    parts = PARTS.search(as_html(report))
    assert parts is not None
    style, body = parts.groups()
    for whole, within in WITHIN.items():
        style = re.sub(whole, within, style)
    style += ":host{display:block;font:16px/1.6 system-ui,sans-serif;color:var(--ink)}"
    file.parent.mkdir(parents=True, exist_ok=True)
    write(file, json.dumps(
        {"name": name, "scale": scale, "seed": int(seed), "title": section.title,
         "answer": section.answer, "verdicts": verdicts(section.ledger), "seconds": seconds,
         "made": about["date"], "command": command, "style": style, "html": body},
        ensure_ascii=False))  # fmt: skip


def _kept(folder: Path, name: str) -> list[Data]:
    """Scale, seed, answer and verdicts of the reports of a study."""
    files = folder.glob(f"{name}-*-{_version()}.json")
    found = [json.loads(file.read_text("utf-8")) for file in sorted(files)]
    shown = ("scale", "seed", "answer", "verdicts")
    return [{each: data[each] for each in shown} for data in found]


def _file(folder: Path, name: str, scale: str, seed: int) -> Path:
    return folder / f"{name}-{scale}-{seed}-{_version()}.json"


def folder() -> Path:
    """Where reports are kept."""
    return cache_folder() / "studies"


@cache
def _version() -> str:
    """Of Plyground, and of the studies' own source."""
    import plyground.studies

    source = hashlib.sha256()
    for file in sorted(Path(plyground.studies.__path__[0]).glob("*.py")):
        source.update(file.read_bytes())
    return f"{version('plyground')}-{source.hexdigest()[:8]}"
