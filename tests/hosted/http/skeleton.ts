/** What a page is made of, read as browsers read it: its elements and attributes, without its text. */

/** An element's name and its attributes; `/` before the name for an end. */
type Tag = readonly [name: string, ...attributes: string[]];

const TAG = /<(\/?[a-zA-Z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>|<[!?][^>]*>|</g;

const ATTRIBUTE = /([^\s"'>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g;

/** Attributes whose values differ: people may have chosen them. */
const FREE = new Set(["value", "aria-label", "key"]);

/**
 * The elements and attributes of a page. Whatever gets out of its text or its attribute's value changes
 * them; a bare `<` is one of its own.
 */
export function skeleton(html: string): readonly Tag[] {
  return [...html.matchAll(TAG)].map(([whole, name, attributes]): Tag => {
    if (name === undefined) return [whole];
    const found = [...(attributes ?? "").matchAll(ATTRIBUTE)];
    return [name, ...found.map(([, key = "", value = ""]) => FREE.has(key) ? key : key + value)];
  });
}
