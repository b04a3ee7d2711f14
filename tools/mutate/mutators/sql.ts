import type { Edit } from "../mutant.ts";
import { type Mutator, range, textOf } from "../mutator.ts";

/** Matches a comparison in a statement. */
const CONDITION =
  /\b(?:WHERE|AND|OR|ON|HAVING)\s+\(?((?:[\w.]+|\$\d+|'[^']*') (=|<>|<=?|>=?) (?:[\w.]+|\$\d+|'[^']*')|[\w.]+ IS (?:NOT )?NULL)(?=\s*(?:$|["`)]|(?:AND|OR|ORDER|GROUP|RETURNING|LIMIT|FOR|ON|LEFT|JOIN)\b))/g;

const DIRECTION = / (DESC|ASC)\b/g;

const OTHER_BOUNDARIES: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
};

/** Makes a condition true for every row, moves a boundary, or reverses an order. */
export const sql: Mutator = (node, { source }) => {
  if (node.type !== "StringLiteral" && node.type !== "TemplateElement") return [];
  const { start } = range(node);
  const text = textOf(node, source);
  return [
    ...[...text.matchAll(CONDITION)].flatMap((match) => conditionEdits(match, start)),
    ...[...text.matchAll(DIRECTION)].map(({ index, 0: all, 1: direction }) => ({
      start: start + index,
      end: start + index + all.length,
      replacement: direction === "DESC" ? " ASC" : " DESC",
    })),
  ];
};

function conditionEdits(match: RegExpExecArray, offset: number): Edit[] {
  const [all, condition = "", operator = ""] = match;
  const start = offset + match.index + all.length - condition.length;
  const place = { start, end: start + condition.length };
  const boundary = OTHER_BOUNDARIES[operator];
  return [
    { ...place, replacement: `(${condition} OR 1 = 1)` },
    ...boundary === undefined
      ? []
      : [{ ...place, replacement: condition.replace(` ${operator} `, ` ${boundary} `) }],
  ];
}
