/** Finds the server to connect and its key, and asks the person for missing input. */

import { error, warning } from "../core/diagnostic.ts";
import { maskKey } from "../core/key_mask.ts";
import { quotable } from "../core/printable.ts";
import type { FoundServer, KeyFiles } from "./credentials.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import { isTakenLiterally } from "./entry.ts";
import { shown } from "./files.ts";
import type { SetupHost } from "./host.ts";
import { keyByLogin, needsNewLogin, noLogin } from "./key_by_login.ts";
import { KEY_VARIABLE, missingFlags, type SetupOptions } from "./options.ts";
import { mayBeDeleted } from "./lasting_words.ts";
import { isLocal, LOCAL_URL, probe, provesKey, readAddress, SERVER_NAME } from "./server.ts";
import { type Ui, warningLines } from "./ui.ts";

/** The server to connect, or the problems that prevent a choice. */
export type ChosenServer =
  /** `null` if each agent starts its own server. */
  | { readonly kind: "server"; readonly server: FoundServer | null }
  | { readonly kind: "problems"; readonly problems: readonly SetupDiagnostic[] };

/** Chooses the server and its key. */
export async function chooseServer(
  host: SetupHost,
  keys: KeyFiles,
  options: SetupOptions,
  ui: Ui | null,
): Promise<ChosenServer> {
  if (options.stdio) return ownServers(host, options, ui);
  const found = await findServer(host, keys, options);
  if (found !== null && "severity" in found) return withProblems(found);
  const chosen = ui === null
    ? await withoutTerminal(host, keys, found, options)
    : await asked(ui, host, keys, found, options);
  if (chosen.kind === "problems") return chosen;
  const key = chosen.server?.key ?? null;
  const problem = key === null ? null : keyProblem(key);
  return problem === null ? chosen : withProblems(error("usage-option", `${problem}.`));
}

/** Returns the choice that each agent starts its own server, or the problems that prevent this. */
function ownServers(host: SetupHost, options: SetupOptions, ui: Ui | null): ChosenServer {
  const problems = [
    ...pathProblems(host, options),
    ...(ui === null ? missingFlags(options, true) : []),
  ];
  return problems.length > 0 ? withProblems(...problems) : { kind: "server", server: null };
}

/** Checks the paths that agents would run. */
function pathProblems(
  { executable, system }: SetupHost,
  { scope, project }: SetupOptions,
): SetupDiagnostic[] {
  const [program = ""] = executable;
  if (mayBeDeleted(program)) {
    const reason = "a package manager may delete it";
    const hint = "Install Deno, or run setup with npx -y deno, which agents can start, too";
    return [error("usage-option", cannotStart(program, reason), { hint })];
  }
  const paths = scope === "project" ? [...executable, project] : executable;
  return paths.filter((path) =>
    // Backslashes in Windows paths are safe, because no agent replaces them.
    !isTakenLiterally(system === "windows" ? path.replaceAll("\\", "/") : path)
  ).map((path) => {
    return error("usage-option", cannotStart(path, "some agents would replace $, `, {, } and \\"));
  });
}

function cannotStart(path: string, reason: string): string {
  return `Cannot have agents start '${quotable(path)}' (${reason}).`;
}

/** Returns the problem with a key, as a sentence without a period, or `null`. */
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
  // Do not report a missing key, because agents that start their own servers need none.
  if (found === null) return withProblems(NO_SERVER, ...missingFlags(options, true));
  const problems = missingFlags(options, found.key !== null);
  if (problems.length > 0) {
    const isWithoutKey = found.key === null && !options.keyFromEnv;
    const reason = isWithoutKey ? localKeyWarning(host, found.url, keys) : null;
    return withProblems(...(reason === null ? [] : [reason]), ...problems);
  }
  const { url, key } = found;
  const isEnough = options.keyFromEnv || key !== null &&
      !(options.device && await needsNewLogin(host, url, keys, key));
  if (isEnough) return { kind: "server", server: found };
  const login = await keyByLogin(host, url, options, null);
  if (login.kind === "made") return { kind: "server", server: { url, key: login.made.key } };
  return withProblems(login.kind === "none" ? noLogin(url) : login.problem);
}

/** Reports that no server is known. The hint lists the ways to connect. */
const NO_SERVER = error(
  "usage-no-terminal",
  "No server is known, and setup cannot ask here.",
  {
    hint: "Add --stdio (each agent starts its own server; recommended), " +
      `--url ${LOCAL_URL} (a server on this computer: layerwright serve), ` +
      "or --url <address> (a team's server)",
  },
);

const WAYS = [
  { value: "own", label: "Each starts its own server (recommended)" },
  { value: "computer", label: "A server on this computer" },
  { value: "team", label: "A team's server" },
] as const;

function withProblems(...problems: readonly SetupDiagnostic[]): ChosenServer {
  return { kind: "problems", problems };
}

