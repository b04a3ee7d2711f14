"""Write the ranges of characters that this Python's version of Unicode does not assign to stdout."""

import json
import sys
from itertools import groupby
from unicodedata import category

codes = range(sys.maxunicode + 1)
runs = groupby(codes, lambda code: category(chr(code)) == "Cn")
ranges = [list(run) for is_unassigned, run in runs if is_unassigned]
json.dump([[run[0], run[-1]] for run in ranges], sys.stdout)
