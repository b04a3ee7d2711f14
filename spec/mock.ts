/** Which JSON values can be mocks: those that Python holds and Flask answers unchanged. */

import { type Json, jsonDepth, walkJson } from "../core/json.ts";

/** Deeper values exhaust the stack of Python's `json` inside a request. */
export const MAX_MOCK_DEPTH = 900;

/** Longest text that CPython turns into an integer (`sys.int_info.default_max_str_digits`). */
const MAX_INTEGER_DIGITS = 4_300;

export interface MockProblem {
  readonly at: number;
  readonly message: string;
}

/**
 * Finds what Python could not hold.
 *
 * @param place Where the mock stands, such as `in route 'users'`.
 */
export function findMockProblems(mock: Json, place: string): readonly MockProblem[] {
  if (jsonDepth(mock) > MAX_MOCK_DEPTH) {
    return [{ at: mock.at, message: `Mock ${place} exceeds ${MAX_MOCK_DEPTH} levels.` }];
  }
  const problems: MockProblem[] = [];
  walkJson(mock, (value) => {
    if (value.kind !== "number") return;
    const limit = exceededLimit(value.text);
    if (limit !== null) {
      const shown = value.text.length > 20 ? `${value.text.slice(0, 20)}...` : value.text;
      problems.push({ at: value.at, message: `Number '${shown}' ${place} exceeds ${limit}.` });
    }
  });
  return problems;
}

function exceededLimit(number: string): string | null {
  if (isFloat(number)) return Number.isFinite(Number(number)) ? null : "the range of a float";
  return number.replace("-", "").length > MAX_INTEGER_DIGITS ? "4,300 digits" : null;
}

/** Whether Python's `json` reads a number's text as a float rather than an integer. */
export function isFloat(number: string): boolean {
  return /[.eE]/.test(number);
}
