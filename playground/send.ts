/** Sends requests to the API of a spec, in the worker. */

import { grouped } from "../core/report.ts";
import { jsonNesting } from "../core/json_nesting.ts";
import { type MockApp, mockApp } from "../mock/mock_app.ts";
import { MAX_BODY_BYTES } from "../mock/mock_request.ts";
import type { ApiSpec } from "../spec/api_spec.ts";
import { MAX_CHARACTERS, MAX_NESTED } from "./limits.ts";

/** A request, as people typed it. */
export interface TypedRequest {
  readonly method: string;
  /** The path, with a query. */
  readonly path: string;
  /** The body as JSON text; `null` for none. */
  readonly body: string | null;
}

/** A response, or why the request was not sent. */
export type Sent =
  | { readonly kind: "response"; readonly status: number; readonly body: string }
  | { readonly kind: "unsent"; readonly reason: string };

/** Sends requests to one API. */
export type Send = (request: TypedRequest) => Promise<Sent>;

/**
 * Creates the API of a spec. It answers as the generated app does.
 *
 * @example
 * ```ts
 * import { readSpec } from "../spec/read_spec.ts";
 * import { sendingTo } from "./send.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const { spec } = readSpec('{"routes": {"a": {"type": "GET", "mock": 1}}}', { path: "a.json" });
 * if (spec !== null) {
 *   const sent = await sendingTo(spec)({ method: "GET", path: "/a", body: null });
 *   deepEqual(sent, { kind: "response", status: 200, body: "1\n" });
 * }
 * ```
 */
export function sendingTo(spec: ApiSpec): Send {
  let app: MockApp | null = null;
  return async ({ method, path, body }) => {
    const reason = refusal(path, body ?? "");
    if (reason !== null) return { kind: "unsent", reason };
    app ??= mockApp(spec);
    const bytes = new TextEncoder().encode(body ?? "");
    const answer = await app({
      method,
      target: path,
      scheme: "https",
      host: "localhost",
      contentType: bytes.length === 0 ? null : "application/json",
      header: () => null,
      body: () => Promise.resolve(bytes.length > MAX_BODY_BYTES ? null : bytes),
    });
    const text = new TextDecoder().decode(answer.body);
    return { kind: "response", status: answer.status, body: text };
  };
}

function refusal(path: string, body: string): string | null {
  if (!path.startsWith("/")) return "The path must start with '/'.";
  if (path.length + body.length > MAX_CHARACTERS) {
    return `The playground sends up to ${grouped(MAX_CHARACTERS)} characters.`;
  }
  if (jsonNesting(body) > MAX_NESTED) {
    return `The playground sends bodies of up to ${MAX_NESTED} levels.`;
  }
  return null;
}
