"""Reads texts and settings as JSON, and formats each text with black, once for each setting.

The input is {"texts": [...], "modes": [{"line_length": 40}, ...]}, the output a list of lists in the order of the
modes. A text that black refuses is null.
"""

import json
import sys

import black


def formatted(text, mode):
    try:
        return black.format_str(text, mode=mode)
    except Exception:  # Black crashes on some texts that are not Python.
        return None


asked = json.load(sys.stdin)
modes = [black.Mode(**mode) for mode in asked["modes"]]
print(json.dumps([[formatted(text, mode) for text in asked["texts"]] for mode in modes]))
