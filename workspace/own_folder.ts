/** Names the folders that cannot contain a project, because Layerwright uses them itself. */

import { basename, sep } from "node:path";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { STATE_FOLDER } from "./state_folder.ts";

const STAGING_MARK = ".layerwright-";

const UNIQUE_PART = /^\d+-[0-9a-f]{8}$/;

/** Returns a new, unique name for the staging folder of a project. */
export function newStagingName(root: string): string {
  return `${stagingPrefix(root)}${Deno.pid}-${crypto.randomUUID().slice(0, 8)}`;
}

/**
 * Reports whether a folder beside a project's root has the name of a staging folder for the
 * project.
 */
export function isStagingName(name: string, root: string): boolean {
  const prefix = stagingPrefix(root);
  return name.startsWith(prefix) && UNIQUE_PART.test(name.slice(prefix.length));
}

function stagingPrefix(root: string): string {
  return `.${basename(root)}${STAGING_MARK}`;
}

/**
 * Checks that a project is not inside a folder that Layerwright uses itself.
 *
 * @param path The path of the project, as the caller gave it.
 * @param real The real path of the project.
 * @returns The problem, or `null`.
 */
export function ownFolderProblem(path: string, real: string): Diagnostic | null {
  if (!isInOwnFolder(real)) return null;
  const message = `Project '${quotable(path)}' is in a folder that Layerwright keeps for itself.`;
  return error("path-outside", message, { hint: "Choose another folder, such as 'shop'" });
}

/** Reports whether a real path is, or is inside, a folder that Layerwright uses itself. */
export function isInOwnFolder(real: string): boolean {
  return real.split(sep).some(isOwnFolder);
}

/**
 * Reports whether a name belongs to a folder that Layerwright uses itself, also on disks that
 * ignore case.
 */
function isOwnFolder(name: string): boolean {
  const folded = name.toLowerCase();
  return folded === STATE_FOLDER || name.startsWith(".") && folded.lastIndexOf(STAGING_MARK) > 1;
}
