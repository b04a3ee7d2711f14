/**
 * What the hosted server's gate costs, beside the same server with a gate that asks no database, and how
 * soon the server answers after its start. Ratios within a run tell; the times are those of this machine.
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LEASE_MS, leasesOver } from "../hosted/accounts/leases.ts";
import { makeKey } from "../tests/hosted/http/hosted_client.ts";
import { applyLoad, type Load, type LoadResult, mcpCall } from "./bench/http_load.ts";
import { benchManyServers } from "./bench/many_servers.ts";
import { median } from "./bench/median.ts";
import { makeShop, SPEC } from "./bench/shop.ts";
import { askOwnerLink } from "../tests/hosted/http/run_hosted_server.ts";
import { type ServerProcess, startServer } from "./bench/server_process.ts";
import { buildPlayground } from "./build_playground.ts";
import { type Postgres, startPostgres } from "./postgres.ts";
import { runCommand } from "./run_command.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const REPORT = join(ROOT, "BENCHMARKS_HOSTED.md");

const ROUNDS = 30;
const STARTS = 10;

/** Each with a thousand calls: processors' time is counted in hundredths of a second. */
const MANY_SERVERS_ROUNDS = 10;

/** A tool's call, and how often each round asks for it: about a quarter of a second's worth. */
interface Measured {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly requests: number;
}

const TOOLS: readonly Measured[] = [
  { tool: "get_project_info", args: { project: "shop" }, requests: 80 },
  {
    tool: "generate_subroute",
    args: { project: "shop", route: "route_1", subroute: "sale", dry_run: true },
    requests: 160,
  },
  { tool: "check_route_exists", args: { project: "shop", route: "route_1" }, requests: 400 },
  { tool: "validate_spec", args: { spec: SPEC }, requests: 400 },
];

/** Who calls. */
interface Crowd {
  /** Connections at once. */
  readonly callers: number;
  readonly keys: number;
}

/** As many as the requests of a round at most: none comes twice in it. */
const MANY_KEYS = 400;

/** The last is like many agents that call now and then: all leases are over when they come again. */
const CROWDS: readonly Crowd[] = [
  { callers: 4, keys: 1 },
  { callers: 1, keys: 1 },
  { callers: 4, keys: MANY_KEYS },
];

type Kind = "SQLite" | "Postgres";

/** Where a database is. */
interface BenchedDatabase {
  readonly kind: Kind;
  readonly folder: string;
  /** The variables by which a server finds it. */
  readonly env: Readonly<Record<string, string>>;
}

/** A call to the server with its gate, and the same to the one without. */
interface Pair {
  readonly measured: Measured;
  readonly crowd: Crowd;
  readonly gated: Load;
  readonly open: Load;
  /** What came of each round. */
  readonly results: { readonly gated: LoadResult; readonly open: LoadResult }[];
}

/** The command that starts a server from its source. */
function source(entry: string): readonly string[] {
  return [Deno.execPath(), "run", "-A", join(ROOT, entry)];
}

async function placesIn(folder: string, postgres: Postgres): Promise<readonly BenchedDatabase[]> {
  const common = {
    LAYERWRIGHT_MODE: "hosted",
    LAYERWRIGHT_PORT: "0",
    LAYERWRIGHT_MAX_CALLS: "1000000000",
    LAYERWRIGHT_MAX_CALLS_PER_MINUTE: "1000000000",
    LAYERWRIGHT_MAX_KEYS: "1000000",
    LAYERWRIGHT_DATA: folder,
  };
  const url = await postgres.newDatabase();
  return [
    { kind: "SQLite", folder, env: { ...common, DATABASE_URL: "" } },
    { kind: "Postgres", folder, env: { ...common, DATABASE_URL: url } },
  ];
}

/** A server that is new, and how to ask for its owner's link. */
function newServer({ port }: ServerProcess, env: Readonly<Record<string, string>>) {
  const own = { ...Deno.env.toObject(), ...env, LAYERWRIGHT_PORT: String(port) };
  const ownerLink = () => askOwnerLink([...source("server.ts")], own);
  return { origin: `http://127.0.0.1:${port}`, ownerLink };
}

async function compare({ env }: BenchedDatabase): Promise<readonly Pair[]> {
  const gated = await startServer(source("server.ts"), env);
  try {
    const keys = await makeKeys(newServer(gated, env), MANY_KEYS);
    const open = await startServer(source("tools/bench/open_hosted_server.ts"), env);
    try {
      const pairs = CROWDS.flatMap((crowd) =>
        TOOLS.map((measured): Pair => {
          const { tool, args } = measured;
          const call = ({ port }: ServerProcess) => {
            const called = { port, keys: keys.slice(0, crowd.keys) };
            return mcpCall(called, "tools/call", { name: tool, arguments: args });
          };
          return { measured, crowd, gated: call(gated), open: call(open), results: [] };
        })
      );
      for (let round = 0; round <= ROUNDS; round++) await runRound(round, pairs);
      return pairs;
    } finally {
      await open.stop();
    }
  } finally {
    await gated.stop();
  }
}

