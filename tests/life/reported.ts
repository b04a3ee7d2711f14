/** Checks that the rows of reports are true, and that no change of a spec is passed over. */

import { isDeepStrictEqual } from "node:util";
import type { JsonValue } from "../../mod.ts";
import { comparablePath, printedPath } from "../../project/layout/url_paths.ts";
import { isEmpty } from "../generators/arbitrary_spec.ts";
import type { Guarantee, Step } from "./guarantees.ts";
import type { Judgement, Request, ServedEndpoint } from "./judge.ts";
import { hasRecords, recordedRoutes } from "./project.ts";
import { namedNow } from "./renamings.ts";
import { endpointsOf, type NamedEndpoint, type Parameters, urlOf } from "./specs.ts";

/** A row of a report on an endpoint. */
export interface ReportRow {
  readonly state: string;
  readonly method: string;
  readonly path: string;
  readonly file: string | null;
  readonly note: string;
}

/** States of endpoints that Flask serves, and of those that it does not serve. */
const SERVED = new Set(["extra", "same", "edited", "outdated", "changed", "kept"]);
const GONE = new Set(["removed", "deleted", "unregistered"]);

/** Every row is true: added endpoints answer, removed ones do not, statuses and mocks are as said. */
export const rowsAreTrue: Guarantee = (step) => {
  const { report, command, judgedAfter, after, examples } = step;
  if (report.status !== "applied" || judgedAfter.error !== null) return null;
  if (report.diagnostics.some(({ code }) => code === "mounting-unclear")) return null;
  const served = servedIn(judgedAfter);
  const wanted = new Map(
    endpointsOf(command.spec).map((each) => [keyOf(namedNow(after.project, each)), each]),
  );
  const rows = report.data?.states ?? [];
  const problems = rows.filter(isKnown).flatMap((row) => {
    const key = `${row.method} ${row.path}`;
    const said = `${row.state} ${key}${row.note === "" ? "" : ` (${row.note})`}`;
    const now = served.get(key);
    const isAdded = row.state === "new" && (row.note === "" || row.note === "was deleted");
    if (now === undefined) {
      return isAdded || SERVED.has(row.state) ? [`${said}: it is not served`] : [];
    }
    if (GONE.has(row.state)) return [`${said}: it is served`];
    const asked = wanted.get(key);
    if (asked === undefined) return [];
    const example = examples.get(`${now.method} ${now.rule}`);
    if (isAdded && now.status === 500) return [`${said}: it answers 500`];
    const followed = isAdded ? ["status", "mock", ...READ] : updatedParts(row);
    return unlike(asked, now, followed, example).map((each) => `${said}: ${each}`);
  });
  return problems.length === 0 ? null : problems.join("\n");
};

/** Returns the parts of an endpoint that a row calls updated; none if code of people answers. */
function updatedParts({ state, note }: ReportRow): readonly string[] {
  const parts = /^([\w, ]+) updated$/.exec(note)?.[1];
  return state !== "outdated" || parts === undefined ? [] : parts.split(/, | and | or /);
}

function servedIn({ endpoints }: Judgement): ReadonlyMap<string, ServedEndpoint> {
  return new Map(endpoints.map((each) => [`${each.method} ${printedPath(each.rule)}`, each]));
}

function isKnown({ method, path }: ReportRow): boolean {
  return method !== "?" && path !== "?";
}

function keyOf(endpoint: NamedEndpoint): string {
  return `${endpoint.type} ${urlOf(endpoint)}`;
}

/** Returns how the answer of an endpoint differs from its spec. */
function unlike(
  { mock, status, type }: NamedEndpoint,
  now: ServedEndpoint,
  followed: readonly string[],
  example: number | undefined,
): string[] {
  const expected = status ?? (type === "POST" ? 201 : 200);
  // People may answer in their own way before or after the handler.
  const isOurs = now.status < 400;
  const isWrong = isOurs && followed.includes("status") && now.status !== expected;
  const isOther = isOurs && followed.includes("mock") && mock !== undefined && !isEmpty(status) &&
    !holds(now.body, mock);
  return [
    ...(isWrong ? [`it answers ${now.status}, not ${expected}`] : []),
    ...(isOther ? [`it answers ${now.body.trim()}, not ${JSON.stringify(mock)}`] : []),
    ...(READ.some((part) => followed.includes(part)) && example !== undefined &&
        REFUSED.has(example)
      ? [`it answers ${example} to the request of the spec`]
      : []),
  ];
}

/** The parts of a request that an endpoint reads. */
const READ = ["query", "headers", "body"] as const;

const REFUSED = new Set([400, 415, 422]);

