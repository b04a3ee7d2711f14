/** Definitions and their imports in modules that have room for both in one place. */

import { equal } from "node:assert/strict";
import { addFunction, addMethod } from "../../generators/edit_module.ts";

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
  Deno.test(`a function and its import stand apart in ${what}`, () => {
    equal(addFunction(before, { name: "f", code: FUNCTION, imports }), after);
  });
}

Deno.test("a method and its import stand apart where imports come after the class", () => {
  equal(
    addMethod("class A: pass\nimport x\n", "A", { name: "m", code: METHOD, imports }),
    "class A:\n    pass\n\n    def m(self) -> Any:\n        return 1\n\n\n" +
      `${IMPORT}\nimport x\n`,
  );
});
