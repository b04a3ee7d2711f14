/** The proxy of `compose.scale.yaml`, as a process of its own in front of servers of this computer. */

import { equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { sleep } from "../../../../core/sleep.ts";
import { listen } from "../../../http/run_server.ts";

const CONFIGURATION = new URL("../../../../deploy/nginx.conf", import.meta.url);

/** Debian has it where only root looks. */
const PROGRAM = "/usr/sbin/nginx";

/** How long workers with another configuration may take to begin, in milliseconds. */
const RELOAD_MS = 1_000;

/** What its log says of a request. */
export interface ProxiedRequest {
  /** When it was answered, in seconds since 1970. */
  readonly time: number;
  readonly request: string;
  readonly status: number;
  /** How long it took. */
  readonly seconds: number;
  /** The servers that it was sent to, with commas. */
  readonly servers: string;
  /** What each of them answered: 502 for nothing. */
  readonly answers: string;
}

export interface RunningNginx {
  readonly pid: number;
  /** The requests, so far, that some server did not answer as it should. */
  readonly failed: readonly ProxiedRequest[];
  /** Sends requests to all servers but one from now on; to all if it is `null`. */
  leaveOut(server: number | null): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts it.
 *
 * @param folder For what it writes: its own.
 * @param port Its own.
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
    // Its first words at this level come when it listens.
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
      // What came before goes where it would have gone.
      await sleep(RELOAD_MS);
    },
    async stop() {
      child.kill("SIGTERM");
      equal((await child.status).code, 0, await said.all);
      await read;
    },
  };
}

/** The configuration that is shipped, for servers, and a folder, of this computer. */
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
