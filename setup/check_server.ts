/** Asking a server before anything is written for it. */

import { error } from "../core/diagnostic.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import type { FoundServer } from "./find_server.ts";
import type { SetupHost } from "./host.ts";
import { KEY_VARIABLE, type SetupOptions } from "./options.ts";
import { Cancelled, type Ui, warningLines } from "./ui.ts";
import { askServer } from "./verify.ts";

/**
 * Asks a server whether it is Layerwright and takes the key.
 *
 * @returns Why nothing is written for it; `null` if all is well, or if the person wants it all the same.
 * @throws {Cancelled} If the person does not.
 */
export async function checkServer(
  host: SetupHost,
  options: SetupOptions,
  server: FoundServer | null,
  ui: Ui | null,
): Promise<SetupDiagnostic | null> {
  // A dry run needs no server, and agents start a local one themselves.
  if (server === null || !options.verify || options.dryRun) return null;
  const problem = await serverProblem(host, server);
  if (problem === null || ui === null || options.yes) return problem;
  ui.warn(...warningLines(problem));
  if (await ui.confirm("Connect agents to it all the same?", false)) return null;
  throw new Cancelled();
}

async function serverProblem(host: SetupHost, { url, key }: FoundServer) {
  const known = key ?? (host.env(KEY_VARIABLE) || null);
  const headers: Record<string, string> = known === null
    ? {}
    : { Authorization: `Bearer ${known}` };
  const answer = await askServer(host, { url, headers });
  // Where the variable is not set, its key cannot be wrong yet.
  if (answer.kind === "ok" || answer.isKeyRefused && known === null) return null;
  const hint = answer.hint ??
    "Start it, or give another address with --url; --no-verify asks no server";
  const code = answer.isKeyRefused ? "setup-key" : "setup-verify";
  return error(code, `Cannot use the server: ${answer.reason}.`, { hint });
}
