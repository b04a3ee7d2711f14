/** The endpoints that a report on an existing project lists. */

import type { Snapshot } from "../../core/change_set.ts";
import { isProjectPath } from "../../core/project_path.ts";
import type { Manifest } from "../../project/records/manifest.ts";
import type { EndpointRecord } from "../../project/records/route_record.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import { parsedFile } from "../../python/parsed_files.ts";
import { editPatch } from "../plans/edit_patch.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import { endpointInput } from "../code/endpoint_input.ts";
import type { Respecification } from "./respecification.ts";
import type { ChangedParts } from "../compare/changed_parts.ts";
import type { ComparedProject } from "../compare/compare_project.ts";
import type { EndpointCase } from "../compare/endpoint_case.ts";
import { type Agreement, DRIFT } from "../compare/project_state.ts";
import type { EndpointAction } from "../compare/action.ts";
import { changedModelsText } from "../compare/changed_models.ts";
import { gainedText } from "../compare/signatures.ts";
import { memberName } from "../compare/following.ts";
import { pathOf } from "../compare/handlers.ts";

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
  /** The endpoints of the spec before the run. */
  readonly before: ReadonlyMap<Endpoint, EndpointCase>;
  /** Names the parts of endpoints that the spec changed. */
  readonly changedParts: ChangedParts;
  /** The project after the run. */
  readonly compared: ComparedProject;
  readonly actions: ReadonlyMap<Endpoint, EndpointAction>;
  /** The inputs that an earlier spec had for endpoints of people's own code. */
  readonly served: Manifest["served"];
  /** The endpoints that the run removed. */
  readonly removed: readonly EndpointRecord[];
  /** Whether the run removed endpoints that the spec no longer has. */
  readonly prune: boolean;
  /** Whether the run discarded code of people's, and kept a copy. */
  readonly discards: boolean;
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
  const action = run.actions.get(endpoint);
  switch (action?.kind) {
    case "add":
      return action.reason === "there"
        ? { state: "same", note: "only its record was missing" }
        : { state: "new", note: "" };
    case "restore":
      return { state: "new", note: "was deleted" };
    case "update":
      return {
        state: "outdated",
        note: action.reason === "models"
          ? "names of its models updated"
          : `${changedParts(endpoint, run)} updated${keptNote(after, action, run)}`,
      };
    case "replace":
      return {
        state: "outdated",
        note: run.discards
          ? `${replacedCode(action)} in .layerwright/backup${keptNote(after, action, run)}`
          : "written as the spec wants it",
      };
    case "respecify":
      return { state: "outdated", note: beforeNote(endpoint, action, run) };
    default:
      return action === undefined ? null : leftRow(after, endpoint, action, run);
  }
}

/** Names code of people that stays as it is, and the models below it that changed; may be empty. */
function keptNote(
  { edits: places, servicePlace }: EndpointCase,
  { models, members = [], gained = [] }: EndpointAction,
  { prefix }: RunResult,
): string {
  if (models === undefined) return "";
  const gains = gained.length === 0
    ? ""
    : `; your code in ${prefix + servicePlace} ${gainedText(gained)}`;
  if (gains !== "" && models.length === 0 && members.length === 0) return gains;
  const code = places.length === 0
    ? []
    : [`your code in ${places.map((each) => prefix + each).join(" and ")}`];
  const edits = members.length === 0 ? [] : [`your edits of ${members.join(" and ")}`];
  if (code.length === 0 || models.length === 0) {
    const kept = [...code, ...edits];
    const verb = code.length === 1 && edits.length === 0 ? "stays" : "stay";
    return kept.length === 0 ? gains : `${gains}; ${kept.join(" and ")} ${verb}`;
  }
  const stay = edits.map((each) => `; ${each} stay`).join("");
  return `${gains}; ${code[0]} uses ${changedModelsText(models)}${stay}`;
}

/** Names the code of people that was replaced. */
function replacedCode({ replaced }: EndpointAction): string {
  if (replaced === undefined) return "your code is";
  const names = [...replaced].map((key) => key.slice(key.indexOf(" ") + 1));
  return `your ${names.join(" and ")} ${names.length === 1 ? "is" : "are"}`;
}

/** Names the code of people because of which an endpoint is left. */
function heldNote(
  { route, place, handler }: EndpointCase,
  by: EndpointAction["heldBy"],
  { compared, prefix }: RunResult,
): string {
  if (by === undefined) {
    const { file, line } = handler ?? {};
    const own = place !== "" || file === undefined ? place : `${file}:${line}`;
    return `${own === "" ? "this" : prefix + own} is your code`;
  }
  const { held, member } = by;
  const found = compared.homes.find(route, held);
  if (found === null) return `${held.name} was deleted`;
  const at = `${prefix}${found.path}:${found.line}`;
  return member === undefined
    ? `${at} is your code`
    : `${memberName(found.name, member)} in ${at} is your code`;
}

/** Returns the row of an endpoint that the run did not change; `null` if there is nothing to say. */
function leftRow(
  after: EndpointCase,
  endpoint: Endpoint,
  { reason, problem, heldBy }: EndpointAction,
  run: RunResult,
): Row | null {
  if (problem !== undefined) return { state: "edited", note: problem };
  if (reason === "served") return servedRow(after, endpoint, run);
  if (reason === "keep") return { state: "kept", note: keptUntil(after, endpoint) };
  if (reason !== "edited") return null;
  return {
    state: "edited",
    note: `${heldNote(after, heldBy, run)}; ${
      unused(endpoint, run)
    }; --replace takes the spec's code`,
  };
}

