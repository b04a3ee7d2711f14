/** Evaluates annotations to the values that they describe. */

import {
  bracketed,
  dottedName,
  isName,
  isOperator,
  type Token,
  tokenize,
} from "../../python/expression.ts";
import { unwrapped } from "../../python/operand.ts";
import { followChain } from "./chain.ts";
import {
  OTHER,
  type Place,
  union,
  UNKNOWN,
  type Value,
  type ValueReader,
  type Values,
} from "./values.ts";

/** Generic types that stand for the type in their first argument. */
const TRANSPARENT: ReadonlySet<string> = new Set(["Annotated", "ClassVar", "Final", "Optional"]);

/** Generic types whose first argument is the type of the yielded values. */
const YIELDING: ReadonlySet<string> = new Set(
  ["AsyncGenerator", "AsyncIterator", "Generator", "Iterable", "Iterator"],
);

/** The options for reading an annotation. */
export interface AnnotationOptions {
  /** Whether the value is one that a generator yields. */
  readonly isYielded?: boolean;
  /** Whether the annotation was quoted. */
  readonly isQuoted?: boolean;
}

/** Evaluates the value of a name with an annotation. */
export function annotationValues(
  reader: ValueReader,
  place: Place,
  tokens: readonly Token[],
  options: AnnotationOptions = {},
): Values {
  const alternatives = alternativesOf(unwrapped(tokens)).filter(([first, second]) =>
    second !== undefined || !isName(first, "None")
  );
  return union(alternatives.map((each) => alternative(reader, place, each, options)));
}

/** Splits `A | B` outside of brackets. */
export function alternativesOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const found: Token[][] = [[]];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    if (isOperator(token, "|")) {
      found.push([]);
      continue;
    }
    const end = isOperator(token, "[") ? bracketed(tokens, index).next : index + 1;
    for (const each of tokens.slice(index, end)) found.at(-1)?.push(each);
    index = end - 1;
  }
  return found;
}

function alternative(
  reader: ValueReader,
  place: Place,
  tokens: readonly Token[],
  options: AnnotationOptions,
): Values {
  const [first] = tokens;
  if (first?.kind === "string" && tokens.length === 1) {
    if (options.isQuoted === true || first.value === null) return UNKNOWN;
    const inner = tokenize(first.value, 0, first.value.length);
    return annotationValues(reader, place, inner, { ...options, isQuoted: true });
  }
  const dotted = dottedName(tokens, 0);
  if (dotted === null) return UNKNOWN;
  const head = tokens.slice(0, dotted.next);
  const values = reader.dereferenced(followChain(reader, place, head, 0).values);
  if (dotted.next === tokens.length) return union(values.map(instanceOf));
  if (!isOperator(tokens[dotted.next], "[")) return UNKNOWN;
  if (values.some(({ kind }) => kind === "class")) return union(values.map(instanceOf));
  const { items } = bracketed(tokens, dotted.next);
  const name = head.at(-1)?.text ?? "";
  const isTransparent = TRANSPARENT.has(name) ||
    (options.isYielded === true && YIELDING.has(name));
  const [argument = []] = items;
  if (isTransparent) return annotationValues(reader, place, argument, options);
  return items.flat().some((token) => isOurs(reader, place, token)) ? UNKNOWN : OTHER;
}

function instanceOf(value: Value): Values {
  if (value.kind === "class") return [{ ...value, kind: "instance" }];
  if (value.kind === "other") return [value];
  return [{ kind: "unknown", module: value.module }];
}

/** Reports whether a part of an annotation may be a class of the project. */
function isOurs(reader: ValueReader, place: Place, token: Token): boolean {
  if (token.kind === "string") return true;
  return token.kind === "name" &&
    reader.lookup(place, token.text).some(({ kind }) => kind !== "other");
}
