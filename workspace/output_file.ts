/** Writes the output of a command to a file that a person named. */

import { dirname, join } from "node:path";
import { createFile, sync } from "./durable.ts";
import { keepOwnerAndMode } from "./owner_and_mode.ts";
import { exists, orNullIfAbsent, systemReason, tryToRemove } from "./system_calls.ts";

/** The result of writing an output file. Only `written` changed something. */
export type OutputOutcome =
  | { readonly kind: "written" }
  /** The file already has this text. */
  | { readonly kind: "unchanged" }
  /** The file has another text, and the person did not ask to replace it. */
  | { readonly kind: "exists" }
  /** `reason`: the system's message, in a few words. */
  | { readonly kind: "failed"; readonly reason: string };

/**
 * Writes a file atomically: another process sees either the old file or the new file. Keeps the file's owner,
 * mode and links.
 *
 * @param path An absolute path, also of a device or a pipe.
 * @param mayReplace Whether to replace a file that has another text.
 */
export async function writeOutput(
  path: string,
  text: string,
  mayReplace: boolean,
): Promise<OutputOutcome> {
  try {
    const info = orNullIfAbsent(() => Deno.statSync(path));
    if (info !== null && !info.isFile) {
      await Deno.writeTextFile(path, text, { create: false });
      return { kind: "written" };
    }
    // A broken link counts as an existing file, so it is replaced only if `mayReplace` is set.
    if (info === null && exists(path) && !mayReplace) return { kind: "exists" };
    if (info !== null) {
      if (isText(Deno.readFileSync(path), text)) return { kind: "unchanged" };
      if (!mayReplace) return { kind: "exists" };
    }
    await replace(path, text, info);
    return { kind: "written" };
  } catch (problem) {
    const reason = systemReason(problem);
    if (reason === null) throw problem;
    return { kind: "failed", reason };
  }
}

function isText(bytes: Uint8Array, text: string): boolean {
  const wanted = new TextEncoder().encode(text);
  return bytes.length === wanted.length && bytes.every((byte, index) => byte === wanted[index]);
}

async function replace(path: string, text: string, info: Deno.FileInfo | null): Promise<void> {
  const target = info === null ? path : Deno.realPathSync(path);
  // Renaming ignores the write protection of a file, so this code checks for the permission that an editor
  // would need.
  if (info !== null) Deno.openSync(target, { write: true }).close();
  const draft = join(dirname(target), `.layerwright-${crypto.randomUUID()}`);
  try {
    createFile(draft, new TextEncoder().encode(text));
    if (info !== null) keepOwnerAndMode(draft, info);
    await sync([draft], (problem) => {
      throw problem;
    });
    Deno.renameSync(draft, target);
  } catch (problem) {
    tryToRemove(() => Deno.removeSync(draft));
    throw problem;
  }
}
