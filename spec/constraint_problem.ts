/** Finds the problems of constraints in examples. */

import type { Json, JsonArray, JsonObject } from "../core/json.ts";
import { quotable } from "../core/printable.ts";
import {
  BOUNDS,
  CONSTRAINT_WORDS,
  enumIn,
  fits,
  givenIn,
  isConstraint,
  LENGTHS,
  MAX_DIGITS,
  MAX_ENUM,
  MAX_TEXT_LENGTH,
  numberIn,
  readConstraint,
  shownValue,
  textOf,
  type Word,
  wordIn,
} from "./constraint.ts";
import { isFloat } from "./mock.ts";
import { FORMAT_EXAMPLES, isTextFormat, TEXT_FORMATS } from "./text_format.ts";

/** A problem with the value of an example. */
export interface ValueProblem {
  /** What is wrong with the value, such as `must not be null`. */
  readonly says: string;
  readonly hint?: string;
  /** Set if parts of a constraint contradict each other. */
  readonly isContradiction?: true;
}

function contradiction(says: string): ValueProblem {
  return { says, isContradiction: true };
}

/** Finds the first problem of a constraint; `null` if it has none. */
export function constraintProblem(constraint: JsonObject): ValueProblem | null {
  const other = constraint.members.find(({ key }) =>
    !CONSTRAINT_WORDS.some((word) => word === key)
  );
  if (other !== undefined) {
    const hint = `A constraint has only ${CONSTRAINT_WORDS.join(", ")}`;
    return { says: `has the unknown key '${quotable(other.key)}' in its constraint`, hint };
  }
  return enumProblem(constraint) ?? kindProblem(constraint) ??
    formatProblem(constraint) ?? boundsProblem(constraint) ?? valuesProblem(constraint);
}

function enumProblem(constraint: JsonObject): ValueProblem | null {
  const list = wordIn(constraint, "$enum");
  if (list === null) return null;
  const values = enumIn(constraint) ?? [];
  const kinds = new Set(values.map(({ kind }) => kind));
  if (values.length === 0 || kinds.size > 1) {
    return { says: "needs a list of texts or of integers as its '$enum'" };
  }
  if (values.length > MAX_ENUM) return { says: `has more than ${MAX_ENUM} values in its '$enum'` };
  const isRepeated = new Set(values.map(textOf)).size < values.length;
  return isRepeated ? contradiction("has a value twice in its '$enum'") : null;
}

function kindProblem(constraint: JsonObject): ValueProblem | null {
  const given = [...givenIn(constraint), ...(enumIn(constraint) ?? [])];
  const wrong = given.map(givenProblem).find((each) => each !== null) ??
    defaultProblem(constraint);
  if (wrong !== null) return wrong;
  const isList = given.some(({ kind }) => kind === "array");
  const isMixed = isList && given.some(({ kind }) => kind !== "array");
  return isMixed || new Set(given.flatMap(kindsIn)).size > 1
    ? { says: "has values of several types in its constraint" }
    : null;
}

function givenProblem(value: Json): ValueProblem | null {
  if (value.kind !== "array") return scalarProblem(value);
  return value.items.length === 0 ? null : listProblem(value);
}

/** Finds the problem of lists: an example shows the items, and a default has no constraint. */
function defaultProblem(constraint: JsonObject): ValueProblem | null {
  const [example, fallback] = [wordIn(constraint, "$example"), wordIn(constraint, "$default")];
  const shown = example ?? fallback;
  if (shown?.kind === "array" && shown.items.length === 0) return listProblem(shown);
  if (fallback?.kind !== "array") return null;
  return fallback.items.map(scalarProblem).find((each) => each !== null) ?? null;
}

/** Returns the kinds of a value, or of the items of a list. */
function kindsIn(value: Json): readonly string[] {
  return value.kind === "array" ? value.items.map((each) => shownValue(each).kind) : [value.kind];
}

/** Finds the problem of a list of values, or of the constraint of its items. */
export function listProblem({ items }: JsonArray): ValueProblem | null {
  const [first, ...more] = items;
  if (first === undefined) {
    return { says: "is an empty list", hint: 'Write an example of an item, such as ["new"]' };
  }
  if (isConstraint(first)) {
    if (more.length > 0) return { says: "has items beside a constraint" };
    const { example, fallback } = readConstraint(first);
    const isList = fallback === null && example.kind === "array";
    if (isList) return scalarProblem(example);
    if (fallback === null) return constraintProblem(first);
    return { says: "is a list whose items have a '$default'", hint: "Use '$example'" };
  }
  const kinds = new Set(items.map(({ kind }) => kind));
  if (kinds.size > 1) {
    return { says: "is a list of several types", hint: "Write items of one type" };
  }
  return items.map(scalarProblem).find((each) => each !== null) ?? null;
}

