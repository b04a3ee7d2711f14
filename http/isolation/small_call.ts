/** Telling calls that are done in no time from those that may take long. */

/** Characters of texts, and values, that the arguments of a small call have at most. */
const MOST_CHARACTERS = 1_000;
const MOST_VALUES = 40;

/**
 * Reports whether a call is small by its arguments. Looks at no more of them than a small call has.
 *
 * Calls that bring files are never small: they store these first, so they cannot be begun again elsewhere.
 */
export function isSmallCall(args: unknown): boolean {
  if (Object(args).files !== undefined) return false;
  let characters = 0;
  let values = 0;
  const left = [args];
  while (left.length > 0) {
    const value = left.pop();
    if (++values > MOST_VALUES) return false;
    if (typeof value === "string") characters += value.length;
    if (typeof value === "object" && value !== null) {
      for (const key in value) {
        characters += key.length;
        left.push((value as Record<string, unknown>)[key]);
        if (left.length > MOST_VALUES) return false;
      }
    }
    if (characters > MOST_CHARACTERS) return false;
  }
  return true;
}
