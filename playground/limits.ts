/** The playground's limits, chosen so that the page stays fast on a phone. */

/** Maximum characters of a spec. */
export const MOST_CHARACTERS = 200_000;

/** Maximum characters of a link's fragment. Some programs cut off longer addresses. */
export const MOST_LINK = 30_000;

/** Maximum nesting of a spec. Chromium gives a worker half a megabyte of stack, which 700 levels exhaust. */
export const MOST_NESTED = 300;

/** Maximum endpoints of a project. */
export const MOST_ENDPOINTS = 1_000;

/** Maximum problems in the list. */
export const MOST_PROBLEMS = 100;

/** Maximum endpoints in the list. */
export const MOST_SHOWN_ENDPOINTS = 200;

/** Maximum files in the tree. */
export const MOST_FILES = 2_000;

/** Maximum characters shown of a file. */
export const MOST_TEXT = 100_000;

/** Maximum characters shown of a response. */
export const MOST_ANSWER = 4_000;
