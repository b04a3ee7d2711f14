/** The pages of the site, in their order. */

import type { Page } from "../pages.ts";
import { headingId, partsOf } from "./heading_ids.ts";

/** A link to a page. */
export interface PageLink {
  /** The path from the site's root, such as `how-to/ci.html`. */
  readonly path: string;
  readonly title: string;
}

/** A section of the navigation. */
export interface Section {
  readonly title: string;
  readonly pages: readonly PageLink[];
}

/** The navigation of a page, for its layout. */
export interface Navigation extends PageLink {
  /** The relative path from the page to the site's root: empty, or `../`. */
  readonly root: string;
  readonly description: string;
  readonly sections: readonly Section[];
  readonly next: PageLink | null;
  /** The page's headings of level 2. */
  readonly parts: readonly { readonly id: string; readonly title: string }[];
}

/** The sections in their order. Unlisted pages go to the first section of their folder. */
const ORDER: readonly {
  readonly title: string;
  readonly folder: string;
  readonly pages: readonly string[];
}[] = [
  { title: "Begin", folder: "", pages: ["index", "tutorial", "tutorial-browser"] },
  {
    title: "Use",
    folder: "how-to/",
    pages: [
      "install",
      "mock",
      "openapi",
      "grow-beside-edits",
      "review-changes",
      "undo",
      "connect-agents",
      "library",
      "ci",
    ],
  },
  { title: "Operate", folder: "how-to/", pages: ["container", "team-server", "many-servers"] },
  {
    title: "Reference",
    folder: "reference/",
    pages: [
      "cli",
      "spec",
      "tools",
      "environment",
      "hosted-server",
      "exit-codes",
      "diagnostics",
      "library",
    ],
  },
  {
    title: "Explanation",
    folder: "explanation/",
    pages: [
      "who-owns-a-line",
      "states",
      "all-or-nothing",
      "reading-python",
      "security",
      "hosted-server",
      "executables",
    ],
  },
];

/**
 * Sorts pages into the sections of the site.
 *
 * @param pages All pages, sorted by path. Pages of unknown folders are left out.
 * @returns Every section, with its listed pages first.
 *
 * @example
 * ```ts
 * import { sectionsOf } from "./navigation.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const pages = [
 *   { path: "how-to/ci.md", text: "# Use Layerwright in CI\n" },
 *   { path: "how-to/many-servers.md", text: "# Run many servers\n" },
 * ];
 * const titles = sectionsOf(pages).map(({ title, pages }) => [title, pages.length]);
 * deepEqual(titles.slice(0, 3), [["Begin", 0], ["Use", 1], ["Operate", 1]]);
 * ```
 */
export function sectionsOf(pages: readonly Page[]): readonly Section[] {
  const places = ORDER.flatMap(({ folder, pages }) => pages.map((name) => `${folder}${name}.md`));
  const rank = ({ path }: Page) => places.includes(path) ? places.indexOf(path) : places.length;
  const ranked = pages.toSorted((a, b) => rank(a) - rank(b));
  return ORDER.map((section) => ({
    title: section.title,
    pages: ranked.filter((page) => sectionOf(page) === section).map(linkTo),
  }));
}

function sectionOf({ path }: Page): (typeof ORDER)[number] | undefined {
  const folder = path.replace(/[^/]*$/, "");
  const name = path.slice(folder.length).replace(/\.md$/, "");
  const here = ORDER.filter((section) => section.folder === folder);
  return here.find(({ pages }) => pages.includes(name)) ?? here[0];
}

/** Returns the path of a page on the site. */
export function htmlPath(path: string): string {
  return path.replace(/\.md$/, ".html");
}

function linkTo({ path, text }: Page): PageLink {
  return { path: htmlPath(path), title: titleOf(text) };
}

/** Returns the title of a page, which is its first heading. */
export function titleOf(text: string): string {
  const [first] = partsOf(text);
  if (first?.level !== 1) throw new SyntaxError("The page does not begin with its title");
  return first.title;
}

/** Returns the navigation of a page. */
export function navigationOf(page: Page, sections: readonly Section[]): Navigation {
  const link = linkTo(page);
  const all = sections.flatMap(({ pages }) => pages);
  const at = all.findIndex(({ path }) => path === link.path);
  return {
    ...link,
    root: "../".repeat(page.path.split("/").length - 1),
    description: descriptionOf(page.text),
    sections,
    next: all[at + 1] ?? null,
    parts: partsOf(page.text).filter(({ level }) => level === 2)
      .map(({ title }) => ({ id: headingId(title), title: withoutMarks(title) })),
  };
}

/** Returns the first paragraph, for search engines. */
function descriptionOf(text: string): string {
  const paragraph = text.split("\n\n").find((each) => /^[A-Za-z[`]/.test(each)) ?? "";
  return withoutMarks(paragraph.replaceAll("\n", " ")).slice(0, 160);
}

/** Converts Markdown to approximate plain text, for lists and the search. */
export function withoutMarks(text: string): string {
  return text
    .replaceAll(/<!--.*?-->/gs, "")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]|\\(?=[<>_*[\]])/g, "")
    .replaceAll(/^[|: -]+$/gm, "")
    .replaceAll(/\s*\|\s*/g, " ");
}
