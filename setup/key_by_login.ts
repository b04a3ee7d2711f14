/** Getting the key of a server by logging in to it. */

import { error } from "../core/diagnostic.ts";
import { changeCredentials } from "./change_credentials.ts";
import { withMadeKey } from "./credentials.ts";
import type { KeyFiles } from "./find_server.ts";
import type { SetupHost } from "./host.ts";
import { type Login, logIn } from "./login/log_in.ts";
import type { SetupOptions } from "./options.ts";
import { probe } from "./probe.ts";
import type { Ui } from "./ui.ts";

/** Logs a person in, and keeps the key. */
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

/** Whether a kept key was made by a login and is good no more, so that another login helps. */
export async function isOutworn(
  host: SetupHost,
  url: string,
  { credentials: { keys, made } }: KeyFiles,
  key: string,
): Promise<boolean> {
  if (made[url] === undefined || keys[url] !== key) return false;
  const answer = await probe({ url, headers: { Authorization: `Bearer ${key}` } }, host.send);
  return answer.kind === "refused" && answer.status === 401;
}

/** A server that lets nobody in by logging in, or is not there. */
export function noLogin(url: string) {
  const hint = "Give an API key with --api-key-stdin";
  return error("setup-login", `Cannot log in at ${new URL(url).origin} (no login there).`, {
    hint,
  });
}

/** Whether a browser on this computer can be opened, and come back to the wizard. */
function hasBrowser({ env, system }: SetupHost): boolean {
  if (env("SSH_CONNECTION") || env("SSH_TTY")) return false;
  return system !== "linux" ||
    ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY"].some((name) => Boolean(env(name)));
}
