/** Endpoints to which the spec gives another path, under the same method. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { isProjectPath } from "../../core/project_path.ts";
import { blueprintVariable, DEFAULT_LAYOUT, urlPrefix } from "../../project/layout/layout.ts";
import { recordedPrefix, recordedRule } from "../../project/records/recorded_path.ts";
import {
  endpointKey,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import {
  comparablePath,
  movedPath,
  printedPath,
  typedPath,
} from "../../project/layout/url_paths.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import type { ApiCode } from "../code/api_code.ts";
import { type Endpoint, endpointFacts, keyOf } from "../code/endpoint.ts";
import { exampleUrl } from "../code/example_url.ts";
import type { FileEdit } from "../edits/file_edits.ts";
import type { HandlerConflict } from "./handler_conflicts.ts";
import {
  definitionEdit,
  docstringEdits,
  type OtherText,
  ruleEdits,
  stringEdits,
} from "./other_path.ts";
import type { Respecified } from "../compare/respecified.ts";
import { RemovedEndpoints } from "../compare/removed_endpoints.ts";
import type { RouteCode } from "../code/route_files.ts";
import type { Settlement } from "./settlement.ts";

/** Reports whether the spec changes the path of an endpoint, but not its method. */
export function hasOtherPath({ endpoint, record }: Respecified): boolean {
  return record.method === endpoint.method;
}

/**
 * Returns the prefixes of a route that has endpoints: in the project, and in the spec. If people
 * removed all endpoints that the spec has, its prefix does not matter.
 */
function prefixesOf(
  route: string,
  record: RouteRecord,
  generated: Pick<RouteCode, "prefix" | "endpoints"> | undefined,
): OtherText {
  const before = recordedPrefix(route, record);
  const removed = new RemovedEndpoints(new Map([[route, record]]));
  const isRemoved = (each: Endpoint) => removed.routesOf(each).length > 0;
  const isPlaced = generated !== undefined && record.endpoints.length > 0 &&
    (generated.endpoints.length === 0 || !generated.endpoints.every(isRemoved));
  return { before, after: isPlaced ? recordedPrefix(route, generated) : before };
}

/** Reports routes whose prefix the spec changes, although commands made all of their endpoints. */
export function otherPrefixes(
  code: ApiCode,
  routes: ReadonlyMap<string, RouteRecord>,
): readonly Diagnostic[] {
  return [...code].flatMap(([route, generated]) => {
    const record = routes.get(route);
    if (record === undefined) return [];
    const { before, after } = prefixesOf(route, record, generated);
    if (before === after || record.endpoints.some(({ origin }) => origin === "spec")) return [];
    const message =
      `Route '${route}' is at '${before}' in the project, but at '${after}' in the spec.`;
    return [error("spec-path", message, { hint: `Write "path": "${before}" in the spec` })];
  });
}

/**
 * Decides about endpoints with other paths. Unedited endpoints are regenerated in place. The prefix
 * of a route changes for all of its endpoints, or for none.
 *
 * @param respecified All endpoints with another method or path.
 */
export function settlePaths(
  respecified: readonly Respecified[],
  code: ApiCode,
  settlement: Settlement,
): void {
  const found = Map.groupBy(respecified, ({ route }) => route);
  for (const route of code.keys()) {
    const record = settlement.recordOf(route);
    if (record === undefined) continue;
    const settling = new RouteSettling(route, record, { code, settlement });
    if (found.has(route) || settling.hasOtherPrefix) settling.settle(found.get(route) ?? []);
  }
}

/** An endpoint that follows the spec. */
interface EditedEndpoint extends Respecified {
  readonly edits: readonly FileEdit[];
}

/** Decides which endpoints of a route move to the paths in the spec. */
class RouteSettling {
  readonly #wanted: readonly Endpoint[];
  readonly #prefix: OtherText;
  readonly #settlement: Settlement;
  readonly #code: ApiCode;
  #blueprint: readonly FileEdit[] | null | undefined;

