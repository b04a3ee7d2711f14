/** `.layerwright/`: the folder of a project's records, and of the workspace's own files. */

import { join } from "node:path";
import { type ProjectPath, projectPath } from "../core/project_path.ts";
import type { Entry } from "../core/change_set.ts";
import { orNullIfAbsent } from "./system_calls.ts";
import { WorkspaceError } from "./workspace.ts";

/** The folder's path in the project. */
export const STATE_FOLDER: ProjectPath = projectPath(".layerwright");

/** The journal's path in the project. */
export const JOURNAL: ProjectPath = projectPath(".layerwright/journal");

/** The lock's path in the project. */
export const LOCK: ProjectPath = projectPath(".layerwright/lock");

/** The path of the history's folder in the project. */
export const HISTORY: ProjectPath = projectPath(".layerwright/history");

const OWN_NAMES: ReadonlySet<string> = new Set(["lock", "journal", "stage", "history"]);

/** Characters that HFS+ ignores in names: https://github.com/git/git/blob/master/utf8.c (`next_hfs_char`). */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** The short names that Windows gives to `.git` and `.layerwright`. */
const SHORT_NAME = /^(?:git|layerw)~[0-9]+$/;

/**
 * Reports whether changes to a path are forbidden: a path in `.git`, because git runs programs that files in
 * it name, or one of the workspace's own files. Also covers other names that a file system may accept for
 * these paths.
 *
 * @param path A path relative to the project, with `/` between its segments.
 */
export function isProtectedPath(path: string): boolean {
  const segments = path.toLowerCase().replace(IGNORED, "").split("/");
  if (segments.some((each) => each === ".git" || SHORT_NAME.test(each))) return true;
  const [folder, name = ""] = segments;
  return folder === STATE_FOLDER && OWN_NAMES.has(name);
}

/** Paths inside the state folder of one project. */
export interface StatePaths {
  readonly folder: string;
  readonly lock: string;
  readonly journal: string;
  /** The folder of new and old files of a change in progress. Without a journal, these files are garbage. */
  readonly stage: string;
  /** The draft of the journal, which other runs ignore. */
  readonly draft: string;
  readonly history: string;
}

/** Returns the paths inside the state folder of the project at a root. */
export function statePaths(root: string): StatePaths {
  return {
    folder: join(root, STATE_FOLDER),
    lock: join(root, LOCK),
    journal: join(root, JOURNAL),
    stage: join(root, STATE_FOLDER, "stage"),
    draft: join(root, STATE_FOLDER, "stage", "journal"),
    history: join(root, HISTORY),
  };
}

/** Returns the entries of the state folder that belong to the project, such as its records. */
export function withoutOwnEntries(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(({ name }) => !OWN_NAMES.has(name));
}

/**
 * Returns the file information of one of the workspace's own files or folders; `null` if it is absent.
 *
 * @param remedy The last words of the message, which say what to do; by default, they depend on
 * what is there.
 * @throws {WorkspaceError} If something else is at the path, such as a link, which the workspace did
 * not create.
 */
export function ownInfo(
  path: string,
  kind: "isFile" | "isDirectory",
  remedy?: string,
): Deno.FileInfo | null {
  const info = orNullIfAbsent(() => Deno.lstatSync(path));
  if (info === null || info[kind]) return info;
  const expected = kind === "isFile" ? "file" : "folder";
  const what = info.isSymlink ? `replace it with the ${expected} itself` : "move it away";
  const reason = `A ${kindOf(info)}, not a ${expected}; ${remedy ?? what}`;
  throw new WorkspaceError("unreadable", inProject(path), reason);
}

function kindOf({ isSymlink, isDirectory, isFile }: Deno.FileInfo): string {
  return isSymlink ? "link" : isDirectory ? "folder" : isFile ? "file" : "special file";
}

/** Returns the path in the project of one of the workspace's own files. */
function inProject(path: string): string {
  return path.slice(path.lastIndexOf(STATE_FOLDER)).replaceAll("\\", "/");
}
