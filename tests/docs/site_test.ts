/** The built site. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { readPages } from "../../tools/docs/pages.ts";
import { buildSite } from "../../tools/docs/site/build_site.ts";
import { sectionsOf } from "../../tools/docs/site/navigation.ts";
import { serveSite } from "../../tools/docs/site/serve_site.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";

/** Runs a test with the built site. */
function withSite(test: (folder: string) => Promise<void> | void): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    await buildSite(folder);
    await test(folder);
  });
}

const ADDRESS = /\b(?:href|src|srcset)="([^"]*)"/g;

Deno.test("every page is on the site, and loads only files of the site", () =>
  withSite((folder) => {
    const pages = readPages().map(({ path }) => path.replace(/\.md$/, ".html"));
    const ids = new Map(pages.map((page) => {
      const html = Deno.readTextFileSync(join(folder, page));
      return [page, new Set([...html.matchAll(/\bid="([^"]*)"/g)].map(([, id = ""]) => id))];
    }));
    const broken: string[] = [];
    for (const page of pages) {
      const html = Deno.readTextFileSync(join(folder, page));
      match(html, /<h1>/, page);
      for (const [, address = ""] of html.matchAll(ADDRESS)) {
        if (/^https:/.test(address)) continue;
        const [path = "", id] = address.split("#");
        const target = path === "" ? page : join(page, "..", path);
        const isThere = id === undefined || ids.get(target)?.has(id) === true;
        if (!exists(join(folder, target)) || !isThere) broken.push(`${page}: ${address}`);
      }
      const asked = [...html.matchAll(/<(?:script|link|img|source|iframe)\b[^>]*https?:[^>]*>/g)];
      deepEqual(asked.map(([tag]) => tag), [], page);
    }
    deepEqual(broken, []);
  }));

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (problem) {
    if (problem instanceof Deno.errors.NotFound) return false;
    throw problem;
  }
}

Deno.test("the navigation lists every page once, and separates Use from Operate", () => {
  const pages = readPages();
  const sections = sectionsOf(pages);
  const listed = sections.flatMap(({ pages }) => pages.map(({ path }) => path));
  const expected = pages.map(({ path }) => path.replace(/\.md$/, ".html"));
  deepEqual(listed.toSorted(), expected.toSorted());
  const operate = sections.find(({ title }) => title === "Operate")?.pages.map(({ path }) => path);
  deepEqual(operate, [
    "how-to/container.html",
    "how-to/team-server.html",
    "how-to/many-servers.html",
  ]);
});

Deno.test("the navigation adds an unlisted page to the end of its folder's section", () => {
  const names = ["a-new-page", "ci", "container", "install"];
  const pages = names.map((name) => ({ path: `how-to/${name}.md`, text: `# ${name}\n` }));
  const use = sectionsOf(pages).find(({ title }) => title === "Use")?.pages;
  deepEqual(use?.map(({ title }) => title), ["install", "ci", "a-new-page"]);
});

Deno.test("the search index contains every page", () =>
  withSite((folder) => {
    const index: { url: string; text: string }[] = JSON.parse(
      Deno.readTextFileSync(join(folder, "search.json")),
    );
    const found = new Set(index.map(({ url }) => url.split("#")[0]));
    for (const { path } of readPages()) ok(found.has(path.replace(/\.md$/, ".html")), path);
    ok(index.some(({ url }) => url === "reference/diagnostics.html#conflict-edited"));
  }));

Deno.test("serveSite() serves only the built site, on a loopback address", () =>
  withSite(async (folder) => {
    const server = serveSite(folder, 0);
    const { hostname, port } = server.addr;
    equal(hostname, "127.0.0.1");
    const origin = `http://127.0.0.1:${port}`;
    const page = await fetch(`${origin}/tutorial.html`);
    match(await page.text(), /<title>Tutorial/);
    const outside = await fetch(`${origin}/..%2f..%2fetc/passwd`);
    equal(outside.status, 404);
    await outside.body?.cancel();
    await server.shutdown();
  }));
