/** The endpoints that a report on an existing project lists. */

import type { Snapshot } from "../../core/change_set.ts";
import { isProjectPath } from "../../core/project_path.ts";
import type { EndpointRecord } from "../../project/records/route_record.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import { parsedFile } from "../../python/parsed_files.ts";
import { editPatch } from "../plans/edit_patch.ts";
import type { Endpoint } from "../code/endpoint.ts";
import type { HandlerConflict } from "./handler_conflicts.ts";
import type { ComparedProject } from "../compare/compare_project.ts";
import type { EndpointCase } from "../compare/endpoint_case.ts";
import { type Agreement, DRIFT } from "../compare/project_state.ts";
import type { Decision } from "../compare/reconcile.ts";
import { hasOtherMock, type Respecified } from "../compare/respecified.ts";

/**
 * The difference from the spec that a run resolved, or that remains. The state is `edited` if the
 * run left people's code, `kept` if people decided so, and `removed` if the run removed the
 * endpoint.
 */
export type ListedState = Agreement | "edited" | "kept" | "removed";

/** An endpoint that a run changed, or that differs from the spec. */
export interface ListedEndpoint {
  /** The difference from the spec that the run resolved, or that remains. */
  readonly state: ListedState;
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The full URL path as specs write it, such as `/users/{id:int}`. */
  readonly path: string;
  /** The handler's file, as in the report's changes; `null` if there is no handler. */
  readonly file: string | null;
  /** 1-based line of the handler's decorator. */
  readonly line: number | null;
  /** The meaning of the state, or the next step. Further lines are code to add. */
  readonly note: string;
  /**
   * For a conflict, the patch that would make the handler follow the spec; `null` if no command can
   * apply one.
   */
  readonly diff: string | null;
}

/** The result of a run for each endpoint. */
export interface RunResult {
  /** The endpoints of the spec, the records and the code after the run. */
  readonly compared: ComparedProject;
  readonly decisions: ReadonlyMap<Endpoint, Decision>;
  /** The added endpoints whose code was there already. */
  readonly recorded: ReadonlySet<Endpoint>;
  /** The endpoints that had another method or path before. */
  readonly before: ReadonlyMap<Endpoint, Respecified>;
  /** The endpoints that people kept. */
  readonly kept: ReadonlySet<Endpoint>;
  /** The endpoints that the run removed. */
  readonly removed: readonly EndpointRecord[];
  /** The reasons why the run could not write some endpoints. */
  readonly reasons: ReadonlyMap<Endpoint, string>;
  /** Whether the run removed endpoints that the spec no longer has. */
  readonly prune: boolean;
  /** Prefix of the project's paths in the report, such as `shop/`. */
  readonly prefix: string;
}

/**
 * The numbers of endpoints that a run added, only recorded, updated and removed, that people kept,
 * and that still differ from the spec.
 */
export type RunCounts = Readonly<
  Record<"added" | "recorded" | "updated" | "removed" | "kept" | "left", number>
>;

/**
 * Lists the endpoints that a run changed, and the endpoints that differ from the spec after the
 * run.
 */
export function listedEndpoints(run: RunResult): readonly ListedEndpoint[] {
  return [
    ...run.compared.all.flatMap((each) => listed(each, run)),
    ...run.removed.map(({ method, path }): ListedEndpoint => ({
      state: "removed",
      method,
      path: printedPath(path),
      file: null,
      line: null,
      note: "",
      diff: null,
    })),
  ];
}

type Row = Pick<ListedEndpoint, "state" | "note">;

function listed(after: EndpointCase, run: RunResult): readonly ListedEndpoint[] {
  const row = rowOf(after, run);
  if (row === null) return [];
  const { method, path, handler } = after;
  const file = handler === null ? null : run.prefix + handler.file;
  return [{ ...row, method, path, file, line: handler?.line ?? null, diff: null }];
}

