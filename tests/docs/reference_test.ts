/** The reference pages match the code. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { CHECKOUT, readPages } from "../../tools/docs/pages.ts";
import { GROUPS, MEANINGS } from "../../tools/docs/reference/diagnostic_meanings.ts";
import { referencePages } from "../../tools/docs/reference/reference_pages.ts";
import { messagePatterns, programSources } from "./program_sources.ts";

Deno.test("the pages of docs/reference are up to date", async () => {
  const kept = readPages().filter(({ path }) => path.startsWith("reference/"));
  const made = await referencePages();
  const hint = "Run `deno task docs:reference`, and read what changed";
  deepEqual(kept.map(({ path }) => path), made.map(({ path }) => path), hint);
  for (const [index, { path, text }] of made.entries()) {
    equal(kept[index]?.text, text, `${path}: ${hint}`);
  }
});

Deno.test("the library's declarations are whole and start after their comments", () => {
  const page = Deno.readTextFileSync(join(CHECKOUT, "docs/reference/library.md"));
  const blocks = [...page.matchAll(/^```ts not-run="a declaration"\n(.*?)^```$/gms)];
  ok(blocks.length > 0);
  for (const [, text = ""] of blocks) {
    match(text, /^(?:async function|function|class|interface|type) /);
    match(text, /^(?:\}|.*;)\n$/m);
    equal(text.split("{").length, text.split("}").length, text);
  }
});

Deno.test("the library's page has links in place of the doc comments' tags", () => {
  const page = Deno.readTextFileSync(join(CHECKOUT, "docs/reference/library.md"));
  const prose = page.replaceAll(/^```.*?^```$/gms, "");
  deepEqual(prose.match(/\{@link/g), null);
});

Deno.test("every diagnostic is in exactly one group of the page", () => {
  const prefixes = GROUPS.flatMap((group) => group.prefixes);
  equal(new Set(prefixes).size, prefixes.length);
  const used = Object.keys(MEANINGS).map((code) => code.split("-")[0] ?? "");
  deepEqual(new Set(used), new Set(prefixes));
});

Deno.test("every message on the page exists in the program", () => {
  const patterns = messagePatterns();
  const missing: string[] = [];
  for (const [code, { message }] of Object.entries(MEANINGS)) {
    // Some messages begin with a location in a file.
    const texts = [message, message.replace(/^\S+:\d+:\d+ (.*)\.$/, "$1")];
    const isThere = texts.some((text) => patterns.some((pattern) => pattern.test(text)));
    if (!isThere) missing.push(`${code}: ${message}`);
  }
  deepEqual(missing, []);
});

Deno.test("the page of variables lists exactly the variables that the program reads", () => {
  const page = Deno.readTextFileSync(join(CHECKOUT, "docs/reference/environment.md"));
  const shown = [...page.matchAll(/^\| `([A-Z_]+)/gm)].map(([, name = ""]) => name);
  const texts = programSources().map(({ text }) => text).join("\n");
  const read = [...texts.matchAll(/"((?:LAYERWRIGHT_|OTEL_)[A-Z_]+|DATABASE_URL)"/g)]
    .map(([, name = ""]) => name);
  const isOurs = (name: string) => /^(?:LAYERWRIGHT_|OTEL_|DATABASE_URL)/.test(name);
  const [onPage, inCode] = [new Set(shown.filter(isOurs)), new Set(read)];
  const lacking = [...inCode.difference(onPage)];
  deepEqual({ lacking, unread: [...onPage.difference(inCode)] }, { lacking: [], unread: [] });
});