async function asked(
  ui: Ui,
  host: SetupHost,
  keys: KeyFiles,
  found: FoundServer | null,
  options: SetupOptions,
): Promise<ChosenServer> {
  // If an option implies a running server, do not offer the other ways.
  const isRun = found !== null || options.keyFromEnv || options.device;
  if (!isRun) ui.tell("Agents get Layerwright's commands as tools of a server", []);
  const way = isRun ? "team" : await ui.pick("How do agents reach the tools?", WAYS);
  if (way === "own") return ownServers(host, options, ui);
  const url = found?.url ??
    (way === "team" ? await askAddress(ui, "https://") : await askRunning(ui, host));
  if (found !== null) ui.tell("Server address", [url]);
  if (options.keyFromEnv) return { kind: "server", server: { url, key: null } };
  const known = found?.key ?? await keyFor(host, url, keys, options.key);
  const chosen = (title: string, key: string): ChosenServer => {
    ui.tell(`${title} ${maskKey(key)}`, keyPlaces(host, url, keys, key));
    return { kind: "server", server: { url, key } };
  };
  if (known !== null && !await needsNewLogin(host, url, keys, known)) {
    return chosen("API key", known);
  }
  const reason = known === null ? localKeyWarning(host, url, keys) : null;
  if (reason !== null) ui.warn(...warningLines(reason));
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

/** Returns the path where a key is saved, or will be. */
function keyPlaces(host: SetupHost, url: string, keys: KeyFiles, key: string): string[] {
  const { localKey, localPath, path } = keys;
  const place = isLocal(url) && key === localKey ? localPath : path;
  return place === null ? [] : [`${shown(host, place)} (0600)`];
}

/** Asks for the address of a local server until one answers. */
async function askRunning(ui: Ui, host: SetupHost): Promise<string> {
  for (let initial = LOCAL_URL;;) {
    const url = await askAddress(ui, initial);
    if (await isLayerwright(host, url)) return url;
    ui.warn(`No Layerwright server at ${url}`, ["Start it in another terminal: layerwright serve"]);
    initial = url;
  }
}

/**
 * Asks for the address of a server.
 *
 * @param initial The initial text of the prompt.
 */
async function askAddress(ui: Ui, initial: string): Promise<string> {
  const text = await ui.askText("Server address", initial, (text) => {
    const address = readAddress(text);
    return typeof address === "string" ? null : address.message;
  });
  const address = readAddress(text);
  if (typeof address !== "string") throw new Error(address.message);
  return address;
}

/** The options about the server. */
type Given = Pick<SetupOptions, "url" | "key" | "keyFromEnv">;

/**
 * Finds the server: the given one, the one connected last, or the local one.
 *
 * @returns `null` if there is none.
 */
export async function findServer(
  host: SetupHost,
  keys: KeyFiles,
  given: Given,
): Promise<FoundServer | SetupDiagnostic | null> {
  const named = given.url ?? (host.env("LAYERWRIGHT_URL") || null);
  const { last } = keys.credentials;
  const url = readAddress(named ?? last ?? LOCAL_URL);
  if (typeof url !== "string") return url;
  if (named === null && last === null && !await isLayerwright(host, url)) return null;
  // Any process can listen at a local address. So the server must prove that it has the key, unless
  // the person named its address for this run.
  const problem = named === null && isLocal(url) ? await unproven(host, url, keys, given) : null;
  return problem ?? { url, key: await keyFor(host, url, keys, given.key) };
}

/** Returns an error if the server did not prove that it has the key, and `null` otherwise. */
async function unproven(
  host: SetupHost,
  url: string,
  { credentials }: KeyFiles,
  { key, keyFromEnv }: Given,
): Promise<SetupDiagnostic | null> {
  const fromEnv = keyFromEnv ? host.env(KEY_VARIABLE) || null : null;
  const sent = key ?? fromEnv ?? credentials.keys[url] ?? null;
  if (sent === null || await provesKey(host.send, url, sent)) return null;
  const message = `The server at ${url} did not prove that it has the API key.`;
  return error("setup-key", message, { hint: `To send it the key, add --url ${url}` });
}

/**
 * Returns the given key, the saved one, or the local key if the server proves that it has the same
 * key.
 */
export async function keyFor(
  host: SetupHost,
  url: string,
  { credentials, localKey }: KeyFiles,
  given: string | null,
): Promise<string | null> {
  const known = given ?? credentials.keys[url] ?? null;
  if (known !== null || localKey === null) return known;
  // Require a proof, because any process can listen on this computer and call itself Layerwright.
  return await provesKey(host.send, url, localKey) ? localKey : null;
}

/**
 * Warns that setup did not send the local key to a server on this computer.
 *
 * @returns `null` if there is no local key, or if the server is not on this computer.
 */
function localKeyWarning(
  host: SetupHost,
  url: string,
  { localKey, localPath }: KeyFiles,
): SetupDiagnostic | null {
  if (localKey === null || localPath === null || !isLocal(url)) return null;
  const message = `The server at ${url} did not prove that it has the key in ${
    shown(host, localPath)
  }`;
  const hint = "Start it with layerwright serve and use its IP address, such as " +
    `${LOCAL_URL}, or give the key with --api-key-stdin`;
  return warning("setup-key", message, { hint });
}

/** Reports whether a server calls itself Layerwright. */
async function isLayerwright(host: SetupHost, url: string): Promise<boolean> {
  const answer = await probe({ url, headers: {} }, host.send);
  if (answer.kind === "server") return answer.name === SERVER_NAME;
  return answer.kind === "refused" && answer.challenge.includes(`realm="${SERVER_NAME}"`);
}
