/** Which server clients shall reach: known, given, or asked for. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { isLocal, readAddress } from "./address.ts";
import { isTakenLiterally, maskKey } from "./entry.ts";
import { shown } from "./files.ts";
import { findServer, type FoundServer, type KeyFiles, keyFor } from "./find_server.ts";
import type { SetupHost } from "./host.ts";
import { missingFlags, noTerminal, type SetupOptions } from "./options.ts";
import type { Ui } from "./ui.ts";

/** The server to connect, or what is missing to do so. */
export type ChosenServer =
  /** `null` for one that clients run themselves. */
  | { readonly kind: "server"; readonly server: FoundServer | null }
  | { readonly kind: "problems"; readonly problems: readonly Diagnostic[] };

/** Finds the server and its key, and asks a person for what is not known. */
export async function chooseServer(
  host: SetupHost,
  keys: KeyFiles,
  options: SetupOptions,
  ui: Ui | null,
): Promise<ChosenServer> {
  if (options.local) {
    const problems = ui === null ? missingFlags(options, true) : [];
    return problems.length > 0 ? { kind: "problems", problems } : { kind: "server", server: null };
  }
  const found = await findServer(host, keys, options.url, options.key);
  if (found !== null && "severity" in found) return { kind: "problems", problems: [found] };
  const chosen = ui === null
    ? withoutTerminal(found, options)
    : { kind: "server" as const, server: await asked(ui, host, keys, found, options) };
  if (chosen.kind === "problems") return chosen;
  const key = chosen.server?.key ?? null;
  const problem = key === null ? null : keyProblem(key);
  return problem === null
    ? chosen
    : { kind: "problems", problems: [error("usage-option", `${problem}.`)] };
}

/** What is wrong with a key, as a sentence without its end; `null` if nothing is. */
function keyProblem(key: string): string | null {
  if (!/^[!-~]+$/.test(key)) return "Invalid API key (must be visible ASCII characters)";
  if (!isTakenLiterally(key)) {
    return "Invalid API key (some agents would replace $, `, {, } and \\; use --key-from-env)";
  }
  return /["',]/.test(key) ? "Invalid API key (has quotes or commas; use --key-from-env)" : null;
}

function withoutTerminal(found: FoundServer | null, options: SetupOptions): ChosenServer {
  if (found === null) {
    const first = noTerminal("--url <address>, or start the local server");
    const problems = [first, ...missingFlags(options, options.key !== null)];
    return { kind: "problems", problems };
  }
  const problems = missingFlags(options, found.key !== null);
  return problems.length > 0 ? { kind: "problems", problems } : { kind: "server", server: found };
}

async function asked(
  ui: Ui,
  host: SetupHost,
  keys: KeyFiles,
  found: FoundServer | null,
  { key: given, keyFromEnv }: SetupOptions,
): Promise<FoundServer> {
  const url = found?.url ?? await askAddress(ui);
  if (found !== null) ui.tell("Server address", [url]);
  if (keyFromEnv) return { url, key: null };
  const known = found?.key ?? await keyFor(host, url, keys, given);
  const key = known ?? (await ui.askSecret("API key", (text) => keyProblem(text.trim()))).trim();
  ui.tell(`API key ${maskKey(key)}`, keyPlaces(host, url, keys, key));
  return { url, key };
}

/** Where a key is kept, or will be. */
function keyPlaces(host: SetupHost, url: string, keys: KeyFiles, key: string): string[] {
  const { localKey, localPath, path } = keys;
  const place = isLocal(url) && key === localKey ? localPath : path;
  return place === null ? [] : [`${shown(host, place)} (0600)`];
}

async function askAddress(ui: Ui): Promise<string> {
  const text = await ui.askText("Server address", "https://", (text) => {
    const address = readAddress(text);
    return typeof address === "string" ? null : address.message;
  });
  const address = readAddress(text);
  if (typeof address !== "string") throw new Error(address.message);
  return address;
}
