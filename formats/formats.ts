/** The editors of all formats. */

import type { ConfigFormat, Format } from "./config_format.ts";
import { JSON_FORMAT, JSONC_FORMAT } from "./json_format.ts";
import { TOML_FORMAT } from "./toml_format.ts";
import { YAML_FORMAT } from "./yaml_format.ts";

/**
 * The editor of files like `.gitignore`. Each line is an entry, and the line's text is the entry's
 * name.
 */
const LINES_FORMAT: ConfigFormat = {
  read(text, { name }) {
    return { kind: "read", entry: linesOf(text).includes(name) ? name : undefined };
  },
  set(text, { name }) {
    if (linesOf(text).includes(name)) return text;
    const end = text.includes("\r\n") ? "\r\n" : "\n";
    // A file without a final newline stays without one.
    return text === "" || text.endsWith("\n") ? `${text}${name}${end}` : `${text}${end}${name}`;
  },
  remove(text, { name }) {
    const found = `(?<![^\\n])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;
    const withEnd = text.replace(new RegExp(`${found}\\r?\\n`), "");
    return withEnd === text ? text.replace(new RegExp(`\\r?\\n${found}$`), "") : withEnd;
  },
  missing: () => ({ keys: 0 }),
};

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

/**
 * The editor of each format.
 *
 * @example
 * ```ts
 * import { FORMATS } from "./formats.ts";
 * import { equal } from "node:assert/strict";
 *
 * const place = { container: ["mcp_servers"], kind: "map", name: "layerwright" } as const;
 * const made = FORMATS.toml.missing("a = 1\n", place);
 * const added = FORMATS.toml.set("a = 1\n", place, { url: "http://127.0.0.1:8000/mcp" });
 * equal(added, 'a = 1\n\n[mcp_servers.layerwright]\nurl = "http://127.0.0.1:8000/mcp"\n');
 * equal(FORMATS.toml.remove(added, place, made), "a = 1\n");
 * ```
 */
export const FORMATS: Readonly<Record<Format | "lines", ConfigFormat>> = {
  json: JSON_FORMAT,
  jsonc: JSONC_FORMAT,
  lines: LINES_FORMAT,
  toml: TOML_FORMAT,
  yaml: YAML_FORMAT,
};
