/** Where `generate api` makes a project. */

import { basename, dirname, resolve } from "node:path";
import { invalidProjectName } from "../actions/generate_api.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import type { Host } from "./host.ts";
import { findGeneratedProject } from "./locate.ts";

/** The folder of a project, which need not exist. */
export interface ApiPlace {
  /** An absolute path. */
  readonly root: string;
  readonly name: string;
}

/**
 * Finds the folder that a word names: inside a generated project, this project; otherwise a folder here,
 * or the current folder for `.`.
 *
 * @param typed The word, if there is one.
 * @returns The folder, or why nothing can be generated there; `null` if the word is missing.
 */
export function findApiPlace(
  host: Host,
  cwd: string,
  typed: string | undefined,
): ApiPlace | Diagnostic | null {
  const around = findGeneratedProject(host, cwd);
  if (typed === undefined) return around;
  const root = resolve(cwd, typed);
  if (around !== null) {
    const isOwn = typed === "." || typed === around.name || root === around.root;
    return isOwn ? around : insideProject(around, typed);
  }
  if (typed !== "" && (root === cwd || dirname(root) === cwd)) {
    return { root, name: basename(root) };
  }
  const hint = /[\\/]/.test(typed)
    ? { hint: "To generate in another folder, name it with -C" }
    : {};
  return invalidProjectName(typed, hint);
}

function insideProject({ name }: ApiPlace, typed: string): Diagnostic {
  const own = quotable(name);
  const message = `Refused to make project '${quotable(typed)}' inside project '${own}'.`;
  const hint = `Leave the name out to generate into '${own}', or choose a folder with -C`;
  return error("project-inside", message, { hint });
}
