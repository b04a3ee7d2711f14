import { deepEqual, equal } from "node:assert/strict";
import { readFlaskModule } from "../../../project/routing/flask_module.ts";
import {
  hiddenHandlers,
  repeatedHandlers,
  sharedRequests,
} from "../../../project/routing/repeated_handlers.ts";

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

/** Handlers with the same path; the lines are those of hidden handlers. */
const PATHS: readonly (readonly [title: string, code: string, lines: readonly number[]])[] = [
  [
    "a path that two handlers have",
    '@bp.get("/<int:a>")\ndef f(a): ...\n@bp.get("/<int:b>")\ndef g(b): ...\n',
    [3],
  ],
  [
    "one method of two that another handler has",
    '@bp.get("/a")\ndef f(): ...\n@bp.route("/a", methods=["GET", "PUT"])\ndef g(): ...\n',
    [3],
  ],
  ["two methods", '@bp.get("/a")\ndef f(): ...\n@bp.put("/a")\ndef g(): ...\n', []],
  [
    "parameters of two types",
    '@bp.get("/<int:a>")\ndef f(a): ...\n@bp.get("/<a>")\ndef g(a): ...\n',
    [],
  ],
  [
    "two lengths of a parameter",
    `@bp.get('/<regex("[0-9]{4}"):a>')\ndef f(a): ...\n@bp.get('/<regex("[0-9]{2}"):a>')\ndef g(a): ...\n`,
    [],
  ],
  ["one handler with the path twice", '@bp.get("/a")\n@bp.get("/a")\ndef f(): ...\n', []],
  ["two blueprints", '@bp.get("/a")\ndef f(): ...\n@other.get("/a")\ndef g(): ...\n', []],
  [
    "two hosts",
    '@bp.get("/a", host="a.example")\ndef f(): ...\n@bp.get("/a")\ndef g(): ...\n',
    [],
  ],
  [
    "branches",
    'if x:\n    @bp.get("/a")\n    def f(): ...\nelse:\n    @bp.get("/a")\n    def g(): ...\n',
    [],
  ],
];

for (const [title, code, lines] of PATHS) {
  Deno.test(`hiddenHandlers() reads ${title}`, () => {
    const text = `bp = Blueprint("a", __name__)\nother = Blueprint("b", __name__)\n${code}`;
    const found = hiddenHandlers(readFlaskModule(text), text);
    deepEqual(found.map(({ line }) => line - 2), lines);
  });
}

Deno.test("hiddenHandlers() names both handlers", () => {
  const text = 'bp = Blueprint("a", __name__)\n' +
    '@bp.get("/a")\ndef f(): ...\n@bp.get("/a")\ndef g(): ...\n';
  const [found] = hiddenHandlers(readFlaskModule(text), text);
  equal(found?.message, "Flask never calls 'g' for GET: 'f' in line 2 has its path");
});

const HANDLER = {
  owner: "bp",
  methods: ["GET"],
  path: "/a/<int:x>",
  handler: "f",
  file: "a.py",
  line: 1,
};

/** Handlers of another module, and the lines with a request that the first module has, too. */
const SHARED: readonly (readonly [
  title: string,
  handler: Partial<typeof HANDLER>,
  lines: readonly number[],
  text?: string,
])[] = [
  ["the same request", {}, [1]],
  ["the same request with another parameter", { path: "/a/<int:y>" }, [1]],
  ["one of two methods", { methods: ["PUT", "GET"] }, [1]],
  ["another method", { methods: ["PUT"] }, []],
  ["another type", { path: "/a/<x>" }, []],
  ["what Flask answers itself", { methods: ["OPTIONS"] }, []],
  ["the same blueprint of the module", { file: "a.py" }, []],
  ["a blueprint for a subdomain", {}, [], '@bp.get("/")\ndef f(): ...\nB(subdomain="b")\n'],
  ["a handler in a branch", { line: 2 }, [], 'if x:\n    @bp.get("/")\n    def f(): ...\n'],
];

for (const [title, handler, lines, text = '@bp.get("/")\ndef f(): ...\n'] of SHARED) {
  Deno.test(`sharedRequests() reads ${title}`, () => {
    const second = { ...HANDLER, file: "b.py", ...handler };
    const textOf = (file: string) => file === "b.py" ? text : '@bp.get("/")\ndef f(): ...\n';
    const found = sharedRequests([HANDLER, second], textOf);
    deepEqual(found.map(({ file, line }) => [file, line]), lines.map((line) => ["b.py", line]));
  });
}
