/** What to write in place of values that a spec cannot have. */

/** An example of each key of a spec whose value is an object. */
const OBJECTS: ReadonlyMap<string, string> = new Map([
  ["project", '{"description": "A small shop"}'],
  ["routes", '{"health": {"type": "GET"}}'],
  ["subroutes", '{"open": {"type": "GET"}}'],
  ["methods", '{"GET": {"mock": [1]}}'],
  ["query", '{"limit?": 20}'],
  ["headers", '{"X-Tenant": "acme"}'],
  ["list", '{"limit": 20}'],
  ["errors", '{"404": "No such cart"}'],
]);

/** Returns the hint for a value that is no object. */
export function objectHint(key: string): { readonly hint?: string } {
  const example = OBJECTS.get(key);
  return example === undefined ? {} : { hint: `Write an object, such as ${example}` };
}

/**
 * Returns the hint for a status that responses of a spec cannot have.
 *
 * @param status The status as it was written, if it is a number.
 */
export function statusHint(status: number): { readonly hint?: string } {
  const isError = Number.isInteger(status) && status >= 400 && status <= 599;
  return isError
    ? {
      hint: `Document an error beside the response: "errors": {"${status}": "..."}, ` +
        `or --error ${status}='...'`,
    }
    : {};
}
