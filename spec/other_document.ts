/** Documents of other kinds that people take for specs. */

import { type Json, memberValue } from "../core/json.ts";

/** Matches the start of an OpenAPI document in YAML, or in JSON with an error further down. */
const OPENAPI = /^["']?(?:openapi|swagger)["']?[ \t]*:/m;
const OPENAPI_OBJECT = /^\s*\{\s*["']?(?:openapi|swagger)["']?\s*:/;

const YAML = /^(?:---|["']?(?:\$schema|project|routes)["']?[ \t]*:)/m;

const HTML = /^\s*<(?:!doctype html|html)\b/i;

/** Reports whether a text that is not JSON may be an OpenAPI document. */
export function isLikeOpenApi(text: string): boolean {
  return OPENAPI.test(text) || OPENAPI_OBJECT.test(text);
}

/** Reports whether a text that is not JSON may be a spec that someone wrote as YAML. */
export function isLikeYaml(text: string): boolean {
  return YAML.test(text);
}

/** Reports whether a text is a web page, such as the one that shows a file on the web. */
export function isLikeHtml(text: string): boolean {
  return HTML.test(text);
}

/** Reports whether a value is an OpenAPI document, and has no routes of a spec. */
export function isOpenApi(json: Json): boolean {
  if (json.kind !== "object") return false;
  const routes = memberValue(json, "routes");
  if (routes?.kind === "object" && routes.members.length > 0) return false;
  return ["openapi", "swagger"].some((key) => memberValue(json, key) !== undefined);
}