/** Returns the row of an endpoint of people's own code, which a run reports once for each change of the spec. */
function servedRow(
  after: EndpointCase,
  endpoint: Endpoint,
  run: RunResult,
): Row | null {
  if (!isUnused(after, endpoint, run)) return null;
  const { file, line } = after.handler ?? {};
  const code = `${run.prefix}${file}:${line} is your code`;
  return {
    state: "edited",
    note: run.served.has(keyOf(endpoint))
      ? `${code}; the spec's change is not used`
      : `${code}, so the spec generates nothing for it`,
  };
}

/** Reports whether the spec is new for an endpoint of people's own code, which does not follow it. */
function isUnused({ owner }: EndpointCase, endpoint: Endpoint, { served }: RunResult): boolean {
  return owner === "yours" && served.get(keyOf(endpoint)) !== endpointInput(endpoint);
}

/** Names the method or path of the spec that an endpoint need not have. */
function keptUntil(after: EndpointCase, wanted: Endpoint): string {
  const asked = difference({ method: wanted.method, path: pathOf(wanted) }, after);
  const until = "until the spec changes it again";
  return asked === "" ? until : `instead of ${asked}, ${until}`;
}

/** Names the method and path of an endpoint, without what another one has, too; may be empty. */
function difference(
  { method, path }: Pick<EndpointCase, "method" | "path">,
  other: Pick<EndpointCase, "method" | "path">,
): string {
  const printed = printedPath(path);
  if (printed === printedPath(other.path)) return method === other.method ? "" : method;
  return method === other.method ? printed : `${method} ${printed}`;
}

function changedParts(endpoint: Endpoint, { before, changedParts }: RunResult): string {
  const found = before.get(endpoint);
  return found === undefined ? "" : changedParts.of(found);
}

/** Says which changed parts people's code does not use. */
function unused(endpoint: Endpoint, run: RunResult): string {
  const parts = changedParts(endpoint, run);
  const verb = / and |\b(?:headers|errors)$/.test(parts) ? "are" : "is";
  return `the spec's new ${parts} ${verb} not used`;
}

/** The notes about endpoints that differ from the spec. */
const NOTES: Readonly<Partial<Record<Agreement, string>>> = {
  new: "not added, because people moved or deleted a module of its route",
  deleted: "--restore brings it back, --keep settles it",
};

function driftNote(
  { wanted, note }: EndpointCase,
  agreement: Agreement,
  { prune, actions, prefix }: RunResult,
): string {
  const problem = wanted === null ? undefined : actions.get(wanted)?.problem;
  if (problem !== undefined) return problem;
  if (agreement === "extra") {
    return prune ? "not in the spec any more" : "not in the spec any more; --prune removes it";
  }
  if (agreement === "unreadable") return `${prefix}${note}`;
  if (agreement === "changed") return `${note}; --keep settles it`;
  return NOTES[agreement] ?? note;
}

/** Names the earlier method or path of an endpoint. */
function beforeNote(endpoint: Endpoint, { writing }: EndpointAction, run: RunResult): string {
  const before = run.before.get(endpoint);
  const { wanted, recorded } = before ?? { wanted: null, recorded: null };
  if (wanted === null || recorded === null) return "";
  const asked = { method: wanted.method, path: pathOf(wanted) };
  const was = `was ${difference(recorded, asked)}`;
  // An edited handler follows the spec only in its method and its path.
  const isOwn = writing === null;
  return isOwn && before?.changesMore ? `${was}; ${unused(endpoint, run)}` : was;
}

/** Lists conflicts, each with its patch. */
export function listedConflicts(
  conflicts: readonly Respecification[],
  prefix: string,
  files: Snapshot,
): readonly ListedEndpoint[] {
  return conflicts.map((conflict) => {
    const { wanted, recorded, method, path, handler } = conflict.case;
    const now = difference({ method: wanted.method, path: pathOf(wanted) }, recorded);
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
  { case: { handler }, edits }: Respecification,
  prefix: string,
  files: Snapshot,
): string | null {
  const file = handler?.file ?? "";
  if (edits === null || !isProjectPath(file)) return null;
  const here = edits.filter(({ path }) => path === file);
  return editPatch(file, parsedFile(files, file), here, prefix);
}

/** Counts the results of a run. */
export function runCounts(run: RunResult): RunCounts {
  const { compared, actions, removed } = run;
  const all = [...actions.values()];
  const count = (is: (action: EndpointAction) => boolean) => all.filter(is).length;
  const recorded = count(({ kind, reason }) => kind === "add" && reason === "there");
  return {
    added: count(({ kind }) => kind === "add" || kind === "restore") - recorded,
    recorded,
    updated: count(({ kind }) => ["update", "replace", "respecify"].includes(kind)),
    removed: removed.length,
    kept: count(({ reason }) => reason === "keep"),
    left: compared.all.filter((each) => {
      const { agreement, wanted } = each;
      if (agreement !== null && DRIFT.has(agreement)) return true;
      const reason = wanted === null ? undefined : actions.get(wanted)?.reason;
      return reason === "edited" ||
        reason === "served" && wanted !== null && isUnused(each, wanted, run);
    }).length,
  };
}
