"""Running the `plyground` command in a process of its own."""

import os
import subprocess
import sys


def plyground(
    *arguments: str, stdin: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from plyground.cli import main; main()", *arguments],
        env=os.environ | {"COLUMNS": "200"} | environment,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
