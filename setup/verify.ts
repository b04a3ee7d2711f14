/** Calls the server: before the files are written, and as each agent will afterwards. */

import { error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { FORMATS } from "../formats/formats.ts";
import type { Form } from "./client.ts";
import type { FoundServer } from "./credentials.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import { readBack } from "./entry.ts";
import type { SetupHost } from "./host.ts";
import { KEY_VARIABLE, type SetupOptions } from "./options.ts";
import { placeOf } from "./plan.ts";
import { type HttpServer, probe, SERVER_NAME } from "./server.ts";
import { Cancelled, type Ui, warningLines } from "./ui.ts";

/** The number of tools that the agent will see, or why it will see none. */
export type Verified = { readonly kind: "ok"; readonly tools: number } | VerifyFailure;

export interface VerifyFailure {
  readonly kind: "failed";
  /** A sentence without a period. */
  readonly reason: string;
  /** Whether the server rejected the key. */
  readonly isKeyRefused: boolean;
  readonly hint: string | null;
}

/**
 * Reads the entry from an agent's file on the disk, and connects to the server in the way that the
 * entry says.
 *
 * @param file The file's real path.
 * @param name The entry's name.
 */
export type Verify = (form: Form, file: string, name: string) => Promise<Verified>;

/** Creates a check that calls the server only once for all agents that would make the same call. */
export function verifier(host: SetupHost): Verify {
  const answers = new Map<string, Promise<Verified>>();
  const once = (call: Call) => {
    const key = JSON.stringify(call);
    const answer = answers.get(key) ?? verified(host, call);
    answers.set(key, answer);
    return answer;
  };
  return async (form, file, name) => {
    const call = callIn(host, form, file, name);
    return call.kind === "failed" ? call : await once(call);
  };
}

/** The way in which an agent reaches the server. */
type Call =
  | ({ readonly kind: "http" } & HttpServer)
  | { readonly kind: "run"; readonly command: string; readonly args: readonly string[] };

/** Returns how an agent reaches the server according to its file, or why it cannot. */
function callIn(host: SetupHost, form: Form, file: string, name: string): Call | VerifyFailure {
  const found = host.read(file);
  if (found.kind !== "text") return failed("its file cannot be read");
  const reading = FORMATS[form.format].read(found.text, placeOf(form, name));
  if (reading.kind === "broken" || reading.entry === undefined) {
    return failed("its file has no entry");
  }
  const said = readBack(form, reading.entry);
  if (said === null) return failed("its entry has an unknown shape");
  const { url, words: [command = "", ...args] } = said;
  if (url === null) return { kind: "run", command, args };
  const headers = headersSent(host, form, said.headers, said.variable);
  return headers instanceof Map
    ? { kind: "http", url, headers: Object.fromEntries(headers) }
    : headers;
}

async function verified(host: SetupHost, call: Call): Promise<Verified> {
  if (call.kind === "run") {
    const tools = await host.countTools(call.command, call.args);
    return typeof tools === "number" ? { kind: "ok", tools } : failed(tools);
  }
  return await askServer(host, call);
}

/** Asks a server for its tools. */
async function askServer(host: SetupHost, server: HttpServer): Promise<Verified> {
  const { url } = server;
  const answer = await probe(server, host.send);
  switch (answer.kind) {
    case "server":
      if (answer.name === SERVER_NAME) return { kind: "ok", tools: answer.tools };
      return failed(`no Layerwright server at ${url} (it is '${quotable(answer.name)}')`);
    case "refused":
      return { ...failed(`${url} answered ${answer.status}`, OTHER_KEY), isKeyRefused: true };
    case "unreachable":
      return failed(`no Layerwright server at ${url} (${answer.reason})`);
  }
}

const OTHER_KEY = "Give the right key with --api-key-stdin";

function failed(reason: string, hint: string | null = null): VerifyFailure {
  return { kind: "failed", reason, isKeyRefused: false, hint };
}

function unset({ system }: SetupHost, variable: string): VerifyFailure {
  const set = system === "windows" ? `setx ${variable} "<key>"` : `export ${variable}=<key>`;
  return failed(`${variable} is not set in this terminal`, `Set it where the agents start: ${set}`);
}

/** Returns the headers with environment variables filled in, or the failure if one is unset. */
function headersSent(
  host: SetupHost,
  { reference }: Form,
  headers: Readonly<Record<string, string>>,
  variable: string | null,
): Map<string, string> | VerifyFailure {
  const { env } = host;
  const bearer = variable === null ? null : env(variable);
  if (bearer === undefined) return unset(host, variable ?? "");
  const sent = new Map(bearer === null ? [] : [["Authorization", `Bearer ${bearer}`]]);
  for (const [name, value] of Object.entries(headers)) {
    const names = reference === undefined ? [] : referencesIn(value, reference);
    const missing = names.find((each) => !env(each));
    if (missing !== undefined) return unset(host, missing);
    const text = names.reduce(
      (sum, each) => sum.replace((reference ?? "").replace("NAME", each), () => env(each) ?? ""),
      value,
    );
    sent.set(name, text);
  }
  return sent;
}

/** Returns the variables that a value refers to. */
function referencesIn(value: string, reference: string): string[] {
  const [before = "", after = ""] = reference.split("NAME").map((part) =>
    part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  );
  return [...value.matchAll(new RegExp(`${before}(\\w+)${after}`, "g"))]
    .map(([, name = ""]) => name);
}

/**
 * Checks that a server is Layerwright and accepts the key.
 *
 * @returns The reason why setup must not write anything; `null` if the check succeeds or is not
 * needed, or if the person continues anyway.
 * @throws {Cancelled} If the person declines.
 */
export async function checkServer(
  host: SetupHost,
  options: SetupOptions,
  server: FoundServer | null,
  ui: Ui | null,
): Promise<SetupDiagnostic | null> {
  // A dry run needs no server. With `--stdio`, agents start their own servers, so there is nothing
  // to check yet.
  if (server === null || !options.verify || options.dryRun) return null;
  const problem = await serverProblem(host, server);
  if (problem === null || ui === null || options.yes) return problem;
  ui.warn(...warningLines(problem));
  if (await ui.confirm("Connect agents to it anyway?", false)) return null;
  throw new Cancelled("declined");
}

async function serverProblem(host: SetupHost, { url, key }: FoundServer) {
  const known = key ?? (host.env(KEY_VARIABLE) || null);
  const headers: Record<string, string> = known === null
    ? {}
    : { Authorization: `Bearer ${known}` };
  const answer = await askServer(host, { url, headers });
  // If the key is not known yet, a refusal is expected: agents will take the key from their
  // environment.
  if (answer.kind === "ok" || answer.isKeyRefused && known === null) return null;
  const hint = answer.hint ??
    "Start it, give another address with --url, or skip the check with --no-verify";
  const code = answer.isKeyRefused ? "setup-key" : "setup-verify";
  return error(code, `Cannot use the server: ${answer.reason}.`, { hint });
}
