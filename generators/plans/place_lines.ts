/** Lists of places in messages. */

/** The number of places that a message names. */
export const MAX_PLACES = 20;

/** Returns a line for each of the first places, below a message, and the number of the others. */
export function placeLines(places: readonly string[]): string {
  const shown = places.slice(0, MAX_PLACES).map((each) => `\n  ${each}`).join("");
  return places.length > MAX_PLACES ? `${shown}\n  and ${places.length - MAX_PLACES} more` : shown;
}