function rowOf(after: EndpointCase, run: RunResult): Row | null {
  const { agreement, wanted: endpoint } = after;
  if (agreement === null) return null;
  if (DRIFT.has(agreement)) return { state: agreement, note: driftNote(after, agreement, run) };
  if (endpoint === null) return null;
  if (run.kept.has(endpoint)) return { state: "kept", note: "until the spec changes it again" };
  const was = run.before.get(endpoint);
  if (was !== undefined) return { state: "outdated", note: beforeNote(was, run) };
  switch (run.decisions.get(endpoint)) {
    case "add":
      return run.recorded.has(endpoint)
        ? { state: "same", note: "only its record was missing" }
        : { state: "new", note: "" };
    case "restore":
      return { state: "new", note: "was deleted" };
    case "update":
      return { state: "outdated", note: `${changedParts(endpoint)} updated` };
    case "replace":
      return { state: "outdated", note: "your code is in .layerwright/backup" };
    case "edited": {
      const place = after.place === "" ? "this" : run.prefix + after.place;
      return {
        state: "edited",
        note: `${place} is your code; the spec's new ${changedParts(endpoint)} is not used`,
      };
    }
    default:
      return null;
  }
}

/**
 * Names the parts of an endpoint that may have changed. A record has one hash of the whole input,
 * so it does not show which part changed.
 */
function changedParts({ body }: Endpoint): string {
  return body === undefined ? "mock" : "mock or body";
}

/** The notes about endpoints that differ from the spec. */
const NOTES: Readonly<Partial<Record<Agreement, string>>> = {
  new: "not added, because people moved or deleted a module of its route",
  deleted: "--restore brings it back, --keep settles it",
};

function driftNote(
  { wanted, note }: EndpointCase,
  agreement: Agreement,
  { prune, reasons }: RunResult,
): string {
  const reason = wanted === null ? undefined : reasons.get(wanted);
  if (reason !== undefined) return reason;
  if (agreement === "extra") {
    return prune ? "not in the spec any more" : "not in the spec any more; --prune removes it";
  }
  if (agreement === "changed") return `${note}; --keep settles it`;
  return NOTES[agreement] ?? note;
}

function beforeNote(respecified: Respecified, { decisions }: RunResult): string {
  const { endpoint, record: { method, path } } = respecified;
  const isSamePath = path === endpoint.prefix + endpoint.rule;
  const was = isSamePath
    ? `was ${method}`
    : method === endpoint.method
    ? `was ${printedPath(path)}`
    : `was ${method} ${printedPath(path)}`;
  // An edited handler follows the spec only in its method and its path.
  const isOwn = !["add", "update"].includes(decisions.get(endpoint) ?? "");
  return isOwn && hasOtherMock(respecified) ? `${was}; the spec's new mock is not used` : was;
}

/** Lists conflicts, each with its patch. */
export function listedConflicts(
  conflicts: readonly HandlerConflict[],
  prefix: string,
  files: Snapshot,
): readonly ListedEndpoint[] {
  return conflicts.map((conflict) => {
    const { endpoint, record, case: { method, path, handler } } = conflict;
    const wanted = endpoint.prefix + endpoint.rule;
    const now = record.path === wanted
      ? endpoint.method
      : record.method === endpoint.method
      ? printedPath(wanted)
      : `${endpoint.method} ${printedPath(wanted)}`;
    return {
      state: "conflict",
      method,
      path,
      file: handler === null ? null : prefix + handler.file,
      line: handler?.line ?? null,
      note: `is now ${now}`,
      diff: handlerPatch(conflict, prefix, files),
    };
  });
}

/** Returns the patch of a handler's module; `null` if no command can change the handler. */
function handlerPatch(
  { case: { handler }, edits }: HandlerConflict,
  prefix: string,
  files: Snapshot,
): string | null {
  const file = handler?.file ?? "";
  if (edits === null || !isProjectPath(file)) return null;
  const here = edits.filter(({ path }) => path === file);
  return editPatch(file, parsedFile(files, file), here, prefix);
}

/** Counts the results of a run. */
export function runCounts(
  { compared, decisions, recorded, before, removed, kept }: RunResult,
): RunCounts {
  const made = [...decisions].filter(([endpoint]) => !before.has(endpoint)).map(([, each]) => each);
  const of = (...wanted: readonly Decision[]) =>
    made.filter((each) => wanted.includes(each)).length;
  const left = compared.all.filter(({ agreement, wanted }) =>
    agreement !== null && DRIFT.has(agreement) ||
    wanted !== null && decisions.get(wanted) === "edited"
  );
  return {
    added: of("add", "restore") - recorded.size,
    recorded: recorded.size,
    updated: of("update", "replace") + before.size,
    removed: removed.length,
    kept: kept.size,
    left: left.length,
  };
}
