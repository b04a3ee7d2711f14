/** The command that changes one endpoint. */

import type { ChangeOptions, JsonValue, Method } from "../../mod.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import { isEmpty } from "../generators/arbitrary_spec.ts";
import type { CommandKind, Life } from "./commands.ts";
import type { Random } from "./random.ts";
import { randomBody, randomParameters } from "./random_specs.ts";
import { isRecorded, type RecordedEndpoint, recordedEndpoints } from "./removals.ts";
import { namedNow } from "./renamings.ts";
import {
  endpointsAt,
  endpointsOf,
  type NamedEndpoint,
  pathWith,
  type Spec,
  type SpecEndpoint,
  type SpecPath,
  urlOf,
} from "./specs.ts";

/** The new parts of an endpoint. */
type Parts = Pick<ChangeOptions, "mock" | "query" | "headers" | "body" | "status">;

/** Changes the mock, the body or the status of an endpoint. */
export const changesEndpoint: CommandKind = (life, random) => {
  const all = recordedEndpoints(life.project);
  const recorded = random.pick(all.filter((each) => hasHandler(each) && isAtItsPath(each, life)));
  if (recorded === undefined) return null;
  const { route, subroute, method } = recorded;
  const inSpec = specEndpoint(life, recorded);
  // A resource cannot have another mock at one of its endpoints only.
  if (inSpec !== null && life.spec.routes[inSpec.route]?.resource !== undefined) return null;
  const parts = newParts(recorded, inSpec, random);
  const options = { ...parts, type: method as Method };
  const others = all.filter((each) => each !== recorded);
  const at = subroute === null ? `route ${route}` : `subroute ${route} ${subroute}`;
  return {
    words: `change ${at} ${JSON.stringify(options)}`,
    run: async (workspace, { changeRoute, changeSubroute }) => {
      const report = subroute === null
        ? await changeRoute(workspace, route, options)
        : await changeSubroute(workspace, route, subroute, options);
      const [endpoint] = report.data?.endpoints ?? [];
      const isFollowed = !report.diagnostics.some(({ code }) => code === "definition-kept");
      const row = { state: "outdated", file: null, note: isFollowed ? noteOf(parts) : "" };
      const isMounted = !report.diagnostics.some(({ code }) => code === "mounting-missing");
      const states = endpoint === undefined || !isMounted ? [] : [{ ...row, ...endpoint }];
      return { ...report, data: report.data === null ? null : { ...report.data, states } };
    },
    asksFor: (served) => isRecorded(served, recorded, others),
    spec: inSpec === null ? life.spec : changedSpec(life.spec, inSpec, parts),
    asksNothing: false,
    isForced: false,
    mayRefuse: true,
    isLeftToPeople: true,
  };
};

function noteOf(parts: Parts): string {
  return `${Object.keys(parts).join(" and ")} updated`;
}

function hasHandler({ definitions }: RecordedEndpoint): boolean {
  return definitions.some(({ layer }) => layer === "route");
}

/** Reports whether the spec gives an endpoint the method and path that it has, unless a command made it. */
function isAtItsPath(recorded: RecordedEndpoint, life: Life): boolean {
  return recorded.origin === "command" || specEndpoint(life, recorded) !== null;
}

function specEndpoint(
  { project, spec }: Life,
  { method, path }: RecordedEndpoint,
): NamedEndpoint | null {
  const key = `${method} ${printedPath(path)}`;
  return endpointsOf(spec).find((each) =>
    `${each.type} ${urlOf(namedNow(project, each))}` === key
  ) ?? null;
}

function newParts(
  { method }: RecordedEndpoint,
  inSpec: NamedEndpoint | null,
  random: Random,
): Parts {
  // A mock without fields needs no model, so that it goes with what people put around it.
  const mock: JsonValue = random.oneOf<JsonValue>(
    { changed: random.below(1000), at: "dusk" },
    [{ id: random.below(1000) }],
  );
  const kind = random.below(5);
  if (kind === 0 && (method === "POST" || method === "PUT")) return randomBody(random);
  // The DELETE of a resource that a command added answers nothing.
  const mayBeEmpty = inSpec === null ? method === "DELETE" : isEmpty(inSpec.status);
  if (kind === 4) return randomParameters(random);
  if (inSpec?.list !== undefined) return { status: random.oneOf(200, 201, 202, 203) };
  if (mayBeEmpty) return { mock, status: 200 };
  return kind === 1 ? { status: random.oneOf(200, 201, 202, 203) } : { mock };
}

/** Returns the spec with the new parts of an endpoint. */
function changedSpec({ routes }: Spec, wanted: NamedEndpoint, parts: Parts): Spec {
  const route = routes[wanted.route];
  if (route === undefined) return { routes };
  const { subroutes, ...own } = route;
  const changed = (path: SpecPath): SpecPath =>
    pathWith(
      path,
      endpointsAt(path).map((each): SpecEndpoint =>
        each.type === wanted.type ? { ...each, ...parts as Partial<SpecEndpoint> } : each
      ),
    );
  const { subroute } = wanted;
  const next = subroute === null
    ? { ...changed(own), ...(subroutes === undefined ? {} : { subroutes }) }
    : { ...route, subroutes: { ...subroutes, [subroute]: changed(subroutes?.[subroute] ?? {}) } };
  return { routes: { ...routes, [wanted.route]: next } };
}
