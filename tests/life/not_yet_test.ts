import { equal, notEqual, ok } from "node:assert/strict";
import { COMMANDS } from "./commands.ts";
import { EDITS } from "./edits/mod.ts";
import { GUARANTEES } from "./guarantees.ts";
import { IS_STRICT, NOT_BUILT, NOT_YET } from "./not_yet.ts";
import { ROWS_OF_CODE } from "./rows_of_code.ts";
import { ROWS_OF_FILES } from "./rows_of_files.ts";
import { ROWS_OF_PLACES } from "./rows_of_places.ts";

const ROWS = { ...ROWS_OF_FILES, ...ROWS_OF_CODE, ...ROWS_OF_PLACES };

Deno.test("every exception has a reason, and names existing steps and guarantees", () => {
  for (const { reason, row, steps } of NOT_YET) {
    ok(reason !== "");
    if (row !== undefined) notEqual(ROWS[row]?.today ?? null, null, row);
    for (const [step, guarantees] of Object.entries(steps)) {
      ok(EDITS.has(step) || row !== undefined && COMMANDS.has(step), step);
      for (const each of guarantees) ok(GUARANTEES[each] !== undefined, each);
    }
  }
});

Deno.test("guarantees that nothing checks yet are listed with a reason", () => {
  ok(Object.values(NOT_BUILT).every((reason) => reason !== ""));
  ok(Object.keys(NOT_BUILT).every((guarantee) => GUARANTEES[guarantee] === undefined));
  if (IS_STRICT) equal(Object.keys(NOT_BUILT).join(", "), "");
});
