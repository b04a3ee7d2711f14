/** Runs the proxy of `compose.scale.yaml` in front of local servers. */

import { equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { sleep } from "../../../../core/sleep.ts";
import { listen } from "../../../http/run_server.ts";

const CONFIGURATION = new URL("../../../../deploy/nginx.conf", import.meta.url);

/** The path of nginx on Debian, which is only in root's `PATH`. */
const PROGRAM = "/usr/sbin/nginx";

/** Time until workers use a new configuration, in milliseconds. */
const RELOAD_MS = 1_000;

/** A line of nginx's access log. */
export interface ProxiedRequest {
  /** Time of the answer, in seconds since 1970. */
  readonly time: number;
  readonly request: string;
  readonly status: number;
  /** Duration of the request. */
  readonly seconds: number;
  /** The servers that the request was sent to, separated by commas. */
  readonly servers: string;
  /** The status of each server; 502 for no answer. */
  readonly answers: string;
}

export interface RunningNginx {
  readonly pid: number;
  /** Requests so far that a server failed to answer. */
  readonly failed: readonly ProxiedRequest[];
  /** Stops sending requests to one server; `null` sends to all again. */
  leaveOut(server: number | null): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts nginx.
 *
 * @param folder An empty folder for its files.
 * @param port The port that it listens on.
 * @param servers The servers' ports.
 */
export async function startNginx(
  folder: string,
  port: number,
  servers: readonly number[],
): Promise<RunningNginx> {
  const file = join(folder, "nginx.conf");
  const shipped = await Deno.readTextFile(CONFIGURATION);
  const configuration = moved(shipped, folder, port, servers);
  await Deno.writeTextFile(file, configuration);
  const child = new Deno.Command(PROGRAM, {
    // Nginx listens when it prints its first message at this level.
    args: ["-p", folder, "-c", file, "-g", "daemon off; user root; error_log stderr notice;"],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const failed: ProxiedRequest[] = [];
  const read = readLog(child.stdout, failed);
  const said = listen(child.stderr);
  const first = await said.first;
  if (!first.includes("[notice]")) throw new Error(`nginx did not start\n${await said.all}`);
  return {
    pid: child.pid,
    failed,
    async leaveOut(server) {
      const one = `server 127.0.0.1:${server} `;
      await Deno.writeTextFile(file, configuration.replace(one, `${one}down `));
      child.kill("SIGHUP");
      // Until then, old workers still use the old configuration.
      await sleep(RELOAD_MS);
    },
    async stop() {
      child.kill("SIGTERM");
      equal((await child.status).code, 0, await said.all);
      await read;
    },
  };
}

/** Adapts the shipped configuration to local servers and a local folder. */
function moved(shipped: string, folder: string, port: number, servers: readonly number[]): string {
  const listening = shipped.replace("listen 8080;", `listen 127.0.0.1:${port};`);
  ok(listening !== shipped, "the port was found");
  let found = 0;
  const text = listening.replaceAll("/tmp/", `${folder}/`).replaceAll(
    /^ +server server-\d+:8000( .*);\n/gm,
    (_, options) => {
      const place = servers[found++];
      return place === undefined ? "" : `server 127.0.0.1:${place}${options};\n`;
    },
  );
  ok(found >= servers.length, "there are as many servers as are shipped");
  return text;
}

async function readLog(
  stdout: ReadableStream<Uint8Array<ArrayBuffer>>,
  failed: ProxiedRequest[],
): Promise<void> {
  let rest = "";
  for await (const chunk of stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const request: ProxiedRequest = JSON.parse(line);
      if (request.status >= 500 || request.servers.includes(",")) failed.push(request);
    }
  }
}
