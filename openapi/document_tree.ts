/** Reads the text of a document, JSON or YAML, as a tree whose values know their offsets. */

import { type Json, JsonSyntaxError } from "../core/json.ts";
import { tryToParseJson } from "../core/json_text.ts";

/**
 * Reads the text of a document. Text that begins with `{` is JSON, anything else is YAML.
 *
 * @returns The tree, or the first syntax error.
 */
export async function documentTree(text: string): Promise<Json | JsonSyntaxError> {
  if (/^\s*\{/.test(text)) return tryToParseJson(text);
  const { yamlTree } = await import("./yaml_tree.ts");
  return yamlTree(text);
}
