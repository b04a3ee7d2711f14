/** Distinguishes fast calls from calls that may take long. */

import type { Tool } from "../../../mcp/tool.ts";

/** The limits of a small call's arguments. */
interface ArgumentLimits {
  /** Maximum characters of all strings and keys together. */
  readonly characters: number;
  readonly values: number;
}

/** The limits for tools that write. They are low, because each route becomes several files. */
const WRITING: ArgumentLimits = { characters: 3_000, values: 200 };

/** The limits for tools that read. Such a tool only checks its arguments, or reads the files in them. */
const READING: ArgumentLimits = { characters: 16_384, values: 1_000 };

/**
 * The arguments of calls that may remove code. Such a call searches the project for uses of the removed code,
 * which can take many times longer than other calls.
 */
const REMOVING = ["action", "operation", "prune"];

/**
 * Reports whether a call has few arguments, and cannot remove code. Stops counting at the limit, so that the
 * check is fast.
 *
 * A call that stores files is never small. If the project turned out to be too large, such a call could not
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
