/** Replaces the names in a generated definition with the names that people gave. */

import { tokenize } from "../../python/expression.ts";
import { renameNames } from "../../python/rename_names.ts";

/** A name, and the name that replaces it. */
export interface NewName {
  readonly from: string;
  readonly to: string;
}

/** The names to replace in a definition. */
export interface Renaming {
  /** The definition's own name, without its class. */
  readonly own: NewName | null;
  /** The method that it calls on the layer below. */
  readonly called: NewName | null;
  /** Names of classes, functions and variables that it uses. */
  readonly used: ReadonlyMap<string, string>;
  /** The dotted name in a string by which a test replaces the service. */
  readonly replaced?: NewName;
}

/** Returns the renaming that undoes another one. */
export function reversed({ own, called, used, replaced }: Renaming): Renaming {
  const back = ({ from, to }: NewName) => ({ from: to, to: from });
  const renaming = {
    own: own && back(own),
    called: called && back(called),
    used: new Map([...used].map(([from, to]) => [to, from])),
  };
  return replaced === undefined ? renaming : { ...renaming, replaced: back(replaced) };
}

/**
 * Replaces names in a generated definition. Leaves strings as they are.
 *
 * @example
 * ```ts
 * import { renamedDefinition } from "./definition_names.ts";
 * import { equal } from "node:assert/strict";
 *
 * const code = "def get() -> Response:\n    return jsonify(service().get())\n";
 * const own = { from: "get", to: "products" };
 * const called = { from: "get", to: "find" };
 * equal(
 *   renamedDefinition(code, { own, called, used: new Map([["jsonify", "to_json"]]) }),
 *   "def products() -> Response:\n    return to_json(service().find())\n",
 * );
 * ```
 */
export function renamedDefinition(code: string, { own, called, used, replaced }: Renaming): string {
  const named = renameNames(code, used);
  const text = replaced === undefined
    ? named
    : named.replaceAll(`"${replaced.from}"`, () => `"${replaced.to}"`);
  const header = HEADER.exec(text);
  if (header === null) return own === null ? text : withFirst(text, ASSIGNED, own);
  const start = header.index + header[0].length;
  const body = called === null ? text.slice(start) : withCalled(text.slice(start), called);
  return withFirst(text.slice(0, start), NAME_AT_END, own) + body;
}

const HEADER = /^[ \t]*(?:(?:async[ \t]+)?def|class)[ \t]+\w+/m;
const NAME_AT_END = /\w+$/;
const ASSIGNED = /^\w+/m;

/**
 * Matches the name of a method that is called on the service or the repository, also in comments
 * and on stand-ins in tests.
 */
const CALL = /(?<=(?:service(?:\(\))?|repository)\.)\w+/g;

function withCalled(body: string, { from, to }: NewName): string {
  const strings = tokenize(body, 0, body.length).filter(({ kind }) => kind === "string");
  let next = 0;
  return body.replace(CALL, (name, offset: number) => {
    while ((strings[next]?.end ?? Infinity) <= offset) next++;
    const isInString = (strings[next]?.start ?? Infinity) < offset;
    return name === from && !isInString ? to : name;
  });
}

function withFirst(text: string, pattern: RegExp, name: NewName | null): string {
  if (name === null) return text;
  return text.replace(pattern, (found) => found === name.from ? name.to : found);
}
