/**
 * Measures the commands against other generators, and against a plain loop that writes the same bytes:
 * `deno task bench`. Only ratios within a run are meaningful, because times vary between machines and runs.
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { contest, type Contestant, type Result } from "./bench/contest.ts";
import { hashLoop } from "./bench/hash_loop.ts";
import { installPeers, run } from "./bench/peers.ts";
import { benchUndo } from "./bench/undo.ts";
import { benchDocs } from "./bench/docs.ts";
import { filesOf, resourcesOf, specOf, writeLoop } from "./bench/projects.ts";
import { buildOffline, compileOffline } from "./build_offline.ts";
import { setup } from "./setup.ts";

const REPORT = fileURLToPath(new URL("../BENCHMARKS.md", import.meta.url));

interface Bench {
  readonly executable: string;
  readonly folder: string;
}

interface Section {
  readonly title: string;
  /** The contestant that the others are compared with. */
  readonly base: string;
  readonly results: readonly Result[];
}

/** Measures one endpoint and one route, against generators that write three new files. */
async function smallJobs({ executable, folder }: Bench): Promise<Section> {
  const shop = await project(folder, "small", specOf(4, 3), executable);
  const layerwright = (name: string, args: (round: number) => readonly string[]): Contestant => ({
    name,
    prepare: () => Promise.resolve(),
    run: (round) => run(shop, executable, args(round)),
  });
  const results = await contest([
    layerwright("layerwright --version", () => ["--version"]),
    layerwright("layerwright, one subroute", (round) => [
      ...["generate", "subroute", "route_1", `new_${round}`, "--mock", '[{"id": 1}]'],
    ]),
    layerwright("layerwright, one route", (round) => ["generate", "route", `new_${round}`]),
    ...await installPeers(join(folder, "peers")),
  ], 15);
  return { title: "One endpoint", base: "layerwright, one subroute", results };
}

/** Measures whole projects, against a loop that writes the same files. */
async function wholeProjects({ executable, folder }: Bench): Promise<Section[]> {
  const sections: Section[] = [];
  const routesOf = (routes: number, subroutes: number) => ({
    size: `${routes.toLocaleString("en-US")} routes x ${subroutes} subroutes`,
    spec: specOf(routes, subroutes),
  });
  const projects = [
    { ...routesOf(10, 0), rounds: 9 },
    { ...routesOf(1_000, 0), rounds: 5 },
    { ...routesOf(1_000, 5), rounds: 5 },
    { size: "1,000 resources", spec: resourcesOf(1_000), rounds: 5 },
    { ...routesOf(10_000, 0), rounds: 3 },
  ];
  for (const { size, spec, rounds } of projects) {
    const files = await filesOf(spec);
    const cwd = join(folder, `whole-${sections.length}`);
    await Deno.mkdir(cwd);
    await Deno.writeTextFile(join(cwd, "spec.json"), spec);
    const clear = async () => {
      for await (const { name, isDirectory } of Deno.readDir(cwd)) {
        if (isDirectory) await Deno.remove(join(cwd, name), { recursive: true });
      }
    };
    const args = ["-q", "generate", "api", "bench", "--json", "spec.json"];
    const results = await contest([
      {
        name: "plain write loop",
        prepare: clear,
        run: () => Promise.resolve(writeLoop(join(cwd, "loop"), files)),
      },
      { name: "layerwright", prepare: clear, run: () => run(cwd, executable, args) },
    ], rounds);
    const title = `${size}, ${files.size.toLocaleString("en-US")} files`;
    sections.push({ title, base: "plain write loop", results });
    await clear();
  }
  return sections;
}

/** Measures one subroute in a small and in a large file. */
async function largeFile({ executable, folder }: Bench): Promise<Section> {
  const contestant = async (name: string, lines: number): Promise<Contestant> => {
    const cwd = await project(folder, `lines-${lines}`, specOf(1, 0), executable);
    const path = join(cwd, "api/services/route_0_service.py");
    const text = await Deno.readTextFile(path);
    const method = (index: number) =>
      `\n    def by_hand_${index}(self) -> int:\n        return ${index}\n`;
    const methods = Array.from(
      { length: Math.floor((lines - 20) / 3) },
      (_, index) => method(index),
    );
    await Deno.writeTextFile(path, text + methods.join(""));
    const args = (round: number) => ["generate", "subroute", "route_0", `new_${round}`];
    return {
      name,
      prepare: () => Promise.resolve(),
      run: (round) => run(cwd, executable, args(round)),
    };
  };
  const contestants = [
    await contestant("50 lines", 50),
    await contestant("10,000 lines", 10_000),
  ];
  return {
    title: "One subroute in a service of",
    base: "50 lines",
    results: await contest(contestants, 15),
  };
}

