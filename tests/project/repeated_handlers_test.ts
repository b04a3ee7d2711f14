import { deepEqual } from "node:assert/strict";
import { readFlaskModule } from "../../project/flask_module.ts";
import { repeatedHandlers } from "../../project/repeated_handlers.ts";

const CASES: readonly (readonly [title: string, code: string, lines: readonly number[]])[] = [
  ["one handler", '@bp.get("/a")\ndef f(): ...\n', []],
  ["two paths of a handler", '@bp.get("/a")\n@bp.get("/b")\ndef f(): ...\n', []],
  ["two handlers of one name", '@bp.get("/a")\ndef f(): ...\n@bp.get("/b")\ndef f(): ...\n', [3]],
  [
    "two handlers of two blueprints",
    '@bp.get("/a")\ndef f(): ...\n@other.get("/b")\ndef f(): ...\n',
    [],
  ],
  [
    "endpoints with names of their own",
    '@bp.get("/a", endpoint="one")\ndef f(): ...\n@bp.get("/a", endpoint="two")\ndef f(): ...\n',
    [],
  ],
  [
    "handlers in branches",
    'if x:\n    @bp.get("/a")\n    def f(): ...\nelse:\n    @bp.get("/a")\n    def f(): ...\n',
    [],
  ],
  ["a function of the name", 'def f(): ...\n@bp.get("/b")\ndef f(): ...\n', []],
];

for (const [title, code, lines] of CASES) {
  Deno.test(`repeatedHandlers() reads ${title}`, () => {
    const text = `bp = Blueprint("a", __name__)\nother = Blueprint("b", __name__)\n${code}`;
    const found = repeatedHandlers(readFlaskModule(text), text);
    deepEqual(found.map(({ line }) => line - 2), lines);
  });
}