/** Reports whether an answer is a mock, or an envelope with it. */
function holds(body: string, mock: JsonValue): boolean {
  const answer: unknown = JSON.parse(body);
  // Objects of random specs have no prototype.
  const asked: JsonValue = JSON.parse(JSON.stringify(mock));
  const inside = typeof answer === "object" && answer !== null ? Object.values(answer) : [];
  // The example of a resource is also its mock.
  const mocks = [asked, exampleOf(asked)];
  return [answer, ...inside].some((each) => mocks.some((other) => isDeepStrictEqual(each, other)));
}

/** Returns the requests that a spec shows of the endpoints that a report says follow it. */
export function exampleRequests(
  rows: readonly ReportRow[],
  wanted: readonly NamedEndpoint[],
  { endpoints }: Judgement,
): Request[] {
  const keys = new Set(
    rows.filter(({ state }) => state === "new" || state === "outdated")
      .map(({ method, path }) => `${method} ${path}`),
  );
  return wanted.flatMap((each) => {
    const key = keyOf(each);
    const found = endpoints.find(({ method, rule }) => `${method} ${printedPath(rule)}` === key);
    if (found === undefined || !keys.has(key)) return [];
    if (!READ.some((part) => each[part] !== undefined)) return [];
    const { query = {}, headers = {}, body } = each;
    if (![query, headers, body ?? null].every(isText)) return [];
    return [{
      method: found.method,
      rule: found.rule,
      query: exampleOf(query) as Parameters,
      headers: exampleOf(headers) as Parameters,
      ...(body === undefined ? {} : { body: exampleOf(body) }),
    }];
  });
}

/** Reports whether UTF-8 can express all texts of a value; bodies with others are refused. */
function isText(value: JsonValue): boolean {
  return !/\\ud[89a-f]/.test(JSON.stringify(value));
}

/** Returns a body that an example of a spec describes: without the marks of optional members, and with values in place of constraints. */
export function exampleOf(body: JsonValue): JsonValue {
  if (Array.isArray(body)) return body.map(exampleOf);
  if (typeof body !== "object" || body === null) return body;
  const { $example, $default, $enum } = body as Readonly<Record<string, JsonValue | undefined>>;
  const [constrained] = [$example, $default, Array.isArray($enum) ? $enum[0] : undefined]
    .filter((each) => each !== undefined);
  if (constrained !== undefined) return exampleOf(constrained);
  return Object.fromEntries(
    // Two question marks are one of the name, and one more makes the member optional.
    Object.entries(body).map(([key, value]) => [
      key.replace(/\?+$/, (marks) => "?".repeat(marks.length >> 1)),
      exampleOf(value),
    ]),
  );
}

/** Every endpoint that a spec changes has a row, or a diagnostic names it. */
export const tellsEveryChange: Guarantee = (step) => {
  const { report, command, before, after } = step;
  const isDone = report.status === "applied" || report.status === "unchanged";
  if (!isDone || command.changed === undefined || !hasRecords(before.project)) return null;
  const served = new Set(
    step.judgedBefore.endpoints.map((each) => `${each.method} ${comparablePath(each.rule)}`),
  );
  // A spec may ask again for the method and path that the code has.
  const isMove = /(?:changed (?:path|prefix|method)|renamed (?:route|subroute)):/.test(
    command.words,
  );
  const removed = [...recordedRoutes(before.project)].flatMap(([route, record]) =>
    record.removed.map((each) => ({ ...each, route }))
  );
  // What people removed stays removed if it moves with its route.
  const isRemoved = ({ route, subroute, type }: NamedEndpoint) =>
    /(?:changed prefix|renamed (?:route|subroute)):/.test(command.words) &&
    removed.some((each) =>
      each.route === route && each.subroute === subroute && each.method === type
    );
  const isSilent = (named: NamedEndpoint) =>
    !isTold(named, step) && !isRemoved(named) &&
    !(isMove && served.has(`${named.type} ${comparablePath(urlOf(named))}`));
  const silent = command.changed.filter((each) =>
    [each, namedNow(after.project, each)].every(isSilent)
  );
  return silent.length === 0
    ? null
    : silent.map((each) => `Nothing is said about ${keyOf(each)}`).join("\n");
};

function isTold(endpoint: NamedEndpoint, { report }: Step): boolean {
  const path = comparablePath(urlOf(endpoint));
  const below = comparablePath(endpoint.path ?? `/${endpoint.subroute ?? endpoint.route}`);
  const isNamed = (each: string) => [path, below].some((part) => each.includes(part));
  return (report.data?.states ?? []).some((row) =>
    isNamed(comparablePath(row.path)) || isNamed(comparablePath(row.note))
  ) || report.diagnostics.some(({ message }) =>
    isNamed(comparablePath(message)) || message.startsWith(`'${endpoint.route}' in the spec is`)
  );
}
