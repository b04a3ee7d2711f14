/** The folder in which `generate api` creates or updates a project. */

import { basename, dirname, resolve } from "node:path";
import { invalidProjectName } from "../actions/generate_api.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { shellQuote } from "../core/shell_quote.ts";
import { ownFolderProblem } from "../workspace/own_folder.ts";
import type { Host } from "./host.ts";
import { findGeneratedProject, findProject, realPlace } from "./locate.ts";

/** A project's folder. It may not exist yet. */
export interface ApiPlace {
  /** An absolute path. */
  readonly root: string;
  readonly name: string;
}

/**
 * Finds the project's folder from the command's argument. In a generated project, returns that
 * project's folder. Elsewhere, returns a folder directly below `cwd`, or `cwd` itself for `.`.
 * Links are resolved first, so that a link into a project counts as inside the project.
 *
 * @param cwd The real path of the folder in which the command runs.
 * @param typed The argument; `undefined` if it was omitted.
 * @returns The folder, the reason why nothing can be generated there, or `null` if the argument is missing.
 */
export function findApiPlace(
  host: Host,
  cwd: string,
  typed: string | undefined,
): ApiPlace | Diagnostic | null {
  const own = findGeneratedProject(host, cwd);
  // `findProject` also finds a project that lost its records. The planner then says how to record
  // it again.
  if (typed === undefined) return own ?? findProject(host, cwd);
  const path = resolve(cwd, typed);
  const root = realPlace(host, path);
  if (own !== null) {
    const isOwn = typed === "." || typed === own.name || root === own.root;
    const hint = `Omit the name to generate into '${quotable(own.name)}', or ` +
      "choose another folder with -C";
    return isOwn ? own : insideProject(typed, own, hint);
  }
  const isHere = typed !== "" && (path === cwd || dirname(path) === cwd);
  if (!isHere) {
    const hint = "To generate in another folder, use -C";
    return invalidProjectName(typed, /[\\/]/.test(typed) ? { hint } : {});
  }
  const problem = ownFolderProblem(typed, root);
  if (problem !== null) return problem;
  if (host.exists(root) && !host.exists(`${root}/.`)) {
    const message = `Cannot create project '${quotable(typed)}': a file has this name.`;
    const hint = /\.(?:json|ya?ml)$/i.test(typed)
      ? `To read a spec from it, type a name and --json ${shellQuote(typed)}`
      : "Choose another name, or move it away";
    return error("project-exists", message, { hint });
  }
  const around = findGeneratedProject(host, root);
  if (around !== null && around.root !== root) {
    return insideProject(typed, around, "Choose another name, or another folder with -C");
  }
  return { root, name: basename(root) };
}

function insideProject(typed: string, { name }: ApiPlace, hint: string): Diagnostic {
  const message = `Refused to create project '${quotable(typed)}' inside project '${
    quotable(name)
  }'.`;
  return error("project-inside", message, { hint });
}
