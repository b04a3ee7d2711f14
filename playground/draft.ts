/**
 * The typed text, which the browser keeps, so that a reload or a later visit does not lose it. Each tab gets its
 * own text back; a new tab gets the text that was typed last.
 */

import { browserWindow, type PageStorage } from "./browser.ts";

/** What people typed. */
export interface Draft {
  readonly spec: string;
  /** The project's name. */
  readonly name: string;
}

/** The key of the draft in the browser's storage. */
const KEY = "layerwright-playground";

/** Keeps a draft, unless the browser blocks its storage or has no space left. */
export function keepDraft(draft: Draft): void {
  const text = JSON.stringify(draft);
  inStorages((storage) => storage.setItem(KEY, text));
}

/** Returns the kept draft, or `null`. */
export function keptDraft(): Draft | null {
  const [text = null] = inStorages((storage) => storage.getItem(KEY)).filter((each) => each);
  return text === null ? null : parsed(text);
}

/** Deletes the kept draft. */
export function forgetDraft(): void {
  inStorages((storage) => storage.removeItem(KEY));
}

/** Uses the storage of the tab, then that of all tabs. */
function inStorages<T>(use: (storage: PageStorage) => T): T[] {
  try {
    return [use(browserWindow.sessionStorage), use(browserWindow.localStorage)];
  } catch {
    return [];
  }
}

/** Parses a draft, which another version of the playground may have written. */
function parsed(text: string): Draft | null {
  try {
    const { spec, name } = JSON.parse(text);
    return typeof spec === "string" && typeof name === "string" ? { spec, name } : null;
  } catch {
    return null;
  }
}
