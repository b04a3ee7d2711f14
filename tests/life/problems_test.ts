/** `status` names every fault of a project, and says nothing wrong about projects that work. */

import { deepEqual, equal } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import { createMemoryWorkspace, type ProjectStatus, projectStatus } from "../../mod.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import { runTogether } from "../commands/run_here.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { readTree, writeFiles } from "../workspace/tree.ts";
import { disagreements } from "./agreement.ts";
import { change } from "./edits/edit.ts";
import { type Fault, FAULTS, type Faulty, leavesOut, type Place } from "./faults.ts";
import { isWhole, type WholeProject, wholeProject } from "./grown_projects.ts";
import { type Judge, type Judgement, type RaisedError, withJudge } from "./judge.ts";
import { moduleAt } from "./places.ts";
import type { Files, Project } from "./project.ts";
import { withImport } from "./python_text.ts";
import { Random } from "./random.ts";
import { textOf } from "./specs.ts";

/** Number of projects with each kind of fault, and share of the kinds that are tried. */
const [EACH, SHARE] = IS_FULL_TIER ? [3, 1] : [1, 4];
const WHOLE = IS_FULL_TIER ? 200 : 8;
const FIRST_SEED = 1;
const MOST_TRIES = 200;

/** A project that works, and how a fault broke it. */
interface Broken {
  readonly seed: number;
  readonly before: WholeProject;
  readonly faulty: Faulty;
  readonly after: Judgement;
}

/** Finds projects of consecutive seeds that a fault really breaks. */
async function brokenBy(
  judge: Judge,
  fault: Fault,
  from: number,
  count: number,
): Promise<readonly Broken[]> {
  const found: Broken[] = [];
  for (let seed = from; found.length < count && seed < from + MOST_TRIES; seed++) {
    const before = await wholeProject(judge, seed);
    const faulty = before === null ? null : fault(before.life.project, new Random(seed));
    if (before === null || faulty === null) continue;
    const after = await judge.examine(faulty.project);
    if (isBroken(before.judged, after)) found.push({ seed, before, faulty, after });
  }
  return found;
}

/** Reports whether Python and Flask show that an app does not work as before. */
function isBroken(before: Judgement, after: Judgement): boolean {
  const answers = ({ endpoints }: Judgement) =>
    JSON.stringify(endpoints.map(({ method, rule, status, body }) => [method, rule, status, body]));
  return !isWhole(after) || answers(before) !== answers(after);
}

/** Returns the places that Python names: the first of each error in a file. */
function raisedPlaces({ faults }: Judgement): readonly Place[] {
  const first = new Map<string, Place>();
  // An import in a circle fails only because the module that it imports has failed.
  for (const { error, file, line } of faults.filter(isOwn)) {
    if (file === null || line === null) continue;
    const key = `${file} ${error}`;
    const known = first.get(key);
    if (known === undefined || line < known.line) first.set(key, { file, line });
  }
  return [...first.values()];
}

function isOwn({ error }: RaisedError): boolean {
  return !error.includes("partially initialized module");
}

/** The output of `status` in a project's folder, and the project after its advice was followed. */
interface Told {
  readonly code: number;
  readonly output: string;
  /** `null` if there is no advice. */
  readonly followed: Project | null;
}

const RESTORING = /'layerwright ([^']+)' brings it back/g;
const MOVED =
  /problem {2}(\S+?):\d+ {2}imports (\S+), which does not exist\n +'[\w.]+' is in (\S+): /g;

/** Runs `status`, and then follows its advice: the commands that it prints, and imports from other modules. */
function told(
  { project, spec }: { readonly project: Project; readonly spec: string },
): Promise<Told> {
  return inTemporaryFolder(async (folder) => {
    writeFiles(folder, { ...project.files, "spec.json": spec });
    const run = (...args: readonly string[]) => runTogether(args, folder, {});
    const { code, output } = await run("status", "--spec", "spec.json");
    const commands = new Set(output.matchAll(RESTORING).map(([, each = ""]) => each));
    const moved = [...output.matchAll(MOVED)];
    for (const command of commands) {
      const done = await run(...command.split(" "));
      equal(done.code, 0, done.output);
    }
    const followed = moved.reduce<Files>((files, [, file = "", from = "", to = ""]) => ({
      ...files,
      [file]: (files[file] ?? "").replace(`from ${from} import`, `from ${moduleAt(to)} import`),
    }), filesIn(folder));
    const isSilent = commands.size + moved.length === 0;
    return { code, output, followed: isSilent ? null : { ...project, files: followed } };
  });
}

function filesIn(folder: string): Files {
  return Object.fromEntries(
    Object.keys(readTree(folder)).filter((path) => !path.endsWith("/")).map((path) => [
      path,
      Buffer.from(Deno.readFileSync(join(folder, path))).toString(),
    ]),
  );
}

/** Returns what is wrong about the output of `status` for a broken project. */
async function wrongAbout(judge: Judge, { before, faulty, after }: Broken): Promise<string[]> {
  const { project, places } = faulty;
  const { code, output, followed } = await told({ project, spec: textOf(before.life.spec) });
  const isNamed = ({ file, line }: Place) => output.includes(`problem  ${file}:${line}  `);
  const raised = places === undefined ? raisedPlaces(after) : [];
  const missing = places === undefined
    ? raised.filter((each) => !isNamed(each))
    : places.some(isNamed)
    ? []
    : places.slice(0, 1);
  const helps = followed === null || isWhole(await judge.examine(followed));
  return [
    ...missing.map(({ file, line }) => `${file}:${line} is not named`),
    ...(places === undefined && raised.length === 0 ? ["Python names no place"] : []),
    ...(code === 1 ? [] : [`the exit code is ${code}`]),
    ...(helps ? [] : ["the advice does not bring the app back"]),
  ].map((each) => `${each} in:\n${output}`);
}

