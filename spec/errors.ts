/** Reads the errors that an endpoint documents. */

import {
  type Json,
  type JsonObject,
  memberValue,
  stringifyJson,
  withoutRepeatedKeys,
} from "../core/json.ts";
import { text } from "../core/json_nodes.ts";
import { quotable } from "../core/printable.ts";
import type { Findings, SpecPlace } from "./findings.ts";
import { findMockProblems } from "./mock.ts";

/** Matches a status of an error, as a spec writes it. */
export const ERROR_STATUS = /^[45][0-9][0-9]$/;

/** Maximum length of the errors of an endpoint as JSON, in characters. */
export const MAX_ERRORS_LENGTH = 16 * 1024;

/** An error that an endpoint documents. */
export interface DocumentedError {
  readonly status: number;
  /** `null` without a description. */
  readonly description: string | null;
  /** Its body; `null` if it is answered with problem details. */
  readonly mock: Json | null;
}

/**
 * Reads the errors of an endpoint.
 *
 * @returns The errors, without repeated keys; `null` if there are none.
 */
export function readErrors(
  object: JsonObject,
  { words, path }: SpecPlace,
  findings: Findings,
): JsonObject | null {
  const found = findings.object(object, "errors", { words, path });
  if (found === null) return null;
  const seen = new Set<string>();
  for (const { key, at, value } of found.members) {
    const place = {
      words: `in error '${quotable(key)}' ${words}`,
      path: [...path, "errors", key],
    };
    if (!ERROR_STATUS.test(key)) {
      const message = `Invalid status '${quotable(key)}' of an error ${words}.`;
      const hint = "Use a status from 400 to 599";
      findings.error({ code: "spec-status", message, at, path: place.path, hint });
    } else if (seen.has(key)) {
      const message = `Duplicate key '${key}' in 'errors' ${words}.`;
      findings.error({ code: "spec-duplicate", message, at, path: place.path });
    }
    seen.add(key);
    readError(key, value, place, findings);
  }
  const errors = withKnownKeys(withoutRepeatedKeys(found) as JsonObject);
  if (stringifyJson(errors, 0).length > MAX_ERRORS_LENGTH) {
    const limit = MAX_ERRORS_LENGTH.toLocaleString("en");
    const message = `'errors' ${words} exceeds ${limit} characters of JSON.`;
    findings.error({ code: "spec-limit", message, at: found.at, path: [...path, "errors"] });
  }
  return errors.members.length === 0 ? null : errors;
}

/** Returns errors without the keys of which the reader warned. */
function withKnownKeys({ members, ...errors }: JsonObject): JsonObject {
  return {
    ...errors,
    members: members.map((each) =>
      each.value.kind === "object"
        ? {
          ...each,
          value: {
            ...each.value,
            members: each.value.members.filter(({ key }) => ERROR_KEYS.includes(key)),
          },
        }
        : each
    ),
  };
}

const ERROR_KEYS: readonly string[] = ["description", "mock"];

function readError(key: string, error: Json, place: SpecPlace, findings: Findings): void {
  if (error.kind === "string") return;
  const mock = error.kind === "object" ? memberValue(error, "mock") : undefined;
  if (error.kind !== "object" || mock === undefined) {
    findings.shape(key, "a text, or an object with 'mock'", place, error.at);
    return;
  }
  findings.checkKeys(error, ERROR_KEYS, place);
  findings.string(error, "description", place);
  for (const { at, message } of findMockProblems(mock, place.words)) {
    findings.error({ code: "spec-limit", message, at, path: [...place.path, "mock"] });
  }
}

/**
 * Lists the errors of an endpoint.
 *
 * @param errors The errors, as a spec has them.
 *
 * @example
 * ```ts
 * import { documentedErrors } from "./errors.ts";
 * import { parseJson } from "../core/json.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(documentedErrors(parseJson('{"404": "No such cart"}')), [
 *   { status: 404, description: "No such cart", mock: null },
 * ]);
 * ```
 */
export function documentedErrors(errors: Json | undefined): readonly DocumentedError[] {
  if (errors?.kind !== "object") return [];
  return errors.members.map(({ key, value }) => {
    const written = value.kind === "object" ? memberValue(value, "description") : value;
    return {
      status: Number(key),
      description: written?.kind === "string" ? written.value : null,
      mock: value.kind === "object" ? memberValue(value, "mock") ?? null : null,
    };
  });
}

/**
 * Describes the errors of an endpoint for people: their statuses, such as `404, 409`.
 */
export function describeErrors(errors: JsonObject): string {
  return errors.members.map(({ key }) => key).join(", ");
}

/** Returns the shortest notation of an error in a spec. */
export function errorNode({ description, mock }: Omit<DocumentedError, "status">): Json {
  if (mock === null) return text(description ?? "");
  const described = description === null
    ? []
    : [{ key: "description", at: 0, value: text(description) }];
  return { kind: "object", at: 0, members: [...described, { key: "mock", at: 0, value: mock }] };
}
