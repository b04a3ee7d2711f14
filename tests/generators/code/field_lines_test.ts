import { equal } from "node:assert/strict";
import { typeLine } from "../../../generators/code/field_lines.ts";

const LONG = "X".repeat(70);

/** Types that are too long for a line, and their lines. */
const TYPES: readonly (readonly [before: string, type: string, after: string, lines: string])[] = [
  ["x: ", `list[${LONG}]`, " = []", `x: list[\n    ${LONG}\n] = []`],
  ["", `list[${LONG}Y] | None`, "", `list[${LONG}Y]\n| None`],
  ["x: ", `list[${LONG}] | None`, " = None", `x: list[${LONG}] | None = None`],
];

for (const [before, type, after, lines] of TYPES) {
  Deno.test(`typeLine() keeps what is around ${type.replace(LONG, "X")}, and breaks it`, () => {
    equal(typeLine(before, type, after, 12), lines.replaceAll("\n", `\n${" ".repeat(12)}`));
  });
}
