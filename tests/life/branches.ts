/** Two branches of a project: their commands, and the expected merge. */

import { isDeepStrictEqual } from "node:util";
import * as library from "../../mod.ts";
import { createMemoryWorkspace, generateApi, projectStatus } from "../../mod.ts";
import { DRIFT } from "../../generators/compare/project_state.ts";
import { COMMANDS, type Life } from "./commands.ts";
import type { Judge, Judgement, ServedEndpoint } from "./judge.ts";
import { begin } from "./life.ts";
import { type Files, type Project, recordedRoutes } from "./project.ts";
import { Random } from "./random.ts";
import { recordedPrefix } from "../../project/records/recorded_path.ts";
import {
  allDefinitions,
  endpointKey,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { movedPath } from "../../project/layout/url_paths.ts";
import type { Branches, Merge } from "./repository.ts";
import { withSettledRecords } from "./settled_records.ts";
import { randomSpec } from "./random_specs.ts";
import { isValid, type Spec, type SpecPath, textOf } from "./specs.ts";

/** A project that continues on two branches. */
export interface Fork {
  readonly seed: number;
  readonly base: Life;
  readonly ours: Life;
  readonly theirs: Life;
  /** The steps, in words. */
  readonly words: readonly string[];
}

/** Generates a project, and runs one to three commands on each of two branches. */
export async function fork(seed: number): Promise<Fork> {
  const random = new Random(seed);
  const base = await begin(randomSpec(random));
  const words = [`generate api base with ${JSON.stringify(base.spec.routes)}`];
  const ours = await grown(base, random, (each) => words.push(`ours: ${each}`));
  const theirs = await grown(base, random, (each) => words.push(`theirs: ${each}`));
  return { seed, base, ours, theirs, words };
}

const KINDS = [...COMMANDS.keys()].filter((name) => !name.includes("--force"));

async function grown(base: Life, random: Random, tell: (words: string) => void): Promise<Life> {
  let life = base;
  let left = 1 + random.below(3);
  for (let tries = 0; tries < 20 && left > 0; tries++) {
    const command = COMMANDS.get(random.pick(KINDS) ?? "")?.(life, random) ?? null;
    if (command === null) continue;
    const workspace = createMemoryWorkspace(life.project.files);
    const { status } = await command.run(workspace, library);
    if (status !== "applied") continue;
    tell(command.words);
    const files = Object.fromEntries(workspace.files());
    life = { ...life, project: { ...life.project, files }, spec: command.spec };
    left--;
  }
  return life;
}

/** Returns the files of a fork. */
export function branchesOf({ base, ours, theirs }: Fork): Branches {
  return {
    base: base.project.files,
    ours: ours.project.files,
    theirs: theirs.project.files,
  };
}

/**
 * Returns the conflicts that git finds only in records, not in the code, apart from expected
 * kinds. The manifest has the hash of the README, so it conflicts if both sides changed the README.
 * The record of a route has one hash of an endpoint in the spec, and one of each definition. It conflicts
 * if both sides changed that endpoint or definition, even where git merges its lines, and
 * if both sides added the route.
 */
export function recordConflicts(each: Fork, { conflicts, messages }: Merge): string[] {
  const code = messages.filter((message) => !message.includes(".layerwright/"));
  const readmes = [each.base, each.ours, each.theirs].map((life) =>
    life.project.files["README.md"]
  );
  const isReadmeOfBoth = new Set(readmes).size === 3;
  return conflicts.filter(isRecord).filter((path) => {
    const names = namesIn(each, path);
    if (names === null) return !isReadmeOfBoth;
    const isChanged = areChangedTwice(each, names, inputsOf) ||
      areChangedTwice(each, names, hashesOf);
    if (isChanged || isAddedTwice(each, path)) return false;
    const pattern = new RegExp(`(?:/|_)(?:${[...names].join("|")})_`);
    return !code.some((message) => pattern.test(message));
  });
}

/** Reports whether both sides changed or removed an endpoint of a route in different ways. */
export function isRespecifiedTwice(each: Fork, path: string): boolean {
  const names = namesIn(each, path);
  return names !== null && areChangedTwice(each, names, inputsOf);
}

type Facts = readonly (readonly [key: string, fact: string])[];

/**
 * Reports whether both sides changed the same fact of a route in different ways.
 *
 * @param names The names of the route.
 */
function areChangedTwice(
  { base, ours, theirs }: Fork,
  names: ReadonlySet<string>,
  factsOf: (record: RouteRecord) => Facts,
): boolean {
  const [before, one, other] = [base, ours, theirs].map(({ project }) =>
    [...recordedRoutes(project)].flatMap(([name, record]) => names.has(name) ? [record] : [])
  ).map((records) => new Map(records.flatMap(factsOf)));
  return [...before ?? []].some(([key, fact]) =>
    new Set([fact, one?.get(key), other?.get(key)]).size === 3
  );
}

/** Reports whether both sides added a file, so that git has no text to merge from. */
function isAddedTwice({ base, ours, theirs }: Fork, path: string): boolean {
  const [before, ...sides] = [base, ours, theirs].map(({ project }) => project.files[path]);
  return before === undefined && !sides.includes(undefined);
}

/** Returns the inputs of endpoints, and those of removed endpoints. */
function inputsOf({ endpoints, removed }: RouteRecord): Facts {
  return [
    ...endpoints.map((each) => [endpointKey(each), `endpoint ${each.input}`] as const),
    ...removed.map((each) => [endpointKey(each), `removed ${each.input}`] as const),
  ];
}

/** Returns the hashes of definitions. */
function hashesOf(record: RouteRecord): Facts {
  return allDefinitions(record).map(({ layer, name, hash }) => [`${layer} ${name}`, hash] as const);
}

/** Returns all names that the route of a record has on a branch; `null` for the manifest. */
function namesIn(each: Fork, path: string): ReadonlySet<string> | null {
  const route = /^\.layerwright\/routes\/(.*?)-?$/.exec(path)?.[1];
  return route === undefined ? null : namesOf(each, route);
}

/** Returns all names that a route has on a branch. */
function namesOf({ words }: Fork, route: string): ReadonlySet<string> {
  const names = new Set([route]);
  const pairs = words.map((each) => /: rename route (\w+) (\w+)$/.exec(each)?.slice(1) ?? []);
  for (const _ of pairs) {
    for (const pair of pairs) {
      if (pair.some((name) => names.has(name))) pair.forEach((name) => names.add(name));
    }
  }
  return names;
}

export function isRecord(path: string): boolean {
  return path.startsWith(".layerwright/");
}

/** Returns the problems of a project that git merged without a conflict. */
export async function mergeProblems(judge: Judge, each: Fork, files: Files): Promise<string[]> {
  const { folder, app } = each.base.project;
  const spec = mergedSpec(each);
  const merged: Project = { folder, app, files };
  const project = await withSettledRecords(merged, spec ?? each.ours.spec);
  const judged = await judge.judge(project);
  // Git can merge code that is broken then: it removes an import whose last use one side removed, even
  // if the other side adds a use, and leaves both of two handlers with one name or one path.
  const { error } = judged;
  const named = await namedProblems(project);
  if (
    named.some((message) => error === null ? OF_MERGES.test(message) : explains(message, error))
  ) {
    return [];
  }
  if (error !== null) return [`it does not start: ${error}`];
  const expected = await expectedEndpoints(judge, each);
  return [
    ...missingEndpoints(expected, judged),
    ...await driftIn(project),
    ...(spec === null ? [] : await driftIn(project, spec)),
    ...(spec === null ? [] : await writtenBy(project, spec)),
  ];
}

/** Matches problems of merges that let the app start. */
const OF_MERGES = /(?:, but not imported|: Flask calls only one of them)$/;

/** Reports whether a problem has a quoted name that the error has, too. */
function explains(problem: string, error: string): boolean {
  return [...problem.matchAll(/'(\w+)'/g)].some(([, name = ""]) => error.includes(name));
}

/** Returns the problems that `status` finds in the code. */
async function namedProblems({ folder, files }: Project): Promise<string[]> {
  const { data } = await projectStatus(createMemoryWorkspace(files), folder);
  return data?.problems.map(({ message }) => message) ?? [];
}

/**
 * Returns the endpoints that the merged project must serve, with their answers. If one side changes
 * the prefix of a route, all of its endpoints are below that prefix, as the blueprint is.
 */
async function expectedEndpoints(judge: Judge, each: Fork): Promise<Map<string, ServedEndpoint>> {
  const sides = [each.base, each.ours, each.theirs];
  const [base, ours, theirs] = await Promise.all(sides.map(async (side) => {
    const { endpoints } = await judge.judge(side.project);
    return byKey(endpoints.map((served) => mounted(served, side, each.base)));
  }));
  const keys = [...ours?.keys() ?? [], ...theirs?.keys() ?? []];
  const found = [...new Set(keys)].flatMap((key) => {
    const value = mergedValue(base?.get(key), ours?.get(key), theirs?.get(key));
    return value === null ? [] : [value.merged];
  });
  return byKey(found.map((served) => {
    const mine = mounted(served, each.base, each.ours);
    return mine.rule === served.rule ? mounted(served, each.base, each.theirs) : mine;
  }));
}

/** Returns an endpoint with the prefix that another side of a fork has for its route. */
function mounted(served: ServedEndpoint, from: Life, to: Life): ServedEndpoint {
  const [route = ""] = served.endpoint.split(".");
  const [before, after] = [from, to].map(({ project }) => {
    const record = recordedRoutes(project).get(route);
    return record?.endpoints.length ? recordedPrefix(route, record) : undefined;
  });
  if (before === undefined || after === undefined) return served;
  return { ...served, rule: movedPath(served.rule, before, after) };
}

function byKey(endpoints: readonly ServedEndpoint[]): Map<string, ServedEndpoint> {
  return new Map(endpoints.map((each) => [`${each.method} ${each.rule}`, each]));
}

/**
 * Returns the result of a three-way merge of a value; `null` if both sides changed the value, or if
 * one side removed it.
 */
function mergedValue<T>(
  base: T | undefined,
  ours: T | undefined,
  theirs: T | undefined,
): { readonly merged: T } | null {
  const value = isDeepStrictEqual(ours, base) ? theirs : ours;
  const isClear = isDeepStrictEqual(ours, base) || isDeepStrictEqual(theirs, base) ||
    isDeepStrictEqual(ours, theirs);
  return isClear && value !== undefined ? { merged: value } : null;
}

function missingEndpoints(
  expected: ReadonlyMap<string, ServedEndpoint>,
  { endpoints }: Judgement,
): string[] {
  const served = byKey(endpoints);
  return [...expected].filter(([key, { body }]) => served.get(key)?.body !== body)
    .map(([key, { body }]) => `${key} must answer ${body}, and answers ${served.get(key)?.body}`);
}

/** A path of a spec, without its subroutes. */
interface NamedPath {
  readonly route: string;
  /** `null` for the route's own path. */
  readonly subroute: string | null;
  readonly path: SpecPath;
}

function pathsOf({ routes }: Spec): NamedPath[] {
  return Object.entries(routes).flatMap(([route, { subroutes = {}, ...path }]) => [
    { route, subroute: null, path },
    ...Object.entries(subroutes).map(([subroute, path]) => ({ route, subroute, path })),
  ]);
}

/** Merges the specs of both branches; `null` if they conflict. */
export function mergedSpec({ base, ours, theirs }: Fork): Spec | null {
  const all = [base, ours, theirs].map(({ spec }) =>
    new Map(pathsOf(spec).map((each) => [`${each.route} ${each.subroute ?? ""}`, each]))
  );
  const [before, one, other] = all;
  const merged: NamedPath[] = [];
  for (const key of mergedKeys(all.map((each) => [...each.keys()]))) {
    const [was, mine, others] = [before?.get(key), one?.get(key), other?.get(key)];
    const isSame = isDeepStrictEqual(mine, others);
    const value = isDeepStrictEqual(mine, was) ? others : mine;
    if (!isSame && !isDeepStrictEqual(mine, was) && !isDeepStrictEqual(others, was)) return null;
    if (value !== undefined) merged.push(value);
  }
  return specOf(merged);
}

/** Returns the keys of both sides, in the order of the side that changed the order. */
function mergedKeys([base = [], ours = [], theirs = []]: readonly string[][]): Set<string> {
  const common = (keys: readonly string[]) => keys.filter((key) => base.includes(key)).join();
  const isReordered = common(ours) !== base.filter((key) => ours.includes(key)).join();
  return new Set(isReordered ? [...ours, ...theirs] : [...theirs, ...ours]);
}

function specOf(paths: readonly NamedPath[]): Spec | null {
  const routes = Map.groupBy(paths, ({ route }) => route);
  const read = [...routes].map(([name, [own, ...rest]]) => {
    if (own?.subroute !== null) return null;
    const subroutes = rest.map(({ subroute, path }) => [subroute ?? "", path]);
    const more = rest.length === 0 ? {} : { subroutes: Object.fromEntries(subroutes) };
    return [name, { ...own.path, ...more }] as const;
  });
  if (read.length === 0 || read.includes(null)) return null;
  const spec = { routes: Object.fromEntries(read.flatMap((each) => each === null ? [] : [each])) };
  return isValid(spec) ? spec : null;
}

/** States of endpoints that only earlier specs have. With a spec, they are no drift. */
const LEFT_OVER = new Set(["extra", "deleted"]);

async function driftIn({ folder, files }: Project, spec?: Spec): Promise<string[]> {
  const options = spec === undefined ? {} : { spec: textOf(spec) };
  const { data, message } = await projectStatus(createMemoryWorkspace(files), folder, options);
  if (data === null) return [`status fails: ${message}`];
  const drift = data.endpoints.filter(({ state }) =>
    DRIFT.has(state) && !(spec !== undefined && LEFT_OVER.has(state))
  );
  const name = spec === undefined ? "status" : "status with the spec of both";
  return [
    ...drift.map(({ state, method, path, note }) => `${name}: ${state} ${method} ${path} ${note}`),
    ...data.problems.map(({ file, line, message }) => `${name}: ${file}:${line} ${message}`),
    ...data.deleted.map((path) => `${name}: ${path} is deleted`),
  ];
}

async function writtenBy({ folder, files }: Project, spec: Spec): Promise<string[]> {
  const { status, changes } = await generateApi(createMemoryWorkspace(files), folder, textOf(spec));
  // The README shows the first endpoint. One side may have changed that endpoint and the other one
  // renamed it, so the README may change.
  const paths = changes.map(({ path }) => path).filter((path) =>
    !/\/(?:README\.md|\.layerwright\/manifest)$/.test(path)
  );
  return status === "unchanged" || status === "applied" && paths.length === 0
    ? []
    : [`generate api is ${status}: ${paths.join(", ")}`];
}

/** Resolves conflicts in the code by taking both sides. The records stay as git leaves them. */
export function resolved({ conflicts, files }: Merge): Files {
  const paths = conflicts.filter((path) => !isRecord(path));
  const texts = paths.map((path) =>
    [path, (files[path] ?? "").replaceAll(/^(?:<{7}|={7}|>{7}).*\n/gm, "")] as const
  );
  return { ...files, ...Object.fromEntries(texts) };
}
