/** Which server clients shall reach: known, given, or asked for. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { isLocal, readAddress } from "./address.ts";
import { isTakenLiterally, maskKey } from "./entry.ts";
import { shown } from "./files.ts";
import { findServer, type FoundServer, type KeyFiles, keyFor } from "./find_server.ts";
import type { SetupHost } from "./host.ts";
import { isOutworn, keyByLogin, noLogin } from "./key_by_login.ts";
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
    const problems = [
      ...pathProblems(host, options),
      ...(ui === null ? missingFlags(options, true) : []),
    ];
    return problems.length > 0 ? { kind: "problems", problems } : { kind: "server", server: null };
  }
  const found = await findServer(host, keys, options.url, options.key);
  if (found !== null && "severity" in found) return { kind: "problems", problems: [found] };
  const chosen = ui === null
    ? await withoutTerminal(host, keys, found, options)
    : await asked(ui, host, keys, found, options);
  if (chosen.kind === "problems") return chosen;
  const key = chosen.server?.key ?? null;
  const problem = key === null ? null : keyProblem(key);
  return problem === null
    ? chosen
    : { kind: "problems", problems: [error("usage-option", `${problem}.`)] };
}

/** What is wrong with the paths that agents would be given to run. */
function pathProblems(
  { executable, system }: SetupHost,
  { scope, project }: SetupOptions,
): Diagnostic[] {
  const paths = scope === "local" ? [...executable, project] : executable;
  return paths.filter((path) =>
    // There, paths have backslashes, and agents leave them alone.
    !isTakenLiterally(system === "windows" ? path.replaceAll("\\", "/") : path)
  ).map((path) => {
    const reason = "some agents would replace $, `, {, } and \\";
    return error("usage-option", `Cannot have agents start '${quotable(path)}' (${reason}).`);
  });
}

/** What is wrong with a key, as a sentence without its end; `null` if nothing is. */
function keyProblem(key: string): string | null {
  if (!/^[!-~]+$/.test(key)) return "Invalid API key (must be visible ASCII characters)";
  if (!isTakenLiterally(key)) {
    return "Invalid API key (some agents would replace $, `, {, } and \\; use --key-from-env)";
  }
  return /["',]/.test(key) ? "Invalid API key (has quotes or commas; use --key-from-env)" : null;
}

async function withoutTerminal(
  host: SetupHost,
  keys: KeyFiles,
  found: FoundServer | null,
  options: SetupOptions,
): Promise<ChosenServer> {
  if (found === null) {
    const first = noTerminal("--url <address>, or start the local server");
    return withProblems(first, ...missingFlags(options, options.key !== null));
  }
  const problems = missingFlags(options, found.key !== null);
  if (problems.length > 0) return withProblems(...problems);
  const { url, key } = found;
  const isEnough = options.keyFromEnv || key !== null &&
      !(options.device && await isOutworn(host, url, keys, key));
  if (isEnough) return { kind: "server", server: found };
  const login = await keyByLogin(host, url, options, null);
  if (login.kind === "made") return { kind: "server", server: { url, key: login.made.key } };
  return withProblems(login.kind === "none" ? noLogin(url) : login.problem);
}

function withProblems(...problems: readonly Diagnostic[]): ChosenServer {
  return { kind: "problems", problems };
}

async function asked(
  ui: Ui,
  host: SetupHost,
  keys: KeyFiles,
  found: FoundServer | null,
  options: SetupOptions,
): Promise<ChosenServer> {
  const url = found?.url ?? await askAddress(ui);
  if (found !== null) ui.tell("Server address", [url]);
  if (options.keyFromEnv) return { kind: "server", server: { url, key: null } };
  const known = found?.key ?? await keyFor(host, url, keys, options.key);
  const chosen = (title: string, key: string): ChosenServer => {
    ui.tell(`${title} ${maskKey(key)}`, keyPlaces(host, url, keys, key));
    return { kind: "server", server: { url, key } };
  };
  if (known !== null && !await isOutworn(host, url, keys, known)) return chosen("API key", known);
  const login = await keyByLogin(host, url, options, ui);
  switch (login.kind) {
    case "made":
      return chosen("Logged in, API key", login.made.key);
    case "failed":
      return withProblems(login.problem);
    case "none": {
      const key = await ui.askSecret("API key", (text) => keyProblem(text.trim()));
      return chosen("API key", key.trim());
    }
  }
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
