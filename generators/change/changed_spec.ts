/** The spec of a project in which one endpoint changes. */

import { type Diagnostic, hasErrors } from "../../core/diagnostic.ts";
import { type Json, memberValue, parseJson } from "../../core/json.ts";
import { layoutJson } from "../../core/json_layout.ts";
import { number } from "../../core/json_nodes.ts";
import { isProjectPath, type ProjectPath } from "../../core/project_path.ts";
import { type MemberPlace, withJsonMember } from "../../formats/json_member.ts";
import { Unreadable } from "../../formats/syntax.ts";
import type { Project } from "../../project/project.ts";
import { requestKey } from "../../project/layout/url_paths.ts";
import type { Manifest } from "../../project/records/manifest.ts";
import type { Records } from "../../project/records/records.ts";
import type { EndpointRecord } from "../../project/records/route_record.ts";
import {
  type ApiSpec,
  defaultStatus,
  hasContent,
  type Method,
  OPTIONAL_PARTS,
  parseMethod,
  type RouteSpec,
} from "../../spec/api_spec.ts";
import { ITEM_SUBROUTE } from "../../spec/resource.ts";
import { readSpec } from "../../spec/read_spec.ts";
import { placeInSpec } from "../../spec/spec_place.ts";
import { type FollowedSpec, followRenames, renamedPlace } from "../compare/renamed_spec.ts";
import type { EndpointChange } from "./changed_endpoint.ts";

/** A spec in the project's folder. */
export interface ProjectSpec {
  readonly path: ProjectPath;
  /** The byte order mark before its text, if any. */
  readonly mark: string;
  readonly text: string;
  readonly spec: ApiSpec;
  readonly followed: FollowedSpec;
}

/** Returns the path of a project's spec; `null` if the spec is not in the project's folder. */
export function specPathIn({ spec }: Manifest): ProjectPath | null {
  return spec !== null && isProjectPath(spec) && !NOT_A_SPEC.test(spec) ? spec : null;
}

/** The records may come from a stranger. */
const NOT_A_SPEC = /^\.(?:git|layerwright)(?:\/|$)/i;

/**
 * Reads the spec of a project.
 *
 * @returns The spec, its errors, or `null` if it is not in the project's folder.
 */
export function projectSpec(
  { files }: Project,
  records: Records,
): ProjectSpec | readonly Diagnostic[] | null {
  const path = specPathIn(records.manifest);
  const whole = path === null ? undefined : files.get(path);
  if (path === null || whole === undefined) return null;
  const mark = whole.startsWith(MARK) ? MARK : "";
  const text = whole.slice(mark.length);
  const { spec, diagnostics } = readSpec(text, { path });
  return spec === null
    ? diagnostics
    : { path, mark, text, spec, followed: followRenames(spec, records) };
}

const MARK = "\ufeff";

/** Returns a route of the project as its spec has it; `null` if the spec lacks it. */
export function routeInSpec(project: ProjectSpec | null, name: string): RouteSpec | null {
  return project?.followed.spec.routes.find((each) => each.name === name) ?? null;
}

/** What a change does to a spec. */
export type SpecEdit =
  /** The spec has the endpoint, and gets this text, which it may have already. */
  | { readonly kind: "edited"; readonly text: string }
  /** The spec does not have the endpoint. */
  | { readonly kind: "absent" }
  /** The spec describes the endpoint in a form that cannot say the change, such as a resource. */
  | { readonly kind: "unfit"; readonly line: number };

/** The entry of a route or a subroute in a spec, under the names that the spec has. */
interface SpecEntry {
  readonly route: string;
  /** `null` for the route's own endpoints. */
  readonly subroute: string | null;
}

/**
 * Changes an endpoint in the text of a spec. Everything else in the text stays.
 *
 * @param endpoint The record of the endpoint.
 */
