/** Creates the entry of a server in an agent's file, and reads it back. */

import type { Value } from "../formats/config_format.ts";
import { ARGS, BEARER, COMMAND, type Form, NAME, type Template, URL, VARIABLE } from "./client.ts";

/** The way in which an agent reaches the server. */
export type Connection =
  /** Over HTTP, with the key in the file. */
  | { readonly kind: "key"; readonly url: string; readonly key: string }
  /** Over HTTP, with the key in an environment variable. */
  | { readonly kind: "variable"; readonly url: string; readonly variable: string }
  /** Over stdio: the agent starts the server. */
  | { readonly kind: "stdio"; readonly command: string; readonly args: readonly string[] };

/** The parts of a form that define the entry's shape. */
export type EntryForm = Pick<Form, "entry" | "reference" | "entryFromEnv" | "stdio">;

/**
 * Creates the entry of a server.
 *
 * @returns `null` if the agent does not support such a connection.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { BEARER, URL } from "./client.ts";
 * import { makeEntry } from "./entry.ts";
 *
 * const form = { entry: { url: URL, headers: { Authorization: BEARER } }, reference: "${NAME}" };
 * const url = "http://localhost:8000/mcp";
 * deepEqual(makeEntry(form, "layerwright", { kind: "variable", url, variable: "KEY" }), {
 *   url,
 *   headers: { Authorization: "Bearer ${KEY}" },
 * });
 * deepEqual(makeEntry(form, "layerwright", { kind: "stdio", command: "lw", args: [] }), null);
 * ```
 */
export function makeEntry(form: EntryForm, name: string, connection: Connection): Template | null {
  const template = templateFor(form, connection);
  if (template === undefined) return null;
  const texts: Record<string, string> = { [NAME]: name, ...textsOf(form, connection) };
  return filled(template, texts, connection.kind === "stdio" ? connection.args : []) as Template;
}

function templateFor(form: EntryForm, { kind }: Connection): Template | undefined {
  if (kind === "stdio") return form.stdio;
  if (kind === "key") return form.entry;
  return form.entryFromEnv ?? (form.reference === undefined ? undefined : form.entry);
}

/** Returns the values of the placeholders. */
function textsOf({ reference }: EntryForm, connection: Connection): Record<string, string> {
  switch (connection.kind) {
    case "stdio":
      return { [COMMAND]: connection.command };
    case "key":
      return { [URL]: connection.url, [BEARER]: `Bearer ${connection.key}` };
    case "variable": {
      const { url, variable } = connection;
      const value = (reference ?? "").replace("NAME", () => variable);
      return { [URL]: url, [BEARER]: `Bearer ${value}`, [VARIABLE]: variable };
    }
  }
}

function filled(
  value: Value,
  texts: Readonly<Record<string, string>>,
  args: readonly string[],
): Value {
  if (value === ARGS) return args;
  if (typeof value === "string") return texts[value] ?? value;
  if (Array.isArray(value)) {
    return value.flatMap((item: Value): readonly Value[] =>
      item === ARGS ? args : [filled(item, texts, args)]
    );
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, filled(each, texts, args)]),
  );
}

/**
 * Reports whether every agent leaves a string unchanged. Some agents expand environment variables,
 * and Crush runs `$(...)`.
 */
export function isTakenLiterally(text: string): boolean {
  return !/[$`{}\\]/.test(text);
}

/** The way in which an agent reaches the server, read from its entry. */
export interface ReadBack {
  /** `null` if the agent starts the server. */
  readonly url: string | null;
  /** The headers that the agent sends. */
  readonly headers: Readonly<Record<string, string>>;
  /** The variable that holds the bearer token; `null` if the headers hold it. */
  readonly variable: string | null;
  /** The words that the agent runs; empty for a server over HTTP. */
  readonly words: readonly string[];
}

/**
 * Reads an entry that has one of the form's shapes.
 *
 * @returns `null` if no shape matches.
 */
export function readBack(form: Form, entry: Value): ReadBack | null {
  const shapes = [form.entry, form.entryFromEnv, form.stdio];
  for (const shape of shapes) {
    const found = shape === undefined ? null : matched(shape, entry);
    if (found !== null && (found.url !== null || found.words.length > 0)) return found;
  }
  return null;
}

const NOTHING: ReadBack = { url: null, headers: {}, variable: null, words: [] };

function matched(shape: Template, entry: Value): ReadBack | null {
  if (!isMap(entry)) return null;
  let found = NOTHING;
  for (const [key, wanted] of Object.entries(shape)) {
    const value = entry[key];
    if (value === undefined) return null;
    const part = partOf(wanted, value);
    if (part === null) return null;
    found = {
      url: part.url ?? found.url,
      headers: { ...found.headers, ...part.headers },
      variable: part.variable ?? found.variable,
      words: [...found.words, ...part.words],
    };
  }
  return found;
}

/** Reads one part of an entry. */
function partOf(wanted: Value, value: Value): ReadBack | null {
  if (wanted === URL) return typeof value === "string" ? { ...NOTHING, url: value } : null;
  if (wanted === VARIABLE) return { ...NOTHING, variable: String(value) };
  if (wanted === COMMAND) return { ...NOTHING, words: [String(value)] };
  if (Array.isArray(wanted) || typeof wanted === "string" && wanted.startsWith("{{")) {
    return { ...NOTHING, words: Array.isArray(value) ? value.map(String) : [] };
  }
  if (typeof wanted !== "object" || wanted === null) return NOTHING;
  if (Object.values(wanted).includes(BEARER)) return isMap(value) ? headersOf(value) : null;
  return matched(wanted as Template, value);
}

function headersOf(headers: Readonly<Record<string, Value>>): ReadBack {
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return { ...NOTHING, headers: Object.fromEntries(texts) };
}

/** Reports whether a value is a map, such as an entry. */
export function isMap(value: Value | undefined): value is Template {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
