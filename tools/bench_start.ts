/**
 * Measures the start-up and the size of the executables, against the runtime without a program, and
 * against other generators: `deno task bench:start`. Only differences within a run are meaningful.
 */

import { join } from "node:path";
import { contest, type Contestant, type Result } from "./bench/contest.ts";
import { installPeers, run } from "./bench/peers.ts";
import { specOf } from "./bench/projects.ts";
import { build, executableName } from "./build/build.ts";
import { compile } from "./build/compile.ts";
import { OFFLINE_TOOLCHAIN } from "./build/offline_toolchain.ts";
import { CLI, PROGRAMS } from "./build/programs.ts";
import { targetNamed } from "./build/targets.ts";
import { ROOT } from "./run.ts";
import { setup } from "./setup.ts";

const REPORT = join(ROOT, "BENCHMARKS_START.md");

const TARGET = targetNamed("linux-x64");

const ROUNDS = 41;

/** The names of the contestants in the report. */
const EMPTY = "the runtime, an empty script";
const [VERSION, HELP, SUBROUTE] = ["--version", "--help", "generate subroute"]
  .map((words) => `layerwright ${words}`) as [string, string, string];

/** Maximum milliseconds above the start of an empty script. */
const AIMS: Readonly<Record<string, number>> = { [VERSION]: 10 };
/** Maximum milliseconds in total. */
const WHOLE_AIMS: Readonly<Record<string, number>> = { [SUBROUTE]: 45 };

/** Maximum bytes that a program adds to the runtime. */
const SIZE_AIMS: Readonly<Record<string, number>> = { [CLI.name]: 3_000_000 };

async function contestants(built: string, folder: string): Promise<readonly Contestant[]> {
  const executable = join(built, executableName(CLI, TARGET));
  const empty = join(folder, "empty");
  await Deno.writeTextFile(`${empty}.js`, "");
  await compile({ permissions: [], v8Flags: [] }, { entry: `${empty}.js` }, {
    ...{ target: TARGET, toolchain: OFFLINE_TOOLCHAIN, executable: empty },
  });
  await Deno.writeTextFile(join(folder, "shop.json"), specOf(4, 3));
  await run(folder, executable, ["generate", "api", "shop", "--json", "shop.json"]);
  const shop = join(folder, "shop");
  const start = (
    name: string,
    program: string,
    args: (round: number) => readonly string[],
  ): Contestant => ({
    name,
    prepare: () => Promise.resolve(),
    run: (round) => run(shop, program, args(round)),
  });
  const peers = await installPeers(join(folder, "peers"));
  return [
    start(EMPTY, empty, () => []),
    start(VERSION, executable, () => ["--version"]),
    start(HELP, executable, () => ["--help"]),
    start(SUBROUTE, executable, (round) => ["generate", "subroute", "route_1", `new_${round}`]),
    ...peers.filter(({ name }) => /^(?:plop|hygen)/.test(name)),
  ];
}

function timesTable(results: readonly Result[]): string {
  const empty = results.find(({ name }) => name === EMPTY)?.median ?? NaN;
  const rows = results.map(({ name, median, fastest }) => {
    const above = median - empty;
    const cells = [median, fastest, above].map((ms) => ms.toFixed(1));
    return `| ${[name, ...cells, aimOf(name, { median, above })].join(" | ")} |`;
  });
  return "| | median ms | fastest ms | above the empty start | aim |\n|---|---:|---:|---:|---|\n" +
    rows.join("\n");
}

function aimOf(name: string, { median, above }: { median: number; above: number }): string {
  const [more, whole] = [AIMS[name], WHOLE_AIMS[name]];
  if (more !== undefined) return `${more} ms above: ${above <= more ? "met" : "missed"}`;
  return whole === undefined ? "" : `${whole} ms: ${median <= whole ? "met" : "missed"}`;
}

async function sizesTable(built: string): Promise<string> {
  const sizeOf = async (path: string) => (await Deno.stat(path)).size;
  const bare = await sizeOf(await OFFLINE_TOOLCHAIN.base(TARGET) ?? "");
  const rows = await Promise.all(PROGRAMS.map(async (program) => {
    const whole = await sizeOf(join(built, executableName(program, TARGET)));
    const aim = SIZE_AIMS[program.name];
    const verdict = aim === undefined
      ? ""
      : `${megabytes(aim)}: ${whole - bare <= aim ? "met" : "missed"}`;
    return `| ${[program.name, megabytes(whole), megabytes(whole - bare), verdict].join(" | ")} |`;
  }));
  return "| | size | above the bare runtime | aim |\n|---|---:|---:|---|\n" +
    [`| the bare runtime | ${megabytes(bare)} | | |`, ...rows].join("\n");
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}

async function bench(folder: string): Promise<string> {
  const built = join(folder, "built");
  await build({ toolchain: OFFLINE_TOOLCHAIN, targets: [TARGET], folder: built });
  const results = await contest(await contestants(built, folder), ROUNDS);
  const intro =
    "# Start-up and size\n\nThis is the last run of `deno task bench:start`. Times are wall times of " +
    `whole processes: ${ROUNDS} of each, after a\nwarm-up. The contestants take turns. The executables ` +
    `are for ${TARGET.name}, with the runtime of Deno ${OFFLINE_TOOLCHAIN.version}.\nCompare times within a ` +
    "table, not between runs, because the machine is shared.";
  return [intro, timesTable(results), "## Size", await sizesTable(built)].join("\n\n") + "\n";
}

const outcome = await setup(["cookiecutter"]);
if (outcome.kind === "incomplete") throw new Error(`Missing: ${outcome.missing.join(" ")}`);
const folder = await Deno.makeTempDir({ prefix: "layerwright-bench-" });
try {
  const report = await bench(folder);
  await Deno.writeTextFile(REPORT, report);
  console.log(report);
} finally {
  await Deno.remove(folder, { recursive: true });
}
