/** Revoking the key that a login made, and forgetting it. */

import { error } from "../core/diagnostic.ts";
import { maskKey } from "../core/key_mask.ts";
import { report } from "../core/report.ts";
import { readAddress } from "./address.ts";
import { changeCredentials } from "./change_credentials.ts";
import { withoutKey } from "./credentials.ts";
import type { SetupDiagnostic, SetupReport } from "./diagnostic.ts";
import { readRecord } from "./files.ts";
import { readKeyFiles } from "./find_server.ts";
import type { SetupHost } from "./host.ts";
import { revokeApiKey } from "./login/api_key.ts";
import { boundedSend } from "./login/authorization_server.ts";
import type { LogoutOptions } from "./options.ts";

const COMMAND = "setup logout";

/** Logs out of a server: the one that was named, or the last. Agents' files stay as they are. */
export async function logOut(host: SetupHost, options: LogoutOptions): Promise<SetupReport> {
  const keys = readKeyFiles(host);
  if ("severity" in keys) return failed(keys);
  const { credentials } = keys;
  const given = options.url ?? (host.env("LAYERWRIGHT_URL") || credentials.last);
  const url = given === null ? null : readAddress(given);
  if (url !== null && typeof url !== "string") return failed(url);
  const key = url === null ? undefined : credentials.keys[url];
  if (url === null || key === undefined) {
    const place = url === null ? "" : ` for ${url}`;
    return report(COMMAND, "unchanged", { message: `No API key${place} is kept` });
  }
  const isMade = credentials.made[url] !== undefined;
  const what = `API key ${maskKey(key)} for ${url}`;
  if (options.dryRun) {
    const message = `Would ${isMade ? "revoke" : "forget"} ${what}`;
    return report(COMMAND, "planned", { message });
  }
  const problem = await host.uninterrupted(() => forget(host, url, isMade ? key : null));
  if (problem !== null) return failed(problem);
  const message = `${isMade ? "Revoked" : "Forgot"} ${what}`;
  return report(COMMAND, "applied", { message, next: nextSteps(host, isMade) });
}

function failed(problem: SetupDiagnostic): SetupReport {
  return report(COMMAND, "failed", { diagnostics: [problem] });
}

/** @param key The key to revoke; `null` for one that people made, and may use elsewhere. */
async function forget(
  host: SetupHost,
  url: string,
  key: string | null,
): Promise<SetupDiagnostic | null> {
  const { origin } = new URL(url);
  const reason = key === null
    ? null
    : await revokeApiKey(boundedSend(host.send, origin), { origin, key });
  if (reason !== null) {
    const hint = "Run it again when the server is there, or revoke the key on its page of keys";
    return error("setup-login", `Cannot log out at ${origin} (${reason}).`, { hint });
  }
  return changeCredentials(host, (kept) => withoutKey(kept, url));
}

function nextSteps(host: SetupHost, isMade: boolean): string[] {
  const kept = readRecord(host);
  const hasEntries = !("severity" in kept) && kept.record.entries.length > 0;
  return [
    ...(isMade ? [] : ["It was not made by logging in: revoke it on the server's page of keys"]),
    ...(hasEntries ? ["Agents keep their entries: layerwright setup remove"] : []),
  ];
}
