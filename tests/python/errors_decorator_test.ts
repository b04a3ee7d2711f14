import { deepEqual, equal } from "node:assert/strict";
import { documentsErrors, errorsNames } from "../../python/errors_decorator.ts";
import { readPython } from "../../python/python_module.ts";

/** An import, the names of the decorator, and a decorator that documents errors. */
const IMPORTS: readonly (readonly [string, readonly string[], string | null])[] = [
  ["from api.documented_errors import errors", ["errors"], "@errors({404: 'Gone'})"],
  ["from .documented_errors import (\n    errors,\n)", ["errors"], "@errors(ERRORS)"],
  ["from api.documented_errors import errors as e", ["e"], "@e({404: 'Gone'})"],
  [
    "from api import documented_errors",
    ["documented_errors.errors"],
    "@documented_errors.errors({})",
  ],
  ["from .. import documented_errors as d", ["d.errors"], "@d.errors({})"],
  ["import documented_errors", ["documented_errors.errors"], "@documented_errors.errors({})"],
  [
    "import api.documented_errors",
    ["api.documented_errors.errors"],
    "@api.documented_errors.errors({})",
  ],
  ["import api.documented_errors as d", ["d.errors"], "@d.errors({})"],
  ["from shop.errors import errors", [], null],
  ["from api.undocumented_errors import errors", [], null],
  ["from api.documented_errors import Handler", [], null],
  ["from api.documented_errors.more import errors", [], null],
  ["ABOUT = 'documented_errors'", [], null],
];

Deno.test("documentsErrors() goes by the name that a module imports", () => {
  for (const [statement, names, decorator] of IMPORTS) {
    const decorators = [decorator, "@retry({429: 3})", "@bp.errors({404: 'Gone'})", "@errors"];
    const module = readPython(
      `${statement}\n${decorators.filter((each) => each !== null).join("\n")}\ndef get(): ...\n`,
    );
    deepEqual([...errorsNames(module)], names, statement);
    const found = module.definitions[0]?.decorators.filter((index) =>
      documentsErrors(module, index)
    );
    equal(found?.length, decorator === null ? 0 : 1, statement);
  }
});
