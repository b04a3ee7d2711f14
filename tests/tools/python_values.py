"""Read Python literals from stdin; write them to stdout as the JSON texts that endpoints send."""

import ast
import json
import sys


def text(literal: str) -> str:
    value = ast.literal_eval(literal)
    # UTF-8 cannot hold lone surrogates, so they stay escaped.
    return json.dumps(value, ensure_ascii=False).encode(errors="backslashreplace").decode()


json.dump([text(each) for each in json.load(sys.stdin)], sys.stdout)