/** Makes an owner with a project and so many keys. */
async function makeKeys(
  server: ReturnType<typeof newServer>,
  count: number,
): Promise<readonly string[]> {
  const { key, browser } = await makeShop(server);
  const keys = [key];
  while (keys.length < count) keys.push((await makeKey(browser, "Another")).text);
  return keys;
}

async function runRound(round: number, pairs: readonly Pair[]): Promise<void> {
  for (const { gated, open, measured: { requests }, crowd: { callers }, results } of pairs) {
    // A lease of the run before would save this one a look-up.
    await leasesOver();
    // Whoever is second may find the machine in another mood: in turns.
    const isFirst = round % 2 === 0;
    const early = await applyLoad(isFirst ? gated : open, requests, callers);
    const late = await applyLoad(isFirst ? open : gated, requests, callers);
    const result = isFirst ? { gated: early, open: late } : { gated: late, open: early };
    // The first round warms up.
    if (round > 0) results.push(result);
  }
}

function row(kind: Kind, { measured: { tool }, crowd: { callers, keys }, results }: Pair): string {
  const middle = (side: "gated" | "open", figure: keyof LoadResult) =>
    median(results.map((each) => each[side][figure]));
  const figures = (["gated", "open"] as const).flatMap((side) => [
    middle(side, "perSecond").toFixed(0),
    middle(side, "p50").toFixed(2),
    middle(side, "p99").toFixed(2),
  ]);
  const share = median(results.map(({ gated, open }) => 1 - gated.perSecond / open.perSecond));
  return `| ${
    [kind, tool, callers, keys, ...figures, `${(100 * share).toFixed(0)} %`].join(" | ")
  } |`;
}

/** Milliseconds from starting a server to its answer that it is well. */
async function timeToHealth(command: readonly string[], place: BenchedDatabase): Promise<number> {
  const start = performance.now();
  const server = await startServer(command, place.env);
  try {
    const response = await fetch(`http://127.0.0.1:${server.port}/health`);
    await response.text();
    return performance.now() - start;
  } finally {
    await server.stop();
  }
}

async function startRow(
  name: string,
  command: readonly string[],
  place: BenchedDatabase,
): Promise<string> {
  const times: number[] = [];
  // The first fills caches.
  for (let start = 0; start <= STARTS; start++) {
    const time = await timeToHealth(command, place);
    if (start > 0) times.push(time);
  }
  return `| ${name} | ${place.kind} | ${median(times).toFixed(0)} | ${
    Math.max(...times).toFixed(0)
  } |`;
}

/** The server as the container has it: one file. */
async function bundled(folder: string): Promise<readonly string[]> {
  const file = join(folder, "server.js");
  await buildPlayground();
  const bundle = ["bundle", "--quiet", "--frozen", "--platform", "deno", "-o", file, "server.ts"];
  const { code, stderr } = await runCommand(Deno.execPath(), bundle, { cwd: ROOT });
  if (code !== 0) throw new Error(stderr);
  return [Deno.execPath(), "run", "-A", "--no-config", "--no-lock", file];
}

async function bench(folder: string, postgres: Postgres): Promise<string> {
  const places = await placesIn(folder, postgres);
  const calls: string[] = [];
  const starts: string[] = [];
  for (const place of places) {
    calls.push(...(await compare(place)).map((pair) => row(place.kind, pair)));
  }
  const bundle = await bundled(folder);
  for (const place of places) {
    starts.push(await startRow("source", source("server.ts"), place));
    starts.push(await startRow("one file, as in the container", bundle, place));
  }
  return [
    "# Benchmarks of the hosted server\n",
    "The last run of `deno task bench:hosted`: medians of rounds in turns, over HTTP with an API key, both servers, the\n" +
    "database and the client on one machine. Beside the server stands the same server with a gate that lets everybody\n" +
    "in as one account, without a look at the key or into the database. The gate's share of a call is the median, over the\n" +
    "rounds, of 1 - calls with it / calls without it. Callers wait for their answers. A server looks a key up once in a\n" +
    `lease of ${LEASE_MS} ms; with ${MANY_KEYS} keys in turns it does for every call, which is the most that the gate can cost.\n`,
    "| | | callers | keys | calls per second | p50 ms | p99 ms | without gate | p50 ms | p99 ms | gate's share |\n" +
    "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ...calls,
    "\ngenerate_subroute is a dry run.\n",
    "## From the start to the first answer of /health\n",
    "| | | median ms | slowest ms |\n|---|---|---:|---:|",
    ...starts,
    "",
    ...await benchManyServers(postgres, folder, MANY_SERVERS_ROUNDS),
  ].join("\n");
}

const folder = await Deno.makeTempDir({ prefix: "layerwright-bench-" });
const postgres = await startPostgres({ durable: true });
try {
  const report = await bench(folder, postgres);
  await Deno.writeTextFile(REPORT, report);
  console.log(report);
} finally {
  await postgres.stop();
  await Deno.remove(folder, { recursive: true });
}
