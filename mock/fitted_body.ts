/** Checks a request's body like the strict pydantic models of a generated app. */

import type { Json, JsonObject } from "../core/json.ts";
import type { BodyObject, BodyType } from "../spec/body_type.ts";
import { isFloat } from "../spec/mock.ts";
import { listProblem, numberProblem, textProblem } from "./value_limits.ts";

/** The result of checking a body. */
export interface FittedBody {
  /**
   * The body as its pydantic model prints it: members in the order of the spec, others after them,
   * and every value of type `number` as a float.
   */
  readonly data: Json;
  /** One problem for each JSON pointer; empty if the body fits. */
  readonly problems: ReadonlyMap<string, string>;
}

/**
 * Checks a body.
 *
 * @param body A body without repeated keys.
 *
 * @example
 * ```ts
 * import { parseJson } from "../core/json.ts";
 * import { bodyType } from "../spec/example_type.ts";
 * import { fitBody } from "./fitted_body.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const type = bodyType(parseJson('{"price": 24.5}'));
 * const { problems } = fitBody(type, parseJson('{"price": "24.50", "id": 1}'));
 * deepEqual([...problems], [["/price", "must be a number"], ["/id", "is not expected"]]);
 * ```
 */
export function fitBody(type: BodyType, body: Json): FittedBody {
  const fit = new Fit();
  try {
    return { data: fit.value(type, body, ""), problems: fit.problems };
  } catch (problem) {
    if (!(problem instanceof TooManyProblems)) throw problem;
    return { data: body, problems: new Map([["", `has more than ${MAX_PROBLEMS} problems`]]) };
  }
}

/** Maximum number of problems that a response lists, as in `api/models/body.py`. */
const MAX_PROBLEMS = 1_000;

/** Thrown when a body has more than {@linkcode MAX_PROBLEMS}. */
class TooManyProblems extends Error {}

class Fit {
  readonly problems = new Map<string, string>();

  value(type: BodyType, value: Json, at: string): Json {
    if (type.kind === "either") return this.#either(type.types, value, at);
    const problem = mismatch(type, value);
    if (problem !== null) {
      this.#report(at, problem);
    } else if (type.kind === "array" && value.kind === "array") {
      const items = value.items.map((item, index) =>
        this.value(type.items, item, `${at}/${index}`)
      );
      return { ...value, items };
    } else if (type.kind === "object" && value.kind === "object" && type.members.length > 0) {
      return this.#members(type, value, at);
    } else if (type.kind === "number" && value.kind === "number" && !isFloat(value.text)) {
      // Python reads `-0` as the integer 0.
      return { ...value, text: value.text === "-0" ? "0.0" : `${value.text}.0` };
    }
    return value;
  }

  /**
   * Checks a value that may have one of several types. The types differ in kind, so at most one of
   * them matches.
   */
  #either(types: readonly BodyType[], value: Json, at: string): Json {
    const found = types.map((type) => ({ type, problem: mismatch(type, value) }));
    const meant = found.find(({ problem }) => problem === null);
    if (meant !== undefined) return this.value(meant.type, value, at);
    const kinds = found.map(({ problem }) => problem?.replace(/^must be /, ""));
    this.#report(at, `must be ${kinds.join(" or ")}`);
    return value;
  }

  #members(
    { members, isOpen }: BodyObject,
    value: JsonObject,
    at: string,
  ): Json {
    const sent = new Map(value.members.map((each) => [each.key, each]));
    const fitted = members.flatMap(({ name, type, isOptional, fallback }) => {
      const place = `${at}/${escaped(name)}`;
      const found = sent.get(name);
      sent.delete(name);
      if (found === undefined) {
        if (!isOptional) this.#report(place, "is missing");
        return [];
      }
      const isOmittable = isOptional && type.kind !== "anything" && fallback === undefined;
      if (isOmittable && found.value.kind === "null") {
        this.#report(place, "must not be null");
        return [];
      }
      return [{ ...found, value: this.value(type, found.value, place) }];
    });
    if (isOpen) return { ...value, members: [...fitted, ...sent.values()] };
    for (const name of sent.keys()) this.#report(`${at}/${escaped(name)}`, "is not expected");
    return { ...value, members: fitted };
  }

  #report(at: string, problem: string): void {
    if (this.problems.has(at)) return;
    if (this.problems.size === MAX_PROBLEMS) throw new TooManyProblems();
    this.problems.set(at, problem);
  }
}

/** Escapes a key for a JSON pointer (RFC 6901). */
function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Returns the problem with a value's kind; `null` if the kind is right. */
function mismatch(type: BodyType, value: Json): string | null {
  switch (type.kind) {
    case "anything":
    case "either":
      return null;
    case "integer":
      if (value.kind !== "number" || isFloat(value.text)) return "must be an integer";
      return numberProblem(type, value.text);
    case "number":
      if (value.kind !== "number") return "must be a number";
      return Number.isFinite(Number(value.text)) ? numberProblem(type, value.text) : "is too large";
    case "text":
      return value.kind === "string" ? textProblem(type, value.value) : "must be a string";
    case "enum":
      return listProblem(type.values, value);
    case "boolean":
      return value.kind === "boolean" ? null : "must be true or false";
    case "array":
      return value.kind === "array" ? null : "must be an array";
    case "object":
      if (value.kind !== "object") return "must be an object";
      // If a name is not Unicode, pydantic reports only that.
      return type.members.length === 0 || value.members.every(({ key }) => key.isWellFormed())
        ? null
        : "has a name that is not Unicode";
  }
}
