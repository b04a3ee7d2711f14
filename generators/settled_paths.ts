/** Endpoints to which the spec gives another path, under the same method. */

import type { Change } from "../core/change_set.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { isProjectPath, type ProjectPath } from "../core/project_path.ts";
import { blueprintVariable, urlPrefix } from "../project/layout.ts";
import { recordedPrefix, recordedRule } from "../project/recorded_path.ts";
import { RouteHomes } from "../project/route_homes.ts";
import { endpointKey, type EndpointRecord, type RouteRecord } from "../project/route_record.ts";
import { comparablePath, printedPath } from "../project/url_paths.ts";
import { readPython } from "../python/python_module.ts";
import { symbols } from "../python/symbols.ts";
import type { ApiCode } from "./api_code.ts";
import type { Choices } from "./choices.ts";
import type { Endpoint } from "./endpoint.ts";
import { exampleUrl } from "./example_url.ts";
import type { HandlerConflict, SettledHandlers } from "./handler_conflicts.ts";
import { recordedAgain } from "./other_method.ts";
import {
  type OtherText,
  withOtherDefinition,
  withOtherDocstring,
  withOtherRule,
  withOtherString,
} from "./other_path.ts";
import { fileChange } from "./plan.ts";
import type { ComparedEndpoint, EndpointState } from "./project_state.ts";
import { keyOf } from "./reconcile.ts";
import { endpointFacts } from "./recorded_route.ts";
import { recordAgain, type Respecified } from "./respecified.ts";
import { endpointInput } from "./route_definitions.ts";

/** What is known about a project whose spec has other paths. */
export interface PathsInput {
  /** The code that the spec generates. */
  readonly code: ApiCode;
  readonly choices: Choices;
  /** Compares the project with the spec. */
  readonly compared: () => readonly ComparedEndpoint[];
}

/** Reports whether the spec changes the path of an endpoint, but not its method. */
export function hasOtherPath({ endpoint, record }: Respecified): boolean {
  return record.method === endpoint.method;
}

/** Reports whether the spec gives another prefix to a route that has endpoints. */
function hasOtherPrefix(
  route: string,
  record: RouteRecord,
  generated: Pick<RouteRecord, "prefix">,
): boolean {
  return record.endpoints.length > 0 &&
    recordedPrefix(route, record) !== recordedPrefix(route, generated);
}

/** Reports routes whose prefix the spec changes, although commands made all of their endpoints. */
export function otherPrefixes(
  code: ApiCode,
  routes: ReadonlyMap<string, RouteRecord>,
): readonly Diagnostic[] {
  return [...code].flatMap(([route, generated]) => {
    const record = routes.get(route);
    if (record === undefined || !hasOtherPrefix(route, record, generated)) return [];
    if (record.endpoints.some(({ origin }) => origin === "spec")) return [];
    const [before, after] = [recordedPrefix(route, record), recordedPrefix(route, generated)];
    const message =
      `Route '${route}' is at '${before}' in the project, but at '${after}' in the spec.`;
    return [error("spec-path", message, { hint: `Write "path": "${before}" in the spec` })];
  });
}

/**
 * Decides about endpoints with other paths, like `settleHandlers` about other methods. Unedited ones are
 * generated again in place. The prefix of a route changes for all of its endpoints, or for none.
 */
export function settlePaths(
  respecified: readonly Respecified[],
  settled: SettledHandlers,
  input: PathsInput,
): SettledHandlers {
  const found = Map.groupBy(respecified, ({ route }) => route);
  const changed = [...input.code].filter(([route, generated]) => {
    const record = settled.routes.get(route);
    return found.has(route) || record !== undefined && hasOtherPrefix(route, record, generated);
  });
  if (changed.length === 0) return settled;
  const settling = new PathSettling(settled, input);
  for (const [route] of changed) settling.settle(route, found.get(route) ?? []);
  return settling;
}

/** An endpoint to which the spec gives another path, as the project serves it. */
type ServedEndpoint = Respecified & { readonly served: EndpointState };

class PathSettling implements SettledHandlers {
  readonly conflicts: HandlerConflict[];
  readonly files: Map<ProjectPath, string>;
  readonly routes: Map<string, RouteRecord>;
  readonly held: Set<Endpoint>;
  readonly kept: HandlerConflict[];
  readonly followed: HandlerConflict[];
  readonly #input: PathsInput;
  readonly #owners: RouteHomes;
  readonly #states: ReadonlyMap<Endpoint | null, EndpointState>;

  constructor(settled: SettledHandlers, input: PathsInput) {
    this.conflicts = [...settled.conflicts];
    this.files = new Map(settled.files);
    this.routes = new Map(settled.routes);
    this.held = new Set(settled.held);
    this.kept = [...settled.kept];
    this.followed = [...settled.followed];
    this.#input = input;
    this.#owners = new RouteHomes(settled.files, settled.routes);
    this.#states = new Map(input.compared().map(({ endpoint, state }) => [endpoint, state]));
  }

