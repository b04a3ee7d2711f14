/** Definitions and imports that are added at the same position. */

import { equal } from "node:assert/strict";
import { readPython } from "../../../python/python_module.ts";
import type { CodePart } from "../../../generators/code/code_part.ts";
import { ModuleDraft } from "../../../generators/edits/module_draft.ts";

function addFunction(text: string, part: CodePart): string | null {
  const draft = new ModuleDraft(readPython(text));
  draft.add(part);
  return draft.text();
}

const IMPORT = "from typing import Any\n";
const FUNCTION = "def f() -> Any:\n    return 1\n";
const METHOD = "def m(self) -> Any:\n    return 1\n";
const MAIN = "if __name__ == '__main__':\n    main()\n";
const imports = [{ module: "typing", name: "Any" }];

for (
  const [what, before, after] of [
    ["an empty module", "", `${IMPORT}\n\n${FUNCTION}`],
    ["a module of comments", "#!x\n# c\n", `#!x\n# c\n\n${IMPORT}\n\n${FUNCTION}`],
    ["a module of a docstring", '"""Doc."""\n', `"""Doc."""\n\n${IMPORT}\n\n${FUNCTION}`],
    ["a module that is only run", MAIN, `${IMPORT}\n\n${FUNCTION}\n\n${MAIN}`],
    ["a module with the import", `${IMPORT}\nx = 1\n`, `${IMPORT}\nx = 1\n\n\n${FUNCTION}`],
    [
      "a module with another import",
      `import os\n\nx = 1\n`,
      `import os\n${IMPORT}\nx = 1\n\n\n${FUNCTION}`,
    ],
  ] as const
) {
  Deno.test(`addFunction() separates a function and its import in ${what}`, () => {
    equal(addFunction(before, { name: "f", code: FUNCTION, imports }), after);
  });
}

Deno.test("a method and its import are separated if imports come after the class", () => {
  const grown = new ModuleDraft(readPython("class A: pass\nimport x\n"));
  grown.addMethod("A", { name: "m", code: METHOD, imports });
  equal(
    grown.text(),
    "class A:\n    pass\n\n    def m(self) -> Any:\n        return 1\n\n\n" +
      `${IMPORT}\nimport x\n`,
  );
});

const FOR_CHECKERS = "from __future__ import annotations\n\nfrom typing import TYPE_CHECKING\n\n";
const CHECKED = "if TYPE_CHECKING:\n    from flask import Response\n";

const JOINED = "if TYPE_CHECKING:\n    from flask import Request, Response\n";

for (
  const [what, code, isRunning] of [
    ["only a header names", "def f() -> Request:\n    return 1\n", false],
    ["a body names", "def f() -> Request:\n    return Request()\n", true],
    ["a class extends", "class A(Request):\n    pass\n", true],
  ] as const
) {
  Deno.test(`a member that ${what} ${isRunning ? "does not join" : "joins"} an import for type checkers`, () => {
    const part = { name: "f", code, imports: [{ module: "flask", name: "Request" }] };
    const imports = isRunning ? `from flask import Request\n\n${CHECKED}` : JOINED;
    equal(addFunction(FOR_CHECKERS + CHECKED, part), `${FOR_CHECKERS}${imports}\n\n${code}`);
  });
}

Deno.test("a member that a later definition evaluates gets an import that runs", () => {
  const grown = new ModuleDraft(readPython(FOR_CHECKERS + CHECKED));
  const imports = [{ module: "flask", name: "Request" }];
  const [first, second] = ["def f() -> Request:\n    return 1\n", "g = Request\n"] as const;
  grown.add({ name: "f", code: first, imports });
  grown.add({ name: "g", code: second, imports });
  equal(
    grown.text(),
    `${FOR_CHECKERS}from flask import Request\n\n${CHECKED}\n\n${first}\n\n${second}`,
  );
});

for (
  const [what, code, isImported] of [
    ["a function whose header names it", "def f() -> Response:\n    return 1\n", false],
    ["a decorated one", '@bp.get("/")\ndef f() -> Response:\n    return 1\n', false],
    [
      "one with a comment in its decorator",
      "@g(  # not a def :\n    1\n)\ndef f() -> Response:\n    return 1\n",
      false,
    ],
    ["one whose body names it", "def f() -> Response:\n    return Response()\n", true],
    ["a class whose header names it", "class A(Response):\n    pass\n", true],
    ["a class whose method names it", "class A(B):\n    def f(self) -> Response: ...\n", true],
    ["a class with a method", "class A(Response):\n    def f(self):\n        return 1\n", true],
    ["an assignment", "f = Response\n", true],
  ] as const
) {
  Deno.test(`an import for type checkers is ${isImported ? "not " : ""}enough for ${what}`, () => {
    const part = { name: "f", code, imports: [{ module: "flask", name: "Response" }] };
    const imports = isImported ? "from flask import Response\n\n" : "";
    equal(
      addFunction(FOR_CHECKERS + CHECKED, part),
      `${FOR_CHECKERS}${imports}${CHECKED}\n\n${code}`,
    );
  });
}

const FOR_CHECKERS_ONLY = "from typing import TYPE_CHECKING\n\n";

for (
  const [what, code, expected] of [
    [
      "a header names",
      "def f(a: int, b: list[Request]) -> Request:\n    return b[0]\n",
      'def f(a: int, b: "list[Request]") -> "Request":\n    return b[0]\n',
    ],
    [
      "the annotation of a variable names",
      "def f() -> Request:\n    mock: Request = g()\n    return mock\n",
      'def f() -> "Request":\n    mock: Request = g()\n    return mock\n',
    ],
    [
      "a header names on a line that has no room for quotes",
      `def ${"f".repeat(70)}() -> Request:\n    return 1\n`,
      `def ${"f".repeat(70)}() -> (\n    "Request"\n):\n    return 1\n`,
    ],
    [
      "a header names on lines of its own",
      `def f(\n    a: int, b: Request\n) -> (\n    Request\n):\n    return 1\n`,
      'def f(a: int, b: "Request") -> "Request":\n    return 1\n',
    ],
  ] as const
) {
  Deno.test(`a module that evaluates annotations quotes a member for type checkers that ${what}`, () => {
    const part = { name: "f", code, imports: [{ module: "flask", name: "Request" }] };
    equal(
      addFunction(FOR_CHECKERS_ONLY + CHECKED, part),
      `${FOR_CHECKERS_ONLY}${JOINED}\n\n${expected}`,
    );
  });
}

for (
  const [what, before, code, after] of [
    ["a body names", CHECKED, "def f() -> Request:\n    return Request()\n", CHECKED],
    [
      "comes from a module with imports that run",
      `from flask import Flask\n\n${CHECKED}`,
      "def f() -> Request:\n    return 1\n",
      CHECKED,
    ],
  ] as const
) {
  Deno.test(`a module that evaluates annotations does not quote a member that ${what}`, () => {
    const part = { name: "f", code, imports: [{ module: "flask", name: "Request" }] };
    const names = before === CHECKED ? "Request" : "Flask, Request";
    equal(
      addFunction(FOR_CHECKERS_ONLY + before, part),
      `${FOR_CHECKERS_ONLY}from flask import ${names}\n\n${after}\n\n${code}`,
    );
  });
}
