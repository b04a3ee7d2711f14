/** Shortens texts of projects for pages. */

/** Maximum characters of a path or a name in a list. */
const TEXT_LENGTH = 200;

/** Shortens a text to a number of characters. */
export function short(text: string, length = TEXT_LENGTH): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join("")}…`;
}
