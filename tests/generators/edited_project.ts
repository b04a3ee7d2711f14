/** Projects in memory that people edit between two runs. */

import { equal } from "node:assert/strict";
import {
  type ApiSpecInput,
  createMemoryWorkspace,
  generateApi,
  type GenerateApiOptions,
  type Report,
  type Workspace,
} from "../../mod.ts";

export type Files = Readonly<Record<string, string>>;

/** An edit to a project. */
export type Edit = (files: Files) => Files;

/** The report of a run, and the project afterwards. */
export interface Outcome {
  readonly report: Report;
  readonly files: Files;
}

/** Runs an action on a project. */
export async function run(
  files: Files,
  action: (workspace: Workspace) => Promise<Report>,
): Promise<Outcome> {
  const workspace = createMemoryWorkspace(files);
  const report = await action(workspace);
  return { report, files: Object.fromEntries(workspace.files()) };
}

/** Generates a project again, from another spec or the same. */
export function regenerate(
  files: Files,
  spec: unknown,
  options: GenerateApiOptions = {},
): Promise<Outcome> {
  return run(files, (workspace) => generateApi(workspace, "demo", spec as ApiSpecInput, options));
}

/** Creates a project. */
export async function generate(spec: unknown): Promise<Files> {
  const { report, files } = await regenerate({}, spec);
  equal(report.status, "applied");
  return files;
}

/** Replaces a text that occurs exactly once. */
export function replace(path: string, text: string, by: string): Edit {
  return (files) => {
    const parts = files[path]?.split(text) ?? [];
    equal(parts.length, 2, `${path} holds ${JSON.stringify(text)} once`);
    return { ...files, [path]: parts.join(by) };
  };
}

/** Appends a text to a file. */
export function append(path: string, text: string): Edit {
  return (files) => ({ ...files, [path]: (files[path] ?? "") + text });
}

/** Deletes a file. */
export function remove(path: string): Edit {
  return ({ [path]: _, ...rest }) => rest;
}

/** Converts line breaks to CRLF, like a checkout with git on Windows. */
export function withCrlf(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, text.replaceAll("\n", "\r\n")]),
  );
}

/** Does several edits, one after the other. */
export function edits(...all: readonly Edit[]): Edit {
  return (files) => all.reduce((done, edit) => edit(done), files);
}

/** Returns the paths of the files that differ between two projects. Records do not count. */
export function differences(before: Files, after: Files): string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].filter((path) =>
    before[path] !== after[path] && !path.startsWith(".layerwright/")
  ).sort();
}

/** Changes the recorded origin of endpoints from `command` to `spec`. */
export function withoutOrigins(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) =>
      path.startsWith(".layerwright/routes/")
        ? [path, text.replace(/^(endpoint .*) command$/gm, "$1 spec")]
        : [path, text]
    ),
  );
}

/** Renames the package `api`. */
export function renamedApp(files: Files, name = "shop"): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) =>
      path.startsWith(".layerwright/") ? [path, text] : [
        path.replace(/^api\//, `${name}/`),
        text.replaceAll(/(from |")api\b(?=[. ])/g, `$1${name}`),
      ]
    ),
  );
}
