/** Syntax highlighting on the site. */

// @ts-types="../../../presentation/highlight_core.d.ts"
import hljs from "highlight.js/lib/core";
// @ts-types="../../../presentation/highlight_language.d.ts"
import bash from "highlight.js/lib/languages/bash";
// @ts-types="../../../presentation/highlight_language.d.ts"
import diff from "highlight.js/lib/languages/diff";
// @ts-types="../../../presentation/highlight_language.d.ts"
import json from "highlight.js/lib/languages/json";
// @ts-types="../../../presentation/highlight_language.d.ts"
import python from "highlight.js/lib/languages/python";
// @ts-types="../../../presentation/highlight_language.d.ts"
import typescript from "highlight.js/lib/languages/typescript";

const LANGUAGES = { diff, js: typescript, json, python, sh: bash, ts: typescript };

for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** Returns code as HTML, highlighted if the language is known. */
export function highlighted(text: string, language: string): string {
  if (!Object.hasOwn(LANGUAGES, language)) return escaped(text);
  return hljs.highlight(text, { language, ignoreIllegals: true }).value;
}

/** Escapes plain text for HTML. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
