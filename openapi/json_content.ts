/** Finds the JSON in the content of requests and responses. */

import type { Json } from "../core/json.ts";
import { quotable } from "../core/printable.ts";
import type { DocumentNode } from "./document_node.ts";

/** Reports whether a media type is JSON, or a range that contains JSON. */
export function isJsonType(mediaType: string): boolean {
  const [type = ""] = mediaType.split(";", 1);
  const name = type.trim().toLowerCase();
  return ["application/json", "application/*", "*/*"].includes(name) || name.endsWith("+json");
}

/** Reports whether a media type is that of problem details (RFC 9457). */
export function isProblemType(mediaType: string): boolean {
  return /^\s*application\/problem\+json\s*(?:;|$)/i.test(mediaType);
}

/** Names up to three media types, for messages. */
export function mediaTypes(content: DocumentNode): string {
  return content.keys().slice(0, 3).map((each) => quotable(each, 50)).join(" or ");
}

/** Returns the media type of a content that is JSON. */
export function jsonContent(content: DocumentNode) {
  const types = content.keys().filter(isJsonType);
  const type = types.find((each) => each === "application/json") ?? types[0];
  const node = type === undefined ? null : content.get(type);
  return type === undefined || node === null ? null : { type, node };
}

/** Returns the first example of a media type. */
export function contentExample(media: DocumentNode): Json | null {
  const example = media.raw("example");
  if (example !== null) return media.copied(example);
  for (const [, each] of media.get("examples")?.members() ?? []) {
    const value = each.raw("value") ?? each.raw("dataValue");
    if (value !== null) return media.copied(value);
  }
  return null;
}
