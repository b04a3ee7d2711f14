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
  /** The names and values of headers. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body as JSON text; `null` for none. */
  readonly body: string | null;
}

/** A response, or why the request was not sent. */
export type Sent =
  | {
    readonly kind: "response";
    readonly status: number;
    /** Those that do not describe the body. */
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body: string;
  }
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
 *   const sent = await sendingTo(spec)({
 *     method: "GET",
 *     path: "/a",
 *     headers: [],
 *     body: null,
 *   });
 *   deepEqual(sent, { kind: "response", status: 200, headers: [], body: "1\n" });
 * }
 * ```
 */
export function sendingTo(spec: ApiSpec): Send {
  let app: MockApp | null = null;
  return async (request) => {
    const { method, path, headers, body } = request;
    const reason = refusal(request);
    if (reason !== null) return { kind: "unsent", reason };
    app ??= mockApp(spec);
    const bytes = new TextEncoder().encode(body ?? "");
    const answer = await app({
      method,
      target: path,
      scheme: "https",
      host: "localhost",
      contentType: bytes.length === 0 ? null : "application/json",
      header: (name) => headerValue(headers, name),
      body: () => Promise.resolve(bytes.length > MAX_BODY_BYTES ? null : bytes),
    });
    const text = new TextDecoder().decode(answer.body);
    const shown = Object.entries(answer.headers).filter(([name]) => !name.startsWith("content-"));
    return { kind: "response", status: answer.status, headers: shown, body: text };
  };
}

/** Returns the UTF-8 bytes of a header's value as Latin-1; `null` without it. */
function headerValue(headers: TypedRequest["headers"], name: string): string | null {
  const found = headers.find(([each]) => each.toLowerCase() === name.toLowerCase());
  return found === undefined
    ? null
    : Array.from(new TextEncoder().encode(found[1]), (byte) => String.fromCharCode(byte)).join("");
}

function refusal({ path, headers, body }: TypedRequest): string | null {
  if (!path.startsWith("/")) return "The path must start with '/'.";
  if ([path, ...headers.flat(), body ?? ""].join("").length > MAX_CHARACTERS) {
    return `The playground sends up to ${grouped(MAX_CHARACTERS)} characters.`;
  }
  if (jsonNesting(body ?? "") > MAX_NESTED) {
    return `The playground sends bodies of up to ${MAX_NESTED} levels.`;
  }
  return null;
}