const EXAMPLES = 'Write an example, such as "tea", 20, 1.5, true or ["new"]';

/** Finds the problem of a value that must be a text, a number or a boolean. */
export function scalarProblem(value: Json): ValueProblem | null {
  switch (value.kind) {
    case "null":
      return { says: "must not be null", hint: `${EXAMPLES}. 'name?' may be absent` };
    case "array":
    case "object":
      return { says: "must be a text, a number, true, false or a list of them", hint: EXAMPLES };
    case "number": {
      const digits = /^-?([0-9]+)$/.exec(value.text)?.[1] ?? "";
      if (digits.length <= MAX_DIGITS) return null;
      return { says: `has more than ${MAX_DIGITS} digits`, hint: "Use a text for long numbers" };
    }
    case "string":
      if (!value.value.isWellFormed()) return { says: "must be valid Unicode" };
      return value.value.includes("\0") ? { says: "must not contain the character NUL" } : null;
    case "boolean":
      return null;
  }
}

function boundsProblem(constraint: JsonObject): ValueProblem | null {
  const { type } = readConstraint(constraint);
  const isNumber = type.kind === "integer" || type.kind === "number";
  for (const word of [...BOUNDS, ...LENGTHS]) {
    const value = wordIn(constraint, word);
    if (value === null) continue;
    const isBound = BOUNDS.some((each) => each === word);
    if (isBound ? !isNumber : type.kind !== "text") {
      return misplaced(word, isBound ? "numbers" : "texts", type.kind === "array");
    }
    const isFit = isBound
      ? value.kind === "number" && (type.kind === "number" || !isFloat(value.text)) &&
        scalarProblem(value) === null
      : value.kind === "number" && /^[0-9]{1,7}$/.test(value.text) &&
        Number(value.text) <= MAX_TEXT_LENGTH;
    if (!isFit) {
      const kind = isBound ? type.kind === "integer" ? "an integer" : "a number" : "a length";
      return { says: `needs ${kind} as its '${word}'` };
    }
  }
  const crossed = [BOUNDS, LENGTHS].find(([from, to]) => {
    const [low, high] = [numberIn(constraint, from), numberIn(constraint, to)];
    return low !== undefined && high !== undefined && Number(low) > Number(high);
  });
  return crossed === undefined
    ? null
    : contradiction(`has a '${crossed[0]}' above its '${crossed[1]}'`);
}

/** Returns the problem with a word that values of another kind have. The items of a list may have it. */
function misplaced(word: Word, kinds: "numbers" | "texts", isList: boolean): ValueProblem {
  const says = `has '${word}', which only ${kinds} have`;
  const example = kinds === "texts" ? '"tea"' : "1";
  const hint =
    `Write it in the constraint of the items: [{"$example": ${example}, "${word}": ...}]`;
  return isList ? { says, hint } : { says };
}

function formatProblem(constraint: JsonObject): ValueProblem | null {
  const word = wordIn(constraint, "$format");
  if (word === null) return null;
  const given = [...givenIn(constraint), ...(enumIn(constraint) ?? [])];
  if (given.some(({ kind }) => kind !== "string")) {
    return misplaced("$format", "texts", given.some(({ kind }) => kind === "array"));
  }
  return word.kind === "string" && isTextFormat(word.value)
    ? null
    : { says: `needs one of ${TEXT_FORMATS.join(", ")} as its '$format'` };
}

/** Finds a value that the constraint itself does not allow. */
function valuesProblem(constraint: JsonObject): ValueProblem | null {
  const { type } = readConstraint(constraint);
  const format = type.kind === "text" || type.kind === "enum" ? type.format : undefined;
  const hint = format && `Write it like ${JSON.stringify(FORMAT_EXAMPLES[format])}`;
  for (const word of ["$example", "$default", "$enum"] as const) {
    const value = wordIn(constraint, word);
    const values = word === "$enum" ? enumIn(constraint) ?? [] : value === null ? [] : [value];
    if (!values.every((each) => fits(type, shownValue(each)))) {
      const problem = contradiction(`has a '${word}' that its constraint does not allow`);
      return { ...problem, ...(hint !== undefined && { hint }) };
    }
  }
  return null;
}
