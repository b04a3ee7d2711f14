/** The code around the service's answer in a new handler. */

import { STATUS, type Wrapping } from "../code/returned_call.ts";
import { hasContent } from "../../spec/api_spec.ts";
import type { Endpoint } from "../code/endpoint.ts";
import type { BoundNames } from "./bound_names.ts";
import type { NeighbourCode } from "./neighbour.ts";
import { defaultReturn, type ReturnStyle } from "../code/handler_form.ts";

/**
 * Returns the style that all other handlers share, if it fits the endpoint. Otherwise, returns the style of
 * generated handlers.
 *
 * @param others The other handlers of the module.
 * @param fewest The number of handlers that make a convention.
 */
export function returnStyle(
  endpoint: Endpoint,
  others: readonly NeighbourCode[],
  { names, fewest }: { readonly names: BoundNames; readonly fewest: number },
): ReturnStyle {
  const plain = defaultReturn(endpoint);
  if (!hasContent(endpoint.status)) return plain;
  const calls = others.flatMap(({ returned }) => returned ?? []);
  const wrappings = calls.flatMap(({ wrapping }) => wrapping ?? []);
  const [first] = wrappings;
  if (first === undefined || calls.length < fewest || wrappings.length < calls.length) return plain;
  const { before, functions } = first;
  if (wrappings.some((each) => each.before !== before)) return plain;
  const fromFlask = functions.map((name) => names.flaskMember(name));
  const isEncoded = fromFlask.includes("jsonify");
  const isKnown = fromFlask.every((name) => name === "jsonify" || name === "make_response");
  // Flask itself converts only objects and lists to JSON.
  if (isKnown && !isEncoded && !isCollection(endpoint)) return plain;
  const after = afterCall(wrappings, endpoint.status, isKnown);
  if (after === null) return plain;
  if (functions.length === 1 && isEncoded) return { ...plain, after };
  const needed = [...functions, ...dottedNames(after)];
  if (!needed.every((name) => names.has(name))) return plain;
  return { before, after, isDefault: false, isJson: isKnown };
}

function isCollection({ mock }: Endpoint): boolean {
  return mock?.kind === "array" || mock?.kind === "object";
}

/** Returns the dotted names in the code after a call, without names of keyword arguments. */
function dottedNames(after: string): readonly string[] {
  const code = after.replace(/(["'])[^"']*\1/g, "");
  return code.match(/[A-Za-z_][\w.]*(?![\w.]|=)/g) ?? [];
}

/**
 * Returns the code after the call, with the endpoint's status; `null` if the other handlers do not
 * show how to write it.
 */
function afterCall(
  wrappings: readonly Wrapping[],
  status: number,
  isKnown: boolean,
): string | null {
  const same = wrappings.filter((each) => statusCode(each) === status);
  if (same.length > 0) return withStatus(same, status);
  const implicit = wrappings.filter((each) => each.status === null);
  if (status === 200 && implicit.length > 0) return sharedAfter(implicit);
  const explicit = wrappings.filter((each) => each.status !== null);
  if (explicit.length > 0) {
    const isTuple = explicit.every((each) => each.isTuple);
    if (status !== 200 || !isTuple) return withStatus(explicit, status);
    return sharedAfter(explicit)?.replace(`, ${STATUS}`, "") ?? null;
  }
  const after = sharedAfter(implicit);
  return after === null || !isKnown ? null : `${after}, ${status}`;
}

function sharedAfter(wrappings: readonly Wrapping[]): string | null {
  const [first] = wrappings;
  const isShared = wrappings.every(({ after }) => after === first?.after);
  return first !== undefined && isShared ? first.after : null;
}

function withStatus(wrappings: readonly Wrapping[], status: number): string | null {
  const written = wrappings[0]?.status ?? "";
  const name = written.lastIndexOf(".") + 1;
  const text = name === 0 ? `${status}` : written.slice(0, name) + STATUS_NAMES.get(status);
  return sharedAfter(wrappings)?.replace(STATUS, text) ?? null;
}

const STATUS_NAMES: ReadonlyMap<number, string> = new Map([[200, "OK"], [201, "CREATED"]]);

/** Returns the status that a handler writes; `null` if it writes none, or an unknown one. */
function statusCode({ status }: Wrapping): number | null {
  if (status === null) return null;
  const name = status.slice(status.lastIndexOf(".") + 1);
  const [code] =
    STATUS_NAMES.entries().find(([code, each]) => name === each || name === `${code}`) ?? [];
  return code ?? null;
}

/**
 * Returns the return annotation that fits a new handler.
 *
 * @param others The other handlers of the module.
 * @returns `null` for none, and `undefined` for the annotation of generated handlers.
 */
export function returnAnnotation(
  { before, after }: ReturnStyle,
  others: readonly NeighbourCode[],
  names: BoundNames,
): string | null | undefined {
  const annotations = others.map(({ annotation }) => annotation);
  if (others.length > 0 && annotations.every((each) => each === null)) return null;
  // Without a function around it, a returned value has the type of the mock.
  if (before === "") return undefined;
  const isTuple = !after.endsWith(")");
  const alike = others.filter(({ returned }) => {
    const wrapping = returned?.wrapping;
    return wrapping?.isTuple === isTuple && wrapping.before === before;
  });
  const known = alike.length > 0 ? alike : others;
  const [annotation = null] = known.map((each) => each.annotation);
  const isShared = known.every((each) => each.annotation === annotation);
  if (annotation === null || !isShared || annotation.includes("Literal")) return undefined;
  if (alike.length > 0) return annotation;
  const isResponse = names.flaskMember(annotation) === "Response" && !isTuple &&
    names.flaskMember(before.slice(0, before.indexOf("("))) === "jsonify";
  return isResponse ? annotation : undefined;
}
