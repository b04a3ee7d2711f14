/** Many hosted servers behind a proxy over one Postgres, each a process of its own. */

import { join } from "node:path";
import { freePort } from "../../../../tools/free_port.ts";
import { type RunningHostedServer, startHostedServer } from "../run_hosted_server.ts";
import { type RunningNginx, startNginx } from "./nginx.ts";

/** Another program may have a server's port for a moment. */
const START_ATTEMPTS = 5;

/** A server of a cluster, or those that were in its place. */
export interface ClusterServer {
  readonly port: number;
  running: RunningHostedServer;
}

export interface Cluster {
  /** The proxy's, such as `http://127.0.0.1:40001`. */
  readonly origin: string;
  ownerLink(): Promise<string | null>;
  readonly nginx: RunningNginx;
  readonly servers: readonly ClusterServer[];
  /** Starts a server that was ended once more, on its port. */
  restart(server: ClusterServer): Promise<void>;
  /** @throws If a server, or the proxy, does not end as it should. */
  stop(): Promise<void>;
}

/** What a cluster is made of. */
export interface ClusterOptions {
  readonly servers: number;
  /** Postgres' address. */
  readonly url: string;
  /** For what the processes write: empty. */
  readonly folder: string;
  /** Variables of the servers. */
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
    ownerLink: () => servers[0]?.running.ownerLink() ?? Promise.resolve(null),
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
