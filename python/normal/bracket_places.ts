/** Records the places inside and around brackets. */

import { Enclosure } from "./enclosure.ts";
import type { PlaceReader } from "./place_reader.ts";
import { Level, type Place, Special } from "./precedence.ts";

const { EXPRESSION, ATOM, NEVER } = Level;
const { TUPLE, WALRUS, GENERATOR } = Special;

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Reads an opening bracket. */
export function openBracket(reader: PlaceReader, text: string): void {
  const { index, isAfterValue } = reader;
  const kind = kindOf(text, isAfterValue);
  const role = roleOf(reader, kind);
  const enclosure = new Enclosure(kind, index, role);
  if (kind === "group") reader.groups.push(enclosure);
  if (kind === "display" && isAfterValue) reader.top.isBroken = true;
  const before = isAfterValue && kind !== "display" ? ATOM : NEVER;
  reader.place(before, role === "parameters" ? NEVER : insideOf(kind));
  reader.outer.push(reader.top);
  reader.top = enclosure;
}

/** Reads a closing bracket. Returns `false` if it does not match the opening one. */
export function closeBracket(reader: PlaceReader, text: string): boolean {
  const { top, index } = reader;
  const outer = reader.outer.pop();
  if (outer === undefined || CLOSERS[reader.text(top.open)] !== text) return false;
  const last = reader.text(index - 1);
  const isTrailing = last === "," && top.isCommaValid && top.lambdas === 0;
  if (!reader.isAfterValue && !isTrailing && last !== "yield") top.isBroken = true;
  if (isTrailing && isRedundantComma(top)) reader.redundant.add(index - 1);
  top.close = index;
  reader.top = outer;
  if (isEmptyClass(reader, top)) reader.redundant.add(top.open).add(index);
  reader.place(insideOf(top.kind), NEVER, true);
  return true;
}

function kindOf(text: string, isAfterValue: boolean): Enclosure["kind"] {
  if (text === "{") return "display";
  if (text === "[") return isAfterValue ? "subscript" : "display";
  return isAfterValue ? "call" : "group";
}

function roleOf(reader: PlaceReader, kind: Enclosure["kind"]): Enclosure["role"] {
  const { top, index } = reader;
  const isFirst = top.role === "target" && index === top.open + 1;
  if (kind === "group" && (top.isInTarget || isFirst)) return "target";
  if (!reader.isOutside || reader.hasParameters || !areParameters(reader, kind)) return null;
  // Later brackets belong to the return type.
  reader.hasParameters = kind === "call";
  return "parameters";
}

/** Reports whether brackets in a header can hold parameters of a function, or type parameters. */
function areParameters(reader: PlaceReader, kind: Enclosure["kind"]): boolean {
  const isClass = reader.text(0) === "class";
  const isFunction = reader.text(0) === "def" || reader.text(1) === "def";
  return kind === "subscript" ? isClass || isFunction : kind === "call" && isFunction;
}

/** Returns the contents that need no parentheses of their own if they are alone in the brackets. */
function insideOf(kind: Enclosure["kind"]): Place {
  if (kind === "call") return EXPRESSION | WALRUS | GENERATOR;
  return kind === "subscript" ? EXPRESSION | TUPLE : EXPRESSION;
}

function isRedundantComma({ kind, commas, hasFor }: Enclosure): boolean {
  return kind === "call" || kind === "display" ? !hasFor : commas > 1;
}

/** Reports whether brackets are the empty parentheses at the end of a class's header. */
function isEmptyClass(reader: PlaceReader, { kind, open, close }: Enclosure): boolean {
  return kind === "call" && open === close - 1 && reader.isOutside &&
    reader.text(0) === "class" && reader.isHeaderEnd(close + 1);
}
