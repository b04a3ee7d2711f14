"""Read JSON texts from stdin; write each as Python's `str` and `json` write it to stdout."""

import json
import sys
from unicodedata import category


def texts(text: str) -> tuple[str, str] | None:
    """Return null for texts with characters that this Python's version of Unicode does not assign."""
    value = json.loads(text)
    dumped = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if any(category(each) == "Cn" for each in dumped):
        return None
    # UTF-8 cannot hold lone surrogates, so they stay escaped.
    return str(value), dumped.encode(errors="backslashreplace").decode()


json.dump([texts(each) for each in json.load(sys.stdin)], sys.stdout)
