/** The names and the values of headers that a spec can describe. */

import { type Json, walkJson } from "../core/json.ts";
import { quotable } from "../core/printable.ts";
import { shownValue } from "./constraint.ts";
import type { ValueProblem } from "./constraint_problem.ts";

/** Matches a name of headers that reach a WSGI app: a token of RFC 9110 without underscores. */
export const HEADER_NAME = "[!#$%&'*+.^`|~0-9A-Za-z-]+";

const TOKEN = new RegExp(`^${HEADER_NAME}$`);

/** The names, in lower case, that OpenAPI does not allow for parameters. */
export const RESERVED_HEADERS: readonly string[] = ["accept", "authorization", "content-type"];

/** Returns a text that is equal for names of the same header, which ignore case. */
export function headerForm(name: string): string {
  return name.toLowerCase();
}

/** Finds the problem of the name of a header; `null` if it has none. */
export function headerNameProblem(name: string): ValueProblem | null {
  if (RESERVED_HEADERS.includes(headerForm(name))) {
    const hint =
      "Remove it: like in OpenAPI, Accept, Authorization and Content-Type are no parameters";
    return { says: "cannot be in 'headers'", hint };
  }
  if (TOKEN.test(name)) return null;
  const dashed = name.replaceAll("_", "-");
  return TOKEN.test(dashed)
    ? { says: "has '_' in its name, so servers drop it", hint: `Write '${quotable(dashed)}'` }
    : { says: "has a name that HTTP does not allow", hint: "Write letters, digits and -" };
}

/** Matches a text that a header can have: ASCII without spaces around it. */
export const HEADER_TEXT = "^(?:[!-~](?:[ -~]*[!-~])?)?$";

/** Matches an item of a header that is a list, whose items are separated by commas. */
export const HEADER_ITEM = "^[!-+\\--~](?:[ -+\\--~]*[!-+\\--~])?$";

const [TEXT, ITEM] = [new RegExp(HEADER_TEXT), new RegExp(HEADER_ITEM)];

/** Finds a text in the example of a header that no header can have. */
export function headerTextProblem(value: Json): ValueProblem | null {
  const isList = shownValue(value).kind === "array";
  let isFit = true;
  walkJson(value, (each) => {
    if (each.kind === "string") isFit &&= (isList ? ITEM : TEXT).test(each.value);
  });
  if (isFit) return null;
  const says = isList
    ? "has an item that is empty, has a comma or is not ASCII"
    : "has a text that is not ASCII, or that starts or ends with a space";
  return { says, hint: "Write another example: requests may have other values" };
}
