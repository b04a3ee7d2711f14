/** The OpenAPI document of a mock. It is loaded late, because few requests ask for it. */

import { describedSpec } from "../openapi/described_spec.ts";
import { openApiDocument } from "../openapi/document.ts";
import { documentText } from "../openapi/document_text.ts";
import type { ApiSpec } from "../spec/api_spec.ts";

const documents = new WeakMap<ApiSpec, Promise<string>>();

/**
 * Returns the OpenAPI document of a spec as JSON. The first call makes it, and later calls return
 * the same text.
 */
export function mockDocument(spec: ApiSpec, title: string): Promise<string> {
  const known = documents.get(spec);
  if (known !== undefined) return known;
  const made = documentText(openApiDocument(describedSpec(spec, title)), "json");
  documents.set(spec, made);
  return made;
}
