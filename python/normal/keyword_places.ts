/** Records the places around keywords. */

import { readBinary } from "./operator_places.ts";
import type { PlaceReader } from "./place_reader.ts";
import { Level, type Place, Special } from "./precedence.ts";

const { EXPRESSION, OR, NOT, COMPARISON, AWAIT, ATOM, NEVER } = Level;
const { TUPLE, WALRUS, NAMED, TARGETS } = Special;

/** The contents that a keyword at the start of a statement accepts after it. */
const STARTS: ReadonlyMap<string, Place> = new Map<string, Place>([
  ["return", EXPRESSION | TUPLE],
  ["del", EXPRESSION | TUPLE],
  ["assert", EXPRESSION],
  ["raise", EXPRESSION],
  ["if", EXPRESSION | WALRUS],
  ["elif", EXPRESSION | WALRUS],
  ["while", EXPRESSION | WALRUS],
  ["with", EXPRESSION | TUPLE | NAMED],
  ["except", EXPRESSION | TUPLE],
  ["break", NEVER],
  ["class", NEVER],
  ["continue", NEVER],
  ["def", NEVER],
  ["finally", NEVER],
  ["global", NEVER],
  ["nonlocal", NEVER],
  ["pass", NEVER],
  ["try", NEVER],
]);

/** Reports whether a statement that starts with this text can be a tuple, or assign a tuple. */
export function canStartTuple(text: string): boolean {
  return !STARTS.has(text) && text !== "from" && text !== "import";
}

type KeywordReader = (reader: PlaceReader, text: string) => void;

const READERS: ReadonlyMap<string, KeywordReader> = new Map<string, KeywordReader>([
  ["and", readBinary],
  ["or", readBinary],
  ["is", readBinary],
  ["in", readIn],
  ["not", readNot],
  ["if", readIf],
  ["else", readElse],
  ["for", readFor],
  ["async", (reader) => reader.place(EXPRESSION, NEVER, reader.isAfterValue)],
  ["lambda", readLambda],
  ["await", (reader) => reader.prefix(AWAIT, ATOM)],
  ["yield", readYield],
  ["from", readFrom],
  ["as", readAs],
  ["import", readImport],
]);

/** Reports whether a name is a keyword that cannot end a value. Soft keywords are not included. */
export function isKeyword(text: string): boolean {
  return READERS.has(text) || STARTS.has(text);
}

/** Reads a keyword. Returns `false` for names that are not keywords here. */
export function readKeyword(reader: PlaceReader, text: string): boolean {
  const read = READERS.get(text);
  if (read !== undefined) {
    read(reader, text);
    return true;
  }
  const isSoft = reader.index === 0 && text === reader.kind;
  const after = isSoft ? EXPRESSION | TUPLE | (text === "case" ? NAMED : 0) : STARTS.get(text);
  if (after === undefined) return false;
  readStart(reader, after);
  if (text === "return" || text === "del") reader.startTuple();
  return true;
}

/** Reads a keyword that only starts statements. */
function readStart(reader: PlaceReader, after: Place): void {
  reader.top.isBroken = true;
  reader.place(NEVER, after);
}

function readIf(reader: PlaceReader, text: string): void {
  if (reader.index === 0) return readStart(reader, STARTS.get(text) ?? NEVER);
  // In a `case`, an `if` outside of brackets starts the guard. Inside, it is an error.
  if (reader.kind === "case" && !reader.isOutside) reader.top.isBroken = true;
  reader.needValue();
  reader.loosen(EXPRESSION);
  reader.place(OR, OR);
}

function readElse(reader: PlaceReader): void {
  reader.needValue();
  reader.loosen(EXPRESSION);
  reader.place(OR, EXPRESSION);
}

function readIn(reader: PlaceReader): void {
  const { top } = reader;
  if (!top.isInTarget) {
    const isNotIn = reader.text(reader.index - 1) === "not";
    if (!isNotIn) reader.needValue();
    reader.loosen(COMPARISON);
    reader.place(isNotIn ? NEVER : COMPARISON + 1, COMPARISON + 1);
    return;
  }
  top.isInTarget = false;
  if (reader.isOutside) reader.endTuple();
  reader.place(ATOM | TARGETS, reader.isOutside ? EXPRESSION | TUPLE : OR);
  if (reader.isOutside) reader.startTuple();
}

function readNot(reader: PlaceReader): void {
  if (reader.isAfterValue) {
    if (reader.text(reader.index + 1) !== "in") reader.top.isBroken = true;
    reader.loosen(COMPARISON);
    reader.place(COMPARISON + 1, NEVER);
  } else if (reader.text(reader.index - 1) === "is") {
    reader.place(NEVER, COMPARISON + 1);
  } else {
    reader.prefix(NOT, NOT);
  }
}

function readFor(reader: PlaceReader): void {
  if (!reader.isOutside) reader.needValue();
  reader.top.hasFor = true;
  reader.top.isInTarget = true;
  reader.place(EXPRESSION, ATOM | TARGETS);
  if (reader.isOutside) reader.startTuple();
}

function readLambda(reader: PlaceReader): void {
  reader.prefix(EXPRESSION, NEVER);
  reader.top.lambdas++;
}

function readYield(reader: PlaceReader): void {
  const { top } = reader;
  if (!reader.isOutside && reader.index !== top.open + 1) top.isBroken = true;
  top.isYield = true;
  reader.place(NEVER, EXPRESSION | TUPLE);
  if (reader.isOutside) reader.startTuple();
}

function readFrom(reader: PlaceReader): void {
  const isYieldFrom = reader.text(reader.index - 1) === "yield";
  if (!isYieldFrom && !reader.isOutside) reader.top.isBroken = true;
  reader.place(isYieldFrom ? NEVER : EXPRESSION, reader.index === 0 ? NEVER : EXPRESSION);
}

function readAs(reader: PlaceReader): void {
  reader.needValue();
  reader.top.hasAs = true;
  const isWith = reader.text(0) === "with" || reader.text(1) === "with";
  reader.place(reader.isImport ? NEVER : EXPRESSION, isWith ? ATOM : NEVER);
}

function readImport(reader: PlaceReader): void {
  if (!reader.isOutside) reader.top.isBroken = true;
  const isFrom = reader.text(0) === "from" && reader.isOutside;
  reader.place(NEVER, isFrom ? EXPRESSION | TUPLE | NAMED : NEVER);
}
