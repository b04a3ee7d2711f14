/** Handlers to which the spec gives another method or path: those that people edited change only on request. */

import type { Change, Snapshot } from "../core/change_set.ts";
import { isProjectPath, type ProjectPath } from "../core/project_path.ts";
import type { Records } from "../project/records.ts";
import { RouteHomes } from "../project/route_homes.ts";
import type { RouteRecord } from "../project/route_record.ts";
import type { Choices } from "./choices.ts";
import type { Endpoint } from "./endpoint.ts";
import { recordedAgain, withOtherMethod, withTestMethod } from "./other_method.ts";
import { fileChange } from "./plan.ts";
import type { ComparedEndpoint, EndpointState } from "./project_state.ts";
import { keyOf } from "./reconcile.ts";
import { endpointFacts } from "./recorded_route.ts";
import { recordAgain, type Respecified } from "./respecified.ts";
import { endpointInput } from "./route_definitions.ts";

/** A handler that people edited, and to which the spec gives another method or path. */
export interface HandlerConflict extends Respecified {
  /** The endpoint as the project serves it. */
  readonly served: EndpointState;
  /** The change with which the handler follows the spec; `null` if no command can make it. */
  readonly change: Change | null;
}

/** A project after people's decisions about its handlers. */
export interface SettledHandlers {
  /** The conflicts without a decision. */
  readonly conflicts: readonly HandlerConflict[];
  /** The project's files, with the handlers that follow the spec now. */
  readonly files: Snapshot;
  readonly routes: ReadonlyMap<string, RouteRecord>;
  /** The endpoints of the spec that are not added, because a handler keeps its method. */
  readonly held: ReadonlySet<Endpoint>;
  /** The decisions of this run: the endpoints that people keep. */
  readonly kept: readonly HandlerConflict[];
  /** The decisions of this run: the endpoints that follow the spec. */
  readonly followed: readonly HandlerConflict[];
}

/** The project before a run. */
export interface HandlersInput {
  readonly files: Snapshot;
  readonly records: Records;
  readonly choices: Choices;
  /** Compares the project with the spec. */
  readonly compared: () => readonly ComparedEndpoint[];
}

/**
 * Decides about handlers to which the spec gives another method or path:
 *
 * - as generated, wherever it is: nothing, because its endpoint is replaced as a whole
 * - deleted, or already as the spec wants it: only its record follows
 * - renamed, but not edited: its method follows the spec, and its name stays
 * - edited: it keeps its method, follows the spec, or is a conflict, as people decided
 */
export function settleHandlers(
  respecified: readonly Respecified[],
  input: HandlersInput,
): SettledHandlers {
  if (respecified.length === 0) {
    // The same files, because a copy of them would be parsed again.
    const { files, records: { routes } } = input;
    return { conflicts: [], files, routes, held: new Set(), kept: [], followed: [] };
  }
  const settling = new Settling(input);
  const states = new Map(input.compared().map(({ endpoint, state }) => [endpoint, state]));
  for (const each of respecified) settling.settle(each, states.get(each.endpoint));
  return settling;
}

class Settling implements SettledHandlers {
  readonly conflicts: HandlerConflict[] = [];
  readonly files: Map<ProjectPath, string>;
  readonly routes: Map<string, RouteRecord>;
  readonly held = new Set<Endpoint>();
  readonly kept: HandlerConflict[] = [];
  readonly followed: HandlerConflict[] = [];
  readonly #input: HandlersInput;
  readonly #owners: RouteHomes;

  constructor(input: HandlersInput) {
    this.#input = input;
    this.#owners = new RouteHomes(input.files, input.records.routes);
    this.files = new Map(input.files);
    this.routes = new Map(input.records.routes);
  }

