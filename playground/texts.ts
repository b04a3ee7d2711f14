/** Elements that show highlighted text. */

import { element, type PageElement } from "./browser.ts";
import type { ColoredLine } from "./colored_lines.ts";
import type { ShownText } from "./messages.ts";

/**
 * Creates a box with highlighted text that people can also scroll with the keyboard.
 *
 * @param label The box's label for screen readers.
 * @param rest Where to find the full text, if the box has only its beginning.
 */
export function textBox(label: string, { lines, isWhole }: ShownText, rest: string): PageElement {
  const code = element("code", {}, ...lines.map(lineElement));
  const box = element(
    "div",
    { class: "code", role: "region", "aria-label": label, tabindex: "0" },
    element("pre", {}, code),
  );
  if (isWhole) return box;
  const hint = element("p", { class: "hint" }, `Truncated. ${rest}`);
  return element("div", {}, hint, box);
}

function lineElement(line: ColoredLine): PageElement {
  const pieces = line.map(([text, className]) =>
    className === "" ? text : element("span", { class: className }, text)
  );
  return element("span", { class: "line" }, ...pieces, "\n");
}
