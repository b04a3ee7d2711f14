/** The OpenAPI document of a mock. This module is loaded late, because few requests need it. */

import { describedApi, specEndpoints } from "../openapi/described_api.ts";
import { openApiDocument } from "../openapi/document.ts";
import { documentText } from "../openapi/document_text.ts";
import type { ApiSpec } from "../spec/api_spec.ts";

/** Returns the OpenAPI document of a spec as JSON. */
export function mockDocument(spec: ApiSpec, title: string): Promise<string> {
  const api = describedApi({ title, description: spec.description }, specEndpoints(spec));
  return documentText(openApiDocument(api), "json");
}
