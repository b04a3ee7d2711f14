/** Reads the text of a document, JSON or YAML, as a tree whose values know their offsets. */

import { type Json, JsonSyntaxError } from "../core/json.ts";
import { tryToParseJson } from "../core/json_text.ts";

/** Returns the format of a document's text. Text that begins with `{` is JSON, anything else is YAML. */
export function documentFormat(text: string): "JSON" | "YAML" {
  return /^\s*\{/.test(text) ? "JSON" : "YAML";
}

/**
 * Reads the text of a document.
 *
 * @returns The tree, or the first syntax error.
 */
export async function documentTree(text: string): Promise<Json | JsonSyntaxError> {
  if (documentFormat(text) === "JSON") return tryToParseJson(text);
  const { yamlTree } = await import("./yaml_tree.ts");
  return yamlTree(text);
}
