/** Counts the changes of specs that reach the code of teams over five years. */

import { createMemoryWorkspace, generateApi } from "../../../mod.ts";
import type { Life } from "../commands.ts";
import type { Judge } from "../judge.ts";
import { begin } from "../life.ts";
import { Random } from "../random.ts";
import type { ReportRow } from "../reported.ts";
import { endpointsOf, type NamedEndpoint, type Spec, textOf, urlOf } from "../specs.ts";
import { isDeepStrictEqual } from "node:util";
import { missed } from "./follows.ts";
import { asKept, type Kept, withDecisions } from "./decisions.ts";
import { TEAM_CHANGES, teamSpec } from "./specs.ts";
import { grownInYear, underRules } from "./team.ts";

const YEARS = 5;
const CHANGES_OF_A_YEAR = 8;

/** What became of a change of a spec. */
export interface Outcome {
  readonly seed: number;
  readonly change: string;
  /**
   * - `reached`: the code follows
   * - `named`: the report says which code of people keeps it from following, or asks
   * - `silent`: it neither follows, nor does the report say so
   * - `lost`: a guard was lost, or the app stopped working
   */
  readonly as: "reached" | "named" | "silent" | "lost";
  /** The reason of a named change; otherwise what is wrong, if anything. */
  readonly why: string;
}

/** Lives five years with a team. */
export async function fiveYears(judge: Judge, seed: number): Promise<readonly Outcome[]> {
  const random = new Random(seed);
  let life = await begin(teamSpec(random));
  let kept: Kept = new Map();
  const outcomes: Outcome[] = [];
  for (let year = 1; year <= YEARS; year++) {
    life = underRules(grownInYear(life, year, random), random);
    for (let count = 0; count < CHANGES_OF_A_YEAR; count++) {
      const [name, spec] = changed(life.spec, random);
      const step = await followed(judge, life, spec, kept);
      outcomes.push({ seed, change: name, ...step.outcome });
      ({ life, kept } = step);
    }
  }
  return outcomes;
}

function changed(spec: Spec, random: Random): readonly [name: string, spec: Spec] {
  for (;;) {
    const [name, change] = random.pick(TEAM_CHANGES) ?? [];
    const now = change?.(spec, random) ?? null;
    if (name !== undefined && now !== null && !isDeepStrictEqual(now, spec)) return [name, now];
  }
}

type Followed = Pick<Outcome, "as" | "why">;

/** Runs `generate api` with a changed spec; again with `--keep-edited` if it asks people. */
async function followed(
  judge: Judge,
  before: Life,
  spec: Spec,
  kept: Kept,
): Promise<{ readonly life: Life; readonly kept: Kept; readonly outcome: Followed }> {
  const { project } = before;
  const old = endpointsOf(before.spec).map((each) => asKept(each, kept));
  const wanted = endpointsOf(spec).map((each) => asKept(each, kept)).filter((each) =>
    !old.some((one) => isDeepStrictEqual(one, each))
  );
  const workspace = createMemoryWorkspace(project.files);
  const report = await generateApi(workspace, project.folder, textOf(spec));
  const files = () => Object.fromEntries(workspace.files());
  if (report.status !== "applied" && report.status !== "unchanged") {
    const options = { keepEdited: true };
    const { data } = await generateApi(workspace, project.folder, textOf(spec), options);
    const why = report.diagnostics.map(({ code }) => code).join(", ") || report.status;
    return {
      life: { ...before, spec, project: { ...project, files: files() } },
      kept: withDecisions(kept, before.spec, spec, data?.states ?? []),
      outcome: { as: "named", why: `asks first: ${why}` },
    };
  }
  const life = { ...before, spec, project: { ...project, files: files() } };
  const rows = report.data?.states ?? [];
  const told = [...rows, ...report.diagnostics.map(({ message }) => message)];
  const open = await opened(judge, before, life);
  if (open.length > 0 && !/has no @/.test(JSON.stringify(told))) {
    return { life, kept, outcome: { as: "lost", why: `open: ${open.join(", ")}` } };
  }
  const outcomes: Followed[] = [];
  for (const [each, all] of await missed(judge, life.project, wanted)) {
    const was = old.find((one) => isSameName(one, each));
    // What an earlier change of the spec left to people is not asked for again.
    const parts = all.filter((part) => was === undefined || isChanged(part, was, each));
    outcomes.push(outcomeOf(each, parts, rows));
  }
  const worst = (["lost", "silent", "named"] as const)
    .flatMap((as) => outcomes.filter((each) => each.as === as))[0];
  return { life, kept, outcome: worst ?? { as: "reached", why: "" } };
}

function outcomeOf(
  wanted: NamedEndpoint,
  parts: readonly string[],
  rows: readonly ReportRow[],
): Followed {
  if (parts.length === 0) return { as: "reached", why: "" };
  const key = `${wanted.type} ${urlOf(wanted)}`;
  const row = rows.find(({ method, path }) => `${method} ${path}` === key);
  const why = `${parts.join(", ")} of ${key}`;
  if (parts.some((each) => each.startsWith("start"))) return { as: "lost", why };
  if (row === undefined) return { as: "silent", why: `${why}: no row` };
  const place = /(routes|services|repositories|models)\/\w+\.py:\d+/.exec(row.note)?.[1];
  const part = /the spec's new (.*?) (?:is|are) not used/.exec(row.note)?.[1];
  if (row.state === "edited" && place !== undefined) {
    return { as: "named", why: `your code in ${place}: ${part ?? row.note}` };
  }
  if (row.state === "outdated") return { as: "silent", why: `${why}: called ${row.note}` };
  return { as: "named", why: `${row.state}: ${row.note}` };
}

function isSameName(one: NamedEndpoint, other: NamedEndpoint): boolean {
  return one.route === other.route && one.subroute === other.subroute && one.type === other.type;
}

/** Reports whether a spec changes a part of an endpoint. */
function isChanged(part: string, was: NamedEndpoint, wanted: NamedEndpoint): boolean {
  switch (part) {
    case "path":
      return urlOf(was) !== urlOf(wanted);
    case "status":
      return was.status !== wanted.status;
    case "body":
      return !isDeepStrictEqual(was.body, wanted.body);
    case "answer":
      return !isDeepStrictEqual(was.mock, wanted.mock);
    default:
      return true;
  }
}

/** Returns the endpoints that let everybody in, unlike before. */
async function opened(judge: Judge, before: Life, after: Life): Promise<readonly string[]> {
  const [was, now] = [await judge.judge(before.project), await judge.judge(after.project)];
  const key = ({ method, endpoint }: { method: string; endpoint: string }) =>
    `${method} ${endpoint}`;
  const open = new Set(was.endpoints.filter(({ guarded }) => !guarded).map(key));
  return now.endpoints.filter((each) => !each.guarded && !open.has(key(each))).map(key);
}
