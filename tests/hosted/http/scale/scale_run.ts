/** Three servers behind a proxy, under load, of which one after the other is ended and started again. */

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

/** Nothing that the load does reaches a limit. */
const SETTINGS = {
  LAYERWRIGHT_MAX_CALLS: "10000000",
  LAYERWRIGHT_MAX_CALLS_PER_MINUTE: "10000000",
  LAYERWRIGHT_MAX_KEYS: "100000",
  LAYERWRIGHT_MAX_PROJECTS: "100000",
  LAYERWRIGHT_MAX_BYTES: "100000000000",
};

/** How long the dying may go on for those who only hear of it later, in milliseconds. */
const DYING_MS = 1_000;

/** How long the proxy needs to notice that a server is back, in milliseconds: one dies at a time. */
const NOTICED_MS = 2_000;

/** How a run is to be. */
export interface ScaleOptions {
  /** Postgres' address. */
  readonly url: string;
  readonly folder: string;
  readonly seconds: number;
  /** Seconds from one end of a server to the next. */
  readonly every: number;
  /** `SIGTERM` for updates: the proxy is told first, and no call may fail at all. */
  readonly signal: "SIGKILL" | "SIGTERM";
  say(line: string): void;
}

/** What a run showed. */
export interface ScaleFacts {
  readonly reads: number;
  readonly writes: number;
  readonly ends: number;
  /** Calls in flight on a server that was killed. */
  readonly lost: number;
  /** Requests that the proxy sent to another server, unnoticed by whoever asked. */
  readonly retried: number;
  readonly projects: number;
  readonly added: number;
  readonly keys: number;
}

/** When a server was ended: milliseconds since 1970. */
interface End {
  readonly port: number;
  readonly from: number;
  /** When it was gone. */
  to: number;
}

/**
 * Runs the load, and judges what is left of it.
 *
 * @throws {AssertionError} If anything was lost, half done or answered wrongly, or a call failed that was not
 *   in flight on a server that was killed.
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

/** Ends one server after the other, and starts each again, until the time is over. */
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
    // An update asks the proxy first, a death nobody.
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

/** Only those whose server was killed may get no answer. */
function judgeLost(lost: readonly LostAnswer[], ends: readonly End[]): void {
  const others = lost.filter(({ from, to }) => !ends.some((end) => overlaps(end, from, to)));
  deepEqual(others.map(({ message }) => message), []);
}

/** The proxy tells which servers did not answer: each was being ended. */
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
