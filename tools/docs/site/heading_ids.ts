/** Ids of headings, for links. */

// @ts-types="@types/markdown-it"
import type MarkdownIt from "markdown-it";

/**
 * Returns the id of a heading, as GitHub and the site generate it.
 *
 * @example
 * ```ts
 * import { headingId } from "./heading_ids.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(headingId("What's `new`, and why?"), "whats-new-and-why");
 * ```
 */
export function headingId(title: string): string {
  return title.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, "").trim().replaceAll(" ", "-");
}

/** A plugin that adds ids and anchor links to headings of levels 2 and 3. */
export function headingIds(markdown: MarkdownIt): void {
  const { rules } = markdown.renderer;
  rules["heading_open"] = (tokens, index) => {
    const { tag = "" } = tokens[index] ?? {};
    if (tag === "h1") return "<h1>";
    const id = headingId(tokens[index + 1]?.content ?? "");
    return `<${tag} id="${id}"><a class="anchor" href="#${id}">`;
  };
  rules["heading_close"] = (tokens, index) => {
    const { tag = "" } = tokens[index] ?? {};
    return tag === "h1" ? "</h1>\n" : `</a></${tag}>\n`;
  };
}

/** A heading of a page, with the text up to the next heading. */
export interface PagePart {
  readonly level: number;
  readonly title: string;
  readonly text: string;
}

/** Returns the parts of a page. The first contains the title. */
export function partsOf(markdown: string): readonly PagePart[] {
  const parts: { level: number; title: string; text: string }[] = [];
  let isCode = false;
  for (const line of markdown.split("\n")) {
    if (line.startsWith("```")) isCode = !isCode;
    const [, marks = "", title = ""] = /^(#{1,3}) (.+)$/.exec(line) ?? [];
    const last = parts.at(-1);
    if (marks !== "" && !isCode) parts.push({ level: marks.length, title, text: "" });
    else if (last !== undefined && !line.startsWith("```")) last.text += `${line}\n`;
  }
  return parts;
}
