import { deepEqual, equal } from "node:assert/strict";
import { IMPORTED, namePattern } from "../../../project/layout/import_name.ts";
import { ERRORS_DECORATOR } from "../../../python/errors_decorator.ts";

Deno.test("the members that generated code imports have the names of their keys", () => {
  deepEqual(Object.values(IMPORTED).map(({ name }) => name), Object.keys(IMPORTED));
});

Deno.test("the decorator that documents errors has the module of the layout", () => {
  equal(IMPORTED.errors.module, `api.${ERRORS_DECORATOR.module}`);
});

Deno.test("namePattern() matches the names that generated code can have for a member", () => {
  const pattern = new RegExp(`^${namePattern({ name: "listed", module: "" })}$`);
  const names = [
    "listed",
    "listed__",
    "lists.listed",
    "a . b . listed",
    "unlisted",
    "listed2",
    "list",
  ];
  deepEqual(names.filter((each) => pattern.test(each)), names.slice(0, 4));
});
