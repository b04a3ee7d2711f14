/** Generates a project from a spec in memory, with the library. */

import { generateApi } from "../actions/generate_api.ts";
import { validateSpec } from "../actions/validate_spec.ts";
import type { Snapshot } from "../core/change_set.ts";
import { hasErrors } from "../core/diagnostic.ts";
import { counted, grouped, type Report } from "../core/report.ts";
import { countEndpoints } from "../spec/api_spec.ts";
import { readSpec } from "../spec/read_spec.ts";
import { createMemoryWorkspace } from "../workspace/memory_workspace.ts";
import { type EndpointAnswer, endpointAnswers } from "./endpoint_answer.ts";
import { MAX_CHARACTERS, MAX_ENDPOINTS, MAX_NESTED } from "./limits.ts";
import { type Send, sendingTo } from "./send.ts";
import { jsonNesting } from "../core/json_nesting.ts";

/** The spec's path in messages. */
const SPEC_PATH = "spec.json";

const ELSEWHERE = "The command line accepts more";

/** The result of generating a project. */
export type Tried =
  | {
    readonly kind: "generated";
    readonly report: Report;
    /** The first route of the spec. */
    readonly firstRoute: string;
    readonly endpoints: readonly EndpointAnswer[];
    readonly send: Send;
    readonly files: Snapshot;
  }
  | { readonly kind: "failed"; readonly report: Report }
  /** The spec exceeds the playground's limits. */
  | { readonly kind: "too-large"; readonly message: string };

/**
 * Generates a project in memory.
 *
 * @param name The project's name.
 * @param typed The spec, as JSON text.
 *
 * @example
 * ```ts
 * import { trySpec } from "./try_spec.ts";
 * import { equal } from "node:assert/strict";
 *
 * const tried = await trySpec("shop", '{"routes": {"ping": {"type": "GET"}}}');
 * equal(tried.kind, "generated");
 * equal((await trySpec("shop", "{")).kind, "failed");
 * ```
 */
export async function trySpec(name: string, typed: string): Promise<Tried> {
  // Pasted files may begin with a byte order mark.
  const text = typed.replace(/^\ufeff/, "");
  if (text.length > MAX_CHARACTERS) {
    return tooLarge(`has ${counted(text.length, "character")}`, MAX_CHARACTERS);
  }
  const levels = jsonNesting(text);
  if (levels > MAX_NESTED) {
    return tooLarge(`is nested ${grouped(levels)} levels deep`, MAX_NESTED);
  }
  const { spec } = readSpec(text, { path: SPEC_PATH });
  const endpoints = spec === null ? 0 : countEndpoints(spec);
  if (endpoints > MAX_ENDPOINTS) {
    return tooLarge(`has ${counted(endpoints, "endpoint")}`, MAX_ENDPOINTS);
  }
  const workspace = createMemoryWorkspace();
  const report = await generateApi(workspace, name, text, { specPath: SPEC_PATH });
  if (spec === null || hasErrors(report.diagnostics)) return { kind: "failed", report };
  const { message } = validateSpec(text);
  const files = workspace.files();
  return {
    kind: "generated",
    report: { ...report, message },
    firstRoute: spec.routes[0]?.name ?? "",
    endpoints: endpointAnswers(spec),
    send: sendingTo(spec),
    files,
  };
}

function tooLarge(size: string, limit: number): Tried {
  const message = `The spec ${size}; the playground accepts up to ${grouped(limit)}. ${ELSEWHERE}.`;
  return { kind: "too-large", message };
}
