/** What a generator answers: what it would change, and all there is to say about it. */

import type { Change } from "../core/change_set.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { readPython } from "../python/python_module.ts";
import { formatManifest, MANIFEST_PATH, type ManifestEntry } from "../project/manifest.ts";

/** @typeParam Data The report's data. */
export interface Plan<Data = unknown> {
  readonly changes: readonly Change[];
  /** Updates that would discard what people wrote. With any of them, nothing may be changed. */
  readonly conflicts: readonly Change[];
  /** Those of the changes that discard what people wrote, as they asked for. */
  readonly discarded: readonly Change[];
  readonly diagnostics: readonly Diagnostic[];
  /** What to say of each outcome. */
  readonly messages: PlanMessages;
  /** The report's data. */
  readonly data: Data | null;
  /** What to do once the changes are there. */
  readonly next: readonly string[];
}

export interface PlanMessages {
  readonly applied: string;
  readonly planned: string;
  readonly unchanged: string;
  /** What to do about a conflict. */
  readonly conflict: string | null;
}

/** An endpoint, in a report's data. */
export interface EndpointSummary {
  /** Uppercase. */
  readonly method: string;
  /** The whole path. */
  readonly path: string;
  /** The status of its answers, such as 201. */
  readonly status: number;
  /** Whether it answers with its mock, or with a text that says what was called. */
  readonly answer: "mock" | "default";
  /** The name of its function. */
  readonly handler: string;
}

/** What was generated of a route: a report's data. */
export interface GeneratedEndpoints {
  /** The route's own first. */
  readonly endpoints: readonly EndpointSummary[];
}

/** A plan that stops at errors, or has nothing to do. */
export function emptyPlan(diagnostics: readonly Diagnostic[], message = ""): Plan<never> {
  return {
    changes: [],
    conflicts: [],
    discarded: [],
    diagnostics,
    messages: { applied: message, planned: message, unchanged: message, conflict: null },
    data: null,
    next: [],
  };
}

/**
 * The change that gives a file a text: none if it has it.
 *
 * @throws {Error} If the text is Python that does not parse: that is never written, and a generator that
 * would do so has a bug.
 */
export function fileChange(
  path: ProjectPath,
  before: string | null,
  after: string,
  symbol?: string,
): readonly Change[] {
  if (before === after) return [];
  checkPython(path, before, after);
  const rest = symbol === undefined ? { path } : { path, symbol };
  if (before === null) return [{ kind: "create", before, after, ...rest }];
  return [{ kind: "update", before, after, ...rest }];
}

function checkPython(path: ProjectPath, before: string | null, after: string): void {
  if (!path.endsWith(".py")) return;
  const [problem] = readPython(after, before ?? undefined).problems;
  if (problem === undefined) return;
  throw new Error(`Generated ${path}:${problem.line} does not parse: ${problem.message}`);
}

/** The change that gives the manifest these entries: none if it has them. */
export function manifestChange(
  before: string | null,
  entries: ReadonlyMap<ProjectPath, ManifestEntry>,
): readonly Change[] {
  const after = formatManifest(entries);
  return fileChange(MANIFEST_PATH, before, before === null ? after : withEolOf(before, after));
}

/** A text with the line ends that a checkout has given to another. */
export function withEolOf(existing: string, text: string): string {
  return existing.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
}

/** A file that cannot be edited, as it is no Python. */
export function brokenPython(path: ProjectPath, line: number, reason: string): Diagnostic {
  const message = "Cannot edit a file that does not parse; nothing was written.\n" +
    `  ${path}:${line}  ${reason}`;
  return error("python-syntax", message, { where: { path, line, column: null, pointer: null } });
}
