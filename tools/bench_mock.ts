/**
 * Measures mock servers side by side: the time from the start of the process to the first answer, and requests per
 * second. `deno task bench:mock`. Only differences within a run are meaningful.
 */

import { join } from "node:path";
import { cpuSeconds } from "./bench/cpu.ts";
import { applyLoad } from "./bench/http_load.ts";
import { median } from "./bench/median.ts";
import { installMockPeers, type MockPeer, type MockPeers } from "./bench/mock_peers.ts";
import { buildOffline } from "./build_offline.ts";
import { freePort } from "./free_port.ts";
import { ROOT } from "./run.ts";

const REPORT = join(ROOT, "BENCHMARKS_MOCK.md");

const STARTS = 11;
const LOADS = 3;
const WARM_UP = 300;
const REQUESTS = 3_000;

/** The aim: the mock's maximum time, when json-server takes `peer`. Both are in milliseconds. */
const AIM = { peer: 186, own: 60 } as const;

/** Maximum wait for the first answer, in milliseconds. */
const START_TIMEOUT_MS = 60_000;

/** A server that answers. */
interface Started {
  readonly port: number;
  /** Milliseconds from the start of the process to the first answer. */
  readonly wall: number;
  /** Milliseconds of processor time until then. */
  readonly cpu: number;
  stop(): Promise<void>;
}

async function start({ command, cwd, name }: MockPeer): Promise<Started> {
  const port = freePort();
  const [program, args] = command(port);
  const begun = performance.now();
  const child = new Deno.Command(program, {
    args: [...args],
    cwd,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  while (!await answers(port)) {
    if (performance.now() - begun > START_TIMEOUT_MS) {
      child.kill("SIGKILL");
      throw new Error(`${name} does not answer`);
    }
  }
  const wall = performance.now() - begun;
  const cpu = await cpuSeconds([child.pid]) * 1000;
  const stop = async () => {
    child.kill("SIGTERM");
    await child.status;
  };
  return { port, wall, cpu, stop };
}

async function answers(port: number): Promise<boolean> {
  try {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    await connection.write(requestTo(port));
    const head = new Uint8Array(1_000);
    const length = await connection.read(head) ?? 0;
    return new TextDecoder().decode(head.subarray(0, length)).startsWith("HTTP/1.1 200");
  } catch (problem) {
    if (!(problem instanceof Deno.errors.ConnectionRefused)) throw problem;
    await new Promise((resolve) => setTimeout(resolve, 1));
    return false;
  }
}

function requestTo(port: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`GET /products HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
}

interface Measured {
  readonly name: string;
  readonly walls: number[];
  readonly cpus: number[];
  readonly rates: number[];
}

async function measure(peers: readonly MockPeer[]): Promise<readonly Measured[]> {
  const measured = peers.map(({ name }): Measured => ({ name, walls: [], cpus: [], rates: [] }));
  for (let round = 0; round <= STARTS; round++) {
    for (const [index, peer] of peers.entries()) {
      const { port, wall, cpu, stop } = await start(peer);
      const own = measured[index];
      // The first round is a warm-up.
      if (round > 0) {
        own?.walls.push(wall);
        own?.cpus.push(cpu);
      }
      if (round > 0 && round <= LOADS) {
        const load = { port, requests: [requestTo(port)] };
        await applyLoad(load, WARM_UP);
        own?.rates.push((await applyLoad(load, REQUESTS)).perSecond);
      }
      await stop();
    }
  }
  return measured;
}

function reportOf(measured: readonly Measured[], missing: MockPeers["missing"]): string {
  const rows = measured.map(({ name, walls, cpus, rates }) => {
    const numbers = [median(walls), Math.min(...walls), median(cpus), median(rates)];
    return `| ${[name, ...numbers.map((each) => each.toFixed(0))].join(" | ")} |`;
  });
  const wallOf = (start: string) =>
    median(measured.find(({ name }) => name.startsWith(start))?.walls ?? []);
  const [own, peer] = [wallOf("layerwright"), wallOf("json-server")];
  const allowed = peer * AIM.own / AIM.peer;
  const verdict = Number.isNaN(peer)
    ? "json-server could not be installed, so the aim was not measured."
    : `The aim is ${AIM.own} ms on a machine where json-server takes ${AIM.peer} ms, so ` +
      `${allowed.toFixed(0)} ms in this run: ${own <= allowed ? "met" : "missed"}.`;
  const absent = [...missing].map(([name, reason]) => `- Not measured: ${name} (${reason})`);
  return [
    "# Mock servers\n\nThis is the last run of `deno task bench:mock`. The first answer is measured from the " +
    `start of the process, ${STARTS} times\neach, and requests per second with 4 connections, ${LOADS} times ` +
    "each, after a warm-up. The servers take turns. Processor\ntimes have a resolution of 10 ms. " +
    "Compare times within the table, not between runs, because the machine is shared.",
    "| | first answer, median ms | fastest ms | processor ms | requests/s |\n|---|---:|---:|---:|---:|\n" +
    rows.join("\n"),
    verdict,
    ...(absent.length === 0 ? [] : [absent.join("\n")]),
  ].join("\n\n") + "\n";
}

const folder = await Deno.makeTempDir({ prefix: "layerwright-bench-" });
try {
  const { peers, missing } = await installMockPeers(folder, await buildOffline("bench-mock"));
  const report = reportOf(await measure(peers), missing);
  await Deno.writeTextFile(REPORT, report);
  console.log(report);
} finally {
  await Deno.remove(folder, { recursive: true });
}