  constructor(
    private readonly route: string,
    private readonly record: RouteRecord,
    { code, settlement }: { readonly code: ApiCode; readonly settlement: Settlement },
  ) {
    const generated = code.get(route);
    this.#prefix = prefixesOf(route, record, generated);
    this.#wanted = generated?.endpoints ?? [];
    this.#settlement = settlement;
    this.#code = code;
  }

  /** Whether the spec gives another prefix to a route that has endpoints. */
  get hasOtherPrefix(): boolean {
    const { before, after } = this.#prefix;
    return before !== after;
  }

  settle(respecified: readonly Respecified[]): void {
    const open = respecified.filter(hasOtherPath).flatMap((each) => this.#open(each));
    const conflicts: HandlerConflict[] = [];
    const kept: Respecified[] = [];
    const followed: EditedEndpoint[] = [];
    for (const each of open) {
      const edits = this.#editsOf(each);
      const isFree = each.case.owner !== "edited" && edits !== null;
      const decision = isFree ? "replace" : this.#settlement.decision(each);
      if (decision === "keep") kept.push(each);
      else if (decision === "replace" && edits !== null) followed.push({ ...each, edits });
      else conflicts.push({ ...each, edits });
    }
    this.#settlement.conflicts.push(...conflicts);
    if (conflicts.length > 0) return;
    for (const each of kept) this.#settlement.keep(each);
    const { before, after } = this.#prefix;
    if (before !== after && this.#wanted.some((each) => this.#settlement.isHeld(each))) {
      for (const each of followed) this.#settlement.keep(each);
      return;
    }
    for (const each of followed) this.#follow(each);
    if (before === after) return;
    const replaced = respecified.filter((each) => !hasOtherPath(each)).map(({ record }) => record);
    this.#changePrefix(new Set(replaced.map(endpointKey)));
  }

  /** Returns an endpoint if its path still needs a decision, otherwise an empty list. */
  #open(respecified: Respecified): readonly Respecified[] {
    const { route, endpoint, record, case: { handler, owner, path } } = respecified;
    if (this.#settlement.isKept(respecified)) {
      this.#settlement.hold(respecified);
      return [];
    }
    const isDone = handler === null || path === printedPath(pathOf(endpoint)) ||
      owner === "edited" && isSameRequest(respecified);
    if (!isDone) return [respecified];
    this.#settlement.record(route, record, { ...record, ...endpointFacts(endpoint), kept: null });
    return [];
  }