export function changedSpec(
  project: ProjectSpec,
  endpoint: EndpointRecord,
  change: EndpointChange,
): SpecEdit {
  const place = entryOf(project, endpoint);
  const method = parseMethod(endpoint.method);
  if (place === null || method === null) return { kind: "absent" };
  const { line = 1 } = placeInSpec(project.text, place.route, place.subroute) ??
    placeInSpec(project.text, place.route, null) ?? {};
  const unfit: SpecEdit = { kind: "unfit", line };
  const found = objectOf(parseJson(project.text), place, { method, change });
  if (found === null) return unfit;
  const edits = membersOf(found.value, method, change);
  try {
    const text = edits.reduce(
      (done, [name, value]) => withJsonMember(done, { object: found.keys, name }, value),
      project.text,
    );
    const { diagnostics } = readSpec(text, { path: project.path });
    return hasErrors(diagnostics) ? unfit : { kind: "edited", text: project.mark + text };
  } catch (problem) {
    if (!(problem instanceof Unreadable)) throw problem;
    return unfit;
  }
}

/** Finds the entry of an endpoint, by its method and its path in the project. */
function entryOf(
  { spec, followed }: ProjectSpec,
  { method, path }: EndpointRecord,
): SpecEntry | null {
  const wanted = requestKey(method, path);
  const names = new Map(followed.renamed.map(({ from, to }) => [from, to.split("/").at(-1)]));
  for (const route of spec.routes) {
    const prefix = renamedPlace(route, names.get(route.name) ?? route.name).path;
    const isAt = (below: string, endpoints: RouteSpec["endpoints"]) =>
      endpoints.some((each) => requestKey(each.method, prefix + below) === wanted);
    if (isAt("", route.endpoints)) return { route: route.name, subroute: null };
    for (const each of route.subroutes) {
      const name = names.get(`${route.name}/${each.name}`) ?? each.name;
      if (isAt(renamedPlace(each, name).path, each.endpoints)) {
        return { route: route.name, subroute: each.name };
      }
    }
  }
  return null;
}

/** The object with the parts of an endpoint. */
interface FoundObject {
  readonly value: Json;
  readonly keys: MemberPlace["object"];
}

/** An endpoint's method, and its parts to change. */
interface Changed {
  readonly method: Method;
  readonly change: EndpointChange;
}

/** Returns the object with the parts of an endpoint; `null` if a resource describes these parts. */
function objectOf(
  json: Json,
  { route, subroute }: SpecEntry,
  { method, change }: Changed,
): FoundObject | null {
  const own = ["routes", route];
  const keys = subroute === null ? own : [...own, "subroutes", subroute];
  const isResource = at(json, [...own, "resource"]) !== undefined;
  // A resource has its list beside it.
  const isList = method === "GET" && subroute === null && isOnlyList(change);
  if (isResource && !isList && (subroute === null || subroute === ITEM_SUBROUTE)) return null;
  const methods = at(json, [...keys, "methods"]);
  if (methods?.kind !== "object") {
    const value = at(json, keys);
    return value === undefined ? null : { value, keys };
  }
  const key = methods.members.find((each) => parseMethod(each.key) === method)?.key;
  const value = key === undefined ? undefined : memberValue(methods, key);
  return key === undefined || value === undefined
    ? null
    : { value, keys: [...keys, "methods", key] };
}

function isOnlyList({ list, ...others }: EndpointChange): boolean {
  return list !== undefined && Object.keys(others).length === 0;
}

function at(json: Json, keys: readonly string[]): Json | undefined {
  return keys.reduce<Json | undefined>(
    (value, key) => value?.kind === "object" ? memberValue(value, key) : undefined,
    json,
  );
}

/** Returns the members to write, as text; `null` for those to remove. */
function membersOf(
  object: Json,
  method: Method,
  { mock, status, ...parts }: EndpointChange,
): readonly (readonly [string, string | null])[] {
  const written = (value: Json) => layoutJson(value, 0).trimEnd();
  const hasStatus = at(object, ["status"]) !== undefined;
  const isUsual = status === defaultStatus(method) && !hasStatus;
  const { errors, ...others } = parts;
  const members = (part: keyof typeof parts, value: Json | null | undefined) =>
    value === undefined ? [] : [[part, value === null ? null : written(value)] as const];
  return [
    ...(status === undefined || isUsual ? [] : [["status", written(number(status))] as const]),
    ...OPTIONAL_PARTS.filter((part) => part !== "errors").flatMap((part) =>
      members(part, others[part])
    ),
    ...(status !== undefined && !hasContent(status) ? [["mock", null] as const] : []),
    ...(mock === undefined ? [] : [["mock", written(mock)] as const]),
    ...members("errors", errors),
  ];
}
