/** The editor for the spec, with line numbers, and problems at the end of their lines. */

import type { Diagnostic } from "../core/diagnostic.ts";
import { printable } from "../core/printable.ts";
import { element, type FieldElement, pageElement } from "./browser.ts";
import { MAX_CHARACTERS } from "./limits.ts";

/** The height of a line in the style sheet, in rem. */
const LINE_REM = 1.25;

/**
 * Maximum length of a line with a message at its end. After a longer line, the message would be
 * out of sight.
 */
const MAX_LINE_LENGTH = 400;

/** The editor of the page. */
export interface Editor {
  text(): string;
  /** Replaces the text. */
  replace(text: string): void;
  /** Shows problems at the end of their lines. */
  mark(problems: readonly Diagnostic[]): void;
  /** Moves the cursor to a 1-based line and column. */
  goTo(line: number, column: number): void;
}

/**
 * Attaches the editor to the page.
 *
 * @param changed Called when the text has changed.
 */
export function openEditor(changed: () => void): Editor {
  const field = pageElement<FieldElement>("spec");
  const numbers = pageElement("numbers");
  const marks = pageElement("marks");
  const number = () => {
    // The worker rejects longer specs, and numbering their lines would slow down the browser.
    const count = field.value.length > MAX_CHARACTERS ? 0 : field.value.split("\n").length;
    pageElement("editor").style.height = `${(count + 2) * LINE_REM}rem`;
    numbers.textContent = Array.from({ length: count }, (_, index) => index + 1).join("\n");
  };
  const follow = () => {
    numbers.style.transform = `translateY(${-field.scrollTop}px)`;
    marks.style.transform = `translateY(${-field.scrollTop}px)`;
    marks.style.setProperty("--left", `${field.scrollLeft}px`);
  };
  field.addEventListener("scroll", follow);
  const refresh = () => {
    number();
    // The marks belong to the previous text.
    marks.replaceChildren();
    changed();
  };
  field.addEventListener("input", refresh);
  number();
  return {
    text: () => field.value,
    replace(text) {
      field.value = text;
      refresh();
    },
    mark(problems) {
      const lines = field.value.split("\n");
      const byLine = Map.groupBy(problems, ({ where }) => where?.line ?? 0);
      byLine.delete(0);
      marks.replaceChildren(
        ...[...byLine].map(([line, found]) => lineMark(line, lines[line - 1] ?? "", found)),
      );
      field.setAttribute("aria-invalid", String(problems.some(isError)));
      follow();
    },
    goTo(line, column) {
      const lines = field.value.split("\n");
      const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      const at = start + column - 1;
      field.focus();
      field.setSelectionRange(at, at);
      const middle = field.scrollHeight * (line - 0.5) / lines.length;
      field.scrollTop = middle - field.clientHeight / 2;
    },
  };
}

function lineMark(line: number, text: string, problems: readonly Diagnostic[]) {
  const kind = problems.some(isError) ? "error" : "warning";
  const [first] = problems;
  const more = problems.length > 1 ? ` (+${problems.length - 1})` : "";
  const words = text.length > MAX_LINE_LENGTH || first === undefined ? "" : headline(first) + more;
  const mark = element(
    "div",
    { class: `mark ${kind}` },
    element("span", { class: "before" }, text.slice(0, MAX_LINE_LENGTH)),
    element("span", { class: "said" }, words),
  );
  mark.style.top = `${(line - 1) * LINE_REM}rem`;
  return mark;
}

/** Returns the first line of a diagnostic's message, without the excerpt of some messages. */
export function headline({ message }: Diagnostic): string {
  return printable(message.split("\n")[0] ?? "");
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}
