/** Creates an API key by logging in to a server, and revokes it. */

import { error } from "../core/diagnostic.ts";
import { maskKey } from "../core/key_mask.ts";
import { report } from "../core/report.ts";
import {
  changeCredentials,
  type KeyFiles,
  readKeyFiles,
  withMadeKey,
  withoutKey,
} from "./credentials.ts";
import type { SetupDiagnostic, SetupReport } from "./diagnostic.ts";
import type { SetupHost } from "./host.ts";
import { type Login, logIn, revokeApiKey } from "./login/log_in.ts";
import { boundedSend } from "./login/authorization_server.ts";
import type { LogoutOptions, SetupOptions } from "./options.ts";
import { readRecord } from "./record_file.ts";
import { probe, readAddress } from "./server.ts";
import type { Ui } from "./ui.ts";

/** Logs the person in and saves the key. */
export async function keyByLogin(
  host: SetupHost,
  url: string,
  options: SetupOptions,
  ui: Ui | null,
): Promise<Login> {
  const say: Ui["tell"] = (title, lines) =>
    host.say([title, ...lines.map((line) => `  ${line}`), ""].join("\n"));
  return await logIn({
    host,
    device: options.device || !hasBrowser(host),
    tell: ui === null ? say : (title, lines) => ui.tell(title, lines),
    keep: (made) => changeCredentials(host, (kept) => withMadeKey(kept, url, made)),
  }, url);
}

/**
 * Reports whether a saved key should be replaced by a new login: it came from a login, and is no
 * longer valid.
 */
export async function needsNewLogin(
  host: SetupHost,
  url: string,
  { credentials: { keys, made } }: KeyFiles,
  key: string,
): Promise<boolean> {
  if (made[url] === undefined || keys[url] !== key) return false;
  const answer = await probe({ url, headers: { Authorization: `Bearer ${key}` } }, host.send);
  return answer.kind === "refused" && answer.status === 401;
}

/** Reports that a server is unreachable or has no login. */
export function noLogin(url: string) {
  const hint = "Give an API key with --api-key-stdin";
  return error("setup-login", `Cannot log in at ${new URL(url).origin} (no login there).`, {
    hint,
  });
}

/** Reports whether setup can open a browser that runs on this computer and can reach setup. */
function hasBrowser({ env, system }: SetupHost): boolean {
  if (env("SSH_CONNECTION") || env("SSH_TTY")) return false;
  return system !== "linux" ||
    ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY"].some((name) => Boolean(env(name)));
}

const COMMAND = "setup logout";

/** Logs out of the given server, or of the one connected last. Agents' files stay unchanged. */
export async function logOut(host: SetupHost, options: LogoutOptions): Promise<SetupReport> {
  const keys = readKeyFiles(host);
  if ("severity" in keys) return failedLogout(keys);
  const { credentials } = keys;
  const given = options.url ?? (host.env("LAYERWRIGHT_URL") || credentials.last);
  const url = given === null ? null : readAddress(given);
  if (url !== null && typeof url !== "string") return failedLogout(url);
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
  if (problem !== null) return failedLogout(problem);
  const message = `${isMade ? "Revoked" : "Forgot"} ${what}`;
  return report(COMMAND, "applied", { message, next: stepsAfterLogout(host, isMade) });
}

function failedLogout(problem: SetupDiagnostic): SetupReport {
  return report(COMMAND, "failed", { diagnostics: [problem] });
}

/**
 * Revokes a key and removes it from the credentials.
 *
 * @param key The key to revoke; `null` for a key that a person created, which other programs may
 * use.
 */
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
    const hint =
      "Try again when the server is reachable, or revoke the key on its page of API keys";
    return error("setup-login", `Cannot log out at ${origin} (${reason}).`, { hint });
  }
  return changeCredentials(host, (kept) => withoutKey(kept, url));
}

function stepsAfterLogout(host: SetupHost, isMade: boolean): string[] {
  const kept = readRecord(host);
  const hasEntries = !("severity" in kept) && kept.record.entries.length > 0;
  return [
    ...(isMade
      ? []
      : ["Setup did not create this key: revoke it on the server's page of API keys"]),
    ...(hasEntries ? ["To remove the agents' entries: layerwright setup remove"] : []),
  ];
}
