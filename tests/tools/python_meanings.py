"""Reads Python texts as a JSON list, and prints the meaning of each.

The meaning is a string: the comments and the syntax tree, without the differences that formatters make. It is null
for texts that CPython refuses. A whole text may be indented, like a method.
"""

import ast
import hashlib
import io
import json
import sys
import tokenize
import warnings

warnings.simplefilter("ignore")

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class Unformatted(ast.NodeTransformer):
    """Removes the differences that formatters make, which change no behaviour."""

    def visit_Constant(self, node):
        node.kind = None
        return node

    def visit_Delete(self, node):
        self.generic_visit(node)
        [first, *others] = node.targets
        if isinstance(first, ast.Tuple) and first.elts and not others:
            node.targets = first.elts
        return node

    def generic_visit(self, node):
        super().generic_visit(node)
        if isinstance(node, DOCUMENTED) and node.body:
            [first, *_] = node.body
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                if isinstance(first.value.value, str):
                    first.value.value = unindented(first.value.value)
        return node


def unindented(text):
    return "\n".join(line.strip() for line in text.splitlines()).strip()


def meaning(text):
    lines = text.splitlines()
    first = next((line for line in lines if line.strip() and not line.lstrip().startswith("#")), "")
    is_indented = first[:1] in (" ", "\t")
    if is_indented:
        text = "if indented:\n" + text
    try:
        with_body = text + "\n" if not text.endswith("\n") else text
        tree = ast.parse(with_body)
        if is_indented:
            [block] = tree.body
            tree = ast.Module(block.body, [])
        dumped = ast.dump(Unformatted().visit(tree))
        comments = comments_of(with_body)
    except (SyntaxError, ValueError, RecursionError, MemoryError, tokenize.TokenError):
        return None
    whole = json.dumps([dumped, comments])
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


def comments_of(text):
    tokens = tokenize.generate_tokens(io.StringIO(text, newline="").readline)
    return [comment(token.string) for token in tokens if token.type == tokenize.COMMENT]


def comment(text):
    rest = text[1:].rstrip()
    return "# " + rest if rest and rest[0] not in " !:#'" else "#" + rest


print(json.dumps([meaning(text) for text in json.load(sys.stdin)]))
