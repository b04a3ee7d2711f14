/** The program's source, which tests compare with the documentation. */

import { join, relative } from "node:path";
import { CHECKOUT } from "../../tools/docs/pages.ts";

/** A source file. */
export interface Source {
  /** The path relative to the checkout. */
  readonly path: string;
  readonly text: string;
}

/** Folders that are not part of the program. */
const OTHERS = ["tests", "tools", "docs", "dist", "examples", "node_modules"];

/** Returns all source files. */
export function programSources(): Source[] {
  return [...sources(CHECKOUT)].map((path) => ({
    path: relative(CHECKOUT, path),
    text: Deno.readTextFileSync(path),
  }));
}

function* sources(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = join(folder, name);
    const isTop = folder === CHECKOUT;
    if (isDirectory) {
      if (!name.startsWith(".") && !(isTop && OTHERS.includes(name))) yield* sources(path);
    } else if (/\.tsx?$/.test(name)) yield path;
  }
}

/** Minimum length of a fixed text. Shorter texts would match anything. */
const FEWEST_LETTERS = 6;

/** Returns patterns of the program's messages, in which interpolated values match any text. */
export function messagePatterns(): RegExp[] {
  return programSources().flatMap(({ text }) => textsOf(text)).flatMap((parts) => {
    const letters = parts.join("").replaceAll(/[^a-z]/gi, "").length;
    return letters < FEWEST_LETTERS
      ? []
      : [new RegExp(`^${parts.map((part) => RegExp.escape(part)).join(".*")}$`)];
  });
}

const STRING = /"(?:[^"\\\n]|\\.)*"/.source;
const TEMPLATE = /`(?:[^`\\$]|\\.|\$(?!\{)|\$\{[^{}`]*(?:\{[^{}]*\}[^{}`]*)*\})*`/.source;

/** Returns the strings of a file, split at interpolated values. Strings joined by `+` count as one. */
function textsOf(source: string): string[][] {
  const joined = new RegExp(
    `(?:${STRING}|${TEMPLATE})(?:\\s*\\+\\s*(?:${STRING}|${TEMPLATE}))*`,
    "g",
  );
  const each = new RegExp(`${STRING}|${TEMPLATE}`, "g");
  return (source.match(joined) ?? []).map((texts) => {
    const whole = (texts.match(each) ?? []).map((text) => text.slice(1, -1)).join("");
    // The page shows only the first line of a message.
    const [first = ""] = whole.replaceAll(/\\(["'`])/g, "$1").split("\\n");
    return first.split(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/);
  });
}
