/** Clients and the entries that they shall have, or why they cannot have one. */

import { isAbsolute, relative } from "node:path";
import { type Diagnostic, error, warning } from "../core/diagnostic.ts";
import type { Detection } from "./detect.ts";
import { type Connection, makeEntry } from "./entry.ts";
import { shown } from "./files.ts";
import type { FoundServer } from "./find_server.ts";
import { FORMATS } from "./formats/formats.ts";
import type { SetupHost } from "./host.ts";
import type { Job } from "./job.ts";
import { KEY_VARIABLE, type SetupOptions } from "./options.ts";
import { placeOf, type Target } from "./plan.ts";
import { phrase, syntaxProblem } from "./problems.ts";

/** Why a client cannot be chosen, as people read it beside its name; `null` if it can. */
export function obstacle({ host, options, server }: Job, { location }: Detection): string | null {
  if (location === null) return null;
  const { form, path } = location;
  const connection = connectionTo(host, server, options);
  if (makeEntry(form, options.name, connection) === null) return LACKS[connection.kind];
  const reason = outside(host, options, connection, path);
  if (reason !== null) return reason;
  const found = host.read(path);
  if (found.kind === "unreadable") return `${shown(host, path)} cannot be read (${found.reason})`;
  if (found.kind === "absent") return null;
  const reading = FORMATS[form.format].read(found.text, placeOf(form, options.name));
  if (reading.kind !== "broken") return null;
  return phrase(syntaxProblem(shown(host, path), reading.broken));
}

/** Clients with the entries that they shall have, and why others cannot have one. */
export interface Targets {
  readonly targets: readonly Target[];
  readonly unfit: readonly Diagnostic[];
}

/** Finds the entries of the clients that were chosen. */
export function targetsOf(
  { host, options, server }: Job,
  detections: readonly Detection[],
): Targets {
  const connection = connectionTo(host, server, options);
  const targets: Target[] = [];
  const unfit: Diagnostic[] = [];
  // Who asks for a client by name has to hear that nothing came of it.
  const report = options.clients === null ? warning : error;
  for (const { client: { id, name: client }, location } of detections) {
    if (location === null) continue;
    const { form, path } = location;
    const entry = makeEntry(form, options.name, connection);
    const { real: file } = host.read(path);
    const reason = entry === null
      ? LACKS[connection.kind]
      : outside(host, options, connection, path);
    if (entry !== null && reason === null) targets.push({ id, client, form, file, entry });
    else unfit.push(report("setup-unfit", `Skipped ${client} (${reason}).`));
  }
  return { targets, unfit };
}

/** Why a project's key may not be written to a file: by a link, it is one of somewhere else. */
function outside(
  host: SetupHost,
  { scope, project }: SetupOptions,
  { kind }: Connection,
  path: string,
): string | null {
  if (scope === "user" || kind !== "key") return null;
  const { real } = host.read(path);
  const inProject = relative(host.read(project).real, real);
  return inProject === ".." || /^\.\.[/\\]/.test(inProject) || isAbsolute(inProject)
    ? `${shown(host, path)} leads out of the project, to ${shown(host, real)}`
    : null;
}

const LACKS = {
  key: "it takes no address; try --local",
  variable: "its file cannot refer to a variable; leave out --key-from-env",
  stdio: "it starts no servers; leave out --local",
};

function connectionTo(
  { executable }: SetupHost,
  server: FoundServer | null,
  { keyFromEnv, scope, project }: SetupOptions,
): Connection {
  if (server === null) {
    const [command = "", ...args] = executable;
    const root = scope === "local" ? ["--root", project] : [];
    return { kind: "stdio", command, args: [...args, "mcp", ...root] };
  }
  const { url, key } = server;
  if (keyFromEnv || key === null) return { kind: "variable", url, variable: KEY_VARIABLE };
  return { kind: "key", url, key };
}
