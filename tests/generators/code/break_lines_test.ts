import { equal } from "node:assert/strict";
import { breakLines } from "../../../generators/code/break_lines.ts";

const LONG = "n".repeat(70);

const CASES: readonly { readonly what: string; readonly code: string; readonly fitted: string }[] =
  [
    {
      what: "keeps a line of 88 columns",
      code: `    f(${"n".repeat(81)})`,
      fitted: `    f(${"n".repeat(81)})`,
    },
    {
      what: "breaks a line of 89 columns",
      code: `    f(${"n".repeat(82)})`,
      fitted: `    f(\n        ${"n".repeat(82)}\n    )`,
    },
    {
      what: "breaks the last brackets that are not inside others",
      code: `x: list[int] = ${LONG}(g(1), 2)`,
      fitted: `x: list[int] = ${LONG}(\n    g(1), 2\n)`,
    },
    {
      what: "ignores brackets in strings",
      code: `@${LONG}.get("/a((((b", ")")`,
      fitted: `@${LONG}.get(\n    "/a((((b", ")"\n)`,
    },
    {
      what: "leaves the value of a keyword argument without parentheses",
      code: `        name="${LONG}abcd"`,
      fitted: `        name="${LONG}abcd"`,
    },
    {
      what: "breaks a dictionary and a list in a call between all items",
      code: `x = ${LONG}(json={"${LONG}": [1, 2], "b": f["c"]})`,
      fitted:
        `x = ${LONG}(\n    json={\n        "${LONG}": [\n            1,\n            2,\n        ],\n        "b": f["c"],\n    }\n)`,
    },
    {
      what: "keeps the code after the brackets",
      code: `    with ${LONG}("a", b=True) as c:`,
      fitted: `    with ${LONG}(\n        "a", b=True\n    ) as c:`,
    },
    {
      what: "gives the lone parameter of a function a comma",
      code: `    def ${LONG}(self) -> list[int]:`,
      fitted: `    def ${LONG}(\n        self,\n    ) -> list[int]:`,
    },
    {
      what: "puts parameters on one line if they fit",
      code: `    def ${LONG}(self, data: Any) -> Any:`,
      fitted: `    def ${LONG}(\n        self, data: Any\n    ) -> Any:`,
    },
    {
      what: "puts the return type of a function without parameters in parentheses",
      code: `def ${LONG}() -> ${LONG}:`,
      fitted: `def ${LONG}() -> (\n    ${LONG}\n):`,
    },
    {
      what: "has several returned values on a line each",
      code: `    return f(${LONG}.g(1)), 201`,
      fitted: `    return (\n        f(${LONG}.g(1)),\n        201,\n    )`,
    },
    {
      what: "breaks the brackets of a returned value",
      code: `    return f(${LONG}.g(1), 2)`,
      fitted: `    return f(\n        ${LONG}.g(1), 2\n    )`,
    },
    {
      what: "puts a returned value in parentheses if they make it fit",
      code: `        return "${LONG}abcd"`,
      fitted: `        return (\n            "${LONG}abcd"\n        )`,
    },
    {
      what: "keeps a returned value that does not fit in parentheses, either",
      code: `        return "${LONG}abcdefg"`,
      fitted: `        return "${LONG}abcdefg"`,
    },
    {
      what: "puts an assigned value in parentheses if they make it fit",
      code: `    body = "${LONG}abcdefgh"`,
      fitted: `    body = (\n        "${LONG}abcdefgh"\n    )`,
    },
    {
      what: "keeps an assigned value that does not fit in parentheses, either",
      code: `    body = "${LONG}abcdefghijk"`,
      fitted: `    body = "${LONG}abcdefghijk"`,
    },
    {
      what: "keeps empty brackets",
      code: `${LONG}.${LONG}()`,
      fitted: `${LONG}.${LONG}()`,
    },
    {
      what: "breaks around an assertion",
      code: `    assert response.location == "/${"a".repeat(55)}"`,
      fitted: `    assert (\n        response.location == "/${"a".repeat(55)}"\n    )`,
    },
    {
      what: "breaks an assertion between its values",
      code: `    assert response.location == "/${"a".repeat(80)}"`,
      fitted: `    assert (\n        response.location\n        == "/${"a".repeat(80)}"\n    )`,
    },
    {
      what: "keeps comments",
      code: `    # ${LONG}: return self.repository.get(data)`,
      fitted: `    # ${LONG}: return self.repository.get(data)`,
    },
    {
      what: "keeps the lines of a broken statement",
      code: `    return ${LONG}abcdefgh(\n        1\n    )\n    ), f(${LONG}${LONG})`,
      fitted: `    return ${LONG}abcdefgh(\n        1\n    )\n    ), f(${LONG}${LONG})`,
    },
  ];

for (const { what, code, fitted } of CASES) {
  Deno.test(`breakLines() ${what}`, () => {
    equal(breakLines(code), fitted);
    equal(breakLines(fitted), fitted);
    equal(breakLines(`a\n${code}\n`), `a\n${fitted}\n`);
  });
}
