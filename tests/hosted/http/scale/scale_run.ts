/** Runs three servers behind a proxy under load, and restarts one after the other. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { sleep } from "../../../../core/sleep.ts";
import { type Caller, type LostAnswer, makeKey, makeMember, makeOwner } from "../hosted_client.ts";
import { Ledger, makeProject } from "../hosted_load.ts";
import { judge } from "../judge_hosted.ts";
import { type Cluster, type ClusterServer, startCluster } from "./cluster.ts";
import type { ProxiedRequest } from "./nginx.ts";
import { applyMixedLoad, type Worker } from "./scale_load.ts";

const SERVERS = 3;

const ACCOUNTS = 3;

/** Limits that the load never reaches. */
const SETTINGS = {
  LAYERWRIGHT_MAX_CALLS: "10000000",
  LAYERWRIGHT_MAX_CALLS_PER_MINUTE: "10000000",
  LAYERWRIGHT_MAX_KEYS: "100000",
  LAYERWRIGHT_MAX_PROJECTS: "100000",
  LAYERWRIGHT_MAX_BYTES: "100000000000",
};

/** Period after the end of a server in which its requests may fail, in milliseconds. */
const DYING_MS = 1_000;

/**
 * Time until the proxy notices that a server is back, in milliseconds. Only then may the next one
 * end.
 */
const NOTICED_MS = 2_000;

/** The options of a run. */
export interface ScaleOptions {
  /** The URL of Postgres. */
  readonly url: string;
  readonly folder: string;
  readonly seconds: number;
  /** Seconds between two ends of servers. */
  readonly every: number;
  /**
   * `SIGTERM` is an update: the proxy leaves the server out first, and no call may fail. `SIGKILL`
   * is a crash.
   */
  readonly signal: "SIGKILL" | "SIGTERM";
  say(line: string): void;
}

/** The results of a run. */
export interface ScaleFacts {
  readonly reads: number;
  readonly writes: number;
  readonly ends: number;
  /** Calls in flight on a server that was killed. */
  readonly lost: number;
  /** Requests that the proxy retried on another server. */
  readonly retried: number;
  readonly projects: number;
  readonly added: number;
  readonly keys: number;
}

/** The end of a server. Times are milliseconds since 1970. */
interface End {
  readonly port: number;
  readonly from: number;
  /** Time when the process had ended. */
  to: number;
}

/**
 * Runs the load and checks its results.
 *
 * @throws {AssertionError} If anything was lost, half done or wrong, or if a call failed that was not in
 *   flight on a killed server.
 */
export async function runScale(options: ScaleOptions): Promise<ScaleFacts> {
  const { url, folder, say } = options;
  const cluster = await startCluster({ servers: SERVERS, url, folder, settings: SETTINGS });
  try {
    const workers = await makeWorkers(cluster);
    const ends: End[] = [];
    let isOver = false;
    const load = applyMixedLoad(workers, () => isOver);
    await endInTurn(cluster, options, ends).finally(() => isOver = true);
    const { reads, writes, lost, wrong } = await load;
    say(`${reads} reads and ${writes} writes; ${ends.length} servers ended; judging`);
    equal(wrong.length, 0, wrong.join("\n\n"));
    judgeLost(lost, options.signal === "SIGKILL" ? ends : []);
    const { failed } = cluster.nginx;
    judgeProxied(failed, ends);
    const unanswered = failed.filter(isUnanswered).length;
    equal(lost.filter(({ isCut }) => !isCut).length, unanswered, "nobody saw other errors");
    for (const { caller, ledger } of workers) await judge(caller, ledger);
    const ledgers = workers.map(({ ledger }) => ledger);
    return {
      reads,
      writes,
      ends: ends.length,
      lost: lost.length,
      retried: failed.length - unanswered,
      projects: sum(ledgers, ({ projects }) => projects.size),
      added: sum(ledgers, ({ projects }) => sum([...projects.values()], ({ size }) => size)),
      keys: sum(ledgers, ({ keys, revoked }) => keys.size + revoked.size),
    };
  } finally {
    await cluster.stop();
  }
}

async function makeWorkers({ origin, ownerLink }: Cluster): Promise<readonly Worker[]> {
  const owner = await makeOwner({ origin, ownerLink });
  const browsers = [owner];
  for (let member = 1; member < ACCOUNTS; member += 1) {
    browsers.push(await makeMember(owner, origin, `member${member}@example.com`));
  }
  return await Promise.all(browsers.map(async (browser): Promise<Worker> => {
    const caller: Caller = { origin, browser, key: (await makeKey(browser, "Load")).text };
    const ledger = new Ledger();
    await makeProject(caller, ledger, ledger.name("first_"));
    return { caller, ledger };
  }));
}

/** Restarts one server after the other until the time is over. */
async function endInTurn(
  cluster: Cluster,
  { seconds, every, signal, say }: ScaleOptions,
  ends: End[],
): Promise<void> {
  const start = Date.now();
  for (let turn = 0; (turn + 1) * every <= seconds; turn += 1) {
    const wait = Math.max(NOTICED_MS, start + (turn + 1) * every * 1000 - Date.now());
    await sleep(wait);
    const server = cluster.servers[turn % SERVERS] as ClusterServer;
    // Before an update, the proxy leaves the server out. A crash comes without notice.
    if (signal === "SIGTERM") await cluster.nginx.leaveOut(server.port);
    const end: End = { port: server.port, from: Date.now(), to: Infinity };
    ends.push(end);
    const log = signal === "SIGKILL"
      ? await server.running.kill()
      : (await server.running.stop()).log;
    end.to = Date.now();
    deepEqual(log.filter(({ level }) => level === "error"), []);
    await cluster.restart(server);
    if (signal === "SIGTERM") await cluster.nginx.leaveOut(null);
    say(`${signal} to server ${turn % SERVERS + 1}, and started again`);
  }
}

/** Checks that answers were lost only while a server was ending. */
function judgeLost(lost: readonly LostAnswer[], ends: readonly End[]): void {
  const others = lost.filter(({ from, to }) => !ends.some((end) => overlaps(end, from, to)));
  deepEqual(others.map(({ message }) => message), []);
}

/** Checks that each server that did not answer the proxy was ending at that time. */
function judgeProxied(failed: readonly ProxiedRequest[], ends: readonly End[]): void {
  for (const { request, time, seconds, servers } of failed.filter(isUnanswered)) {
    const [from, to] = [1000 * (time - seconds), 1000 * time];
    const asked = servers.split(", ").map((server) => Number(server.split(":")[1]));
    const isKilled = ends.some((end) => asked.includes(end.port) && overlaps(end, from, to));
    ok(isKilled, `${request} was lost by ${servers} at ${time}`);
  }
}

function isUnanswered({ status }: ProxiedRequest): boolean {
  return status >= 500;
}

function overlaps(end: End, from: number, to: number): boolean {
  return from <= end.to + DYING_MS && to >= end.from;
}

function sum<T>(all: readonly T[], count: (each: T) => number): number {
  return all.reduce((total, each) => total + count(each), 0);
}