  settle(respecified: Respecified, served: EndpointState | undefined): void {
    const { endpoint, record } = respecified;
    const { choices } = this.#input;
    const input = endpointInput(endpoint);
    if (record.kept === input && !choices.replace.has(keyOf(endpoint))) {
      this.held.add(endpoint);
    } else if (served === undefined || served.file === null) {
      recordAgain(this.routes, respecified, { ...record, ...endpointFacts(endpoint) });
    } else if (served.method === endpoint.method) {
      recordAgain(this.routes, respecified, {
        ...record,
        ...endpointFacts(endpoint),
        input,
        kept: null,
      });
    } else if (served.code !== "generated") {
      const change = this.#changeOf(respecified, served);
      const conflict = { ...respecified, served, change };
      if (served.code === "edited" || change === null) this.#decide(conflict);
      else if (this.#isRenamed(respecified)) this.#follow(conflict);
    }
  }

  /** Reports whether people renamed any code of an endpoint. */
  #isRenamed({ route, record }: Respecified): boolean {
    return record.definitions.some((each) => {
      const found = this.#owners.find(route, each);
      return found !== null && found.name !== each.name;
    });
  }

  #decide(conflict: HandlerConflict): void {
    const { endpoint, record, change } = conflict;
    const { keep, replace, conflicts } = this.#input.choices;
    const key = keyOf(endpoint);
    const decision = keep.has(key) ? "keep" : replace.has(key) ? "replace" : conflicts;
    if (decision === "keep") {
      this.held.add(endpoint);
      this.kept.push(conflict);
      recordAgain(this.routes, conflict, { ...record, kept: endpointInput(endpoint) });
    } else if (decision === "replace" && change !== null) {
      this.#follow(conflict);
    } else {
      this.conflicts.push(conflict);
    }
  }

  #changeOf({ endpoint, record }: Respecified, { file, line, method }: EndpointState) {
    const { files } = this.#input;
    const isSamePath = record.path === endpoint.prefix + endpoint.rule;
    if (file === null || line === null || !isProjectPath(file) || !isSamePath) return null;
    const changed = withOtherMethod(files, { path: file, line }, {
      before: method,
      after: endpoint.method,
    });
    if (changed === null) return null;
    const [change = null] = fileChange(file, files.get(file) ?? null, changed.text);
    return change;
  }

  /** Changes the HTTP method of a handler, and the method that its test uses. */
  #follow(conflict: HandlerConflict): void {
    const { route, endpoint, record, served: { file, line, method, path } } = conflict;
    const other = { before: method, after: endpoint.method };
    if (file === null || line === null || !isProjectPath(file)) return;
    const changed = withOtherMethod(this.files, { path: file, line }, other);
    if (changed === null) return;
    const { text, hasOtherStatus } = changed;
    this.files.set(file, text);
    const found = new Map(
      record.definitions.map((each) => [each, this.#owners.find(route, each)] as const),
    );
    for (const [{ layer }, at] of found) {
      if (layer !== "test" || at === null) continue;
      const test = { path: at.path, name: at.name, url: path, hasOtherStatus };
      this.files.set(at.path, withTestMethod(this.files, test, other));
    }
    this.followed.push(conflict);
    recordAgain(this.routes, conflict, {
      ...record,
      ...endpointFacts(endpoint),
      input: endpointInput(endpoint),
      kept: null,
      definitions: [...found].map(([definition, at]) =>
        at === null ? definition : recordedAgain(definition, at, this.files)
      ),
    });
  }
}

/** Returns all changes of a run, including those that let handlers follow the spec. */
export function changesSince(
  project: Snapshot,
  { files }: Pick<SettledHandlers, "files">,
  changes: readonly Change[],
): readonly Change[] {
  if (files === project) return changes;
  const touched = new Set(changes.map(({ path }) => path));
  return [
    ...changes.map((change): Change => {
      const before = project.get(change.path);
      return change.kind === "create" || before === undefined ? change : { ...change, before };
    }),
    ...[...files].flatMap(([path, text]) =>
      touched.has(path) ? [] : fileChange(path, project.get(path) ?? null, text)
    ),
  ];
}
