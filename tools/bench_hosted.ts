/**
 * Measures the cost of the hosted server's gate, against the same server with a gate that accepts
 * everyone, and the server's start-up: `deno task bench:hosted`. Only ratios within a run are meaningful.
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

/** Each round makes a thousand calls, because the system counts CPU time in hundredths of a second. */
const MANY_SERVERS_ROUNDS = 10;

/** A tool call, and how often each round makes it: for about a quarter of a second. */
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

/** The callers. */
interface Crowd {
  /** Number of concurrent connections. */
  readonly callers: number;
  readonly keys: number;
}

/** The maximum number of requests in a round, so that each key is used at most once in a round. */
const MANY_KEYS = 400;

/** The last crowd is like many agents with occasional calls: each lease expires before the next call. */
const CROWDS: readonly Crowd[] = [
  { callers: 4, keys: 1 },
  { callers: 1, keys: 1 },
  { callers: 4, keys: MANY_KEYS },
];

type Kind = "SQLite" | "Postgres";

/** A database. */
interface BenchedDatabase {
  readonly kind: Kind;
  readonly folder: string;
  /** The environment variables that make a server use this database. */
  readonly env: Readonly<Record<string, string>>;
}

/** The same call to the server with its gate, and to the server without it. */
interface Pair {
  readonly measured: Measured;
  readonly crowd: Crowd;
  readonly gated: Load;
  readonly open: Load;
  /** The results of each round. */
  readonly results: { readonly gated: LoadResult; readonly open: LoadResult }[];
}

/** Returns the command that starts a server from its source. */
function source(entry: string): readonly string[] {
  return [Deno.execPath(), "run", "-A", join(ROOT, entry)];
}

async function databasesIn(
  folder: string,
  postgres: Postgres,
): Promise<readonly BenchedDatabase[]> {
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

/** Returns a new server's origin, and a function that prints its owner's link. */
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

/** Creates an owner with a project and a number of keys. */
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
    // A lease from the previous run would save this run a query.
    await leasesOver();
    // The servers take turns, because conditions on the machine change.
    const isFirst = round % 2 === 0;
    const early = await applyLoad(isFirst ? gated : open, requests, callers);
    const late = await applyLoad(isFirst ? open : gated, requests, callers);
    const result = isFirst ? { gated: early, open: late } : { gated: late, open: early };
    // The first round is a warm-up.
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

/** Returns the milliseconds from the start of a server to its first health response. */
async function timeToHealth(
  command: readonly string[],
  database: BenchedDatabase,
): Promise<number> {
  const start = performance.now();
  const server = await startServer(command, database.env);
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
  database: BenchedDatabase,
): Promise<string> {
  const times: number[] = [];
  // The first start fills caches.
  for (let start = 0; start <= STARTS; start++) {
    const time = await timeToHealth(command, database);
    if (start > 0) times.push(time);
  }
  return `| ${name} | ${database.kind} | ${median(times).toFixed(0)} | ${
    Math.max(...times).toFixed(0)
  } |`;
}

/** Bundles the server into one file, as in the container. */
async function bundled(folder: string): Promise<readonly string[]> {
  const file = join(folder, "server.js");
  await buildPlayground();
  const bundle = ["bundle", "--quiet", "--frozen", "--platform", "deno", "-o", file, "server.ts"];
  const { code, stderr } = await runCommand(Deno.execPath(), bundle, { cwd: ROOT });
  if (code !== 0) throw new Error(stderr);
  return [Deno.execPath(), "run", "-A", "--no-config", "--no-lock", file];
}

async function bench(folder: string, postgres: Postgres): Promise<string> {
  const databases = await databasesIn(folder, postgres);
  const calls: string[] = [];
  const starts: string[] = [];
  for (const database of databases) {
    calls.push(...(await compare(database)).map((pair) => row(database.kind, pair)));
  }
  const bundle = await bundled(folder);
  for (const database of databases) {
    starts.push(await startRow("source", source("server.ts"), database));
    starts.push(await startRow("one file, as in the container", bundle, database));
  }
  return [
    "# Benchmarks of the hosted server\n",
    "This is the last run of `deno task bench:hosted`: medians of rounds, over HTTP with an API key. Both servers, the\n" +
    'database and the client run on one machine, and the servers take turns. The columns "without gate" are for the same\n' +
    "server with a gate that accepts all callers as one account, without checking the key. The gate's share of a call is\n" +
    "the median, over the rounds, of 1 - calls with gate / calls without gate. Callers wait for each response. A server\n" +
    `looks a key up once per lease of ${LEASE_MS} ms. With ${MANY_KEYS} keys in turns, it looks one up for every call, which is the\n` +
    "highest cost of the gate.\n",
    "| | | callers | keys | calls per second | p50 ms | p99 ms | without gate | p50 ms | p99 ms | gate's share |\n" +
    "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ...calls,
    "\nThe calls of generate_subroute are dry runs.\n",
    "## Time from start to the first response of /health\n",
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
