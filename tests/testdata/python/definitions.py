"""Prints what CPython sees in its own library and in installed packages, a JSON line per file.

Usage: definitions.py [LIMIT]   (LIMIT picks about that many files, evenly)
"""

import ast
import hashlib
import io
import json
import os
import site
import sys
import sysconfig
import tokenize
import warnings

warnings.simplefilter("ignore")


def source_files():
    roots = {sysconfig.get_path("stdlib"), "/usr/lib/python3/dist-packages"}
    roots.update(site.getsitepackages())
    found = set()
    for root in roots:
        for folder, _, names in os.walk(root):
            for name in names:
                if name.endswith(".py"):
                    found.add(os.path.realpath(os.path.join(folder, name)))
    return sorted(path for path in found if os.path.isfile(path))


def definitions(tree):
    found = []
    waiting = [("", tree)]
    while waiting:
        prefix, node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            name = prefix + node.name
            prefix = name + "."
            found.append(
                {
                    "name": name,
                    "kind": "class" if isinstance(node, ast.ClassDef) else "function",
                    "async": isinstance(node, ast.AsyncFunctionDef),
                    "decorators": [each.lineno for each in node.decorator_list],
                    "line": node.lineno,
                    "endLine": node.end_lineno,
                }
            )
        waiting.extend((prefix, child) for child in ast.iter_child_nodes(node))
    return sorted(found, key=lambda each: each["line"])


def imports(tree):
    found = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    found.sort(key=lambda node: (node.lineno, node.col_offset))
    return [
        {
            "line": node.lineno,
            "module": "." * node.level + (node.module or "")
            if isinstance(node, ast.ImportFrom)
            else None,
            "names": [[each.name, each.asname] for each in node.names],
        }
        for node in found
    ]


def strings(data):
    """Hashes the line and value of every string literal whose value needs no running."""
    digest = hashlib.sha256()
    for token in tokenize.tokenize(io.BytesIO(data).readline):
        if token.type != tokenize.STRING:
            continue
        text = string_value(token.string)
        digest.update(f"{token.start[0]}:".encode())
        digest.update(text.encode("utf-16-le", "surrogatepass"))
    return digest.hexdigest()


def string_value(literal):
    node = ast.parse(literal, mode="eval").body
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    values = [each.value if isinstance(each, ast.Constant) else None for each in parts]
    is_raw = "r" in literal[: literal.index(literal[-1])].lower()
    names_characters = not is_raw and "\\N{" in literal.replace("\\\\", "")
    is_known = all(isinstance(value, str) for value in values) and not names_characters
    return "".join(values) if is_known else ""


def main():
    paths = source_files()
    if len(sys.argv) > 1:
        paths = paths[:: max(1, len(paths) // int(sys.argv[1]))]
    for path in paths:
        with open(path, "rb") as file:
            data = file.read()
        try:
            tree = ast.parse(data)
        except (SyntaxError, ValueError) as error:
            print(json.dumps({"path": path, "error": str(error)}))
            continue
        facts = {"definitions": definitions(tree), "imports": imports(tree)}
        print(json.dumps({"path": path, **facts, "strings": strings(data)}))


if __name__ == "__main__":
    main()
