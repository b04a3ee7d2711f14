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
import { replaceRange } from "../../python/text_edit.ts";
import type { ApiCode } from "../code/api_code.ts";
import { keyOf, routeEndpoints } from "../code/endpoint.ts";
import { exampleUrl } from "../code/example_url.ts";
import type { RouteCode } from "../code/route_files.ts";
import { respecifiedAs } from "../compare/action.ts";
import type { RespecifiedCase } from "../compare/endpoint_case.ts";
import { pathOf } from "../compare/handlers.ts";
import { RemovedEndpoints } from "../compare/removed_endpoints.ts";
import type { FileEdit } from "../edits/file_edits.ts";
import { docstringEdits, type OtherText, ruleEdits, stringEdits } from "./path_edits.ts";
import {
  alreadyRespecified,
  isDeclined,
  type Respecification,
  respecification,
  type RespecifyInput,
  testEdits,
} from "./respecification.ts";

/** Reports whether the spec changes the path of an endpoint, but not its method. */
export function hasOtherPath({ wanted, recorded }: RespecifiedCase): boolean {
  return recorded.method === wanted.method;
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
  if (generated === undefined || record.endpoints.length === 0) return { before, after: before };
  const after = recordedPrefix(route, generated);
  if (before === after) return { before, after };
  const removed = new RemovedEndpoints([[route, record]]);
  const isPlaced = generated.endpoints.length === 0 ||
    !generated.endpoints.every((each) => removed.has(each));
  return { before, after: isPlaced ? after : before };
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

/** The prefix that the spec gives to a route. */
export interface RespecifiedPrefix {
  readonly record: Pick<RouteRecord, "prefix" | "removed">;
  /** The records of endpoints that the spec does not have, by the earlier ones. */
  readonly endpoints: ReadonlyMap<EndpointRecord, EndpointRecord>;
  /** The edits of the blueprint, and of the tests of these endpoints. */
  readonly edits: readonly FileEdit[];
}

/** The decisions about the paths of a route. */
export interface RespecifiedPaths {
  readonly decisions: readonly Respecification[];
  /** `null` if the prefix stays. */
  readonly prefix: RespecifiedPrefix | null;
}

/**
 * Decides about the paths of a route. Unedited endpoints are regenerated in place. The prefix of a route
 * changes for all of its endpoints, or for none.
 *
 * @param cases All its endpoints with another method or path.
 * @param isHeld Whether an endpoint with another method stays as it is.
 */
export function respecifyPaths(
  route: string,
  cases: readonly RespecifiedCase[],
  isHeld: boolean,
  input: RespecifyInput,
): RespecifiedPaths {
  const record = input.project.recordOf(route);
  return record === undefined
    ? { decisions: [], prefix: null }
    : new RoutePaths(route, record, input).decide(cases, isHeld);
}

/** Reports whether edits can give an endpoint the path of the spec, even if people edited it. */
export function canFollowPath(each: RespecifiedCase, input: RespecifyInput): boolean {
  const record = input.project.recordOf(each.route);
  return record !== undefined && new RoutePaths(each.route, record, input).canFollow(each);
}

class RoutePaths {
  readonly #prefix: OtherText;
  #blueprint: readonly FileEdit[] | null | undefined;

  constructor(
    private readonly route: string,
    private readonly record: RouteRecord,
    private readonly input: RespecifyInput,
  ) {
    this.#prefix = prefixesOf(route, record, input.code.get(route));
  }

  decide(cases: readonly RespecifiedCase[], isHeld: boolean): RespecifiedPaths {
    const decisions = cases.filter(hasOtherPath).map((each) => this.#decide(each));
    const are = (...all: readonly string[]) => decisions.some(({ as }) => all.includes(as));
    const { before, after } = this.#prefix;
    if (before === after || are("conflict")) return { decisions, prefix: null };
    if (!isHeld && !are("keep", "kept")) return { decisions, prefix: this.#changePrefix(cases) };
    const held = decisions.map((each) =>
      each.as === "follow" ? respecification(each.case, "keep", [], null) : each
    );
    return { decisions: held, prefix: null };
  }

  #decide(each: RespecifiedCase): Respecification {
    const { wanted, recorded, handler, owner, path } = each;
    const { choices } = this.input;
    if (isDeclined(each, choices)) return respecification(each, "kept", [], null);
    const isDone = handler === null || path === printedPath(pathOf(wanted)) ||
      owner === "edited" && isSameRequest(each);
    if (isDone) return alreadyRespecified(each);
    const rule = this.#ruleEdits(each);
    const edits = this.#editsOf(each, rule);
    const as = respecifiedAs(each, false, edits !== null, choices);
    // An endpoint without edits is regenerated later.
    const decision = respecification(each, as, edits, owner === "edited" ? recorded.input : null);
    return { ...decision, isRegenerated: rule === null };
  }

  /** Reports whether edits can give an endpoint the path of the spec. */
  canFollow(each: RespecifiedCase): boolean {
    return this.#editsOf(each, this.#ruleEdits(each)) !== null;
  }

  /** Returns the edits of the rule in the handler's decorator; `null` if the handler must be generated again. */
  #ruleEdits({ wanted, recorded, handler }: RespecifiedCase): readonly FileEdit[] | null {
    const path = handler?.file ?? "";
    const rule = { before: recordedRule(this.#prefix.before, recorded), after: wanted.rule };
    if (rule.before === rule.after) return [];
    if (handler === null || !isProjectPath(path)) return null;
    if (parametersOf(rule.before) !== parametersOf(rule.after)) return null;
    const edits = ruleEdits(this.input.project.module(path), handler.line, rule);
    return edits && edits.map((edit) => ({ ...edit, path }));
  }

  /**
   * Returns the edits that make an endpoint follow the spec; `null` if no command can make them.
   *
   * @param rule Those of the handler's rule.
   */
  #editsOf(
    { wanted, recorded, handler, owner }: RespecifiedCase,
    rule: readonly FileEdit[] | null,
  ): readonly FileEdit[] | null {
    if (handler === null || !isProjectPath(handler.file)) return null;
    const { before, after } = this.#prefix;
    const blueprint = before === after ? [] : this.#blueprintEdits();
    if (blueprint === null || rule === null && owner === "edited") return null;
    const isMoved = rule !== null && rule.length > 0;
    const tests = this.#testEdits(recorded, pathOf(wanted), isMoved || owner === "edited");
    return [...blueprint, ...rule ?? [], ...tests];
  }

  /** Returns the edits of the blueprint's prefix; `null` if the code does not spell the recorded one. */
  #blueprintEdits(): readonly FileEdit[] | null {
    if (this.#blueprint === undefined) this.#blueprint = this.#readBlueprint();
    return this.#blueprint;
  }

  #readBlueprint(): readonly FileEdit[] | null {
    const { route, record, input: { project, code } } = this;
    const variable = blueprintVariable(route);
    const recorded = record.shared.find(({ layer, name }) =>
      layer === "route" && name === variable
    );
    const found = recorded === undefined ? null : project.homes.find(route, recorded);
    if (found === null) return null;
    const { module, symbol } = found.place.symbol.parsed();
    const text = code.get(route)?.files.get(DEFAULT_LAYOUT.routePaths(route).route) ?? "";
    const generated = symbols(readPython(text)).find(({ kind, name }) =>
      kind === "assignment" && name === variable
    );
    const isWhole = !found.edited && found.renaming === null && generated !== undefined;
    const edits = isWhole
      ? [replaceRange(symbol, generated.text.replaceAll("\n", module.eol))]
      : stringEdits(module.source, symbol, this.#prefix);
    return edits.length === 0 ? null : edits.map((edit) => ({ ...edit, path: found.path }));
  }

  /**
   * Changes the prefix of a route's blueprint, and the paths of endpoints that the spec does not have.
   *
   * @param cases The endpoints that follow the spec by themselves.
   */
  #changePrefix(cases: readonly RespecifiedCase[]): RespecifiedPrefix {
    const { route, record, input: { project, code, spec } } = this;
    const { before, after } = this.#prefix;
    const pathBelow = (path: string) => movedPath(path, before, after);
    const followed = new Set([
      ...code.get(route)?.endpoints.map(keyOf) ?? [],
      ...cases.map(({ recorded }) => endpointKey(recorded)),
    ]);
    const endpoints = new Map(
      record.endpoints.filter((each) => !followed.has(endpointKey(each)))
        .map((each) => [each, { ...each, path: pathBelow(each.path) }]),
    );
    const blueprint = this.#blueprintEdits() ?? [];
    const { test } = project.homes.of(route).paths;
    const modules = new Set(
      blueprint.length === 0 ? [] : [...blueprint, { path: test }]
        .map(({ path }) => path),
    );
    // If the spec has a removed endpoint in another route at the old path, the endpoint stays
    // removed at that path.
    const inSpec = new Set(
      record.removed.length === 0 ? [] : spec.flatMap(routeEndpoints).map(keyOf),
    );
    return {
      record: {
        prefix: after === urlPrefix(route) ? null : after,
        removed: record.removed.map((each) =>
          inSpec.has(endpointKey(each)) ? each : { ...each, path: pathBelow(each.path) }
        ),
      },
      endpoints,
      edits: [
        ...blueprint,
        ...[...modules].flatMap((path) =>
          docstringEdits(project.files.get(path) ?? "", this.#prefix)
            .map((edit) => ({ ...edit, path }))
        ),
        ...[...endpoints].flatMap(([each, { path }]) => this.#testEdits(each, path, true)),
      ],
    };
  }

  /**
   * Returns the edits of the URL in the tests of an endpoint.
   *
   * @param all Whether to change tests without edits, too. Otherwise, tests without edits are
   * regenerated later.
   */
  #testEdits(record: EndpointRecord, after: string, all: boolean): readonly FileEdit[] {
    const urls = { before: exampleUrl("", record.path), after: exampleUrl("", after) };
    return testEdits(
      this.route,
      record,
      this.input.project,
      ({ module, symbol }, { edited }) =>
        all || edited ? stringEdits(module.source, symbol, urls) : [],
    );
  }
}

/** Reports whether the old and the new path match the same requests: only parameters have other names. */
function isSameRequest({ wanted, recorded }: RespecifiedCase): boolean {
  return typedPath(pathOf(wanted)) === typedPath(recorded.path) &&
    comparablePath(pathOf(wanted)) === comparablePath(recorded.path);
}

/** Returns the parameters of a rule, which a handler takes. */
function parametersOf(rule: string): string {
  return [...rule.matchAll(/<[^<>]*>/g)].map(([parameter]) => parameter).join("");
}
