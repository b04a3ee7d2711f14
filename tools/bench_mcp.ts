/**
 * Measures the tool server against a bare server of the same SDK with one empty tool:
 * `deno task bench:mcp`. Only ratios within a run are meaningful.
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { applyLoad, type Called, type Load, type LoadResult, mcpCall } from "./bench/http_load.ts";
import { median } from "./bench/median.ts";
import { specOf } from "./bench/projects.ts";
import { type ServerProcess, startServer } from "./bench/server_process.ts";
import { runCommand } from "./run_command.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const REPORT = join(ROOT, "BENCHMARKS_SERVER.md");

const KEY = "a-key-for-the-benchmark-alone";

const ROUNDS = 9;
const REQUESTS = 2_000;
const MANY_REQUESTS = 100_000;

function source(entry: string): readonly string[] {
  return [Deno.execPath(), "run", "-A", join(ROOT, entry)];
}

interface Contestant {
  readonly name: string;
  /** The contestant that this one is compared with. It runs on the bare server. */
  readonly base: string;
  readonly load: Load;
  readonly results: LoadResult[];
}

/** Returns a server's port and key. */
function at({ port }: ServerProcess): Called {
  return { port, keys: [KEY] };
}

function contestants(bare: ServerProcess, ours: ServerProcess): Contestant[] {
  const spec = JSON.parse(specOf(4, 3));
  const tool = (name: string, args: Record<string, unknown>) =>
    mcpCall(at(ours), "tools/call", { name, arguments: args });
  const entry = (name: string, base: string, load: Load) => ({ name, base, load, results: [] });
  const empty = "bare, empty tool";
  return [
    entry("bare, tools/list", "bare, tools/list", mcpCall(at(bare), "tools/list", {})),
    entry("tools/list", "bare, tools/list", mcpCall(at(ours), "tools/list", {})),
    entry(empty, empty, mcpCall(at(bare), "tools/call", { name: "nothing", arguments: {} })),
    entry("validate_spec", empty, tool("validate_spec", { spec })),
    entry(
      "check_route_exists",
      empty,
      tool("check_route_exists", { project: "shop", route: "route_1" }),
    ),
  ];
}

function row({ name, base, results }: Contestant, all: readonly Contestant[]): string {
  const rate = (each: Contestant | undefined) =>
    median((each?.results ?? []).map(({ perSecond }) => perSecond));
  const own = rate(all.find((each) => each.name === name));
  const ratio = own / rate(all.find((each) => each.name === base));
  const figures = [
    own.toFixed(0),
    median(results.map(({ p50 }) => p50)).toFixed(2),
    median(results.map(({ p99 }) => p99)).toFixed(2),
    ratio.toFixed(2),
  ];
  return `| ${[name, ...figures].join(" | ")} |`;
}

/** Returns the private memory of a process, in MB. */
async function memoryOf({ pid }: ServerProcess): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

async function memoryRows(server: ServerProcess, load: Load): Promise<string[]> {
  const rows: string[] = [];
  for (let done = 0; done <= MANY_REQUESTS; done += MANY_REQUESTS / 5) {
    if (done > 0) await applyLoad(load, MANY_REQUESTS / 5);
    rows.push(`| ${done.toLocaleString("en-US")} | ${(await memoryOf(server)).toFixed(0)} |`);
  }
  return rows;
}

async function bench(folder: string): Promise<string> {
  await Deno.writeTextFile(join(folder, "spec.json"), specOf(4, 3));
  const generate = ["run", "-A", join(ROOT, "cli.ts"), "generate", "api", "shop", "--json"];
  const made = await runCommand(Deno.execPath(), [...generate, "spec.json"], { cwd: folder });
  if (made.code !== 0) throw new Error(made.stderr);
  const bare = await startServer(source("tools/bench/bare_server.ts"), {});
  const env = { LAYERWRIGHT_PORT: "0", LAYERWRIGHT_API_KEY: KEY, LAYERWRIGHT_ROOT: folder };
  const ours = await startServer(source("server.ts"), env);
  try {
    const all = contestants(bare, ours);
    for (let round = 0; round <= ROUNDS; round++) {
      for (const { load, results } of all) {
        const result = await applyLoad(load, REQUESTS);
        // The first round is a warm-up.
        if (round > 0) results.push(result);
      }
    }
    const check = all.at(-1)?.load;
    const memory = check === undefined ? [] : await memoryRows(ours, check);
    return [
      "# Benchmarks of the tool server\n",
      "This is the last run of `deno task bench:mcp`: medians of rounds, over HTTP with a key. Both servers " +
      "and the client run on\none machine, and the servers take turns. The bare server uses the same SDK " +
      "and has one tool, which does nothing. It has\nno key, guards or log.\n",
      "| | calls per second | p50 ms | p99 ms | x bare |\n|---|---:|---:|---:|---:|",
      ...all.map((each) => row(each, all)),
      "\n## Memory\n",
      "| calls of check_route_exists | MB |\n|---:|---:|",
      ...memory,
      "",
    ].join("\n");
  } finally {
    await Promise.all([bare.stop(), ours.stop()]);
  }
}

const folder = await Deno.makeTempDir({ prefix: "layerwright-bench-" });
try {
  const report = await bench(folder);
  await Deno.writeTextFile(REPORT, report);
  console.log(report);
} finally {
  await Deno.remove(folder, { recursive: true });
}
