/** What a client will do with an entry as it stands in its file. */

import { BEARER, COMMAND, type Form, type Template, URL, type Value, VARIABLE } from "./client.ts";

/** How a client would reach the server. */
export interface ReadBack {
  /** `null` for a server that the client runs. */
  readonly url: string | null;
  /** All headers that the client would send. */
  readonly headers: Readonly<Record<string, string>>;
  /** The variable whose value the client sends as a bearer; `null` if it sends what the file says. */
  readonly variable: string | null;
  /** The words that the client would run; empty for a server over HTTP. */
  readonly words: readonly string[];
}

/**
 * Reads an entry by the shape that the client wants.
 *
 * @returns `null` if the entry has none of the form's shapes.
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

/** What one part of an entry says. */
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

function isMap(value: Value): value is Readonly<Record<string, Value>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
