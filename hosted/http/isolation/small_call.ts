/** Telling calls that are done in no time from those that may take long. */

import type { Tool } from "../../../mcp/tool.ts";

/** What the arguments of a small call have at most. */
interface ArgumentLimits {
  /** Of texts and of names of keys. */
  readonly characters: number;
  readonly values: number;
}

/** A tool that writes makes several files of each route. */
const WRITING: ArgumentLimits = { characters: 3_000, values: 200 };

/** A tool that reads checks its arguments, or looks at the files that come with them. */
const READING: ArgumentLimits = { characters: 16_384, values: 1_000 };

/**
 * Reports whether a call is small by its arguments. Looks at no more of them than a small call has.
 *
 * A call that stores files is never small: it could not be started again on a thread.
 */
export function isSmallCall({ writes }: Pick<Tool, "writes">, args: unknown): boolean {
  const most = writes ? WRITING : READING;
  if (writes && Object(args).files !== undefined) return false;
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
