/** The editors of all formats. */

import type { Format } from "../client.ts";
import type { ConfigFormat } from "./config_format.ts";
import { JSON_FORMAT, JSONC_FORMAT } from "./json_format.ts";
import { LINES_FORMAT } from "./lines_format.ts";
import { TOML_FORMAT } from "./toml_format.ts";
import { YAML_FORMAT } from "./yaml_format.ts";

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
