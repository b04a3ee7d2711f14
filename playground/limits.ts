/** How much the playground takes on, and shows: a page should stay quick on a phone. */

/** Characters of a spec. */
export const MOST_CHARACTERS = 200_000;

/** Levels of a spec. Chromium gives a worker half a megabyte of stack, which 700 levels exhaust. */
export const MOST_NESTED = 300;

/** Endpoints of a project. */
export const MOST_ENDPOINTS = 1_000;

/** Problems, endpoints and files that are listed. */
export const MOST_PROBLEMS = 100;
export const MOST_SHOWN_ENDPOINTS = 200;
export const MOST_FILES = 2_000;

/** Characters of a file, and of an answer. */
export const MOST_TEXT = 100_000;
export const MOST_ANSWER = 4_000;
