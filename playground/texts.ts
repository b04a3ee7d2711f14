/** Texts in colour. */

import { element, type PageElement } from "./browser.ts";
import type { ColoredLine } from "./colored_lines.ts";
import type { ShownText } from "./messages.ts";

/**
 * A box with a text, which the keyboard can scroll.
 *
 * @param label What it is, for those who do not see it.
 * @param rest Where all of it is, if this is not.
 */
export function textBox(label: string, { lines, isWhole }: ShownText, rest: string): PageElement {
  const code = element("code", {}, ...lines.map(lineElement));
  const box = element(
    "div",
    { class: "code", role: "region", "aria-label": label, tabindex: "0" },
    element("pre", {}, code),
  );
  if (isWhole) return box;
  const hint = element("p", { class: "hint" }, `This is the beginning. ${rest}`);
  return element("div", {}, hint, box);
}

function lineElement(line: ColoredLine): PageElement {
  const pieces = line.map(([text, className]) =>
    className === "" ? text : element("span", { class: className }, text)
  );
  return element("span", { class: "line" }, ...pieces, "\n");
}