/** Measures commands that change nothing, against a loop that reads and hashes the same files. */
async function unchangedProjects({ executable, folder }: Bench): Promise<Section[]> {
  const sections: Section[] = [];
  const cache = join(folder, "cache");
  // The runtime checks the permissions of executables for each file, which takes longer than hashing it.
  const entry = fileURLToPath(new URL("bench/hash_loop.ts", import.meta.url));
  const hashProgram = await compileOffline({ entry }, "hash-loop");
  Deno.env.set("XDG_CACHE_HOME", cache);
  for (const [routes, rounds] of [[10, 9], [1_000, 5], [10_000, 1]] as const) {
    const name = `unchanged-${routes}`;
    const cwd = await project(folder, name, specOf(routes, 5), executable);
    const layerwright = (title: string, ...args: readonly string[]): readonly Contestant[] => [
      {
        name: title,
        prepare: () => run(cwd, executable, args),
        run: () => run(cwd, executable, args),
      },
      {
        name: `${title}, first run`,
        prepare: () => Deno.remove(cache, { recursive: true }),
        run: () => run(cwd, executable, args),
      },
    ];
    const results = await contest([
      {
        name: HASH_LOOP,
        prepare: () => Promise.resolve(),
        run: () => Promise.resolve(hashLoop(cwd)),
      },
      {
        name: "the same, as an executable",
        prepare: () => Promise.resolve(),
        run: () => run(cwd, hashProgram, []),
      },
      ...layerwright("status", "status"),
      ...layerwright("status --spec", "status", "--spec", `../${name}.json`),
      ...layerwright("generate api", "generate", "api", "--json", `../${name}.json`),
    ], rounds);
    const title = `Nothing to do: ${routes.toLocaleString("en-US")} routes x 5 subroutes`;
    sections.push({ title, base: HASH_LOOP, results });
  }
  return sections;
}

const HASH_LOOP = "read and hash the same files";

async function project(folder: string, name: string, spec: string, executable: string) {
  await Deno.writeTextFile(join(folder, `${name}.json`), spec);
  await run(folder, executable, ["generate", "api", name, "--json", `${name}.json`]);
  return join(folder, name);
}

function table({ title, base, results }: Section): string {
  const reference = results.find(({ name }) => name === base)?.median ?? NaN;
  const rows = results.map(({ name, median, fastest }) => {
    const ratio = (median / reference).toFixed(2);
    return `| ${name} | ${median.toFixed(1)} | ${fastest.toFixed(1)} | ${ratio} |`;
  });
  const head = `| | median ms | fastest ms | x ${base} |\n|---|---:|---:|---:|`;
  return `## ${title}\n\n${head}\n${rows.join("\n")}\n`;
}

/**
 * Returns the cost of a further route in small and large projects, without start-up.
 *
 * @param contestants The contestants to compare. Each has sections, whose titles begin with
 *   `start` and end with `end`.
 */
function costPerRoute(
  sections: readonly Section[],
  contestants: readonly (readonly [contestant: string, start: string, end: string])[],
): string {
  const rows = contestants.map(([contestant, start, end]) => {
    const time = (routes: string) =>
      sections.find(({ title }) => title.startsWith(`${start}${routes} routes x ${end}`))?.results
        .find(({ name }) => name === contestant)?.median ?? NaN;
    const small = (time("1,000") - time("10")) / 990;
    const large = (time("10,000") - time("1,000")) / 9_000;
    const cells = [small.toFixed(3), large.toFixed(3), (large / small).toFixed(2)];
    return `| ${[contestant, ...cells].join(" | ")} |`;
  });
  return "## Cost of a further route\n\n" +
    "| | ms from 10 to 1,000 routes | ms from 1,000 to 10,000 routes | ratio |\n" +
    `|---|---:|---:|---:|\n${rows.join("\n")}\n`;
}

async function bench(folder: string): Promise<string> {
  const setting = { executable: await buildOffline(), folder };
  const small = await smallJobs(setting);
  const large = await largeFile(setting);
  const undo = await benchUndo(setting);
  const docs = await benchDocs(setting);
  const whole = await wholeProjects(setting);
  const unchanged = await unchangedProjects(setting);
  const intro =
    "# Benchmarks\n\nThis is the last run of `deno task bench`. Times are wall times of whole processes, " +
    "including start-up.\nThe contestants take turns. Compare times within a table, not between runs, " +
    "because the machine is shared.\n";
  const cost = costPerRoute([...whole, ...unchanged], [
    ["layerwright", "", "0"],
    ["status", "Nothing to do: ", "5"],
    ["generate api", "Nothing to do: ", "5"],
  ]);
  const [first, rest] = [[small, large], [...whole, ...unchanged]];
  return [intro, ...first.map(table), undo, docs, ...rest.map(table), cost].join("\n");
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
