/** One random project, lived in two trees. */

import type { MemoryWorkspace, Report, Snapshot } from "../../mod.ts";
import * as ours from "../../mod.ts";
import type { Library, Life } from "../../tests/life/commands.ts";
import { EDITS } from "../../tests/life/edits/mod.ts";
import type { Edit } from "../../tests/life/edits/edit.ts";
import { removedFiles } from "../../tests/life/guarantees.ts";
import { edited } from "../../tests/life/life.ts";
import { MUTATIONS } from "../../tests/life/mutations.ts";
import { type Files, hasRecords } from "../../tests/life/project.ts";
import { Random } from "../../tests/life/random.ts";
import { randomSpec } from "../../tests/life/random_specs.ts";
import { recordedEndpoints } from "../../tests/life/removals.ts";
import { isValid, type Spec, textOf } from "../../tests/life/specs.ts";
import { replaceFiles } from "../../tests/workspace/replace_files.ts";
import { snapshot } from "../../tests/project/snapshot.ts";
import { addsCreation, CHANGING, namedIn, type Past, READING, type Run } from "./commands.ts";
import { type Difference, firstDifference, kindOf, type Result } from "./difference.ts";
import { withOptions } from "./library.ts";

/** Options of a comparison. */
export interface ComparisonOptions {
  /** Whether records, and the ids that depend on them, may differ. */
  readonly codeOnly?: boolean;
  /** The other tree is compared with this library; default: the one of this checkout. */
  readonly library?: Library;
}

/** The outcome of a seed. */
export interface Outcome {
  readonly seed: number;
  /** What happened, with numbers: kinds of edits, commands with their results, options, codes. */
  readonly counts: Readonly<Record<string, number>>;
  /** `null` if both trees do the same. */
  readonly different: FoundDifference | null;
}

/** A difference, and the step that showed it. */
export interface FoundDifference extends Difference {
  /** 1-based number of the step; edits count. */
  readonly step: number;
  readonly command: string;
  readonly kind: string;
}

/** One of the trees. */
interface Tree {
  readonly library: Library;
  readonly workspace: MemoryWorkspace;
}

/** Number of commands that can change the project, after the one that creates it. */
const COMMANDS = 6;

/** Number of commands that only read the project at the end. */
const READINGS = 3;

/** Maximum number of edits before each command. */
const MAX_EDITS = 3;

/** The ways to run a command. A dry run or a plan comes first in some of them. */
const MODES = ["run", "run", "run", "run", "diff", "dry run", "plan"] as const;

type Mode = typeof MODES[number];

/** Lives the project of a seed in both trees, until they differ. */
export async function comparedLife(
  other: Library,
  seed: number,
  { codeOnly = false, library = ours }: ComparisonOptions = {},
): Promise<Outcome> {
  const random = new Random(seed);
  const trees = [other, library].map((each) => ({
    library: each,
    workspace: each.createMemoryWorkspace(),
  })) as [Tree, Tree];
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const outcome = (different: FoundDifference | null): Outcome => ({
    seed,
    counts: Object.fromEntries(counts),
    different,
  });
  let past = beginning(firstSpec(random));
  let steps = 0;
  let order: FoundDifference | null = null;

  async function compare(name: string, run: Run, mode: Mode): Promise<FoundDifference | null> {
    steps++;
    const [there, here] = [
      await resultOf(trees[0], run, mode, codeOnly),
      await resultOf(trees[1], run, mode, codeOnly),
    ];
    const last: Report | undefined = here.raw.at(-1);
    count(`command: ${name}: ${last?.status ?? "thrown"}`);
    if (mode !== "run") count(`mode: ${mode}: ${last?.status ?? "thrown"}`);
    for (const option of Object.keys(run.more ?? {})) {
      count(`option: ${option}: ${last?.status ?? "thrown"}`);
    }
    for (const { code } of here.raw.flatMap(({ diagnostics }) => diagnostics)) {
      count(`code: ${code}`);
    }
    const found = firstDifference(there, here, (path) => !codeOnly || !isRecord(path));
    const different = found === null ? null : {
      ...found,
      step: steps,
      command: wordsOf(run, mode),
      kind: kindOf(found, namesOf(past.life)),
    };
    if (different?.isOrder === false) return different;
    order ??= different;
    past = after(past, run, here);
    return null;
  }

  const first: Run = {
    words: `generate api base with ${textOf(past.life.spec)}`,
    run: (workspace, { generateApi }) => generateApi(workspace, "base", textOf(past.life.spec)),
    spec: past.life.spec,
  };
  const own: Files = random.below(5) === 0 ? { "README.md": "# Mine\n" } : {};
  for (const { workspace } of trees) await replaceFiles(workspace, snapshot(own));
  const different = await compare("generate api of a new project", first, "run");
  if (different !== null) return outcome(different);
  for (let left = COMMANDS; left > 0; left--) {
    for (let edits = random.below(MAX_EDITS + 1); edits > 0; edits--) {
      const [name, edit] = pickEdit(random);
      const next = edited(past.life, edit, random);
      if (
        next === null || codeOnly && changesRecords(past.life.project.files, next.project.files)
      ) {
        continue;
      }
      steps++;
      count(`edit: ${name}`);
      for (const { workspace } of trees) {
        await replaceFiles(workspace, replayed(workspace.files(), past.life, next));
      }
      past = { ...past, life: next };
    }
    const [name, run] = pickRun(past, random);
    const mode = random.oneOf(...MODES);
    const different = await compare(name, run, CHANGING.has(name) ? mode : "run");
    if (different !== null) return outcome(different);
  }
  for (const name of random.shuffled([...READING.keys()]).slice(0, READINGS)) {
    const run = READING.get(name)?.(past, random) ?? null;
    const different = run === null ? null : await compare(name, run, "run");
    if (different !== null) return outcome(different);
  }
  return outcome(order);
}

