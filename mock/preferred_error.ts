/** Answers with a documented error that a request prefers, such as `Prefer: code=404` (RFC 7240). */

import { pythonJson } from "../python/repr.ts";
import { type DocumentedError, documentedErrors } from "../spec/errors.ts";
import { valueOf } from "../spec/endpoint_contract.ts";
import type { SpecContract } from "../spec/spec_contract.ts";
import { type Answer, failureAnswer, jsonAnswer } from "./answer.ts";
import { errorName } from "./error_names.ts";
import type { Handler } from "./mock_request.ts";

/** Returns a handler that also answers with the errors of an endpoint, if a request prefers one. */
export function preferringErrors({ errors }: SpecContract, handler: Handler): Handler {
  const documented = new Map(
    documentedErrors(valueOf(errors) ?? undefined).map((each) => [each.status, each]),
  );
  if (documented.size === 0) return handler;
  return (request, values) => {
    const error = documented.get(preferredCode(request.header("prefer") ?? "") ?? 0);
    return error === undefined ? handler(request, values) : errorAnswer(error);
  };
}

/** Matches a preference: a name, and perhaps a value, which may be quoted. */
const PREFERENCE = /^\s*([^\s=;]+)\s*(?:=\s*(?:"([^"]*)"|([^\s;]*)))?\s*(?:;|$)/;

/**
 * Returns the status that a header `Prefer` asks for; `null` if it asks for none.
 *
 * @example
 * ```ts
 * import { preferredCode } from "./preferred_error.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(preferredCode("respond-async, code=404"), 404);
 * ```
 */
export function preferredCode(prefer: string): number | null {
  for (const each of prefer.split(",")) {
    const [, name = "", quoted, token] = PREFERENCE.exec(each) ?? [];
    if (name.toLowerCase() !== "code") continue;
    // The first of several preferences with one name counts.
    const value = quoted ?? token ?? "";
    return /^[0-9]{3}$/.test(value) ? Number(value) : null;
  }
  return null;
}

function errorAnswer({ status, description, mock }: DocumentedError): Answer {
  const applied = { "preference-applied": `code=${status}` };
  if (mock === null) {
    return failureAnswer({ status, title: errorName(status), detail: description ?? "" }, applied);
  }
  const { headers, ...answer } = jsonAnswer(status, pythonJson(mock));
  return { ...answer, headers: { ...headers, ...applied } };
}
