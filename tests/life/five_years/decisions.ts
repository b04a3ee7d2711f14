/** The members of bodies that teams decided to keep, although the spec changed them. */

import { isDeepStrictEqual } from "node:util";
import type { JsonValue } from "../../../mod.ts";
import type { ReportRow } from "../reported.ts";
import { endpointsOf, type NamedEndpoint, type Spec, urlOf } from "../specs.ts";

/** A member as the spec has it, and as the code accepts it; `undefined` for none. */
interface KeptMember {
  readonly asked: JsonValue | undefined;
  readonly accepted: JsonValue | undefined;
}

/** The kept members of each endpoint, by their names. */
export type Kept = ReadonlyMap<string, ReadonlyMap<string, KeptMember>>;

/** Returns an endpoint with the body that its code accepts by people's decision. */
export function asKept(endpoint: NamedEndpoint, kept: Kept): NamedEndpoint {
  const { body } = endpoint;
  const members = kept.get(nameOf(endpoint));
  if (members === undefined || !isObject(body)) return endpoint;
  const accepted: Record<string, JsonValue> = { ...body };
  for (const [name, { asked, accepted: value }] of members) {
    if (!isDeepStrictEqual(body[name], asked)) continue;
    if (value === undefined) delete accepted[name];
    else accepted[name] = value;
  }
  return { ...endpoint, body: accepted };
}

/** Adds the decisions of a run: the changed members of bodies that stay, by its report. */
export function withDecisions(
  kept: Kept,
  before: Spec,
  after: Spec,
  rows: readonly ReportRow[],
): Kept {
  const old = new Map(endpointsOf(before).map((each) => [nameOf(each), each]));
  const decided = endpointsOf(after).flatMap((each) => {
    const was = old.get(nameOf(each));
    const [now, then] = [each.body, was && asKept(was, kept).body];
    const key = `${each.type} ${urlOf(each)}`;
    const row = rows.find(({ method, path }) => `${method} ${path}` === key);
    const said = / your edits of (.*) stay/.exec(row?.note ?? "")?.[1] ?? "";
    const stay = [...said.matchAll(/\w+Body\.(\w+)/g)].map(([, name = ""]) => name);
    if (!isObject(now) || !isObject(then)) return [];
    const names = row?.state === "kept" ? Object.keys({ ...now, ...then }) : stay;
    const changed = names.filter((name) => !isDeepStrictEqual(now[name], then[name]));
    const members = changed.map((name) =>
      [name, { asked: now[name], accepted: then[name] }] as const
    );
    return [[nameOf(each), new Map([...kept.get(nameOf(each)) ?? [], ...members])] as const];
  });
  return new Map([...kept, ...decided]);
}

function nameOf({ route, subroute, type }: NamedEndpoint): string {
  return `${type} ${route} ${subroute}`;
}

function isObject(value: JsonValue | undefined): value is Readonly<Record<string, JsonValue>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
