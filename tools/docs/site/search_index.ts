/** What the site's search looks through. */

import type { Page } from "../pages.ts";
import { headingId, partsOf } from "./heading_ids.ts";
import { htmlPath, titleOf, withoutMarks } from "./navigation.ts";

/** A heading and what stands below it. */
export interface SearchedPart {
  /** From the site's root. */
  readonly url: string;
  /** The page's. */
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** Longer parts are cut: whoever looks for a word of their end finds the page by others. */
const LONGEST = 1500;

/** All headings of all pages. */
export function searchIndex(pages: readonly Page[]): readonly SearchedPart[] {
  return pages.flatMap((page) => {
    const title = titleOf(page.text);
    return partsOf(page.text).map((part) => ({
      url: htmlPath(page.path) + (part.level === 1 ? "" : `#${headingId(part.title)}`),
      title,
      heading: withoutMarks(part.title),
      text: withoutMarks(part.text).replaceAll(/\s+/g, " ").trim().slice(0, LONGEST),
    }));
  });
}
