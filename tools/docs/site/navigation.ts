/** Which pages there are, and in which order. */

import type { Page } from "../pages.ts";
import { headingId, partsOf } from "./heading_ids.ts";

/** A page, as others lead to it. */
export interface PageLink {
  /** From the site's root, such as `how-to/ci.html`. */
  readonly path: string;
  readonly title: string;
}

/** The pages of a kind. */
export interface Section {
  readonly title: string;
  readonly pages: readonly PageLink[];
}

/** What the layout of a page needs to know. */
export interface Navigation extends PageLink {
  /** What leads from the page to the site's root: empty, or `../`. */
  readonly root: string;
  readonly description: string;
  readonly sections: readonly Section[];
  readonly next: PageLink | null;
  /** Its second headings. */
  readonly parts: readonly { readonly id: string; readonly title: string }[];
}

/** The order of those that have one; others follow, by their titles. */
const ORDER: readonly { readonly title: string; readonly pages: readonly string[] }[] = [
  { title: "Begin", pages: ["index", "tutorial"] },
  {
    title: "How to",
    pages: [
      "how-to/install",
      "how-to/grow-beside-edits",
      "how-to/connect-agents",
      "how-to/container",
      "how-to/team-server",
      "how-to/many-servers",
      "how-to/library",
      "how-to/ci",
    ],
  },
  {
    title: "Reference",
    pages: [
      "reference/cli",
      "reference/spec",
      "reference/tools",
      "reference/environment",
      "reference/hosted-server",
      "reference/exit-codes",
      "reference/diagnostics",
      "reference/library",
    ],
  },
  {
    title: "Why it is so",
    pages: [
      "explanation/who-owns-a-line",
      "explanation/all-or-nothing",
      "explanation/reading-python",
      "explanation/security",
      "explanation/hosted-server",
      "explanation/executables",
    ],
  },
];

const FOLDERS = ["", "how-to/", "reference/", "explanation/"];

/** The sections with all pages that there are. */
export function sectionsOf(pages: readonly Page[]): readonly Section[] {
  return ORDER.map(({ title, pages: order }, index) => {
    const folder = FOLDERS[index] ?? "";
    const here = pages.filter(({ path }) => path.replace(/[^/]*$/, "") === folder);
    const rank = ({ path }: Page) => (order.indexOf(path.replace(/\.md$/, "")) + 99) % 99;
    return { title, pages: here.toSorted((a, b) => rank(a) - rank(b)).map(linkTo) };
  });
}

/** The path of a page on the site. */
export function htmlPath(path: string): string {
  return path.replace(/\.md$/, ".html");
}

function linkTo({ path, text }: Page): PageLink {
  return { path: htmlPath(path), title: titleOf(text) };
}

/** The first heading. */
export function titleOf(text: string): string {
  const [first] = partsOf(text);
  if (first?.level !== 1) throw new SyntaxError("A page begins with its title");
  return first.title;
}

/** What the layout of a page shows beside it. */
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

/** The first paragraph, for those who list pages. */
function descriptionOf(text: string): string {
  const paragraph = text.split("\n\n").find((each) => /^[A-Za-z[`]/.test(each)) ?? "";
  return withoutMarks(paragraph.replaceAll("\n", " ")).slice(0, 160);
}

/** Markdown as plain text, near enough for lists and for looking things up. */
export function withoutMarks(text: string): string {
  return text
    .replaceAll(/<!--.*?-->/gs, "")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]|\\(?=[<>_*[\]])/g, "")
    .replaceAll(/^[|: -]+$/gm, "")
    .replaceAll(/\s*\|\s*/g, " ");
}
