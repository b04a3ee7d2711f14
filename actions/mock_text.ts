/** Mocks that come one at a time, as JSON text. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { type Json, JsonSyntaxError, withoutRepeatedKeys } from "../core/json.ts";
import { positionAt, tryToParseJson } from "../core/json_text.ts";
import { findMockProblems } from "../spec/mock.ts";

export interface MockResult {
  /** `null` for none. */
  readonly value: Json | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a mock.
 *
 * @param text JSON text, or `undefined` for no mock.
 * @param place What the mock is for, such as `for route 'users'`.
 */
export function readMock(text: string | undefined, place: string): MockResult {
  if (text === undefined) return { value: null, diagnostics: [] };
  const parsed = tryToParseJson(text);
  if (parsed instanceof JsonSyntaxError) {
    const { line, column } = positionAt(text, parsed.at);
    const message = `Invalid mock ${place} (not JSON at ${line}:${column}: ${parsed.reason}).`;
    return { value: null, diagnostics: [error("mock-invalid", message)] };
  }
  const value = withoutRepeatedKeys(parsed);
  const problems = findMockProblems(value, place);
  return { value, diagnostics: problems.map(({ message }) => error("spec-limit", message)) };
}
