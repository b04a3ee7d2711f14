/** Parses the text of `--help`. */

/** Rows under a title, such as `Options`. */
export interface HelpSection {
  readonly title: string;
  readonly rows: readonly { readonly term: string; readonly meaning: string }[];
}

/** The parts of a help text. */
export interface HelpParts {
  readonly purpose: string;
  readonly examples: readonly string[];
  readonly usage: string;
  readonly sections: readonly HelpSection[];
}

/**
 * Parses a help text. Its lines must not be wrapped.
 *
 * @example
 * ```ts
 * import { readHelp } from "./read_help.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const text = "Do it.\n\nExamples:\n  do it\n\nUsage: do <it>\n\nArguments:\n  it  What to do\n";
 * deepEqual(readHelp(text), {
 *   purpose: "Do it.",
 *   examples: ["do it"],
 *   usage: "do <it>",
 *   sections: [{ title: "Arguments", rows: [{ term: "it", meaning: "What to do" }] }],
 * });
 * ```
 */
export function readHelp(text: string): HelpParts {
  const [purpose = "", ...parts] = text.trimEnd().split("\n\n");
  const sections: HelpSection[] = [];
  let examples: readonly string[] = [];
  let usage = "";
  for (const part of parts) {
    const [title = "", ...lines] = part.split("\n");
    if (title === "Examples:") examples = lines.map((line) => line.trim());
    else if (title.startsWith("Usage: ")) usage = title.slice("Usage: ".length);
    else if (title.endsWith(":")) sections.push({ title: title.slice(0, -1), rows: rows(lines) });
  }
  return { purpose, examples, usage, sections };
}

function rows(lines: readonly string[]): HelpSection["rows"] {
  return lines.map((line) => {
    const [, term = "", meaning = ""] = /^ {2}(.+?)(?: {2,}(.*))?$/.exec(line) ?? [];
    return { term, meaning };
  });
}
