/** What a route was generated from. */

import { recordedPrefix, recordedRule } from "../../project/records/recorded_path.ts";
import {
  endpointKey,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import type { Project } from "../../project/project.ts";
import { isPathBelow, printedPath, requestKey } from "../../project/layout/url_paths.ts";
import {
  defaultStatus,
  type EndpointSpec,
  optionalParts,
  parseMethod,
  type RouteSpec,
} from "../../spec/api_spec.ts";
import {
  namedEndpoints,
  type NamedRoute,
  type PlacedEndpoint,
  placedEndpoints,
} from "../code/endpoint.ts";
import { endpointInput } from "../code/endpoint_input.ts";
import { compareProject } from "../compare/compare_project.ts";
import { hasCode } from "../compare/generated_definitions.ts";
import { type Handler, ruleOfHandler } from "../compare/handlers.ts";
import { InputsInCode, type ReadPart } from "../compare/inputs_in_code.ts";

/** A generated endpoint, with the input that it was generated from. */
export interface PresentEndpoint extends PlacedEndpoint {
  /** Its key in the record. */
  readonly key: string;
  /** Whether the input is the recorded one. Otherwise, it is as much of it as the code shows. */
  readonly isExact: boolean;
  /** The parameters that the code may have, but does not show. */
  readonly unread: readonly ReadPart[];
}

/** The generated endpoints of a route, in the order of its record. */
export interface PresentRoute extends NamedRoute {
  readonly endpoints: readonly PresentEndpoint[];
}

/**
 * Reads what the endpoints of a route were generated from: the spec, if it gives the recorded input,
 * otherwise the code. The code does not show all input, such as a mock that people replaced.
 *
 * @param inSpec The route as the project's spec has it; `null` without one.
 */
export function presentRoute(
  name: string,
  record: RouteRecord,
  project: Project,
  inSpec: RouteSpec | null,
): PresentRoute {
  const route = { name, path: recordedPrefix(name, record) };
  const recorded = record.endpoints.filter(hasCode);
  const inputs = new InputsInCode(project);
  const handlerOf = recordedHandlers(project);
  const shown = recorded.map((each): PlacedEndpoint => {
    const method = parseMethod(each.method) ?? "GET";
    const place = { method, subroute: each.subroute, ...placeOf(route, each, project, handlerOf) };
    const { status = defaultStatus(method), mock = null, createdId, ...parts } =
      inputs.of(route, each) ?? {};
    return {
      ...place,
      status,
      mock,
      ...optionalParts(parts),
      ...(createdId !== undefined && { createdId }),
    };
  });
  const candidates = [fromSpec(inSpec, route, shown), withItems(shown), shown].map((placed) => ({
    placed,
    named: namedEndpoints(route, placed),
  }));
  const endpoints = recorded.flatMap((each, index): readonly PresentEndpoint[] => {
    const found = candidates.find(({ named }) => {
      const endpoint = named[index];
      return endpoint !== undefined && endpointInput(endpoint) === each.input;
    });
    const placed = (found?.placed ?? shown)[index];
    const key = endpointKey(each);
    const isExact = found !== undefined;
    const unread = isExact ? [] : inputs.unread(route, each);
    return placed === undefined ? [] : [{ ...placed, key, isExact, unread }];
  });
  return { ...route, endpoints };
}

/**
 * Returns the path of an endpoint below its prefix. Only the code shows the prefix of an endpoint that was
 * added below another prefix than the one of its route, because people mounted the blueprint there.
 */
function placeOf(
  route: NamedRoute,
  recorded: EndpointRecord,
  project: Project,
  handlerOf: (recorded: EndpointRecord) => Handler | null,
): Pick<PlacedEndpoint, "path" | "prefix"> {
  const { path } = recorded;
  if (isPathBelow(path, route.path)) return { path: printedPath(path.slice(route.path.length)) };
  const handler = handlerOf(recorded);
  const rule = handler === null ? null : ruleOfHandler(handler, project.python);
  return rule !== null && path.endsWith(rule)
    ? { path: printedPath(rule), prefix: path.slice(0, path.length - rule.length) }
    : { path: printedPath(recordedRule(route.path, recorded)) };
}

/** Returns a function that finds the handlers of recorded endpoints. */
function recordedHandlers(project: Project): (recorded: EndpointRecord) => Handler | null {
  let handlers: ReadonlyMap<EndpointRecord | null, Handler | null> | undefined;
  return (recorded) => {
    handlers ??= new Map(
      compareProject({ project, wanted: null }).cases.map((each) => [each.recorded, each.handler]),
    );
    return handlers.get(recorded) ?? null;
  };
}

/** Returns endpoints with the input that the spec has for them, if any. */
function fromSpec(
  inSpec: RouteSpec | null,
  { path: prefix }: NamedRoute,
  shown: readonly PlacedEndpoint[],
): readonly PlacedEndpoint[] {
  if (inSpec === null) return shown;
  const asked = new Map(
    placedEndpoints(inSpec).map((each) => [requestKey(each.method, inSpec.path + each.path), each]),
  );
  return shown.map((each) => {
    const { subroute, path } = each;
    const own = each.prefix === undefined ? {} : { prefix: each.prefix };
    const found: EndpointSpec = asked.get(requestKey(each.method, prefix + path)) ?? each;
    return { ...found, subroute, path, ...own };
  });
}

/** Returns endpoints of a resource, whose types fit all items of its list. */
function withItems(shown: readonly PlacedEndpoint[]): readonly PlacedEndpoint[] {
  const list = shown.find(({ method, path }) => method === "GET" && path === "")?.mock;
  if (list?.kind !== "array" || list.items.length < 2) return shown;
  return shown.map((each) => each.mock === null ? each : { ...each, examples: list.items });
}
