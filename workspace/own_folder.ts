/** Folders that workspaces keep for themselves and empty. No project may be in one. */

import { basename, sep } from "node:path";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { STATE_FOLDER } from "./state_folder.ts";

const STAGING_MARK = ".layerwright-";

const UNIQUE_PART = /^\d+-[0-9a-f]{8}$/;

/** Returns a new name for the folder in which the project at a root is staged. */
export function newStagingName(root: string): string {
  return `${stagingPrefix(root)}${Deno.pid}-${crypto.randomUUID().slice(0, 8)}`;
}

/** Reports whether a folder beside a root has a name under which its project was staged. */
export function isStagingName(name: string, root: string): boolean {
  const prefix = stagingPrefix(root);
  return name.startsWith(prefix) && UNIQUE_PART.test(name.slice(prefix.length));
}

function stagingPrefix(root: string): string {
  return `.${basename(root)}${STAGING_MARK}`;
}

/**
 * Finds out whether a project would be in a folder that Layerwright keeps for itself and empties.
 *
 * @param path The path of the project, as it was given.
 * @param real Its real path.
 * @returns Why there can be no such project; `null` if there can be one.
 */
export function ownFolderProblem(path: string, real: string): Diagnostic | null {
  if (!real.split(sep).some(isOwnFolder)) return null;
  const message = `Project '${quotable(path)}' is in a folder that Layerwright keeps for itself.`;
  return error("path-outside", message, { hint: "Choose another folder, such as 'shop'" });
}

/** Disks that fold case take other spellings for the same name. */
function isOwnFolder(name: string): boolean {
  const folded = name.toLowerCase();
  return folded === STATE_FOLDER || name.startsWith(".") && folded.lastIndexOf(STAGING_MARK) > 1;
}
