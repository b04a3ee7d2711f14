/** The spec of a command: the file that `--spec` or `--json` names, or the one that the project records. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { MANIFEST_PATH, parseManifest } from "../project/records/manifest.ts";
import { type Workspace, WorkspaceError } from "../workspace/workspace.ts";
import type { Context } from "./context.ts";
import type { Host } from "./host.ts";
import { inputName, readJsonFile } from "./input.ts";
import { realPlace } from "./locate.ts";

/** The option values, as typed. `--json` means the same as `--spec`. */
export interface SpecWords {
  readonly spec?: string | undefined;
  readonly json?: string | undefined;
}

/** The text of a spec, and its paths. */
export interface SpecInput {
  readonly text: string;
  /** The path in messages. */
  readonly specPath: string;
  /**
   * The path relative to the project's folder; not set for stdin, or if the file is outside of the
   * project's repository.
   */
  readonly specFile?: string;
}

/**
 * Reads the spec of a command.
 *
 * @param root The project's folder, an absolute path that may not exist yet.
 * @returns The spec, the problem with it, or `null` if neither an option nor the project names a
 * spec.
 */
export async function readSpecOption(
  { host, cwd }: Pick<Context, "host" | "cwd">,
  root: string,
  { spec, json }: SpecWords,
): Promise<SpecInput | Diagnostic | null> {
  const typed = spec ?? json;
  if (typed === undefined) return await readRecordedSpec(host, cwd(), root);
  const input = await readJsonFile(host, cwd(), typed);
  if (input.kind === "problem") return input.diagnostic;
  const specFile = typed === "-" ? null : pathInRepository(host, root, resolve(cwd(), typed));
  const specPath = inputName(typed);
  return { text: input.text, specPath, ...(specFile !== null && { specFile }) };
}

/** Ends a command with a usage error, because it needs a spec. */
export function missingSpec(command: CommandUnknownOpts, option: string): never {
  return command.error(`error: required option '${option}' missing`, {
    code: "commander.missingMandatoryOptionValue",
  });
}

/**
 * Returns the path of a file relative to a project's folder; `null` if the file is neither in the
 * folder nor in the repository around it.
 */
function pathInRepository(host: Host, root: string, file: string): string | null {
  const folder = realPlace(host, root);
  const real = host.realPath(file);
  if (real === null || !isInRepository(host, folder, real)) return null;
  return relative(folder, real).split(sep).join("/");
}

/**
 * Reports whether a file is in a project's folder, or in the repository around it.
 *
 * @param folder The real path of the project's folder.
 * @param real The real path of the file.
 */
function isInRepository(host: Host, folder: string, real: string): boolean {
  const path = relative(host.repositoryTop(folder) ?? folder, real);
  return path.split(sep)[0] !== ".." && !isAbsolute(path);
}

/** Reads the spec whose path the project records. */
async function readRecordedSpec(
  host: Host,
  cwd: string,
  root: string,
): Promise<SpecInput | Diagnostic | null> {
  const specFile = await recordedPath(host.workspace(root));
  if (specFile === null) return null;
  const folder = realPlace(host, root);
  const file = resolve(folder, specFile);
  const specPath = relative(cwd, file);
  const real = host.realPath(file);
  if (real === null) {
    const message = `The project's spec '${quotable(specPath)}' does not exist.`;
    return error("spec-missing", message, {
      hint: "Name its new path with --spec. The next change to the project records it",
    });
  }
  if (!isInRepository(host, folder, real)) {
    const message = `The project's spec '${quotable(specPath)}' is outside of its repository.`;
    return error("path-outside", message, { hint: "Name the spec with --spec" });
  }
  const input = await readJsonFile(host, cwd, real);
  if (input.kind === "text") return { text: input.text, specPath, specFile };
  return { ...input.diagnostic, hint: "Name another spec with --spec" };
}

async function recordedPath(workspace: Workspace): Promise<string | null> {
  try {
    const files = await workspace.read([MANIFEST_PATH]);
    return parseManifest(files.get(MANIFEST_PATH) ?? "").spec;
  } catch (problem) {
    // Ignore unreadable records here: the command reports them when it reads the project.
    if (problem instanceof WorkspaceError) return null;
    throw problem;
  }
}
