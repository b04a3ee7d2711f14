/** Finds the problems of constraints in examples of bodies. */

import type { Json, JsonObject } from "../core/json.ts";
import { quotable } from "../core/printable.ts";
import { fits, isConstraint, isOfKind, readConstraint } from "./constraint.ts";
import { constraintProblem, type ValueProblem } from "./constraint_problem.ts";
import { type ValueExamples, visitExamples } from "./example_type.ts";

/** A problem with a constraint, and its offset in the text. */
export interface ExampleProblem {
  readonly code: "spec-body" | "spec-constraint";
  readonly message: string;
  readonly at: number;
  readonly hint?: string;
}

/**
 * Finds the problems of constraints in examples of bodies. Examples beside a constraint must fit it.
 *
 * @param words The place, for messages, such as `in route 'users'`.
 */
export function constraintProblems(
  examples: readonly Json[],
  words: string,
): readonly ExampleProblem[] {
  const problems: ExampleProblem[] = [];
  visitExamples({ values: examples, name: null, isItem: false }, (found) => {
    const { name } = found;
    const what = name === null ? "The body" : `Member '${quotable(name)}' of the body`;
    for (const { says, hint, isContradiction, at } of problemsOf(found)) {
      problems.push({
        code: isContradiction ? "spec-constraint" : "spec-body",
        message: `${what} ${says} ${words}.`,
        at,
        ...(hint !== undefined && { hint }),
      });
    }
  });
  return problems;
}

interface PlacedProblem extends ValueProblem {
  readonly at: number;
}

function problemsOf({ values, name, isItem }: ValueExamples): readonly PlacedProblem[] {
  const [first, ...others] = values.filter(isConstraint);
  if (first === undefined) return [];
  const own = [first, ...others].flatMap((each) => {
    const isMember = !isItem && name !== null;
    const problem = (isMember ? null : defaultProblem(each)) ?? constraintProblem(each);
    return problem === null ? [] : [{ ...problem, at: each.at }];
  });
  if (own.length > 0) return own;
  const { type } = readConstraint(first);
  return values.flatMap((value) => {
    const isSame = isConstraint(value)
      ? formOf(value) === formOf(first)
      : isOfKind(type, value) && fits(type, value);
    return isSame ? [] : [{ ...UNLIKE, at: value.at }];
  });
}

const UNLIKE: ValueProblem = {
  says: "has examples that do not fit its constraint",
  hint: "Write the constraint once, and beside it only values that fit",
  isContradiction: true,
};

function defaultProblem(constraint: JsonObject): ValueProblem | null {
  if (readConstraint(constraint).fallback === null) return null;
  return { says: "has a '$default', which only members of objects have", hint: "Use '$example'" };
}

/** Returns a text that is equal for two constraints only if they say the same. */
function formOf(constraint: JsonObject): string {
  const { type, fallback } = readConstraint(constraint);
  return JSON.stringify([type, fallback]);
}
