/** Parsing and checking the mock of an endpoint that is added. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { type Json, JsonSyntaxError, stringifyJson, withoutRepeatedKeys } from "../core/json.ts";
import { positionAt, tryToParseJson } from "../core/json_text.ts";
import { jsonOf } from "../core/json_value.ts";
import { findMockProblems } from "../spec/mock.ts";
import type { MockArguments } from "./invocation.ts";

/**
 * A mock that keeps numbers as they were written, such as `1.0`. `null` stands for no mock, and a
 * diagnostic for a mock that could not be read.
 */
export type ParsedMock = Json | Diagnostic | null;

/** Options of a call, with a parsed mock. */
export type WithParsedMock<Options> = Omit<Options, "mock"> & {
  readonly mock: ParsedMock;
  /** The path of the mock's file as typed, if it was read from one. */
  readonly mockPath?: string;
};

/**
 * Parses a mock.
 *
 * @param text JSON text.
 * @param place The mock's place for messages, such as `for route 'users'`.
 */
export function parseMock(text: string, place: string): Json | Diagnostic {
  const parsed = tryToParseJson(text);
  if (!(parsed instanceof JsonSyntaxError)) return parsed;
  const { line, column } = positionAt(text, parsed.at);
  return invalid(place, `not JSON at ${line}:${column}: ${parsed.reason}`);
}

/**
 * Converts a JavaScript value to a mock; `undefined` means no mock.
 *
 * @param place The mock's place for messages, such as `for route 'users'`.
 */
export function mockOf(value: unknown, place: string): ParsedMock {
  if (value === undefined) return null;
  const converted = jsonOf(value);
  return converted instanceof JsonSyntaxError ? invalid(place, converted.reason) : converted;
}

function invalid(place: string, reason: string): Diagnostic {
  return error("mock-invalid", `Invalid mock ${place} (${reason}).`);
}

/** A mock that was checked. */
export interface CheckedMock {
  /** The mock without repeated keys; `null` if there is no mock or it could not be read. */
  readonly value: Json | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Checks that Python can represent the values in a mock.
 *
 * @param place The mock's place for messages, such as `for route 'users'`.
 */
export function checkMock(mock: ParsedMock, place: string): CheckedMock {
  if (mock === null) return { value: null, diagnostics: [] };
  if ("severity" in mock) return { value: null, diagnostics: [mock] };
  const value = withoutRepeatedKeys(mock);
  const problems = findMockProblems(value, place);
  return { value, diagnostics: problems.map(({ message }) => error("spec-limit", message)) };
}

/** Returns the arguments of an invocation for a checked mock. */
export function mockArguments(value: Json | null, path: string | undefined): MockArguments {
  if (value === null) return {};
  return { mock: stringifyJson(value, 0), ...(path !== undefined && { mock_path: path }) };
}
