/** What the code of a handler reads of a request, besides `json_body()`. */

import {
  bracketed,
  callArguments,
  dottedName,
  isName,
  isOperator,
  type Token,
  tokenize,
} from "../../python/expression.ts";
import { literalJson } from "../../python/literal_json.ts";
import type { Json } from "../../core/json.ts";
import { FULL_NAMES, isImported, withFullNames } from "../semantics/full_names.ts";
import type { Place } from "../semantics/values.ts";

/** A query parameter that a handler reads by its name. */
export interface QueryParameter {
  readonly name: string;
  readonly type: "string" | "integer" | "number";
  /** Whether the handler reads all values of the parameter. */
  readonly isList: boolean;
  /** Whether Flask refuses a request without it. */
  readonly isRequired: boolean;
  /** `null` without a default that is a literal. */
  readonly fallback: Json | null;
}

/** What a handler reads of a request. */
export interface SeenRequest {
  /** In the order of the code, each name once. */
  readonly query: readonly QueryParameter[];
  /** Whether it reads query parameters whose names are not literals. */
  readonly readsMoreQuery: boolean;
  /** Whether it reads the body as JSON. */
  readonly readsJson: boolean;
  /** Whether it reads the body in another way, for example as a form. */
  readonly readsOther: boolean;
}

/** Of a handler that was not found. */
export const NOTHING_SEEN: SeenRequest = {
  query: [],
  readsMoreQuery: false,
  readsJson: false,
  readsOther: false,
};

const JSON_READERS: ReadonlySet<string> = new Set(["get_json", "json"]);
const OTHER_READERS: ReadonlySet<string> = new Set(
  ["data", "files", "form", "get_data", "stream", "values"],
);

/** Reads what a handler reads of `flask.request`. */
export function readRequest({ module, scope: { definition } }: Place): SeenRequest {
  const { source, lines } = module.python;
  const start = lines[definition?.header ?? 0]?.start ?? 0;
  const end = lines[definition?.last ?? 0]?.end ?? 0;
  const mayRead = /\brequest\b/.test(source.slice(start, end)) ||
    isImported(module.python, FULL_NAMES.json_body);
  if (!mayRead) return NOTHING_SEEN;
  const tokens = withFullNames(module.python, tokenize(source, start, end));
  const query = new Map<string, QueryParameter>();
  let [readsMoreQuery, readsJson, readsOther] = [false, false, false];
  for (let index = 0; index < tokens.length; index++) {
    const dotted = isOperator(tokens[index - 1], ".") ? null : dottedName(tokens, index);
    if (dotted === null) continue;
    const [, member = "", method] = /(?:^|\.)request\.(\w+)(?:\.(\w+))?$/.exec(dotted.text) ?? [];
    if (member === "args") {
      const found = parameterAt(tokens, dotted.next, method);
      if (found === null) readsMoreQuery = true;
      else if (!query.has(found.name)) query.set(found.name, found);
    }
    readsJson ||= JSON_READERS.has(member) || dotted.text === FULL_NAMES.json_body;
    readsOther ||= OTHER_READERS.has(member);
    index = dotted.next - 1;
  }
  return { query: [...query.values()], readsMoreQuery, readsJson, readsOther };
}

const TYPES: ReadonlyMap<string, QueryParameter["type"]> = new Map([
  ["int", "integer"],
  ["float", "number"],
  ["str", "string"],
]);

/**
 * Reads the parameter of `request.args["a"]`, `request.args.get("a")` or `request.args.getlist("a")`.
 *
 * @param next The index of the token after the dotted name.
 * @param method The method of `request.args`.
 * @returns `null` for any other use.
 */
function parameterAt(
  tokens: readonly Token[],
  next: number,
  method: string | undefined,
): QueryParameter | null {
  const plain = { type: "string", isList: false, isRequired: false, fallback: null } as const;
  if (method === undefined && isOperator(tokens[next], "[")) {
    const [[name, ...more] = []] = bracketed(tokens, next).items;
    const text = name?.kind === "string" && more.length === 0 ? name.value : null;
    return text === null ? null : { ...plain, name: text, isRequired: true };
  }
  const isList = method === "getlist";
  if (!isList && method !== "get" || !isOperator(tokens[next], "(")) return null;
  const given = callArguments(tokens, next);
  const positional = given.filter(({ kind }) => kind === "positional");
  const named = (wanted: string) =>
    given.find((each) => each.kind === "keyword" && each.name === wanted)?.value;
  const [name, ...more] = (positional[0]?.value ?? named("key")) ?? [];
  if (name?.kind !== "string" || name.value === null || more.length > 0) return null;
  const fallback = named("default") ?? (isList ? undefined : positional[1]?.value);
  const converter = named("type") ?? positional[isList ? 1 : 2]?.value;
  const type = converter === undefined ? "string" : TYPES.get(converter[0]?.text ?? "");
  const literal = fallback === undefined || isName(fallback[0], "None")
    ? null
    : literalJson(fallback);
  return {
    ...plain,
    name: name.value,
    // A converter of the project may accept any text.
    type: converter?.length === 1 || converter === undefined ? type ?? "string" : "string",
    isList,
    fallback: literal?.kind === "null" ? null : literal,
  };
}
