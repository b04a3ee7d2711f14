"""Print the names that modules bind at their top level, by CPython's symtable: a JSON line each.

Files are named on stdin, one a line.
"""

import json
import symtable
import sys
import tokenize
import warnings

warnings.simplefilter("ignore")


def bound_names(path: str) -> list[str]:
    with tokenize.open(path) as file:
        table = symtable.symtable(file.read(), path, "exec")
    return sorted(
        symbol.get_name()
        for symbol in table.get_symbols()
        if symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()
    )


for path in sys.stdin.read().splitlines():
    print(json.dumps(bound_names(path)))
