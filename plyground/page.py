"""A view and its state as one self-contained file: a replay, a tree, an animation to pass on."""

import json
from html import escape
from pathlib import Path
from typing import Any

STATIC = Path(__file__).parent / "static"

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{title}</title>
<style>{style}</style>
<body class="ply-page">
<main id="view"></main>
<noscript>This page draws with a script that is part of it.</noscript>
<script type="application/json" id="state">{state}</script>
<script type="module">
{script}
const state = JSON.parse(document.getElementById("state").textContent);
const model = {{ get: (name) => state[name], on() {{}}, off() {{}}, send() {{}} }};
render({{ model, el: document.getElementById("view") }});
</script>
</body>
</html>
"""


def style_of(view: str) -> str:
    """The style sheet of a view, with the theme that all views share."""
    return "\n".join((STATIC / name).read_text("utf-8") for name in ("theme.css", f"{view}.css"))


def script_of(view: str) -> str:
    """The module of a view: import-free, with a function render({ model, el })."""
    return (STATIC / f"{view}.js").read_text("utf-8")


def page(view: str, state: dict[str, Any], title: str) -> str:
    """One file without any outside reference. The view is not live: nobody answers messages."""
    text = json.dumps(state | {"live": False}, ensure_ascii=False, separators=(",", ":"))
    return PAGE.format(
        title=escape(title),
        style=style_of(view),
        script=script_of(view),
        state=text.replace("<", "\\u003c"),
    )