/** Returns a random spec. Every other one has a single route, so that edits and changes of the spec meet. */
function firstSpec(random: Random): Spec {
  const all = randomSpec(random);
  const created = random.below(3) === 0 ? addsCreation(all, random) : null;
  const spec = created !== null && isValid(created) ? created : all;
  const [route] = Object.entries(spec.routes);
  return route === undefined || random.below(2) === 0
    ? spec
    : { routes: Object.fromEntries([route]) };
}

function beginning(spec: Spec): Past {
  const project = { folder: "base", app: "api", files: {} };
  return {
    life: { project, spec, deleted: new Set(), forgotten: [] },
    isUndone: false,
    refused: null,
    named: [],
  };
}

function after(past: Past, run: Run, { raw, files }: RawResult): Past {
  const last = raw.at(-1);
  const isDone = last?.status === "applied" || last?.status === "unchanged";
  const life = {
    ...past.life,
    project: { ...past.life.project, files: Object.fromEntries(files) },
    spec: isDone ? run.spec : past.life.spec,
  };
  return {
    life,
    isUndone: last?.command === "undo" && last.status === "applied",
    refused: last?.status === "refused" && run.spec !== past.life.spec ? run.spec : null,
    named: namedIn(raw),
  };
}

/** Every kind of edit, and single changes that `status` is tested with. */
const ALL_EDITS: readonly (readonly [string, Edit])[] = [
  ...EDITS,
  ...Object.entries(MUTATIONS).map(([name, mutate]): [string, Edit] => [
    `${name} (mutation)`,
    (project, random) => mutate(project, random)?.project ?? null,
  ]),
];

/** Edits of handlers, which changes of the spec conflict with. */
const HANDLER_EDITS = ALL_EDITS.filter(([name]) => /handler|mock/.test(name));

/** Edits after which commands find code elsewhere. */
const MOVING_EDITS = ALL_EDITS.filter(([name]) => /^(?:moves|merges|turns|renames)/.test(name));

function pickEdit(random: Random): readonly [string, Edit] {
  const table = random.oneOf(ALL_EDITS, ALL_EDITS, ALL_EDITS, HANDLER_EDITS, MOVING_EDITS);
  return random.pick(table) ?? ["", () => null];
}

function pickRun(past: Past, random: Random): readonly [string, Run] {
  for (;;) {
    const name = followUp(past, random) ??
      random.pick([...CHANGING.keys(), ...READING.keys()]) ?? "";
    const choose = CHANGING.get(name) ?? READING.get(name);
    const run = choose?.(past, random) ?? null;
    if (run !== null) return [name, run];
  }
}

