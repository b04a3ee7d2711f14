/** Changes the mock of one endpoint. */

import { type Diagnostic, error, hasErrors } from "../core/diagnostic.ts";
import type { Json } from "../core/json.ts";
import { quotable } from "../core/printable.ts";
import { type Report, report } from "../core/report.ts";
import type { ApiData } from "../generators/generate_api/report.ts";
import type { ListedEndpoint } from "../generators/generate_api/report_rows.ts";
import { suggestion } from "../generators/plans/route_missing.ts";
import { unrecorded } from "../generators/plans/unrecorded.ts";
import { MANIFEST_PATH, parseManifest } from "../project/records/manifest.ts";
import type { EndpointSpec, Method, RouteSpec } from "../spec/api_spec.ts";
import { specText } from "../spec/spec_text.ts";
import { held } from "../workspace/held_workspace.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { placeWords } from "./added_endpoints.ts";
import { readCodeSpec } from "./export_spec.ts";
import { generateApi } from "./generate_api.ts";
import { checkMock, type ParsedJson } from "./json_option.ts";
import { onProject } from "./on_project.ts";
import type { RunOptions } from "./run_planner.ts";

/** The endpoint, and its new mock. */
export interface ChangeMockOptions extends RunOptions {
  /** The name of the project's folder. */
  readonly name: string;
  readonly route: string;
  /** Absent for the route's own endpoint. */
  readonly subroute?: string | undefined;
  /** Needed if the path has several methods. */
  readonly type?: Method | undefined;
  readonly mock: ParsedJson;
  /** Whether the project's file system ignores case in file names. */
  readonly foldsCase: boolean;
}

const COMMAND = "change mock";

/**
 * Changes the mock of an endpoint: updates the project from the spec that its code describes, with the other
 * mock.
 *
 * @returns The report: `applied`, `unchanged` or `planned`; `failed` if there is no such endpoint; `refused` if
 * people edited its code.
 */
export function changeMock(workspace: Workspace, options: ChangeMockOptions): Promise<Report> {
  const access = options.dryRun ? "reading" : "exclusively";
  return onProject(COMMAND, workspace, access, async () => {
    const done = await change(held(workspace), options);
    // The caller never sees the spec, so positions in it would mislead.
    const diagnostics = done.diagnostics.map((each) => ({ ...each, where: null }));
    return { ...done, command: COMMAND, diagnostics };
  });
}

async function change(workspace: Workspace, options: ChangeMockOptions): Promise<Report> {
  const { route, subroute = null, type, dryRun = false, diff = false, expect } = options;
  const { value: mock, diagnostics } = checkMock(options.mock, placeWords({ route, subroute }));
  const manifest = (await workspace.read([MANIFEST_PATH])).get(MANIFEST_PATH);
  if (manifest === undefined) return failed([unrecorded("this project", "changed")]);
  const { name, spec: specFile } = parseManifest(manifest);
  const { routes } = await readCodeSpec(workspace);
  const target = findTarget(routes, { route, subroute, type });
  if ("severity" in target) return failed([target, ...diagnostics]);
  if (hasErrors(diagnostics)) return failed(diagnostics);
  const wanted = routes.map((each) => withMock(each, target, mock));
  const generate: Generate = (spec, run) =>
    generateApi(workspace, name ?? options.name, specText(spec), {
      ...run,
      foldsCase: options.foldsCase,
      isInside: true,
    });
  const { spec, planned } = await clearest(wanted, target, generate);
  if (planned.data === null) return planned;
  const own = planned.data.states.find((each) => isAt(each, target));
  if (!isClear(planned, target)) return refused(target, "other parts of the project would change");
  if (own === undefined) {
    const message = `Nothing to do: ${labelOf(target)} has this mock`;
    return report(COMMAND, "unchanged", { message });
  }
  if (own.state !== "outdated") return refused(target, `${own.state}: ${own.note}`);
  const done = await generate(spec, { dryRun, diff, ...(expect !== undefined && { expect }) });
  return told(done, target, specFile);
}

type Generate = (spec: readonly RouteSpec[], run: RunOptions) => Promise<Report<ApiData>>;

interface Planned {
  readonly spec: readonly RouteSpec[];
  readonly planned: Report<ApiData>;
}

/**
 * Returns the spec that changes only the target. A spec cannot express everything, such as some `Location`
 * headers. If it would change other endpoints for that reason, leaves them out.
 */
async function clearest(
  wanted: readonly RouteSpec[],
  target: Target,
  generate: Generate,
): Promise<Planned> {
  const planned = await generate(wanted, { dryRun: true });
  if (isClear(planned, target)) return { spec: wanted, planned };
  const others = planned.data?.states.filter((each) => !isAt(each, target) && !isLeft(each)) ?? [];
  const spec = wanted.map((route) => without(route, others))
    .filter(({ endpoints, subroutes }) => endpoints.length + subroutes.length > 0);
  return { spec, planned: await generate(spec, { dryRun: true }) };
}

