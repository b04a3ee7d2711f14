/** The list of a spec's problems, with buttons that jump to them. */

import type { Diagnostic } from "../core/diagnostic.ts";
import { printable } from "../core/printable.ts";
import { counted } from "../core/report.ts";
import { element, type PageElement, pageElement } from "./browser.ts";
import { headline } from "./editor.ts";
import type { ShownProblems } from "./messages.ts";

const SEVERITIES = { error: "Error", warning: "Warning", info: "Note" } as const;

/**
 * Shows problems.
 *
 * @param goTo Moves the cursor to a line and column of the spec.
 */
export function showProblems(
  { shown, count }: ShownProblems,
  goTo: (line: number, column: number) => void,
): void {
  const items = shown.map((problem) => problemItem(problem, goTo));
  if (shown.length < count) {
    const words = `Showing ${shown.length} of ${counted(count, "problem")}.`;
    items.push(element("li", { class: "hint" }, words));
  }
  pageElement("problems").replaceChildren(...items);
}

function problemItem(
  problem: Diagnostic,
  goTo: (line: number, column: number) => void,
): PageElement {
  const { severity, hint, where } = problem;
  const words = element(
    "div",
    {},
    element("strong", {}, `${SEVERITIES[severity]}: `),
    headline(problem),
  );
  if (hint !== null) words.append(element("span", { class: "hint" }, printable(hint)));
  const [line, column] = [where?.line ?? null, where?.column ?? null];
  if (line === null || column === null) return element("li", { class: severity }, words);
  const place = `Line ${line}, column ${column}`;
  const button = element("button", { type: "button", class: "place" }, place);
  button.addEventListener("click", () => goTo(line, column));
  return element("li", { class: severity }, button, words);
}
