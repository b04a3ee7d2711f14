/** Runs several hosted servers as processes behind a proxy, on one Postgres. */

import { join } from "node:path";
import { freePort } from "../../../../tools/free_port.ts";
import { type RunningHostedServer, startHostedServer } from "../run_hosted_server.ts";
import { type RunningNginx, startNginx } from "./nginx.ts";

/** Attempts to start a server, because another program may briefly use its port. */
const START_ATTEMPTS = 5;

/** A server of a cluster, including its restarts. */
export interface ClusterServer {
  readonly port: number;
  running: RunningHostedServer;
}

export interface Cluster {
  /** The proxy's origin, such as `http://127.0.0.1:40001`. */
  readonly origin: string;
  ownerLink(): Promise<string>;
  readonly nginx: RunningNginx;
  readonly servers: readonly ClusterServer[];
  /** Restarts an ended server on its port. */
  restart(server: ClusterServer): Promise<void>;
  /** @throws If a server or the proxy does not end cleanly. */
  stop(): Promise<void>;
}

/** The options of a cluster. */
export interface ClusterOptions {
  readonly servers: number;
  /** The URL of Postgres. */
  readonly url: string;
  /** An empty folder for the processes' files. */
  readonly folder: string;
  /** Environment variables of the servers. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts a cluster. */
export async function startCluster(
  { servers: count, url, folder, settings = {} }: ClusterOptions,
): Promise<Cluster> {
  const ports = Array.from({ length: count }, freePort);
  const port = freePort();
  const origin = `http://127.0.0.1:${port}`;
  const start = (own: number) =>
    startOn({ url, folder }, {
      LAYERWRIGHT_PORT: String(own),
      LAYERWRIGHT_PUBLIC_URL: origin,
      LAYERWRIGHT_TRUSTED_PROXIES: "127.0.0.1",
      ...settings,
    });
  const place = join(folder, "nginx");
  await Deno.mkdir(place);
  const nginx = await startNginx(place, port, ports);
  const servers: ClusterServer[] = [];
  const stop = async () => {
    await Promise.all(servers.map(({ running }) => running.stop()));
    await nginx.stop();
  };
  try {
    for (const own of ports) servers.push({ port: own, running: await start(own) });
  } catch (problem) {
    await stop();
    throw problem;
  }
  return {
    origin,
    ownerLink: () => servers[0]?.running.ownerLink() ?? Promise.reject(new Error("No server")),
    nginx,
    servers,
    restart: async (server) => void (server.running = await start(server.port)),
    stop,
  };
}

async function startOn(
  place: { readonly url: string; readonly folder: string },
  settings: Readonly<Record<string, string>>,
): Promise<RunningHostedServer> {
  for (let left = START_ATTEMPTS - 1;; left -= 1) {
    try {
      return await startHostedServer(place, settings);
    } catch (problem) {
      const isTaken = problem instanceof Error && problem.message.includes("already in use");
      if (!isTaken || left === 0) throw problem;
    }
  }
}
