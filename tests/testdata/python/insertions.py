"""Checks insertions: reads JSON lines with a source before and after, and prints what is wrong.

Each line holds `before` and `after`, and what was inserted: `function` (a name at the top level),
`class` and `method` (a name in it), `module` and `member` (an import). The two sources must parse, and
be the same but for what was inserted.
"""

import ast
import json
import sys
import warnings

warnings.simplefilter("ignore")

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def parse(source):
    return ast.parse(source.encode("utf-8", "surrogatepass"))


def remove_function(body, name):
    kept = [node for node in body if not (isinstance(node, FUNCTIONS) and node.name == name)]
    removed = len(body) - len(kept)
    body[:] = kept
    return removed


def remove_method(tree, class_name, name):
    classes = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and node.name == class_name
    ]
    return sum(remove_function(node.body, name) for node in classes)


def remove_import(tree, module, name):
    removed = 0
    for node in list(tree.body):
        if not isinstance(node, ast.ImportFrom) or "." * node.level + (node.module or "") != module:
            continue
        kept = [each for each in node.names if each.name != name]
        removed += len(node.names) - len(kept)
        node.names = kept
        if not kept:
            tree.body.remove(node)
    return removed


def complaint(case):
    try:
        before = parse(case["before"])
    except (SyntaxError, ValueError):
        return "skipped"
    try:
        after = parse(case["after"])
        compile(case["after"].encode("utf-8", "surrogatepass"), "after", "exec")
    except (SyntaxError, ValueError) as error:
        return f"does not parse: {error}"
    if "function" in case:
        removed = remove_function(after.body, case["function"])
    elif "method" in case:
        removed = remove_method(after, case["class"], case["method"])
    else:
        removed = remove_import(after, case["module"], case["member"])
    if removed != 1:
        return f"holds what was inserted {removed} times"
    return None if ast.dump(before) == ast.dump(after) else "differs elsewhere"


def main():
    checked = 0
    for line in sys.stdin:
        case = json.loads(line)
        found = complaint(case)
        if found == "skipped":
            continue
        checked += 1
        if found is not None:
            print(json.dumps({**case, "complaint": found}))
    print(json.dumps({"checked": checked}))


if __name__ == "__main__":
    main()
