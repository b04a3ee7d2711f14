/**
 * A spec as text: as it is, or the JSON of a value.
 *
 * @throws {TypeError} If the value holds itself.
 */
export function specText(spec: unknown): string {
  if (typeof spec === "string") return spec;
  return JSON.stringify(spec) ?? "null";
}
