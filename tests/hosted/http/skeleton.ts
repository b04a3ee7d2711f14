/** The elements and attributes of a page, without its text. */

/** An element's name and its attributes. The name of an end tag begins with `/`. */
type Tag = readonly [name: string, ...attributes: string[]];

const TAG = /<(\/?[a-zA-Z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>|<[!?][^>]*>|</g;

const ATTRIBUTE = /([^\s"'>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g;

/** Attributes whose values people may have chosen. */
const FREE = new Set(["value", "aria-label", "key"]);

/**
 * Returns the elements and attributes of a page. If text escapes from its element or attribute, the
 * result changes. A bare `<` counts as an element.
 */
export function skeleton(html: string): readonly Tag[] {
  return [...html.matchAll(TAG)].map(([whole, name, attributes]): Tag => {
    if (name === undefined) return [whole];
    const found = [...(attributes ?? "").matchAll(ATTRIBUTE)];
    return [
      name,
      ...found.map(([, key = "", value = ""]) => FREE.has(key) ? key : key + withoutId(value)),
    ];
  });
}

/** Leaves out the random id in an address. */
function withoutId(value: string): string {
  return value.replace(/(?<=\?id=)[\w-]+/, "");
}
