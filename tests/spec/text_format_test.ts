/** Formats are those of RFC 3339 and RFC 9562. */

import { deepEqual } from "node:assert/strict";
import { FORMAT_EXAMPLES, hasFormat, TEXT_FORMATS } from "../../spec/text_format.ts";
import { FORMAT_CASES } from "./text_format_cases.ts";

for (const format of TEXT_FORMATS) {
  Deno.test(`exactly the texts of the format ${format} have it`, () => {
    const { fit, unfit } = FORMAT_CASES[format];
    const wrong = [
      ...[...fit, FORMAT_EXAMPLES[format]].filter((each) => !hasFormat(format, each)),
      ...unfit.filter((each) => hasFormat(format, each)),
    ];
    deepEqual(wrong, []);
  });
}
