/** The project of the hosted server's benchmarks. */

import {
  type Caller,
  callTool,
  makeKey,
  makeOwner,
} from "../../tests/hosted/http/hosted_client.ts";
import type { RunningHostedServer } from "../../tests/hosted/http/run_hosted_server.ts";
import { specOf } from "./projects.ts";

/** The spec of the project `shop`. */
export const SPEC = JSON.parse(specOf(4, 3));

/** Creates an owner, a key and the project on a new server. */
export async function makeShop(
  server: Pick<RunningHostedServer, "origin" | "ownerLink">,
): Promise<Caller> {
  const browser = await makeOwner(server);
  const { text: key } = await makeKey(browser, "Benchmark");
  const caller = { origin: server.origin, browser, key };
  const { report } = await callTool(caller, "generate_api", { project: "shop", spec: SPEC });
  if (report.status !== "applied") throw new Error(report.message);
  return caller;
}
