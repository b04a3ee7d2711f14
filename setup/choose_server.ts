/** Which server clients shall reach: known, given, or asked for. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { readAddress } from "./address.ts";
import { isTakenLiterally, maskKey } from "./entry.ts";
import { findServer, type FoundServer, type KeyFiles } from "./find_server.ts";
import type { SetupHost } from "./host.ts";
import { missingFlags, type SetupOptions } from "./options.ts";
import type { Ui } from "./ui.ts";

/** The server to connect, or what is missing to do so. */
export type ChosenServer =
  | { readonly kind: "server"; readonly server: FoundServer }
  | { readonly kind: "problems"; readonly problems: readonly Diagnostic[] };

/** Finds the server and its key, and asks a person for what is not known. */
export async function chooseServer(
  host: SetupHost,
  keys: KeyFiles,
  options: SetupOptions,
  ui: Ui | null,
): Promise<ChosenServer> {
  const found = await findServer(host, keys, options.url, options.key);
  if (found !== null && "severity" in found) return { kind: "problems", problems: [found] };
  const chosen = ui === null
    ? withoutTerminal(found, options)
    : { kind: "server" as const, server: await asked(ui, keys, found, options) };
  if (chosen.kind === "problems") return chosen;
  const { key } = chosen.server;
  if (key === null || isTakenLiterally(key)) return chosen;
  const message = "The API key has characters that some agents would replace ($, `, {, } or \\).";
  return { kind: "problems", problems: [error("usage-option", message)] };
}

function withoutTerminal(found: FoundServer | null, options: SetupOptions): ChosenServer {
  if (found === null) {
    const message = "No terminal: add --url <address>, or start the local server.";
    const problems = [error("usage-option", message), ...missingFlags(options, true)];
    return { kind: "problems", problems };
  }
  const problems = missingFlags(options, found.key !== null || options.keyFromEnv);
  return problems.length > 0 ? { kind: "problems", problems } : { kind: "server", server: found };
}

async function asked(
  ui: Ui,
  { credentials }: KeyFiles,
  found: FoundServer | null,
  { key: given, keyFromEnv }: SetupOptions,
): Promise<FoundServer> {
  const url = found?.url ?? await askAddress(ui);
  ui.tell("Server address", [url]);
  if (keyFromEnv) return { url, key: null };
  const known = found?.key ?? given ?? credentials.keys[url] ?? null;
  const key = known ?? (await ui.askSecret("API key")).trim();
  ui.tell(`API key ${maskKey(key)}`, []);
  return { url, key };
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
