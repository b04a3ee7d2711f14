/** Highlights syntax as HTML. The first page that shows a file loads this module. */

// @ts-types="./highlight_core.d.ts"
import hljs from "highlight.js/lib/core";
// @ts-types="./highlight_language.d.ts"
import dockerfile from "highlight.js/lib/languages/dockerfile";
// @ts-types="./highlight_language.d.ts"
import ini from "highlight.js/lib/languages/ini";
// @ts-types="./highlight_language.d.ts"
import json from "highlight.js/lib/languages/json";
// @ts-types="./highlight_language.d.ts"
import markdown from "highlight.js/lib/languages/markdown";
// @ts-types="./highlight_language.d.ts"
import python from "highlight.js/lib/languages/python";
// @ts-types="./highlight_language.d.ts"
import yaml from "highlight.js/lib/languages/yaml";

const LANGUAGES = { dockerfile, ini, json, markdown, python, yaml };

for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

const BY_ENDING: Readonly<Record<string, keyof typeof LANGUAGES>> = {
  cfg: "ini",
  env: "ini",
  ini: "ini",
  json: "json",
  md: "markdown",
  py: "python",
  pyi: "python",
  toml: "ini",
  yaml: "yaml",
  yml: "yaml",
};

/** Beyond these lengths, some grammar patterns take superlinear time. */
const [MAX_TEXT_LENGTH, MAX_LINE_LENGTH, MAX_INI_LINE_LENGTH] = [30_000, 500, 200];

/**
 * Returns the lines of a text as HTML: highlighted if the file's name identifies the language and
 * the text is short enough, otherwise only escaped.
 *
 * @example
 * ```ts
 * import { highlightedLines } from "./highlight.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(highlightedLines("a.py", "del x\n<b>"), [
 *   '<span class="hljs-keyword">del</span> x',
 *   "&lt;b&gt;",
 * ]);
 * ```
 */
export function highlightedLines(path: string, text: string): readonly string[] {
  const lines = text.replace(/\r?\n$/, "").split(/\r\n|[\r\n]/);
  const language = languageOf(path);
  const isPlain = language === null || text.length > MAX_TEXT_LENGTH ||
    lines.some(({ length }) => length > MAX_LINE_LENGTH);
  if (isPlain) {
    return lines.map(escaped);
  }
  // The patterns of this grammar look ahead over all following lines, so highlight each line
  // separately.
  if (language === "ini") return lines.map(iniLine);
  return balanced(colored(lines.join("\n"), language).split("\n"));
}

function colored(text: string, language: keyof typeof LANGUAGES): string {
  return hljs.highlight(text, { language, ignoreIllegals: true }).value;
}

function iniLine(line: string): string {
  return line.length > MAX_INI_LINE_LENGTH ? escaped(line) : colored(line, "ini");
}

function languageOf(path: string): keyof typeof LANGUAGES | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (/^(?:Dockerfile|Containerfile)(?:\.|$)/.test(name)) return "dockerfile";
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] ?? null : null;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/**
 * Maximum nesting of spans; deeper spans are dropped. Each line reopens the spans that are open at its start,
 * so without a limit, a text that nests deeper with every line would become very long.
 */
const MAX_DEPTH = 4;

/** Balances each line: closes open spans at its end, and reopens them in the next line. */
function balanced(lines: readonly string[]): readonly string[] {
  const open: string[] = [];
  let dropped = 0;
  const kept = (tag: string): string => {
    const isEnd = tag === "</span>";
    if (dropped > 0 || (!isEnd && open.length === MAX_DEPTH)) {
      dropped += isEnd ? -1 : 1;
      return "";
    }
    if (isEnd) open.pop();
    else open.push(tag);
    return tag;
  };
  return lines.map((line) => {
    const before = open.join("");
    return before + line.replace(/<span [^>]*>|<\/span>/g, kept) + "</span>".repeat(open.length);
  });
}
