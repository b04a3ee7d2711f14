/** The index of the site's search. */

import type { Page } from "../pages.ts";
import { headingId, partsOf } from "./heading_ids.ts";
import { htmlPath, titleOf, withoutMarks } from "./navigation.ts";

/** A heading and the text below it. */
export interface SearchedPart {
  /** The URL relative to the site's root. */
  readonly url: string;
  /** The page's title. */
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** Maximum characters of a part. The rest is not searchable, which keeps the index small. */
const MAX_LENGTH = 1500;

/** Returns the index of all headings of all pages. */
export function searchIndex(pages: readonly Page[]): readonly SearchedPart[] {
  return pages.flatMap((page) => {
    const title = titleOf(page.text);
    return partsOf(page.text).map((part) => ({
      url: htmlPath(page.path) + (part.level === 1 ? "" : `#${headingId(part.title)}`),
      title,
      heading: withoutMarks(part.title),
      text: withoutMarks(part.text).replaceAll(/\s+/g, " ").trim().slice(0, MAX_LENGTH),
    }));
  });
}
