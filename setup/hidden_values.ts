/** Hides the values in configuration files that setup did not write. */

import { isScalar, parseDocument, visit } from "yaml";
import type { Format } from "./client.ts";

/** The replacement of a hidden value. */
const HIDDEN = "****";

/** A quoted text or a word, which can be a value. */
const TOKEN = /"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'|[^\s{}[\],:="'#]+/.source;

/** A multi-line text in TOML. */
const BLOCK = /"""[^]*?"""|'''[^]*?'''/.source;

/** What surrounds a key in its line. */
const AROUND_KEYS: Readonly<
  Record<Exclude<Format, "yaml">, { readonly before: RegExp; readonly after: RegExp }>
> = {
  json: { before: /(?:^|[{,])\s*$/, after: /^"\s*:/ },
  jsonc: { before: /(?:^|[{,])\s*$/, after: /^"\s*:/ },
  toml: { before: /(?:^|[{,])\s*$|^\s*\[{1,2}$/, after: /^.\s*(?:=|\]{1,2}\s*(?:#|$))/ },
};

/** Maximum characters around a key to examine. A whole file can be one line. */
const NEAR = 200;

/**
 * Hides comments and all values except known ones: any other can be a secret.
 *
 * @param own Known values, and the text to show for each.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { hiddenValues } from "./hidden_values.ts";
 *
 * const own = new Map([["lw_0123456789abcdef4f2a", "lw_****4f2a"]]);
 * equal(
 *   hiddenValues('{ "pin": 12, "key": "lw_0123456789abcdef4f2a" }', "json", own),
 *   '{ "pin": ****, "key": "lw_****4f2a" }',
 * );
 * equal(hiddenValues("pin = 12 # 13\n", "toml", own), "pin = **** # ****\n");
 * ```
 */
export function hiddenValues(
  text: string,
  format: Format,
  own: ReadonlyMap<string, string>,
): string {
  const shown = new Map([...own].flatMap(([value, instead]) => [
    [value, instead],
    [JSON.stringify(value).slice(1, -1), JSON.stringify(instead).slice(1, -1)],
  ]));
  const known = [...shown.keys()].filter((value) => value !== "")
    .toSorted((a, b) => b.length - a.length).map(literal);
  // A longer value that contains a known one is hidden.
  const whole = known.length === 0 ? [] : [`(?<![^\\s"'])(?:${known.join("|")})(?![^\\s"',}\\]])`];
  const isKey = format === "yaml" ? yamlKeys(text) : keysNear(text, format);
  const pattern = [...whole, ...(format === "toml" ? [BLOCK] : []), TOKEN].join("|");
  return text.replace(new RegExp(pattern, "g"), (token, offset: number) => {
    const instead = shown.get(token);
    if (instead !== undefined) return instead;
    const quote = /^["']/.exec(token)?.[0] ?? "";
    const value = quote === "" ? token : token.slice(1, -1);
    if (shown.has(value)) return `${quote}${shown.get(value)}${quote}`;
    if (!/[\p{Letter}\p{Number}]/u.test(token) || /^(?:true|false|null)$/.test(token)) return token;
    if (isKey(offset, token)) return token;
    const lines = value.split("\n").map((line) => line.trim() === "" ? line : HIDDEN);
    return quote + lines.join("\n") + quote;
  });
}

/** Reports whether a token is a key. */
type IsKey = (offset: number, token: string) => boolean;

/** Recognizes keys by the characters around them. */
function keysNear(text: string, format: keyof typeof AROUND_KEYS): IsKey {
  const { before, after } = AROUND_KEYS[format];
  return (offset, token) => {
    const near = text.slice(Math.max(0, offset - NEAR), offset);
    const line = near.slice(near.lastIndexOf("\n") + 1);
    const end = offset + token.length;
    return before.test(line.length === NEAR ? `.${line}` : line) &&
      after.test(text.slice(end - 1, end + NEAR).replace(/(?<=.)[\r\n][^]*/, ""));
  };
}

/** Parses YAML to recognize keys: a line of a multi-line value can look like a key. */
function yamlKeys(text: string): IsKey {
  const mark = text.startsWith("\ufeff") ? 1 : 0;
  const ends = new Map<number, number>();
  visit(parseDocument(text.slice(mark)), {
    Pair(_, { key }) {
      if (isScalar(key) && key.range) ends.set(key.range[0] + mark, key.range[1] + mark);
    },
  });
  // A key can have several words.
  let last = 0;
  return (offset, token) => {
    last = ends.get(offset) ?? last;
    return offset + token.length <= last;
  };
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
