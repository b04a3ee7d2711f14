/** Whether the code of an endpoint follows the spec, judged by Flask and by the text of the models. */

import { isDeepStrictEqual } from "node:util";
import type { JsonValue } from "../../../mod.ts";
import { printedPath } from "../../../project/layout/url_paths.ts";
import type { Judge, Request, ServedEndpoint } from "../judge.ts";
import { appModules, lf } from "../places.ts";
import type { Project } from "../project.ts";
import { definitions, textOf } from "../python_text.ts";
import { type NamedEndpoint, urlOf } from "../specs.ts";

type Example = Readonly<Record<string, JsonValue>>;

/** The parts of an endpoint that may not follow a spec, such as `body`; with the reason, `start`. */
export type Missed = ReadonlyMap<NamedEndpoint, readonly string[]>;

/**
 * Returns what of some endpoints does not follow a spec: the path, the status, the body or the
 * answer. Of an answer that people compute, the model must have the members.
 */
export async function missed(
  judge: Judge,
  project: Project,
  wanted: readonly NamedEndpoint[],
): Promise<Missed> {
  const { error, endpoints } = await judge.judge(project);
  if (error !== null) return new Map(wanted.map((each) => [each, [`start: ${error}`]]));
  const served = new Map(
    endpoints.map((each) => [`${each.method} ${printedPath(each.rule)}`, each]),
  );
  const found = wanted.flatMap((each) => {
    const place = served.get(`${each.type} ${urlOf(each)}`);
    return place === undefined ? [] : [{ each, place, sent: bodiesFor(each, place) }];
  });
  const requests = found.flatMap(({ sent }) => sent.map(({ request }) => request));
  const { statuses } = requests.length === 0
    ? { statuses: [] }
    : await judge.judge(project, requests);
  let next = 0;
  const known = found.map(({ each, place, sent }): [NamedEndpoint, string[]] => {
    const isBodyWrong = sent.map(({ fits }) => fits !== (statuses[next++] !== 422)).includes(true);
    const status = each.status ?? (each.type === "POST" ? 201 : 200);
    return [each, [
      ...(place.status === status ? [] : ["status"]),
      ...(isBodyWrong ? ["body"] : []),
      ...(answers(project, each, place) ? [] : ["answer"]),
    ]];
  });
  const all = new Map(known);
  return new Map(wanted.map((each) => [each, all.get(each) ?? ["path"]]));
}

/** Returns the body of the spec, and bodies that it excludes. */
function bodiesFor({ body }: NamedEndpoint, { method, rule }: ServedEndpoint) {
  if (!isExample(body)) return [];
  const request = (sent: JsonValue): Request => ({
    method,
    rule,
    query: {},
    headers: {},
    body: sent,
  });
  const required = Object.keys(body).filter((name) => name !== "id");
  return [
    { request: request(body), fits: true },
    { request: request({ ...body, unknown: 1 }), fits: false },
    ...required.map((name) => {
      const { [name]: _, ...rest } = body;
      return { request: request(rest), fits: false };
    }),
    ...(required.length === 0 ? [] : [{ request: request(odd(body, required)), fits: false }]),
  ];
}

/** Returns a body in which all required members have values that no member of these specs has. */
function odd(body: Example, required: readonly string[]): Example {
  return { ...body, ...Object.fromEntries(required.map((name) => [name, []])) };
}

function answers(project: Project, { route, mock }: NamedEndpoint, { body }: ServedEndpoint) {
  if (mock === undefined) return true;
  const answer: unknown = body === "" ? null : JSON.parse(body);
  if (isDeepStrictEqual(answer, mock)) return true;
  // People compute the answer. The model tells them what the spec asks for.
  const item = Array.isArray(mock) ? mock[0] : mock;
  return isExample(item) && isPeoples(answer) &&
    modelsOf(project, route).some((members) => isDeepStrictEqual(members, membersOf(item)));
}

/** Reports whether an answer is one that people wrote in the service or the repository. */
function isPeoples(answer: unknown): boolean {
  return JSON.stringify(answer).includes("by hand") || typeof answer !== "object" ||
    answer === null || "rows" in answer;
}

function isExample(value: JsonValue | undefined): value is Example {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function membersOf(example: Example): string[] {
  return Object.entries(example).map(([name, value]) => `${name}: ${typeOf(value)}`).sort();
}

function typeOf(value: JsonValue): string {
  if (typeof value === "string") return "str";
  if (typeof value === "boolean") return "bool";
  return Number.isInteger(value) ? "int" : "float";
}

/** Lists the members of each model of answers in the modules of a route. */
function modelsOf(project: Project, route: string): string[][] {
  return appModules(project).filter((path) => path.includes(`${route}_model`)).flatMap((path) => {
    const module = lf(project.files, path);
    return definitions(module).map((each) => textOf(module, each))
      .filter((text) => /^class \w+\(TypedDict\):/m.test(text))
      .map((text) =>
        [...text.matchAll(/^\s+(\w+: \w+)\s*(?:#.*)?$/gm)].map(([, it = ""]) => it).sort()
      );
  });
}