  /**
   * Returns the edits that make an endpoint follow the spec; `null` if no command can make them.
   */
  #editsOf(
    { endpoint, record, case: { handler, owner } }: Respecified,
  ): readonly FileEdit[] | null {
    if (handler === null || !isProjectPath(handler.file)) return null;
    const { file, line } = handler;
    const { before, after } = this.#prefix;
    const blueprint = before === after ? [] : this.#blueprintEdits();
    if (blueprint === null) return null;
    const rule = { before: recordedRule(before, record), after: endpoint.rule };
    const tests = this.#testEdits(record, pathOf(endpoint), owner === "edited");
    if (rule.before === rule.after || owner !== "edited") return [...blueprint, ...tests];
    if (parametersOf(rule.before) !== parametersOf(rule.after)) return null;
    const edits = ruleEdits(this.#settlement.module(file), line, rule);
    if (edits === null) return null;
    return [...blueprint, ...edits.map((edit) => ({ ...edit, path: file })), ...tests];
  }

  /** Returns the edits of the blueprint's prefix; `null` if the code does not spell the recorded one. */
  #blueprintEdits(): readonly FileEdit[] | null {
    if (this.#blueprint === undefined) this.#blueprint = this.#readBlueprint();
    return this.#blueprint;
  }

  #readBlueprint(): readonly FileEdit[] | null {
    const { route, record } = this;
    const { homes } = this.#settlement;
    const variable = blueprintVariable(route);
    const recorded = record.shared.find(({ layer, name }) =>
      layer === "route" && name === variable
    );
    const found = recorded === undefined ? null : homes.find(route, recorded);
    const symbol = found === null ? undefined : this.#settlement.symbol(found.path, found.name);
    if (found === null || symbol === undefined) return null;
    const module = this.#settlement.module(found.path);
    const text = this.#code.get(route)?.files.get(DEFAULT_LAYOUT.routePaths(route).route) ?? "";
    const generated = symbols(readPython(text)).find(({ kind, name }) =>
      kind === "assignment" && name === variable
    );
    const isWhole = !found.edited && found.renaming === null && generated !== undefined;
    const edits = isWhole
      ? [definitionEdit(module, symbol, generated.text)]
      : stringEdits(module.source, symbol, this.#prefix);
    return edits.length === 0 ? null : edits.map((edit) => ({ ...edit, path: found.path }));
  }

  /** Lets an endpoint follow the spec. An endpoint without edits is regenerated later. */
  #follow({ edits, ...each }: EditedEndpoint): void {
    this.#add(edits);
    this.#settlement.follow(each, each.case.owner === "edited" ? each.record.input : null);
  }

  #add(edits: readonly FileEdit[]): void {
    for (const edit of edits) this.#settlement.edits.add(edit);
  }

  /**
   * Changes the prefix of a route's blueprint, and the paths of endpoints that the spec does not have.
   *
   * @param replaced The keys of endpoints that the run removes.
   */
  #changePrefix(replaced: ReadonlySet<string>): void {
    const { route, record } = this;
    const { before, after } = this.#prefix;
    const blueprint = this.#blueprintEdits();
    if (blueprint !== null) {
      this.#add(blueprint);
      const test = this.#settlement.homes.of(route).paths.test;
      for (const path of new Set([...blueprint.map(({ path }) => path), test])) {
        const edits = docstringEdits(this.#settlement.module(path).source, this.#prefix);
        this.#add(edits.map((edit) => ({ ...edit, path })));
      }
    }
    const wanted = new Set(this.#wanted.map(keyOf));
    const pathBelow = (path: string) => movedPath(path, before, after);
    for (const each of record.endpoints) {
      const key = endpointKey(each);
      const isOther = !wanted.has(key) && !replaced.has(key) &&
        !this.#settlement.isRecorded(route, each);
      if (!isOther) continue;
      const path = pathBelow(each.path);
      this.#add(this.#testEdits(each, path, true));
      this.#settlement.record(route, each, { ...each, path });
    }
    this.#settlement.recordRoute(route, {
      prefix: after === urlPrefix(route) ? null : after,
      // If the spec has a removed endpoint in another route at the old path, the endpoint stays
      // removed at that path.
      removed: record.removed.map((each) =>
        this.#settlement.isInSpec(each) ? each : { ...each, path: pathBelow(each.path) }
      ),
    });
  }

  /**
   * Returns the edits of the URL in the tests of an endpoint.
   *
   * @param all Whether to change tests without edits, too. Otherwise, tests without edits are
   * regenerated later.
   */
  #testEdits(
    { path, definitions }: EndpointRecord,
    after: string,
    all: boolean,
  ): readonly FileEdit[] {
    const { homes } = this.#settlement;
    const urls = { before: exampleUrl("", path), after: exampleUrl("", after) };
    return definitions.flatMap((each): readonly FileEdit[] => {
      const found = each.layer === "test" ? homes.find(this.route, each) : null;
      if (found === null || !all && !found.edited) return [];
      const symbol = this.#settlement.symbol(found.path, found.name);
      if (symbol === undefined) return [];
      return stringEdits(this.#settlement.module(found.path).source, symbol, urls)
        .map((edit) => ({ ...edit, path: found.path }));
    });
  }
}

function pathOf({ prefix, rule }: Endpoint): string {
  return prefix + rule;
}

/** Reports whether the old and the new path match the same requests: only parameters have other names. */
function isSameRequest({ endpoint, record }: Respecified): boolean {
  return typedPath(pathOf(endpoint)) === typedPath(record.path) &&
    comparablePath(pathOf(endpoint)) === comparablePath(record.path);
}

/** Returns the parameters of a rule, which a handler takes. */
function parametersOf(rule: string): string {
  return [...rule.matchAll(/<[^<>]*>/g)].map(([parameter]) => parameter).join("");
}
