/** Measures one, two and three hosted servers behind nginx: calls per second, and CPU time by process. */

import { join } from "node:path";
import process from "node:process";
import { type Cluster, startCluster } from "../../tests/hosted/http/scale/cluster.ts";
import type { Postgres } from "../postgres.ts";
import { cpuSeconds } from "./cpu.ts";
import { applyLoad, type LoadResult, mcpCall } from "./http_load.ts";
import { median } from "./median.ts";
import { makeShop } from "./shop.ts";

const MAX_SERVERS = 3;

const SETTINGS = {
  LAYERWRIGHT_MAX_CALLS: "1000000000",
  LAYERWRIGHT_MAX_CALLS_PER_MINUTE: "1000000000",
};

const CALLS = [
  { tool: "check_route_exists", args: { project: "shop", route: "route_1" }, requests: 1000 },
  {
    tool: "generate_subroute",
    args: { project: "shop", route: "route_1", subroute: "sale", dry_run: true },
    requests: 500,
  },
] as const;

/** The processes whose CPU time is measured. */
const KINDS = ["servers", "nginx", "Postgres", "client"] as const;

type Times = Readonly<Record<typeof KINDS[number], number>>;

/**
 * Runs the benchmark.
 *
 * @param rounds Number of rounds.
 * @returns A part of the report, as Markdown.
 */
export async function benchManyServers(
  postgres: Postgres,
  folder: string,
  rounds: number,
): Promise<readonly string[]> {
  const rows: string[] = [];
  for (let servers = 1; servers <= MAX_SERVERS; servers += 1) {
    const place = join(folder, `servers-${servers}`);
    await Deno.mkdir(place);
    const url = await postgres.newDatabase();
    const cluster = await startCluster({ servers, url, folder: place, settings: SETTINGS });
    try {
      rows.push(...await measure(cluster, postgres, rounds));
    } finally {
      await cluster.stop();
    }
  }
  return [
    "## Many servers\n",
    "The servers run behind nginx, as in `compose.scale.yaml`, with one Postgres. They and the client share one machine\n" +
    `with ${navigator.hardwareConcurrency} cores. Calls per second are the median of ${rounds} rounds on four connections. CPU seconds are for 1,000 calls,\n` +
    "over all rounds, by process (user and system time in `/proc/*/stat`, with Postgres' background processes).\n" +
    "Postgres' share is its part of the CPU time of the servers, nginx and Postgres.\n",
    `| servers | | calls per second | p50 ms | p99 ms | ${
      KINDS.join(" | ")
    } | Postgres' share |\n` +
    "|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ...rows,
    "",
  ];
}

async function measure(
  cluster: Cluster,
  postgres: Postgres,
  rounds: number,
): Promise<readonly string[]> {
  const { key } = await makeShop(cluster);
  const port = Number(new URL(cluster.origin).port);
  const rows: string[] = [];
  for (const { tool, args, requests } of CALLS) {
    const load = mcpCall({ port, keys: [key] }, "tools/call", { name: tool, arguments: args });
    // Warms up each server.
    await applyLoad(load, requests * cluster.servers.length);
    const before = await timesOf(cluster, postgres);
    const results: LoadResult[] = [];
    for (let round = 0; round < rounds; round += 1) results.push(await applyLoad(load, requests));
    const after = await timesOf(cluster, postgres);
    const calls = rounds * requests;
    rows.push(rowOf(cluster.servers.length, tool, results, { before, after, calls }));
  }
  return rows;
}

async function timesOf({ servers, nginx }: Cluster, postgres: Postgres): Promise<Times> {
  return {
    servers: await cpuSeconds(servers.map(({ running }) => running.pid)),
    nginx: await cpuSeconds([nginx.pid]),
    Postgres: await cpuSeconds([await postgres.processId()]),
    client: clientSeconds(),
  };
}

function clientSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** @param calls Number of calls in the measured time. */
function rowOf(
  servers: number,
  tool: string,
  results: readonly LoadResult[],
  { before, after, calls }: {
    readonly before: Times;
    readonly after: Times;
    readonly calls: number;
  },
): string {
  const middle = (figure: keyof LoadResult) => median(results.map((each) => each[figure]));
  const taken = (kind: keyof Times) => (after[kind] - before[kind]) / calls * 1000;
  const served = taken("servers") + taken("nginx") + taken("Postgres");
  const figures = [
    servers,
    tool,
    middle("perSecond").toFixed(0),
    middle("p50").toFixed(2),
    middle("p99").toFixed(2),
    ...KINDS.map((kind) => taken(kind).toFixed(2)),
    `${(100 * taken("Postgres") / served).toFixed(0)} %`,
  ];
  return `| ${figures.join(" | ")} |`;
}