Deno.test("status names each fault with its file and its line, and its advice helps", async () => {
  const kinds = Object.entries(FAULTS).filter((_, index) => index % SHARE === 0);
  const wrong: string[] = [];
  await withJudge(async (judge) => {
    let seed = FIRST_SEED;
    for (const [name, fault] of kinds) {
      const broken = await brokenBy(judge, fault, seed, EACH);
      if (broken.length < EACH) {
        wrong.push(`Someone ${name}: only ${broken.length} broken projects`);
      }
      for (const each of broken) {
        seed = each.seed + 1;
        for (const problem of await wrongAbout(judge, each)) {
          wrong.push(
            [...each.before.words, `Someone ${name} (${each.seed}): ${problem}`].join("\n  "),
          );
        }
      }
    }
  });
  deepEqual(wrong, []);
});

/** Adds the lines of a note such as `add to api/__init__.py:`. Returns `null` for other notes. */
function withNote(project: Project, note: string): Project | null {
  const [, path, rest = ""] = /^add to (\S+):\n([^]*)$/.exec(note) ?? [];
  return change(project, path, (text) => rest.split("\n").reduce(withLine, text));
}

/** Adds an import, or a call beside the last call of its kind. */
function withLine(text: string, line: string): string {
  if (/^(?:from|import) /.test(line)) return withImport(text, line);
  const lines = text.split("\n");
  const call = line.slice(0, line.indexOf("(") + 1);
  const made = new RegExp(`^\\s*(?:pass$|${line.split(".", 1)[0]}\\b.* = )`);
  const last = lines.findLastIndex((each) => each.trimStart().startsWith(call));
  const end = lines.findLastIndex((each) => each.trim() === `return ${line.split(".", 1)[0]}`) - 1;
  const at = last !== -1 ? last : end >= 0 ? end : lines.findLastIndex((each) => made.test(each));
  const [indent] = /^\s*/.exec(lines[end >= 0 && last === -1 ? at + 1 : at] ?? "") ?? [""];
  return [...lines.slice(0, at + 1), indent + line, ...lines.slice(at + 1)].join("\n");
}

function keysOf({ endpoints }: Judgement): ReadonlySet<string> {
  return new Set(endpoints.map(({ method, rule }) => `${method} ${printedPath(rule)}`));
}

async function statusOf({ folder, files }: Project, spec: string): Promise<ProjectStatus | null> {
  return (await projectStatus(createMemoryWorkspace(files), folder, { spec })).data;
}

Deno.test("status names each endpoint without a registration, and the lines that it prints serve it again", async () => {
  const wrong: string[] = [];
  await withJudge(async (judge) => {
    const broken = await brokenBy(
      judge,
      leavesOut,
      FIRST_SEED,
      IS_FULL_TIER ? 12 : Number(Deno.env.get("P5N") ?? 2),
    );
    for (const { seed, before, faulty: { project }, after } of broken) {
      const status = await statusOf(project, textOf(before.life.spec));
      const rows = status?.endpoints.filter(({ state }) => state === "unregistered") ?? [];
      const named = new Set(rows.map(({ method, path }) => `${method} ${path}`));
      const notes = new Set(rows.map(({ note }) => note));
      const followed = [...notes].reduce<Project | null>(
        (now, note) => now && withNote(now, note),
        project,
      );
      const again = followed && await judge.examine(followed);
      // The line may have had a prefix, so the endpoints may be back at other paths.
      const isHelped = again !== null && isWhole(again) && named.isSubsetOf(keysOf(again)) &&
        again.endpoints.length === after.endpoints.length + named.size;
      if (named.size === 0 || named.intersection(keysOf(after)).size > 0 || !isHelped) {
        wrong.push(
          `${seed}: named ${[...named]}; ${[...notes].join("\n")}; ${again?.error}\n${
            before.words.join("\n")
          }`,
        );
      }
    }
  });
  deepEqual(wrong, []);
});

/** Returns everything that `status` says of a project that works, and that is not so. */
function falseWords(status: ProjectStatus | null, judged: Judgement): string[] {
  if (status === null) return ["It fails"];
  const served = keysOf(judged);
  const absent = new Set(["deleted", "unregistered", "new"]);
  return [
    ...disagreements(status, judged),
    ...status.problems.map(({ file, line, message }) => `problem ${file}:${line} ${message}`),
    ...status.endpoints.filter(({ state, method, path }) =>
      absent.has(state) && served.has(`${method} ${path}`)
    ).map(({ state, method, path }) => `${state} ${method} ${path}, which answers`),
  ];
}

Deno.test("status says nothing wrong about projects that work", async () => {
  const wrong: string[] = [];
  await withJudge(async (judge) => {
    let found = 0;
    for (let seed = FIRST_SEED; found < WHOLE && seed < FIRST_SEED + 2 * WHOLE; seed++) {
      const whole = await wholeProject(judge, seed);
      if (whole === null) continue;
      found++;
      const { life: { project, spec }, judged, words } = whole;
      const status = await statusOf(project, textOf(spec));
      for (const each of falseWords(status, judged)) wrong.push([...words, each].join("\n  "));
    }
    equal(found, WHOLE);
  });
  deepEqual(wrong, []);
});
