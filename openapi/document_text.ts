/** The text of OpenAPI documents, as JSON or YAML. */

import type { Json } from "../core/json.ts";
import { layoutJson } from "../core/json_layout.ts";

/** The formats of a document. */
export type DocumentFormat = "json" | "yaml";

/**
 * Number of outer levels, down to operations, in which each member always has a line of its own.
 */
const OPEN_LEVELS = 4;

/** Returns the text of a document as JSON. */
export function documentJson(document: Json): string {
  return layoutJson(document, OPEN_LEVELS);
}

/** Returns the text of a document. */
export async function documentText(document: Json, format: DocumentFormat): Promise<string> {
  if (format === "json") return documentJson(document);
  const { yamlText } = await import("./yaml_text.ts");
  return yamlText(document);
}
