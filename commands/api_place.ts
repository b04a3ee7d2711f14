/** Where `generate api` makes a project. */

import { basename, dirname, resolve } from "node:path";
import { invalidProjectName } from "../actions/generate_api.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { ownFolderProblem } from "../workspace/own_folder.ts";
import type { Host } from "./host.ts";
import { findGeneratedProject, realPlace } from "./locate.ts";

/** The folder of a project, which need not exist. */
export interface ApiPlace {
  /** An absolute path. */
  readonly root: string;
  readonly name: string;
}

/**
 * Finds the folder that a word names: inside a generated project, this project; otherwise a folder here,
 * or the current folder for `.`. Links are followed first, so that no link leads into a project.
 *
 * @param cwd The real path of the folder that the command runs in.
 * @param typed The word, if there is one.
 * @returns The folder, or why nothing can be generated there; `null` if the word is missing.
 */
export function findApiPlace(
  host: Host,
  cwd: string,
  typed: string | undefined,
): ApiPlace | Diagnostic | null {
  const own = findGeneratedProject(host, cwd);
  if (typed === undefined) return own;
  const path = resolve(cwd, typed);
  const root = realPlace(host, path);
  if (own !== null) {
    const isOwn = typed === "." || typed === own.name || root === own.root;
    const hint = `Leave the name out to generate into '${quotable(own.name)}', or ` +
      "choose a folder with -C";
    return isOwn ? own : insideProject(typed, own, hint);
  }
  const isHere = typed !== "" && (path === cwd || dirname(path) === cwd);
  if (!isHere) {
    const hint = "To generate in another folder, name it with -C";
    return invalidProjectName(typed, /[\\/]/.test(typed) ? { hint } : {});
  }
  const problem = ownFolderProblem(typed, root);
  if (problem !== null) return problem;
  const around = findGeneratedProject(host, root);
  if (around !== null && around.root !== root) {
    return insideProject(typed, around, "Choose another name, or a folder with -C");
  }
  return { root, name: basename(root) };
}

function insideProject(typed: string, { name }: ApiPlace, hint: string): Diagnostic {
  const message = `Refused to make project '${quotable(typed)}' inside project '${
    quotable(name)
  }'.`;
  return error("project-inside", message, { hint });
}
