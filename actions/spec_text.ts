/**
 * A spec as text: as it is, or the JSON of a value. A value that is no JSON, such as one that holds
 * itself, becomes `null`, which is no spec.
 */
export function specText(spec: unknown): string {
  if (typeof spec === "string") return spec;
  try {
    return JSON.stringify(spec) ?? "null";
  } catch (problem) {
    if (problem instanceof TypeError) return "null";
    throw problem;
  }
}
