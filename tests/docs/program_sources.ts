/** The program's own source, as tests of the documentation search it. */

import { join, relative } from "node:path";
import { CHECKOUT } from "../../tools/docs/pages.ts";

/** A source file. */
export interface Source {
  /** From the checkout's folder. */
  readonly path: string;
  readonly text: string;
}

/** Folders that are no part of the program. */
const OTHERS = ["tests", "tools", "docs", "dist", "examples", "node_modules"];

/** All of them. */
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

/** Shorter fixed texts would match anything. */
const FEWEST_LETTERS = 6;

/** What messages of the program look like: its texts, where whatever it fills in may be anything. */
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

/** The texts of a file, those that are joined by `+` as one, in the parts between what is filled in. */
function textsOf(source: string): string[][] {
  const joined = new RegExp(
    `(?:${STRING}|${TEMPLATE})(?:\\s*\\+\\s*(?:${STRING}|${TEMPLATE}))*`,
    "g",
  );
  const each = new RegExp(`${STRING}|${TEMPLATE}`, "g");
  return (source.match(joined) ?? []).map((texts) => {
    const whole = (texts.match(each) ?? []).map((text) => text.slice(1, -1)).join("");
    // A message's first line is what the page shows.
    const [first = ""] = whole.replaceAll(/\\(["'`])/g, "$1").split("\\n");
    return first.split(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/);
  });
}