  settle(route: string, all: readonly Respecified[]): void {
    const record = this.routes.get(route);
    if (record === undefined) return;
    const before = recordedPrefix(route, record);
    const generated = this.#input.code.get(route);
    const after = generated === undefined ? before : recordedPrefix(route, generated);
    const prefix = { before, after };
    const respecified = all.filter(hasOtherPath);
    const open = respecified.flatMap((each) => this.#open(each));
    const decided = open.map((each) => ({ each, decision: this.#decision(each, prefix) }));
    const ofKind = (wanted: string) =>
      decided.filter(({ decision }) => decision === wanted).map(({ each }) => each);
    const conflicts = ofKind("conflict");
    if (conflicts.length > 0) {
      this.conflicts.push(...conflicts.map((each) => this.#conflict(each, prefix)));
      return;
    }
    for (const each of ofKind("keep")) this.#keep(each);
    const holds = generated?.endpoints.some((each) => this.held.has(each)) ?? false;
    if (before !== after && holds) {
      for (const each of ofKind("follow")) this.#keep(each);
      return;
    }
    for (const each of ofKind("follow")) this.#follow(each, prefix);
    if (before === after) return;
    const replaced = all.filter((each) => !hasOtherPath(each)).map(({ record }) => record);
    this.#changePrefix(route, prefix, new Set(replaced.map(endpointKey)));
  }

  /** Returns an endpoint that is yet to be decided about; none if its record needs no decision. */
  #open(respecified: Respecified): readonly ServedEndpoint[] {
    const { endpoint, record } = respecified;
    const { choices } = this.#input;
    const served = this.#states.get(endpoint);
    if (record.kept === endpointInput(endpoint) && !choices.replace.has(keyOf(endpoint))) {
      this.held.add(endpoint);
      return [];
    }
    const isSettled = served === undefined || served.file === null ||
      served.path === printedPath(pathOf(endpoint)) ||
      served.code === "edited" && isSameRequest(respecified);
    if (!isSettled) return [{ ...respecified, served }];
    recordAgain(this.routes, respecified, { ...record, ...endpointFacts(endpoint), kept: null });
    return [];
  }

  #decision(each: ServedEndpoint, prefix: OtherText): "follow" | "keep" | "conflict" {
    const { served, endpoint } = each;
    const { keep, replace, conflicts } = this.#input.choices;
    const isPossible = this.#edited(each, prefix) !== null;
    if (served.code !== "edited" && isPossible) return "follow";
    const key = keyOf(endpoint);
    const decision = keep.has(key) ? "keep" : replace.has(key) ? "replace" : conflicts;
    if (decision === "keep") return "keep";
    return decision === "replace" && isPossible ? "follow" : "conflict";
  }

  #conflict(each: ServedEndpoint, prefix: OtherText): HandlerConflict {
    const edited = this.#edited(each, prefix);
    const [change = null]: readonly (Change | null)[] = edited === null
      ? []
      : fileChange(edited.path, this.files.get(edited.path) ?? null, edited.text);
    return { ...each, change };
  }

  /** Returns the module of a handler with the spec's path; `null` if no command can write it. */
  #edited(
    { route, endpoint, record, served: { code, file, line } }: ServedEndpoint,
    prefix: OtherText,
  ): { readonly path: ProjectPath; readonly text: string } | null {
    if (file === null || line === null || !isProjectPath(file)) return null;
    let text = this.files.get(file) ?? "";
    if (prefix.before !== prefix.after) {
      const blueprint = this.#withPrefix(route, prefix);
      if (blueprint === null) return null;
      if (blueprint.path === file) text = blueprint.text;
    }
    const rule = { before: recordedRule(prefix.before, record), after: endpoint.rule };
    if (rule.before === rule.after || code !== "edited") return { path: file, text };
    if (parametersOf(rule.before) !== parametersOf(rule.after)) return null;
    const changed = withOtherRule(new Map([[file, text]]), { path: file, line }, rule);
    return changed === null ? null : { path: file, text: changed };
  }

  /** Returns the module of a blueprint with another prefix; `null` if the code does not spell the recorded one. */
  #withPrefix(route: string, prefix: OtherText) {
    const { code } = this.#input;
    const variable = blueprintVariable(route);
    const recorded = this.routes.get(route)?.shared.find(({ layer, name }) =>
      layer === "route" && name === variable
    );
    const found = recorded === undefined ? null : this.#owners.find(route, recorded);
    if (recorded === undefined || found === null) return null;
    const generated = [...code.get(route)?.files ?? []].map(([, text]) => readPython(text))
      .flatMap(symbols).find(({ kind, name }) => kind === "assignment" && name === variable);
    const isWhole = !found.edited && found.renaming === null && generated !== undefined;
    const text = isWhole
      ? withOtherDefinition(this.files, found, generated.text)
      : withOtherString(this.files, found, prefix);
    return text === null ? null : { path: found.path, text, found, recorded };
  }

  #keep(each: ServedEndpoint): void {
    const { endpoint, record } = each;
    this.held.add(endpoint);
    this.kept.push({ ...each, change: null });
    recordAgain(this.routes, each, { ...record, kept: endpointInput(endpoint) });
  }

