/** Records the places around operators other than brackets. */

import { type PlaceReader, VALUE } from "./place_reader.ts";
import { AUGMENTED, BINARY, Level, type Place, Special } from "./precedence.ts";

const { EXPRESSION, BIT_OR, UNARY, ATOM, NEVER } = Level;
const { TUPLE, WALRUS, NAMED } = Special;

/** Reads an operator. */
export function readOperator(reader: PlaceReader, text: string): void {
  switch (text) {
    case ",":
      return readComma(reader);
    case ":":
      return readColon(reader);
    case "=":
      return readEquals(reader);
    case ".":
      reader.needValue();
      return reader.place(ATOM, NEVER);
    case "...":
      return reader.place(NEVER, NEVER, true);
    case ":=":
      reader.needValue();
      reader.top.hasWalrus = true;
      return reader.place(NEVER, EXPRESSION);
    case "->":
      reader.top.isBroken = true;
      return reader.place(NEVER, EXPRESSION);
    case "~":
      return reader.prefix(UNARY, UNARY);
  }
  if (AUGMENTED.has(text)) readAugmented(reader);
  else if (reader.isAfterValue || !readPrefix(reader, text)) readBinary(reader, text);
}

/** Reads a binary operator or its keyword. */
export function readBinary(reader: PlaceReader, text: string): void {
  reader.needValue();
  const operator = BINARY.get(text);
  if (operator === undefined) reader.top.isBroken = true;
  else reader.loosen(operator.level);
  reader.place(operator?.before ?? NEVER, operator?.after ?? NEVER);
}

/**
 * Reads an operator without a value before it. Returns `false` for operators that need such a
 * value.
 */
function readPrefix(reader: PlaceReader, text: string): boolean {
  const { top } = reader;
  const isParameter = top.lambdas > 0 || top.role === "parameters";
  if (text === "-" || text === "+") {
    reader.prefix(UNARY, UNARY);
  } else if (text === "@" && reader.index === 0) {
    reader.place(NEVER, EXPRESSION);
  } else if (text === "*" || text === "**") {
    if (!isParameter && text === "*") top.hasStar = true;
    if (!isParameter && text === "**") top.isBroken = true;
    reader.place(NEVER, isParameter ? NEVER : BIT_OR);
  } else if (text === "/" && isParameter) {
    reader.place(NEVER, NEVER);
  } else {
    return false;
  }
  return true;
}

function readAugmented(reader: PlaceReader): void {
  if (reader.isOutside) reader.startTuple();
  else reader.top.isBroken = true;
  reader.place(EXPRESSION, VALUE);
}

function readEquals(reader: PlaceReader): void {
  const { top } = reader;
  if (top.lambdas > 0 || !reader.isOutside) {
    if (top.lambdas === 0) top.isBroken = true;
    // Before the `=` of a parameter, there can be an annotation.
    reader.place(top.role === "parameters" ? EXPRESSION : NEVER, EXPRESSION);
    return;
  }
  reader.endTuple();
  const isTypeAlias = reader.text(0) === "type" && reader.tokens[1]?.kind === "name";
  reader.place(EXPRESSION | TUPLE, isTypeAlias ? NEVER : VALUE);
  reader.startTuple();
}

function readColon(reader: PlaceReader): void {
  const { top } = reader;
  if (top.lambdas > 0) {
    top.lambdas--;
    reader.place(EXPRESSION, EXPRESSION);
  } else if (!reader.isOutside) {
    top.isBroken = true;
    reader.place(EXPRESSION, EXPRESSION);
  } else if (reader.isHeaderEnd(reader.index)) {
    reader.endTuple();
    reader.place(EXPRESSION | TUPLE | WALRUS | NAMED, NEVER);
  } else {
    reader.isAnnotated = true;
    reader.place(EXPRESSION, EXPRESSION);
    reader.isTuple = false;
  }
}

function readComma(reader: PlaceReader): void {
  const { top } = reader;
  const isAfterSlash = top.role === "parameters" && reader.text(reader.index - 1) === "/";
  const isValid = reader.isAfterValue || isAfterSlash;
  if (!isValid) top.isBroken = true;
  if (top.lambdas === 0 && (!top.isInTarget || reader.isOutside)) {
    top.commas++;
    top.isCommaValid = isValid;
  }
  const isImported = reader.isImport && reader.isOutside;
  reader.place(isImported ? NEVER : EXPRESSION, afterComma(reader));
}
function afterComma({ top, isImport }: PlaceReader): Place {
  if (top.lambdas > 0 || top.role === "parameters" || isImport) return NEVER;
  return top.isInTarget ? ATOM : EXPRESSION;
}