/** Returns the command that makes most sense after the last step, in half of the cases. */
function followUp({ life, isUndone, refused }: Past, random: Random): string | null {
  if (random.below(2) === 0) return null;
  if (!hasRecords(life.project)) return "adopt";
  if (refused !== null) return "generate api with a decision";
  if (isUndone) return "redo";
  return random.oneOf(
    null,
    "generate api with conflicts",
    "generate api with several changes",
    "generate subroute of an item",
  );
}

interface RawResult extends Result {
  readonly raw: readonly Report[];
}

async function resultOf(
  { library, workspace }: Tree,
  { run, more = {} }: Run,
  mode: Mode,
  codeOnly: boolean,
): Promise<RawResult> {
  const raw: Report[] = [];
  const others: unknown[] = [];
  const call = async (options: typeof more) => {
    const count = raw.length;
    const seen = withOptions(library, { ...more, ...options }, (report) => raw.push(report));
    const report = await run(workspace, seen);
    if (raw.length === count) raw.push(report);
    return report;
  };
  try {
    if (mode === "plan") {
      const { file } = await library.planFile(call);
      // The seal is a hash of the whole plan, which may have a random id or another order.
      if (!codeOnly && file !== null) others.push({ ...JSON.parse(file), seal: "" });
      if (file !== null) raw.push(await library.applyPlan(workspace, file));
    } else {
      if (mode === "dry run") await call({ dryRun: true, diff: true });
      await call(mode === "diff" ? { diff: true } : {});
    }
  } catch (error) {
    others.push(String(error));
  }
  const reports = [...raw, ...others].map((each) => masked(each, codeOnly));
  return { raw, reports, files: workspace.files() };
}

/** The start of the random ids of applied changes. */
const ID = "chg_";

/** Returns a report as JSON, without random ids and times; with `codeOnly`, also without records. */
function masked(report: unknown, codeOnly: boolean): string {
  const text = JSON.stringify(report, codeOnly ? withoutRecords : undefined)
    .replaceAll(/chg_[0-9a-z]+/g, `${ID}*`)
    .replaceAll(/"time":"[^"]*"/g, '"time":"*"');
  return codeOnly
    ? text.replaceAll(/sha256:[0-9a-f]+/g, "sha256:*").replaceAll(/\b[\d,]+ files?\b/g, "* files")
    : text;
}

function withoutRecords(key: string, value: unknown): unknown {
  if (key === "files" && typeof value === "number") return null;
  return key === "changes" && Array.isArray(value)
    ? value.filter(({ path }) => !/(?:^|\/)\.layerwright\/(?!backup\/)/.test(path))
    : value;
}

function isRecord(path: string): boolean {
  return /^\.layerwright\/(?!backup\/)/.test(path);
}

/** Reports whether an edit changes the texts of records, which can differ between the trees. */
function changesRecords(before: Files, after: Files): boolean {
  return Object.keys(after).some((path) => isRecord(path) && before[path] !== after[path]);
}

/** Returns the files of a tree after an edit that was made in this tree. */
function replayed(files: Snapshot, before: Life, after: Life): Snapshot {
  const [old, now] = [before.project.files, after.project.files];
  const lost = hasRecords(before.project) && !hasRecords(after.project)
    ? [...files.keys()].filter((path) => path.startsWith(".layerwright/"))
    : [];
  const gone = new Set<string>([...lost, ...removedFiles(old, now)]);
  const changed = Object.entries(now).filter(([path, text]) => old[path] !== text);
  return new Map([
    ...[...files].filter(([path]) => !gone.has(path)),
    ...snapshot(Object.fromEntries(changed)),
  ]);
}

/** Returns the names of the routes and subroutes of a project and its spec. */
function namesOf({ project, spec }: Life): string[] {
  const recorded = recordedEndpoints(project).flatMap((
    { route, subroute },
  ) => [route, subroute ?? route]);
  const specified = Object.entries(spec.routes)
    .flatMap(([name, { subroutes = {} }]) => [name, ...Object.keys(subroutes)]);
  return [...new Set([...recorded, ...specified])];
}

function wordsOf({ words, more = {} }: Run, mode: Mode): string {
  const options = Object.keys(more).length === 0 ? "" : ` ${JSON.stringify(more)}`;
  return `${words}${options}${mode === "run" ? "" : ` (${mode})`}`;
}
