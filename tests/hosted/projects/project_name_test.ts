import { equal } from "node:assert/strict";
import { isHostedName } from "../../../hosted/projects/project_name.ts";

for (const name of ["a", "0", "shop", "Shop-2_a.b", "a".repeat(64), "a..b", "con1"]) {
  Deno.test(`a project may be named '${name.slice(0, 20)}'`, () => {
    equal(isHostedName(name), true);
  });
}

for (
  const name of [
    "",
    ".",
    "..",
    ".shop",
    "-shop",
    "_shop",
    "../shop",
    "/shop",
    " shop",
    "shop ",
    "shop\n",
    "\nshop",
    "shop.",
    "a/b",
    "a\\b",
    "a b",
    "a%2fb",
    "é",
    "a\0",
    "nul",
    "CON",
    "aux.txt",
    "a".repeat(65),
  ]
) {
  Deno.test(`no project may be named ${JSON.stringify(name).slice(0, 20)}`, () => {
    equal(isHostedName(name), false);
  });
}
