/** Checks the links and images of the pages. */

import { deepEqual, ok } from "node:assert/strict";
import { join, normalize } from "node:path";
// @ts-types="@types/markdown-it"
import MarkdownIt from "markdown-it";
import { CHECKOUT, DOCS, readPages } from "../../tools/docs/pages.ts";
import { headingId, partsOf } from "../../tools/docs/site/heading_ids.ts";

interface Link {
  /** The path relative to the checkout. */
  readonly page: string;
  readonly target: string;
  readonly alt: string | null;
}

const README = "README.md";

function linksOf(page: string, text: string): Link[] {
  const inline = MarkdownIt().parse(text, {}).flatMap(({ children }) => children ?? []);
  return inline.flatMap((token) => {
    const target = token.attrGet("href") ?? token.attrGet("src");
    const alt = token.type === "image" ? token.content : null;
    return target === null ? [] : [{ page, target, alt }];
  });
}

function allLinks(): Link[] {
  const pages = readPages().flatMap(({ path, text }) => linksOf(`docs/${path}`, text));
  const readme = linksOf(README, Deno.readTextFileSync(join(CHECKOUT, README)));
  ok(pages.length > 50 && readme.length > 5, `${pages.length} and ${readme.length} links`);
  return [...pages, ...readme];
}

function isExternal({ target }: Link): boolean {
  return /^[a-z]+:/.test(target);
}

/** Returns the problem of a link to a file or a heading, or `null`. */
function problem({ page, target }: Link): string | null {
  const [path = "", id] = target.split("#");
  const file = path === "" ? page : normalize(join(page, "..", path));
  const said = `${page} links to ${target}`;
  const info = tryToStat(join(CHECKOUT, file));
  if (info === null) return `${said}, and there is no such file`;
  // The site contains only the pages.
  if (page !== README && !join(CHECKOUT, file).startsWith(DOCS)) return `${said}, which is no page`;
  if (id === undefined) return null;
  const ids = partsOf(Deno.readTextFileSync(join(CHECKOUT, file))).map(({ title }) =>
    headingId(title)
  );
  return ids.includes(id) ? null : `${said}, and there is no such heading`;
}

function tryToStat(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch (fault) {
    if (fault instanceof Deno.errors.NotFound) return null;
    throw fault;
  }
}

Deno.test("links between pages lead to existing files and headings", () => {
  const problems = allLinks().filter((link) => !isExternal(link)).flatMap((link) =>
    problem(link) ?? []
  );
  deepEqual(problems, []);
});

Deno.test("external links are complete https URLs", () => {
  for (const link of allLinks().filter(isExternal)) {
    const url = URL.parse(link.target);
    ok(url?.protocol === "https:" && url.hostname.includes("."), `${link.page}: ${link.target}`);
  }
});

Deno.test("images have alternative texts", () => {
  for (const { page, target, alt } of allLinks()) {
    ok(alt === null || alt.length > 20, `${page}: ${target} is described as '${alt}'`);
  }
});

Deno.test("headings of a page are unique", () => {
  for (const { path, text } of readPages()) {
    const ids = partsOf(text).map(({ title }) => headingId(title));
    deepEqual(ids.filter((id, index) => ids.indexOf(id) !== index), [], path);
  }
});

Deno.test("images are small", () => {
  const sizes = [...Deno.readDirSync(join(DOCS, "images"))]
    .map(({ name }) => Deno.statSync(join(DOCS, "images", name)).size);
  ok(Math.max(...sizes) < 60_000);
  ok(sizes.reduce((sum, size) => sum + size, 0) < 300_000);
});
