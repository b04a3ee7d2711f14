"""Read Python literals from stdin; write them to stdout as JSON texts."""

import ast
import json
import sys

json.dump([json.dumps(ast.literal_eval(each)) for each in json.load(sys.stdin)], sys.stdout)
