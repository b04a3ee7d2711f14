/** Checks that Python can represent a mock, and that Flask can return it unchanged. */

import { type Json, jsonDepth, walkJson } from "../core/json.ts";

/** Maximum depth of a mock. During a request, deeper values would exhaust the stack of Python's `json`. */
export const MAX_MOCK_DEPTH = 900;

/** Maximum number of digits that CPython parses as an integer (`sys.int_info.default_max_str_digits`). */
const MAX_INTEGER_DIGITS = 4_300;

export interface MockProblem {
  readonly at: number;
  readonly message: string;
}

/**
 * Finds the values in a mock that Python cannot represent.
 *
 * @param place The place of the mock, for messages, such as `in route 'users'`.
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

/** Reports whether Python's `json` parses the text of a number as a float. */
export function isFloat(number: string): boolean {
  return /[.eE]/.test(number);
}
