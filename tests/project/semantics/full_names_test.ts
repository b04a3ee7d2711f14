import { equal } from "node:assert/strict";
import { withFullNames } from "../../../project/semantics/full_names.ts";
import { tokensOf } from "../../../python/line_tokens.ts";
import { readPython } from "../../../python/python_module.ts";

const HEAD = `import api.list_parameters as lists
from pydantic import Field as Field_
from typing import Any
from api.models.formats import text_format as text_format_
`;

/** Lines of a module with these imports, and the same lines with full names. */
const CASES: readonly (readonly [line: string, expected: string])[] = [
  ["a: Any = None", "a : typing.Any = None"],
  ["Any: Any", "Any : typing.Any"],
  ["Any = 1", "Any = 1"],
  ["f(Any=1, b=Any)", "f ( Any = 1 , b = typing.Any )"],
  ["b.Any", "b . Any"],
  ["Any.b", "typing.Any . b"],
  ["lists.listed(items, sent)", "api.list_parameters.listed ( items , sent )"],
  ["lists.pages(listed)", "lists . pages ( listed )"],
  ["text_format('date')", "text_format ( 'date' )"],
  ["text_format_('date')", "api.models.formats.text_format ( 'date' )"],
  ["x: list[Any] = Field_()", "x : list [ typing.Any ] = pydantic.Field ( )"],
];

Deno.test("withFullNames() replaces names of imported members only", () => {
  for (const [line, expected] of CASES) {
    const module = readPython(`${HEAD}${line}\n`);
    const tokens = withFullNames(
      module,
      tokensOf(module, module.lines.at(-1) ?? { start: 0, end: 0 }),
    );
    equal(tokens.map(({ text }) => text).join(" "), expected, line);
  }
});