/** Reports whether a run changes no code besides the target's. Files at the root belong to all endpoints. */
function isClear({ data, changes }: Report<ApiData>, target: Target): boolean {
  return changes.every(({ path }) => path.includes("/")) &&
    (data?.states ?? []).every((each) => isAt(each, target) || isLeft(each));
}

/** Reports whether a run leaves the code of an endpoint as it is. */
function isLeft({ state }: ListedEndpoint): boolean {
  return state === "edited" || state === "extra";
}

/** An endpoint of the spec. */
interface Target extends Pick<ListedEndpoint, "method" | "path"> {
  readonly route: string;
  readonly subroute: string | null;
}

function findTarget(
  routes: readonly RouteSpec[],
  { route: name, subroute, type }: {
    readonly route: string;
    readonly subroute: string | null;
    readonly type: Method | undefined;
  },
): Target | Diagnostic {
  const route = routes.find((each) => each.name === name);
  if (route === undefined) {
    const message = `Route '${quotable(name)}' does not exist.`;
    return error("route-missing", message, suggestion(name, routes.map((each) => each.name)));
  }
  const place = subroute === null
    ? { path: "", endpoints: route.endpoints }
    : route.subroutes.find((each) => each.name === subroute);
  if (place === undefined) {
    const message = `Route '${name}' has no subroute '${quotable(subroute ?? "")}'.`;
    const names = route.subroutes.map((each) => each.name);
    return error("route-missing", message, suggestion(subroute ?? "", names));
  }
  const methods = place.endpoints.map(({ method }) => method);
  const method = type ?? (methods.length === 1 ? methods[0] : undefined);
  if (method === undefined || !methods.includes(method)) {
    const path = route.path + place.path;
    const found = methods.length === 0 ? "no endpoint" : methods.join(" and ");
    const hint = methods.length === 0 ? "Pass a subroute" : `Pass one of them as type`;
    const message = type === undefined
      ? `'${path}' has ${found}.`
      : `'${path}' has no ${type} but ${found}.`;
    return error("usage-argument", message, { hint });
  }
  return { route: name, subroute, method, path: route.path + place.path };
}

function isAt(one: Pick<Target, "method" | "path">, other: Pick<Target, "method" | "path">) {
  return one.method === other.method && one.path === other.path;
}

function mapEndpoints(
  route: RouteSpec,
  change: (endpoint: EndpointSpec, path: string, subroute: string | null) => EndpointSpec | null,
): RouteSpec {
  const changed = (endpoints: readonly EndpointSpec[], path: string, subroute: string | null) =>
    endpoints.flatMap((each) => change(each, path, subroute) ?? []);
  return {
    ...route,
    endpoints: changed(route.endpoints, route.path, null),
    subroutes: route.subroutes
      .map((each) => ({
        ...each,
        endpoints: changed(each.endpoints, route.path + each.path, each.name),
      }))
      .filter(({ endpoints }) => endpoints.length > 0),
  };
}

function withMock(route: RouteSpec, target: Target, mock: Json | null): RouteSpec {
  if (route.name !== target.route) return route;
  return mapEndpoints(route, (each, _, subroute) => {
    const isTarget = subroute === target.subroute && each.method === target.method;
    return isTarget ? { ...each, mock } : each;
  });
}

function without(route: RouteSpec, others: readonly ListedEndpoint[]): RouteSpec {
  return mapEndpoints(route, (each, path) => {
    const place = { method: each.method, path };
    return others.some((other) => isAt(other, place)) ? null : each;
  });
}

function labelOf({ method, path }: Pick<Target, "method" | "path">): string {
  return `${method} ${path}`;
}

/** Reports the run as a change of one endpoint. */
function told(done: Report<ApiData>, target: Target, spec: string | null): Report {
  const label = labelOf(target);
  const message = done.status === "planned"
    ? `Would change the mock of ${label}`
    : `Changed the mock of ${label}`;
  const isDone = done.status === "planned" || done.status === "applied";
  const next = done.status === "applied" && spec !== null
    ? [`Change the mock in ${spec}, too`]
    : [];
  return { ...done, ...(isDone && { message }), data: null, next };
}

function failed(diagnostics: readonly Diagnostic[]): Report {
  return report(COMMAND, "failed", { diagnostics });
}

function refused(target: Target, why: string): Report {
  const message = `Cannot change the mock of ${labelOf(target)} (${why}). Nothing was written.`;
  const hint = "Change its code, or call generate_api with the project's spec and the new mock";
  return report(COMMAND, "refused", { diagnostics: [error("conflict-edited", message, { hint })] });
}
