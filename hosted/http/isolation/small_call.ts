/** Distinguishes fast calls from calls that may take long. */

import type { Tool } from "../../../mcp/tool.ts";

/** The limits of a small call's arguments. */
interface ArgumentLimits {
  /** Maximum characters of all strings and keys together. */
  readonly characters: number;
  readonly values: number;
}

/** For tools that write: each route becomes several files. */
const WRITING: ArgumentLimits = { characters: 3_000, values: 200 };

/** For tools that read: they check their arguments, or read the files in them. */
const READING: ArgumentLimits = { characters: 16_384, values: 1_000 };

/**
 * The arguments of calls that remove code. Such calls search the project for uses of the removed code, which can take
 * many times longer than other work on it.
 */
const REMOVING = ["action", "operation", "prune"];

/**
 * Reports whether a call has few arguments, and does not remove code. Stops reading the arguments at the limit.
 *
 * A call that stores files is never small, either. If the project turned out to be too large, the call could not
 * start again on another thread, because its files would already be stored.
 */
export function isSmallCall({ writes }: Pick<Tool, "writes">, args: unknown): boolean {
  const most = writes ? WRITING : READING;
  if (writes && ["files", ...REMOVING].some((name) => Object.hasOwn(Object(args), name))) {
    return false;
  }
  let characters = 0;
  let values = 0;
  const left = [args];
  while (left.length > 0) {
    const value = left.pop();
    if (++values > most.values) return false;
    if (typeof value === "string") characters += value.length;
    if (typeof value === "object" && value !== null) {
      for (const key in value) {
        characters += key.length;
        left.push((value as Record<string, unknown>)[key]);
        if (left.length > most.values) return false;
      }
    }
    if (characters > most.characters) return false;
  }
  return true;
}
