"""Compile the Python files named on stdin; report the problem of each."""

import json
import sys
import warnings
from pathlib import Path

# An invalid escape, for instance, is only a warning.
warnings.simplefilter("error")


def problem(file: str) -> str | None:
    try:
        compile(Path(file).read_bytes(), file, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, Warning) as error:
        return f"{type(error).__name__}: {error}"
    return None


files = json.load(sys.stdin)
json.dump([{"file": file, "problem": problem(file)} for file in files], sys.stdout)
