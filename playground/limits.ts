/** The playground's limits, chosen so that the page stays fast on a phone. */

/** Maximum characters of a spec. */
export const MAX_CHARACTERS = 200_000;

/** Maximum characters of a link's fragment. Some programs cut off longer addresses. */
export const MAX_LINK = 30_000;

/** Maximum nesting of a spec. Chromium gives a worker half a megabyte of stack, which 700 levels exhaust. */
export const MAX_NESTED = 300;

/** Maximum endpoints of a project. */
export const MAX_ENDPOINTS = 1_000;

/** Maximum problems in the list. */
export const MAX_PROBLEMS = 100;

/** Maximum endpoints in the list. */
export const MAX_SHOWN_ENDPOINTS = 200;

/** Maximum files in the tree. */
export const MAX_FILES = 2_000;

/** Maximum characters shown of a file. */
export const MAX_TEXT = 100_000;

/** Maximum characters shown of a response. */
export const MAX_ANSWER = 4_000;