  /** Lets an endpoint follow the spec. Without edits, it is generated again later. */
  #follow(each: ServedEndpoint, prefix: OtherText): void {
    const { endpoint, record, served } = each;
    const isEdited = served.code === "edited";
    const edited = isEdited ? this.#edited(each, { ...prefix, after: prefix.before }) : null;
    if (edited !== null) this.files.set(edited.path, edited.text);
    const definitions = this.#withOtherUrl(each.route, record, pathOf(endpoint), isEdited);
    const input = isEdited ? record.input : null;
    this.followed.push({ ...each, change: null });
    recordAgain(this.routes, each, {
      ...record,
      ...endpointFacts(endpoint),
      input,
      kept: null,
      definitions,
    });
  }

  /**
   * Changes the prefix of a route's blueprint, and the paths of endpoints that the spec does not have.
   *
   * @param replaced The keys of endpoints that the run removes.
   */
  #changePrefix(route: string, prefix: OtherText, replaced: ReadonlySet<string>): void {
    const changed = this.#withPrefix(route, prefix);
    const record = this.routes.get(route);
    if (record === undefined) return;
    if (changed === null) {
      this.routes.set(route, this.#withOthersBelow(route, record, prefix, replaced));
      return;
    }
    const { path, text, found, recorded } = changed;
    this.files.set(path, withOtherDocstring(text, prefix));
    const test = this.#owners.of(route).paths.test;
    const tests = this.files.get(test);
    if (tests !== undefined) this.files.set(test, withOtherDocstring(tests, prefix));
    this.routes.set(route, {
      ...this.#withOthersBelow(route, record, prefix, replaced),
      shared: record.shared.map((each) =>
        each === recorded ? recordedAgain(each, found, this.files) : each
      ),
    });
  }

  /** Returns a record with another prefix, also for endpoints that the spec does not have. */
  #withOthersBelow(
    route: string,
    record: RouteRecord,
    { before, after }: OtherText,
    replaced: ReadonlySet<string>,
  ): RouteRecord {
    const wanted = new Set(this.#input.code.get(route)?.endpoints.map(keyOf));
    const pathBelow = (path: string) =>
      path === before || path.startsWith(`${before}/`) ? after + path.slice(before.length) : path;
    return {
      ...record,
      prefix: after === urlPrefix(route) ? null : after,
      endpoints: record.endpoints.map((each) => {
        const key = endpointKey(each);
        if (wanted.has(key) || replaced.has(key)) return each;
        const path = pathBelow(each.path);
        return { ...each, path, definitions: this.#withOtherUrl(route, each, path, true) };
      }),
      removed: record.removed.map((each) => ({ ...each, path: pathBelow(each.path) })),
    };
  }

  /**
   * Changes the URL in the tests of an endpoint, and returns the records of its definitions.
   *
   * @param all Whether to change tests without edits, too. Otherwise, they are generated again later.
   */
  #withOtherUrl(
    route: string,
    { path, definitions }: EndpointRecord,
    after: string,
    all: boolean,
  ): EndpointRecord["definitions"] {
    const urls = { before: exampleUrl("", path), after: exampleUrl("", after) };
    return definitions.map((each) => {
      const found = each.layer === "test" ? this.#owners.find(route, each) : null;
      if (found === null || !all && !found.edited) return each;
      const text = withOtherString(this.files, found, urls);
      if (text === null) return each;
      this.files.set(found.path, text);
      return recordedAgain(each, found, this.files);
    });
  }
}

function pathOf({ prefix, rule }: Endpoint): string {
  return prefix + rule;
}

/** Reports whether the old and the new path match the same requests: only parameters have other names. */
function isSameRequest({ endpoint, record }: Respecified): boolean {
  const typed = (path: string) => printedPath(path).replace(/\{\w+/g, "{");
  return typed(pathOf(endpoint)) === typed(record.path) &&
    comparablePath(pathOf(endpoint)) === comparablePath(record.path);
}

/** Returns the parameters of a rule, which a handler takes. */
function parametersOf(rule: string): string {
  return [...rule.matchAll(/<[^<>]*>/g)].map(([parameter]) => parameter).join("");
}
