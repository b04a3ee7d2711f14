/** Reads strings that name modules, definitions and endpoints. */

import { isOperator, type Token, tokenize } from "../../python/expression.ts";
import { isTypeExpression } from "../../python/names_read.ts";
import { followChain } from "./chain.ts";
import type { ReferenceWriter } from "./reference_writer.ts";
import type { StringUse } from "./call_arguments.ts";
import type { Place, Value, Values } from "./values.ts";

/** A string without fields. */
export type PlainString = Token & { readonly kind: "string"; readonly value: string };

/** The context of a string, which determines how the string is read. */
export interface StringContext {
  readonly place: Place;
  /** Whether the string may be a type. */
  readonly isType: boolean;
  /** Whether the string is in `__all__`. */
  readonly isInAll: boolean;
  /** The meaning of the string as an argument of a call. */
  readonly use: StringUse | null;
}

const MAX_LENGTH = 500;
const NAME = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/.source;
const DOTTED = new RegExp(`^${NAME}(?:[.:]${NAME})*$`);
const ENDPOINT = /^[\w-]*(?:\.[\w-]+)+$/;

/** The kinds of values that a quoted type can start with. */
const QUOTED: ReadonlySet<Value["kind"]> = new Set(["class", "module", "variable"]);

/** Adds the references in a string. */
export function readString(
  writer: ReferenceWriter,
  { value, start }: PlainString,
  { place, isType, isInAll, use }: StringContext,
): void {
  if (value.length > MAX_LENGTH) return;
  const isName = DOTTED.test(value);
  if (isName && /[.:]/.test(value)) readFullName(writer, value, start);
  const isEndpoint = ENDPOINT.test(value) || (isName && use?.kind === "endpoint");
  if (isEndpoint) writer.index.addEndpoint(value, writer.at("string", start));
  if (isInAll) writer.add(writer.evaluator.lookup(place, value), "string", start);
  if (isName && use?.kind === "attribute") {
    // A dotted name reads several attributes, one after the other, as in `attrgetter("a.b")`.
    const owners = writer.evaluator.dereferenced(use.owners);
    for (const name of value.split(".")) writer.addAttribute(owners, name, "string", start);
  }
  if (isType && isTypeExpression(value)) readType(writer, place, value, start);
}

/** Reads a full dotted name, such as an argument of `patch`. */
function readFullName(writer: ReferenceWriter, value: string, offset: number): void {
  const { evaluator } = writer;
  const parts = value.split(/[.:]/);
  for (let length = parts.length; length > 0; length--) {
    const module = evaluator.modules.find(writer.module, parts.slice(0, length).join("."));
    if (module === undefined) continue;
    const [first, ...others] = parts.slice(length);
    if (first !== undefined && evaluator.member(module, first) === null) continue;
    let values: Values = [{ kind: "module", module }];
    writer.add(values, "string", offset);
    for (const part of first === undefined ? [] : [first, ...others]) {
      writer.addAttribute(values, part, "string", offset);
      values = evaluator.dereferenced(
        values.flatMap((each) => evaluator.attribute(each, part).values),
      );
    }
    return;
  }
}

function readType(writer: ReferenceWriter, place: Place, value: string, offset: number): void {
  const tokens = tokenize(value, 0, value.length);
  const visitor = writer.visitor("string", offset);
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== "name" || isOperator(tokens[index - 1], ".")) continue;
    const found = writer.evaluator.lookup(place, token.text);
    if (!found.some(({ kind }) => QUOTED.has(kind))) continue;
    followChain(writer.evaluator, place, tokens, index, visitor);
  }
}
