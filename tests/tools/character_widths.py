"""Reads characters as JSON, and writes their widths: 2 for wide ones, 1 for others, null for unassigned ones."""

import json
import sys
from unicodedata import category, east_asian_width


def width(character):
    if category(character) == "Cn":
        return None
    return 2 if east_asian_width(character) in "WF" else 1


print(json.dumps([width(each) for each in json.load(sys.stdin)]))
