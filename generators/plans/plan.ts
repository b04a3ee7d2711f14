/** Plans: the changes that a generator proposes, with their messages. */

import type { Change, Snapshot } from "../../core/change_set.ts";
import { type Diagnostic, error } from "../../core/diagnostic.ts";
import type { HistoryStep } from "../../core/history.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { readPython } from "../../python/python_module.ts";

/**
 * A plan.
 *
 * @typeParam Data The report's data.
 */
export interface Plan<Data = unknown> {
  readonly changes: readonly Change[];
  /** Changes that would discard edits. A plan with conflicts must not be applied. */
  readonly conflicts: readonly Change[];
  /**
   * The error of a refused plan; by default, the error that the plan would overwrite the files in
   * `conflicts`.
   */
  readonly refusal?: Diagnostic;
  /** The subset of `changes` that discards edits at the caller's request. */
  readonly discarded: readonly Change[];
  readonly diagnostics: readonly Diagnostic[];
  /** The message per outcome. */
  readonly messages: PlanMessages;
  /** The report's data. */
  readonly data: Data | null;
  /** Suggested commands to run after the changes. */
  readonly next: readonly string[];
  /**
   * The step that the changes add to the history, such as an undo; by default, a new change set.
   */
  readonly step?: HistoryStep;
  /** What the report says of endpoints; by default, that all of them stay as they are. */
  readonly claims?: PlanClaims;
  /** Folders to remove if the changes leave them empty; by default, empty folders stay. */
  readonly emptied?: readonly ProjectPath[];
  /**
   * Whether the OpenAPI documents of all routes are renewed, or none; by default, those of the changed
   * routes.
   */
  readonly documents?: "all" | "none";
}

/** An endpoint that a report names. */
export interface ClaimedEndpoint {
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The full URL path. */
  readonly path: string;
  /** The file of its handler, if the plan may leave that file as it is. */
  readonly file?: string | null;
  /** The status of its answers, unless people may have given it another one. */
  readonly status?: number;
}

/** What a report says of endpoints. The project is read again after planning, and must be like that. */
export interface PlanClaims {
  /** The endpoints that the project serves. */
  readonly served: readonly ClaimedEndpoint[];
  /** The endpoints that the project does not serve any more. */
  readonly gone: readonly ClaimedEndpoint[];
  /** Whether other endpoints may get other methods and paths, too. */
  readonly moves: boolean;
  /** Whether the report says that new handlers are unlike the others. */
  readonly isUnlike: boolean;
}

/** Returns the claims of a plan that adds endpoints. */
export function claimAdded(
  served: readonly ClaimedEndpoint[],
  diagnostics: readonly Diagnostic[],
): PlanClaims {
  const isUnlike = diagnostics.some(({ code }) => code === "handler-conventions");
  return { served, gone: [], moves: false, isUnlike };
}

export interface PlanMessages {
  readonly applied: string;
  readonly planned: string;
  readonly unchanged: string;
  /** The way to resolve a conflict. */
  readonly conflict: string | null;
}

/** An endpoint in report data. */
export interface EndpointSummary {
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The full URL path as specs write it, such as `/users/{id:int}`. */
  readonly path: string;
  /** Status code, such as 201. */
  readonly status: number;
  /** Whether the response is the mock or the default response, or has no content. */
  readonly answer: "mock" | "default" | "empty";
  /** Name of the handler function. */
  readonly handler: string;
  /** The bodies that it accepts, for people, such as `name text, note? text`; absent if any JSON is accepted. */
  readonly body?: string;
  /** The query, for people; not set if no parameter of the query is read. */
  readonly query?: string;
  /** The headers, for people; not set if no header is read. */
  readonly headers?: string;
  /** What clients can ask of a list, for people; not set if the endpoint pages no list. */
  readonly list?: string;
  /** The statuses of the errors that it documents, for people, such as `404, 409`; not set without any. */
  readonly errors?: string;
}

/** Report data of a generated route or subroute. */
export interface GeneratedEndpoints {
  /** The route's own endpoint comes first. */
  readonly endpoints: readonly EndpointSummary[];
}

/** Returns a plan without changes. */
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

/** Converts text to the line endings of existing text. */
export function withEolOf(existing: string, text: string): string {
  return existing.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
}

/** Returns the error for a Python file that does not parse. */
export function brokenPython(path: ProjectPath, line: number, reason: string): Diagnostic {
  const message = "Cannot edit a file that does not parse; nothing was written.\n" +
    `  ${path}:${line}  ${reason}`;
  return error("python-syntax", message, { where: { path, line, column: null, pointer: null } });
}

/** Returns an error for each file that does not parse. Files that do not exist are ignored. */
export function brokenFiles(paths: Iterable<ProjectPath>, files: Snapshot): readonly Diagnostic[] {
  return [...new Set(paths)].flatMap((path) => {
    const [problem] = readPython(files.get(path) ?? "").problems;
    return problem === undefined ? [] : [brokenPython(path, problem.line, problem.message)];
  });
}
